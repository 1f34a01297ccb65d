import type { Clock } from '../../../shared/clock.ts'
import { isRecord } from '../../../shared/json.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { ChainNode } from '../nodes/chain-node.ts'
import type { MinedSubject } from '../observer.ts'
import { isReply, type RpcReply, type RpcRequest } from '../rpc/json-rpc.ts'
import { readExecutedTrace, unknownsOf } from './executed.ts'

/** What is known of the calls of a transaction: the trace of the node, or that of the receipt. */
export interface KnownTrace {
  readonly trace: Trace
  /** What it leaves open, one line each. */
  readonly missing: readonly string[]
}

export interface AskedTraces {
  /** In the order of the transactions. */
  readonly traces: readonly KnownTrace[]
  /** To the other requests. */
  readonly replies: readonly RpcReply[]
}

interface AskingTraces {
  /** Other requests of the same trip. */
  readonly beside: readonly RpcRequest[]
  /** End of the budget, in ms of `clock.elapsed()`. */
  readonly until: number
  readonly clock: Clock
}

/**
 * Transactions of a block that are traced one by one. For each the node runs the block up to it: the trace of the whole block
 * costs it less than some of them.
 */
const MAX_TRACED = 8
/** Of the time for the trace of a block; the rest is for single ones when it fails. */
const SHARE = 0.6

const TRACER = { tracer: 'callTracer', tracerConfig: { withLog: true } }

/**
 * Asks for the traces of transactions of one block, where the receipt does not show all they do, together with other
 * requests: one by one, or for more than a few, the trace of the block. When that fails, the first ones are traced.
 */
export async function askTraces(
  { rpc, can }: ChainNode,
  transactions: readonly MinedSubject[],
  { beside, until, clock }: AskingTraces,
): Promise<AskedTraces> {
  const open = can.trace ? transactions.filter(({ trace }) => trace.incomplete) : []
  const known = new Map<MinedSubject, RpcReply | string>()
  const takeOver = (some: readonly MinedSubject[], replies: readonly (RpcReply | string | undefined)[]) => {
    for (const [at, each] of some.entries()) known.set(each, replies[at] ?? 'no answer')
  }
  const tracesOf = () => transactions.map((each) => knownTrace(each, known.get(each), can.trace))
  if (open.length <= MAX_TRACED) {
    const all = await rpc.batch([...open.map(traceRequest), ...beside], until)
    takeOver(open, all)
    return { traces: tracesOf(), replies: all.slice(open.length) }
  }
  const now = clock.elapsed()
  const [[whole], replies] = await Promise.all([
    rpc.batch([blockTraceRequest(open)], now + SHARE * (until - now)),
    rpc.batch(beside, until),
  ])
  const results = whole && isReply(whole) ? whole.result : undefined
  if (Array.isArray(results)) {
    const ofOne = ({ mined: { transaction } }: MinedSubject) => resultOf(results[transaction.index], transaction.hash)
    takeOver(open, open.map(ofOne))
    return { traces: tracesOf(), replies }
  }
  const reason = whole && !isReply(whole) ? whole.failure.message : 'the answer of the node is not a trace'
  const some = open.slice(0, MAX_TRACED)
  takeOver(
    open,
    open.map(() => `only ${MAX_TRACED} transactions of a block are traced one by one, and ${reason}`),
  )
  takeOver(some, await rpc.batch(some.map(traceRequest), until))
  return { traces: tracesOf(), replies }
}

function traceRequest({ mined }: MinedSubject): RpcRequest {
  return { method: 'debug_traceTransaction', params: [mined.transaction.hash, TRACER] }
}

function blockTraceRequest([first]: readonly MinedSubject[]): RpcRequest {
  return { method: 'debug_traceBlockByHash', params: [first?.mined.header.hash, TRACER] }
}

/** Older nodes leave the hash out. */
function resultOf(result: unknown, hash: string): RpcReply | string {
  if (!isRecord(result)) return 'the trace of the block lacks it'
  const { txHash } = result
  const isOther = txHash !== undefined && String(txHash).toLowerCase() !== hash
  return isOther ? 'the trace of the block has another transaction in its place' : { result: result.result }
}

function knownTrace(subject: MinedSubject, reply: RpcReply | string | undefined, canTrace: boolean): KnownTrace {
  const { trace } = subject
  if (!trace.incomplete) return { trace, missing: [] }
  const read = typeof reply === 'string' || reply === undefined ? reply : readExecutedTrace(subject, reply)
  if (typeof read === 'object') return { trace: read, missing: [] }
  const reason = canTrace && read !== undefined ? [`no trace: ${read}`] : []
  return { trace, missing: [...reason, ...unknownsOf(subject)] }
}

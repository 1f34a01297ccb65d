import { chunksOf } from '../../../shared/chunks-of.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { LENS_CODE } from '../../chain/contracts/lens-code.ts'
import { dataOf, quantity, quantityOf } from '../../chain/rpc/hex.ts'
import { isReply, type RpcReply, type RpcRequest } from '../../chain/rpc/json-rpc.ts'
import type { Read } from '../../chain/simulation/questions.ts'
import { readAnswers, readCall } from '../../chain/state/lens.ts'
import { batchLoader } from '../../records/batch-loader.ts'
import { readTrace } from '../../risk/trace/read-trace.ts'
import type { Trace } from '../../risk/trace/trace.ts'

/** before: after the parent of the block · after: after the block · latest: now, which nodes without old states have */
export type Moment = 'before' | 'after' | 'latest'

export type Ask = (requests: readonly RpcRequest[]) => Promise<readonly RpcReply[]>

/** The state around a block, as the node tells it. Undefined: it was not asked, or did not answer. */
export interface StateReads {
  /** What a contract returns; '0x' when it returns nothing or fails. */
  call(read: Read, moment: Moment): Promise<string | undefined>
  code(address: string, moment: Moment): Promise<string | undefined>
  nonce(address: string, moment: Moment): Promise<bigint | undefined>
  /** The calls of a transaction of the block. */
  trace(hash: string): Promise<Trace | undefined>
}

/** Requests for one block. Strangers decide how many tokens a block names. */
const MAX_READS = 36
const MAX_TRACES = 4

/** So many calls go in one request, where the node takes code of ours. */
const LENS_FROM = 4
/** With LENS_GAS each gets the 200,000 gas that the lens gives. */
const LENS_MOST = 60
/** 2^24 - 1: more is refused (EIP-7825). */
const LENS_GAS = quantity(16_777_215n)
/** Of a single call: a token has no use for more. */
const GAS = quantity(1_000_000n)

const CALL_TRACER = { tracer: 'callTracer' }

interface Call {
  readonly read: Read
  readonly moment: Moment
}

/** Asks each question once, those of one turn of the event loop together. */
export function createStateReads({ hash, parentHash }: BlockHeader, ask: Ask): StateReads {
  let left = MAX_READS
  const blocks = { before: { blockHash: parentHash }, after: { blockHash: hash }, latest: 'latest' } as const
  const blockOf = (moment: Moment) => blocks[moment]
  // Any address without code.
  const lens = `0x${hash.slice(-40)}`

  /** Undefined replies: the bound is reached, or the node failed. */
  const send = async (requests: readonly RpcRequest[]): Promise<readonly (RpcReply | undefined)[]> => {
    const sent = requests.slice(0, left)
    left -= sent.length
    return sent.length === 0 ? [] : await ask(sent).catch(() => [])
  }

  const askLens = async (calls: readonly Call[]): Promise<readonly (string | undefined)[]> => {
    const groups = Array.from(
      Map.groupBy(calls.keys(), (index) => calls[index]?.moment ?? 'after'),
      ([moment, indexes]) => chunksOf(indexes, LENS_MOST).map((chunk) => ({ moment, indexes: chunk })),
    ).flat()
    const packed = groups.filter(({ indexes }) => indexes.length >= LENS_FROM)
    // The lens leaves out what it has no gas for: an answer to the last one shows that it came to the end.
    const readsOf = (indexes: readonly number[]) => [
      ...indexes.map((index) => calls[index]?.read as Read),
      { target: lens, data: '0x' },
    ]
    const replies = await send(
      packed.map(({ moment, indexes }) => {
        const call = { to: lens, data: readCall(readsOf(indexes)), gas: LENS_GAS }
        return { method: 'eth_call', params: [call, blockOf(moment), { [lens]: { code: LENS_CODE } }] }
      }),
    )
    const answers: (string | undefined)[] = calls.map(() => undefined)
    for (const [at, { indexes }] of packed.entries()) {
      const reply = replies[at]
      const read = reply && isReply(reply) ? readAnswers(reply.result, indexes.length + 1) : undefined
      const isWhole = read?.at(-1) !== '0x'
      for (const [position, index] of indexes.entries()) {
        const answer = read?.[position]
        if (answer !== '0x' || isWhole) answers[index] = answer
      }
    }
    return answers
  }

  const load = batchLoader<Call, string | undefined>(async (calls) => {
    const answers = [...(await askLens(calls))]
    const open = [...calls.keys()].filter((index) => answers[index] === undefined)
    const replies = await send(
      open.map((index) => {
        const { read, moment } = calls[index] as Call
        return { method: 'eth_call', params: [{ to: read.target, data: read.data, gas: GAS }, blockOf(moment)] }
      }),
    )
    for (const [at, index] of open.entries()) answers[index] = dataIn(replies[at])
    return answers
  })

  const traced = new Set<string>()
  return {
    call: once(
      ({ target, data }, moment) => `${target} ${data} ${moment}`,
      (read, moment) => load({ read, moment }),
    ),
    code: once(
      (address, moment) => `${address} ${moment}`,
      async (address, moment) => {
        const [reply] = await send([{ method: 'eth_getCode', params: [address, blockOf(moment)] }])
        return dataIn(reply)
      },
    ),
    nonce: once(
      (address, moment) => `${address} ${moment}`,
      async (address, moment) => {
        const [reply] = await send([{ method: 'eth_getTransactionCount', params: [address, blockOf(moment)] }])
        return reply && isReply(reply) ? quantityOf(reply.result) : undefined
      },
    ),
    trace: once(
      (transaction) => transaction,
      async (transaction) => {
        if (traced.size >= MAX_TRACES) return undefined
        traced.add(transaction)
        const request = { method: 'debug_traceTransaction', params: [transaction, CALL_TRACER] }
        const [reply] = await ask([request]).catch(() => [])
        return traceIn(reply)
      },
    ),
  }
}

/** Keeps what was asked for. */
function once<A extends readonly unknown[], T>(
  keyOf: (...args: A) => string,
  load: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (...args) => {
    const key = keyOf(...args)
    const loading = known.get(key) ?? load(...args)
    known.set(key, loading)
    return loading
  }
}

/** Undefined for what is no complete trace. */
function traceIn(reply: RpcReply | undefined): Trace | undefined {
  if (reply === undefined || !isReply(reply)) return undefined
  try {
    const trace = readTrace(reply.result)
    return trace.incomplete ? undefined : trace
  } catch {
    return undefined
  }
}

function dataIn(reply: RpcReply | undefined): string | undefined {
  if (reply === undefined) return undefined
  if (isReply(reply)) return dataOf(reply.result)
  return reply.failure.kind === 'reverted' ? '0x' : undefined
}

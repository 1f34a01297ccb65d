import { quantity } from '../../shared/json/evm-json.ts'
import { isRecord } from '../../shared/json/json.ts'
import { readTrace } from '../risk/trace/read-trace.ts'
import type { Trace } from '../risk/trace/trace.ts'
import { CALL_TRACER } from './nodes/chain-node.ts'
import { isReply, type RpcReply, type RpcRequest } from './rpc/json-rpc.ts'
import type { Refusals } from './rpc/refusals.ts'

/** The node that traces transactions and blocks. */
export interface TraceSource {
  /** @param share of the time that is left, where other requests may follow */
  send(requests: readonly RpcRequest[], share?: number): Promise<readonly RpcReply[]>
  readonly refusals: Refusals
}

export interface TracedBlock {
  readonly hash: string
  readonly number: number | bigint
}

export interface TracedTransaction {
  readonly hash: string
  /** Its position in the block. */
  readonly index: number
}

/** What a node gave as trace of a transaction, as JSON, or why there is none, as a clause. */
export type RawTrace = { readonly trace: unknown } | { readonly missing: string }

export interface TraceReading {
  /** Transactions that are traced one by one where the trace of the block is not to be had. */
  readonly most: number
  /** The transactions are all of the block: its own trace is the first choice, also one without events. */
  readonly isWholeBlock?: boolean
  /** Other requests of the same trip. */
  readonly otherRequests?: readonly RpcRequest[]
}

export interface ReadTraces<T = RawTrace> {
  /** In the order of the transactions. */
  readonly traces: readonly T[]
  /** The answers to the other requests. */
  readonly replies: readonly RpcReply[]
}

/**
 * For each transaction that is traced alone, a node runs the block up to it: from more than these on, the trace of the
 * whole block costs it less.
 */
const MOST_SINGLE = 8
/** Share of the time for the trace of a block; the rest is for single traces when it fails. */
const SHARE = 0.6

const SINGLE = 'debug_traceTransaction'

interface BlockMethod {
  readonly method: string
  readonly hasEvents: boolean
  params(block: TracedBlock): readonly unknown[]
  /** Returns undefined when the answer is not about this block. */
  read(result: unknown, block: TracedBlock, wanted: readonly TracedTransaction[]): readonly RawTrace[] | undefined
}

/** Methods that trace a whole block, in the order in which they are tried. */
const blockMethods: readonly BlockMethod[] = [
  {
    method: 'debug_traceBlockByHash',
    hasEvents: true,
    params: ({ hash }) => [hash, CALL_TRACER],
    read: (result, _, wanted) =>
      Array.isArray(result) ? wanted.map(({ hash, index }) => traceOf(result[index], hash)) : undefined,
  },
  {
    method: 'trace_block',
    hasEvents: false,
    params: ({ number }) => [quantity(number)],
    read: (result, { hash }, wanted) => {
      if (!Array.isArray(result) || !result.every((frame) => isRecord(frame) && isSame(frame.blockHash, hash)))
        return undefined
      // Rewards belong to no transaction.
      const frames = result.filter((frame) => typeof frame.transactionHash === 'string')
      const byHash = Map.groupBy(frames, (frame) => String(frame.transactionHash).toLowerCase())
      return wanted.map((each) => (byHash.has(each.hash) ? { trace: byHash.get(each.hash) } : LACKING))
    },
  },
]

const NO_ANSWER: RawTrace = { missing: 'no answer' }
const LACKING: RawTrace = { missing: 'the trace of the block lacks it' }

/** Older nodes leave the hash out. */
function traceOf(result: unknown, hash: string): RawTrace {
  if (!isRecord(result)) return LACKING
  const isOther = result.txHash !== undefined && !isSame(result.txHash, hash)
  return isOther
    ? { missing: 'the trace of the block has another transaction in its place' }
    : { trace: result.result ?? undefined }
}

function isSame(value: unknown, hash: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === hash
}

/** Traces of transactions of one block. Each that a node gave is kept. */
export class BlockTraces {
  readonly #block: TracedBlock
  readonly #known = new Map<string, RawTrace>()

  constructor(block: TracedBlock) {
    this.#block = block
  }

  async read(
    source: TraceSource,
    wanted: readonly TracedTransaction[],
    { most, isWholeBlock = false, otherRequests = [] }: TraceReading,
  ): Promise<ReadTraces> {
    const open = wanted.filter(({ hash }) => !this.#known.has(hash))
    const found = new Map(this.#known)
    const take = (some: readonly TracedTransaction[], traces: readonly RawTrace[]) => {
      for (const [at, { hash }] of some.entries()) {
        const trace = traces[at] ?? NO_ANSWER
        found.set(hash, trace)
        // Flat traces have no events, which others need.
        if ('trace' in trace && isRecord(trace.trace)) this.#known.set(hash, trace)
      }
    }
    const result = (replies: readonly RpcReply[]): ReadTraces => {
      return { traces: wanted.map(({ hash }) => found.get(hash) ?? NO_ANSWER), replies }
    }
    if (open.length === 0 || (!isWholeBlock && open.length <= MOST_SINGLE)) {
      const { traces, replies } = await readSingle(source, open, otherRequests)
      take(open, traces)
      return result(replies)
    }
    const [whole, replies] = await Promise.all([
      this.#readBlock(source, open, isWholeBlock),
      otherRequests.length > 0 ? source.send(otherRequests) : [],
    ])
    if (typeof whole !== 'string') {
      take(open, whole)
      return result(replies)
    }
    const reason = `only ${most} transactions of a block are traced one by one, and ${whole}`
    take(
      open,
      open.map(() => ({ missing: reason })),
    )
    // A part of a whole block is of no use.
    const some = isWholeBlock && open.length > most ? [] : open.slice(0, most)
    take(some, (await readSingle(source, some)).traces)
    return result(replies)
  }

  /** A clause where no method gives the trace of the block. */
  async #readBlock(
    source: TraceSource,
    wanted: readonly TracedTransaction[],
    isWholeBlock: boolean,
  ): Promise<readonly RawTrace[] | string> {
    let reason = 'the node refused the trace of the block'
    for (const { method, hasEvents, params, read } of blockMethods) {
      if (source.refusals.has(method) || !(hasEvents || isWholeBlock)) continue
      const [reply] = await source.send([{ method, params: params(this.#block) }], SHARE)
      if (reply && !isReply(reply) && reply.failure.kind === 'closed') source.refusals.note(method)
      const traces = reply && isReply(reply) ? read(reply.result, this.#block, wanted) : undefined
      // Where a whole block was asked for, a part says less than another method may.
      if (traces && !(isWholeBlock && traces.some((each) => 'missing' in each))) return traces
      reason = reply && !isReply(reply) ? reply.failure.message : 'the answer of the node is not a trace'
    }
    return reason
  }
}

async function readSingle(
  source: TraceSource,
  wanted: readonly TracedTransaction[],
  otherRequests: readonly RpcRequest[] = [],
): Promise<ReadTraces> {
  const sent = source.refusals.has(SINGLE) ? [] : wanted
  const requests = sent.map(({ hash }) => ({ method: SINGLE, params: [hash, CALL_TRACER] }))
  const all = requests.length + otherRequests.length > 0 ? await source.send([...requests, ...otherRequests]) : []
  const traces = wanted.map((_, at): RawTrace => {
    const reply = at < sent.length ? all[at] : undefined
    if (reply === undefined) return sent.length > 0 ? NO_ANSWER : { missing: 'the node refused the trace' }
    if (isReply(reply)) return { trace: reply.result ?? undefined }
    if (reply.failure.kind === 'closed') source.refusals.note(SINGLE)
    return { missing: reply.failure.message }
  })
  return { traces, replies: all.slice(sent.length) }
}

/** Reads a raw trace; undefined for what is not one. */
export function readRawTrace(json: unknown): Trace | undefined {
  try {
    return readTrace(json)
  } catch {
    return undefined
  }
}

/** Traces of the blocks that one step of a follower is about: activities, verdicts and the audit read each of them once. */
export class StepTraces {
  readonly #blocks = new Map<string, BlockTraces>()

  of(block: TracedBlock): BlockTraces {
    const known = this.#blocks.get(block.hash) ?? new BlockTraces(block)
    this.#blocks.set(block.hash, known)
    return known
  }

  clear(): void {
    this.#blocks.clear()
  }
}

import { isRecord } from '../../../shared/json.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { hashOf, quantity } from '../../chain/rpc/hex.ts'
import { isReply, type RpcReply, type RpcRequest } from '../../chain/rpc/json-rpc.ts'
import { liveFrames } from '../../risk/trace/live-frames.ts'
import { nativeMovementOf } from '../../risk/trace/movements.ts'
import { readTrace } from '../../risk/trace/read-trace.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { ChainSource } from '../loop/source.ts'

/** Native currency that a call inside of a transaction moves. Addresses in lower case. */
export interface InternalTransfer {
  readonly transaction: string
  /** Who sent the transaction. */
  readonly sender: string
  readonly from: string
  readonly to: string
  /** Wei. */
  readonly amount: bigint
}

/** Methods that a node refused, by `<host> <method>`. */
export type RefusedMethods = Set<string>

/** Transactions of a block that are traced one by one. */
const MAX_TRACED = 100

interface Method {
  readonly method: string
  requests(header: BlockHeader, hashes: readonly string[]): readonly RpcRequest[]
  /** Traces by hash of the transaction; undefined: not an answer about this block. */
  read(
    replies: readonly RpcReply[],
    header: BlockHeader,
    hashes: readonly string[],
  ): ReadonlyMap<string, unknown> | undefined
}

const CALL_TRACER = { tracer: 'callTracer' }

/** In the order in which they are tried. */
const methods: readonly Method[] = [
  {
    method: 'debug_traceBlockByHash',
    requests: ({ hash }) => [{ method: 'debug_traceBlockByHash', params: [hash, CALL_TRACER] }],
    read: ([reply], _, hashes) => {
      const results = resultOf(reply)
      if (!Array.isArray(results) || results.length !== hashes.length) return undefined
      // Older nodes leave the hash out.
      const isOther = (each: unknown, index: number) =>
        isRecord(each) && each.txHash !== undefined && !isSame(each.txHash, hashes[index])
      if (results.some(isOther)) return undefined
      return new Map(hashes.map((hash, index) => [hash, isRecord(results[index]) ? results[index].result : undefined]))
    },
  },
  {
    method: 'trace_block',
    requests: ({ number }) => [{ method: 'trace_block', params: [quantity(number)] }],
    read: ([reply], { hash }, hashes) => {
      const frames = resultOf(reply)
      if (!Array.isArray(frames) || !frames.every((frame) => isRecord(frame) && isSame(frame.blockHash, hash)))
        return undefined
      // Rewards belong to no transaction.
      const traced = frames.filter((frame) => typeof frame.transactionHash === 'string')
      const byHash = Map.groupBy(traced, (frame) => String(frame.transactionHash).toLowerCase())
      return hashes.every((each) => byHash.has(each)) ? byHash : undefined
    },
  },
  {
    method: 'debug_traceTransaction',
    requests: (_, hashes) =>
      hashes.length > MAX_TRACED
        ? []
        : hashes.map((hash) => ({ method: 'debug_traceTransaction', params: [hash, CALL_TRACER] })),
    read: (replies, _, hashes) => {
      const results = replies.map(resultOf)
      if (results.length !== hashes.length || results.includes(undefined)) return undefined
      return new Map(hashes.map((hash, index) => [hash, results[index]]))
    },
  },
]

/**
 * Native currency that inner calls of a block's transactions move from and to some accounts (lower case). Undefined: the
 * node gives no traces of the block.
 */
export async function readInternalTransfers(
  source: ChainSource,
  header: BlockHeader,
  accounts: ReadonlySet<string>,
  refused: RefusedMethods,
): Promise<readonly InternalTransfer[] | undefined> {
  const [block] = await source.ask([{ method: 'eth_getBlockByHash', params: [header.hash, false] }])
  const hashes = hashesOf(resultOf(block))
  if (hashes === undefined) return undefined
  for (const { method, requests, read } of methods) {
    const key = `${source.host} ${method}`
    if (refused.has(key)) continue
    const replies = await source.ask(requests(header, hashes))
    if (replies.some((reply) => !isReply(reply) && reply.failure.kind === 'closed')) refused.add(key)
    const traces = read(replies, header, hashes)
    if (traces) return [...traces].flatMap(([hash, trace]) => transfersIn(hash, trace, accounts))
  }
  return undefined
}

function transfersIn(transaction: string, json: unknown, accounts: ReadonlySet<string>): InternalTransfer[] {
  if (!names(json, accounts)) return []
  const trace = traceOf(json)
  if (trace === undefined) return []
  const { root } = trace
  const moved = Array.from(
    liveFrames(root, () => false),
    ({ frame, depth }) => (depth === 0 ? undefined : nativeMovementOf(frame)),
  )
  return moved.flatMap((movement) => {
    if (!movement || (!accounts.has(movement.from) && !accounts.has(movement.to))) return []
    const { from, to, amount } = movement
    return [{ transaction, sender: root.from, from, to, amount }]
  })
}

/** Whether an account is named anywhere in it: most transactions of a block need not be read. */
function names(json: unknown, accounts: ReadonlySet<string>): boolean {
  const pending = [json]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string' && next.length === 42 && accounts.has(next.toLowerCase())) return true
    if (Array.isArray(next) || isRecord(next)) for (const value of Object.values(next)) pending.push(value)
  }
  return false
}

/** Undefined for what is not a trace: the node may have failed on one transaction. */
function traceOf(json: unknown): Trace | undefined {
  try {
    return readTrace(json)
  } catch {
    return undefined
  }
}

function hashesOf(block: unknown): readonly string[] | undefined {
  if (!isRecord(block) || !Array.isArray(block.transactions)) return undefined
  const hashes = block.transactions.map(hashOf)
  return hashes.every((hash) => hash !== undefined) ? hashes : undefined
}

function resultOf(reply: RpcReply | undefined): unknown {
  return reply && isReply(reply) && reply.result !== null ? reply.result : undefined
}

function isSame(value: unknown, hash: string | undefined): boolean {
  return typeof value === 'string' && value.toLowerCase() === hash
}

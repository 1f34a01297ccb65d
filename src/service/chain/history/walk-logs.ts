import { interrupted } from '../../../shared/errors.ts'
import { hashOf, quantity, quantityOf } from '../../../shared/json/evm-json.ts'
import { isRecord } from '../../../shared/json/json.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { Log } from '../../evm/logs.ts'
import { blockRequest, readBlock } from '../nodes/read-block.ts'
import { failuresIn, nodeFailure, type RpcFailure, type RpcNode, type RpcRequest, resultOf } from '../rpc/json-rpc.ts'
import { logOf } from '../rpc/read-log.ts'

/** A range has its first and its last block. */
export interface BlockRange {
  readonly first: bigint
  readonly last: bigint
}

/** What ends a walk; what is absent is not limited. */
export interface WalkLimits {
  readonly requests?: number
  readonly found?: number
  /** Timeouts that count as a range that is too large; default: 3. */
  readonly timeouts?: number
}

export interface WalkedLogs<Found> {
  /** Newest ranges of blocks first. */
  readonly found: readonly Found[]
  readonly requests: number
  /** Hashes of the ends of ranges, by number, where the query reads them. */
  readonly ends: ReadonlyMap<number, string>
  /** What a limit or a failure left out. */
  readonly notRead?: NotRead
}

export interface NotRead extends BlockRange {
  /** One line. */
  readonly reason: string
  /** What the node answered; absent: a limit. */
  readonly failure?: RpcFailure
}

/** Selects logs as `eth_getLogs` does. Hex is in lower case. */
export interface LogFilter {
  /** Contracts that emit them; absent: any. */
  readonly address?: readonly string[]
  /** What each topic is one of; null: anything. */
  readonly topics?: readonly (readonly string[] | null)[]
}

/** A log with its place. */
export interface PlacedLog extends Log {
  readonly block: bigint
  readonly blockHash: string | undefined
  readonly transactionId: string | undefined
  /** Time of the block (s), where the node says it. */
  readonly timestamp: bigint | undefined
}

/** What is looked for in a range of blocks. */
export interface LogQuery<Found> {
  /** For errors: `transfers`. */
  readonly noun: string
  /** Each is a request. */
  readonly filters: readonly LogFilter[]
  /** The last block of each range is read with it: a node without the blocks answers that there are no events. */
  readonly readsEnds?: true
  /** Undefined: no answer to the request. @param filter index of the one that it fits */
  read(log: PlacedLog, filter: number): readonly Found[] | undefined
}

export interface WalkOptions<Found> {
  readonly rpc: Pick<RpcNode, 'host' | 'send'>
  /** Absent: the node itself limits the time of a request. */
  readonly clock?: Clock
  readonly query: LogQuery<Found>
  readonly range: BlockRange
  readonly limits: WalkLimits
  /** In ms of `clock.elapsed()`: it stops then with what it found. */
  readonly until?: number
  readonly signal?: AbortSignal
  /** Called with the share of the blocks that is read. */
  readonly onProgress?: (found: number, share: number) => void
}

/** How a caller follows and ends a walk. */
export type WalkControl = Pick<WalkOptions<unknown>, 'signal' | 'onProgress' | 'until'>

/** For one range. Nodes search logs without an address for a long time. */
const RANGE_MS = 20_000

/**
 * Reads logs from the newest block back to the oldest one, in as few ranges as the node answers: a range that is too large is
 * halved, or cut to the size that the node offers.
 * @throws WardenError `interrupted`
 */
export async function walkLogs<Found>(options: WalkOptions<Found>): Promise<WalkedLogs<Found>> {
  const { rpc, clock, query, range, limits, until = Infinity, signal, onProgress } = options
  const { requests: mostRequests = Infinity, found: mostFound = Infinity, timeouts: mostTimeouts = 3 } = limits
  const found: Found[] = []
  const ends = new Map<number, string>()
  let requests = 0
  let timeouts = 0
  let size = range.last - range.first + 1n
  let last = range.last
  const stop = (failure: RpcFailure | string): WalkedLogs<Found> => {
    const why = typeof failure === 'string' ? { reason: failure } : { reason: failure.message, failure }
    const notRead = { first: range.first, last, ...why }
    return { found, requests, ends, notRead }
  }
  while (last >= range.first) {
    if (signal?.aborted) throw interrupted(signal.reason)
    const first = last - size + 1n > range.first ? last - size + 1n : range.first
    const requested = { first, last }
    const queries = requestsOf(query, requested)
    if (requests + queries.length > mostRequests) return stop(`the limit of ${mostRequests} requests`)
    const now = clock?.elapsed() ?? 0
    if (now >= until) return stop('the limit of time')
    if (found.length >= mostFound) return stop(`the limit of ${mostFound} ${query.noun}`)
    const replies = await rpc.send(queries, Math.min(now + RANGE_MS, until))
    requests += queries.length
    const [failure] = failuresIn(replies)
    if (failure) {
      timeouts += failure.kind === 'timeout' ? 1 : 0
      const isTooLarge = failure.kind === 'range' || (failure.kind === 'timeout' && timeouts <= mostTimeouts)
      if (!isTooLarge || first === last) return stop(failure)
      size = smaller(last - first + 1n, requested, failure)
      continue
    }
    const results = replies.map(resultOf)
    const end = query.readsEnds ? readBlock(results.shift()) : undefined
    if (query.readsEnds && end?.number !== last)
      return stop(nodeFailure(rpc.host, 'lagging', `it gives events, but not block ${last}`))
    if (end) ends.set(Number(end.number), end.hash)
    const read = readLogs(query, results, requested)
    if (read === undefined) return stop(nodeFailure(rpc.host, 'bad-answer', 'the answer does not fit the request'))
    for (const each of read) found.push(each)
    last = first - 1n
    onProgress?.(found.length, Number(range.last - last) / Number(range.last - range.first + 1n))
  }
  return { found, requests, ends }
}

function requestsOf({ filters, readsEnds }: LogQuery<unknown>, { first, last }: BlockRange): RpcRequest[] {
  const range = { fromBlock: quantity(first), toBlock: quantity(last) }
  const logs = filters.map((filter) => ({ method: 'eth_getLogs', params: [{ ...range, ...filter }] }))
  return readsEnds ? [blockRequest(last), ...logs] : logs
}

/** Undefined when a result is not the answer to its request. */
function readLogs<Found>(
  { filters, read }: LogQuery<Found>,
  results: readonly unknown[],
  { first, last }: BlockRange,
): Found[] | undefined {
  const found: Found[] = []
  for (const [at, filter] of filters.entries()) {
    const logs = results[at]
    if (!Array.isArray(logs)) return undefined
    for (const json of logs) {
      const log = placedLog(json)
      if (log === undefined || log.block < first || log.block > last || !fits(log, filter)) return undefined
      const each = read(log, at)
      if (each === undefined) return undefined
      found.push(...each)
    }
  }
  return found
}

function placedLog(json: unknown): PlacedLog | undefined {
  const log = logOf(json)
  if (log === undefined || !isRecord(json)) return undefined
  const block = quantityOf(json.blockNumber)
  if (block === undefined) return undefined
  return {
    ...log,
    block,
    blockHash: hashOf(json.blockHash),
    transactionId: hashOf(json.transactionHash),
    timestamp: quantityOf(json.blockTimestamp),
  }
}

function fits(log: Log, { address, topics = [] }: LogFilter): boolean {
  if (address && !address.includes(log.address)) return false
  return topics.every((wanted, at) => wanted === null || wanted.includes(log.topics[at] ?? ''))
}

/** Gives the size of the offered range when that is inside the requested one; otherwise half. */
function smaller(size: bigint, requested: BlockRange, { offered }: RpcFailure): bigint {
  if (offered && offered.first >= requested.first && offered.last <= requested.last) {
    const possible = offered.last - offered.first + 1n
    if (possible > 0n && possible < size) return possible
  }
  return size / 2n
}

import { interrupted } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import { failuresIn, nodeFailure, type RpcFailure, type RpcNode, type RpcRequest, resultOf } from '../rpc/json-rpc.ts'

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
  /** What a limit or a failure left out. */
  readonly notRead?: NotRead
}

export interface NotRead extends BlockRange {
  /** One line. */
  readonly reason: string
  /** What the node answered; absent: a limit. */
  readonly failure?: RpcFailure
}

/** What is looked for in a range of blocks. */
export interface LogQuery<Found> {
  /** For errors: `transfers`. */
  readonly noun: string
  requests(range: BlockRange): readonly RpcRequest[]
  /** In the order of the requests; undefined: not the answers to these requests · lagging: the node lacks the last block. */
  read(results: readonly unknown[], range: BlockRange): readonly Found[] | 'lagging' | undefined
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
  let requests = 0
  let timeouts = 0
  let size = range.last - range.first + 1n
  let last = range.last
  const stop = (reason: string, failure?: RpcFailure): WalkedLogs<Found> => {
    const notRead = { first: range.first, last, reason, ...(failure && { failure }) }
    return { found, requests, notRead }
  }
  while (last >= range.first) {
    if (signal?.aborted) throw interrupted(signal.reason)
    const first = last - size + 1n > range.first ? last - size + 1n : range.first
    const requested = { first, last }
    const queries = query.requests(requested)
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
      if (!isTooLarge || first === last) return stop(failure.message, failure)
      size = smaller(last - first + 1n, requested, failure)
      continue
    }
    const read = query.read(replies.map(resultOf), requested)
    if (read === undefined || read === 'lagging') {
      const text = read ? `it gives events, but not block ${last}` : 'the answer does not fit the request'
      const failure = nodeFailure(rpc.host, read ?? 'bad-answer', text)
      return stop(failure.message, failure)
    }
    for (const each of read) found.push(each)
    last = first - 1n
    onProgress?.(found.length, Number(range.last - last) / Number(range.last - range.first + 1n))
  }
  return { found, requests }
}

/** Gives the size of the offered range when that is inside the requested one; otherwise half. */
function smaller(size: bigint, requested: BlockRange, { offered }: RpcFailure): bigint {
  if (offered && offered.first >= requested.first && offered.last <= requested.last) {
    const possible = offered.last - offered.first + 1n
    if (possible > 0n && possible < size) return possible
  }
  return size / 2n
}

import type { Clock } from '../../../shared/clock.ts'
import { interrupted } from '../../../shared/errors.ts'
import { isReply, type RpcFailure, type RpcNode } from '../rpc/json-rpc.ts'
import { type BlockRange, type Direction, readTransfers, type Transfer, transfersRequest } from './transfer-logs.ts'

export interface WalkLimits {
  readonly requests: number
  readonly transfers: number
}

export interface WalkedLogs {
  /** Newest blocks first. */
  readonly transfers: readonly Transfer[]
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

export interface WalkOptions {
  readonly rpc: RpcNode
  readonly clock: Clock
  readonly address: string
  readonly range: BlockRange
  readonly limits: WalkLimits
  readonly signal?: AbortSignal
  /** Called with the share of the blocks that is read. */
  readonly onProgress?: (transfers: number, share: number) => void
}

const BOTH: readonly Direction[] = ['sent', 'received']
/** For one range. Nodes search logs without an address for a long time. */
const RANGE_MS = 20_000
const MAX_TIMEOUTS = 3

/**
 * Reads the transfers of an address from the newest block back to the oldest one, in as few ranges as the node answers: a
 * range that is too large is halved, or cut to the size that the node offers.
 * @throws WardenError `interrupted`
 */
export async function walkLogs(options: WalkOptions): Promise<WalkedLogs> {
  const { rpc, clock, address, range, limits, signal, onProgress } = options
  const transfers: Transfer[] = []
  let requests = 0
  let timeouts = 0
  let size = range.last - range.first + 1n
  let last = range.last
  const stop = (reason: string, failure?: RpcFailure): WalkedLogs => {
    const notRead = { first: range.first, last, reason, ...(failure && { failure }) }
    return { transfers, requests, notRead }
  }
  while (last >= range.first) {
    if (signal?.aborted) throw interrupted(signal.reason)
    if (requests + BOTH.length > limits.requests) return stop(`the limit of ${limits.requests} requests`)
    if (transfers.length >= limits.transfers) return stop(`the limit of ${limits.transfers} transfers`)
    const first = last - size + 1n > range.first ? last - size + 1n : range.first
    const asked = { first, last }
    const replies = await rpc.batch(
      BOTH.map((direction) => transfersRequest(address, direction, asked)),
      clock.elapsed() + RANGE_MS,
    )
    requests += BOTH.length
    const failure = replies.flatMap((reply) => (isReply(reply) ? [] : [reply.failure]))[0]
    if (failure) {
      timeouts += failure.kind === 'timeout' ? 1 : 0
      const isTooLarge = failure.kind === 'range' || (failure.kind === 'timeout' && timeouts <= MAX_TIMEOUTS)
      if (!isTooLarge || first === last) return stop(failure.message, failure)
      size = smaller(last - first + 1n, asked, failure)
      continue
    }
    for (const [at, direction] of BOTH.entries()) {
      const reply = replies[at]
      const found = reply && isReply(reply) ? readTransfers(reply.result, address, direction, asked) : undefined
      if (!found) return stop(`${rpc.host}: the answer does not fit the request`, badAnswer(rpc))
      transfers.push(...found)
    }
    last = first - 1n
    onProgress?.(transfers.length, Number(range.last - last) / Number(range.last - range.first + 1n))
  }
  return { transfers, requests }
}

/** The size of the offered range, when that is inside the one that was asked for; else half. */
function smaller(size: bigint, asked: BlockRange, { offered }: RpcFailure): bigint {
  if (offered && offered.first >= asked.first && offered.last <= asked.last) {
    const possible = offered.last - offered.first + 1n
    if (possible > 0n && possible < size) return possible
  }
  return size / 2n
}

function badAnswer({ host }: RpcNode): RpcFailure {
  return { kind: 'bad-answer', message: `${host}: the answer does not fit the request` }
}

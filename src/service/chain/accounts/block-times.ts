import { YOUNG_DAYS } from '../../risk/chain/account.ts'
import type { Block } from '../../risk/chain/observation.ts'
import type { RpcReply, RpcRequest } from '../rpc/json-rpc.ts'
import { isReply } from '../rpc/json-rpc.ts'
import { quantity, quantityOf } from './asked.ts'

const DAY = 86_400
/** Age of code that is no longer young (seconds). */
export const YOUNG_SECONDS = YOUNG_DAYS * DAY

/** The estimate aims at an older block by this share: then it is old enough in spite of a few missed slots. */
const MARGIN = 0.05

/** A block that is older than that by more than a day says little about three days ago. */
const TOLERANCE = DAY

/** A shorter time before the head shows no rate: some chains skip slots (seconds). */
const MIN_SPAN = 600

/** Blocks older than this many times three days say less about the rate than a recent one. */
const MAX_SPANS = 4

const MAX_KEPT = 8

export interface BlockTime {
  readonly number: bigint
  /** Seconds. */
  readonly timestamp: number
}

/** What goes with the request for the head while the rate of the blocks is unknown: a recent block and the first. */
export const blockTimeRequests: readonly RpcRequest[] = ['finalized', 'earliest'].map(blockRequest)

export function blockRequest(block: string | bigint): RpcRequest {
  return { method: 'eth_getBlockByNumber', params: [typeof block === 'bigint' ? quantity(block) : block, false] }
}

/** The blocks among the replies. */
export function blockTimesIn(replies: readonly (RpcReply | undefined)[]): BlockTime[] {
  return replies.flatMap((reply) => (reply && isReply(reply) ? (blockTimeOf(reply.result) ?? []) : []))
}

export function blockTimeOf(result: unknown): BlockTime | undefined {
  const { number, timestamp } = (result ?? {}) as { number?: unknown; timestamp?: unknown }
  const [at, seconds] = [quantityOf(number), quantityOf(timestamp)]
  if (at === undefined || seconds === undefined || seconds > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  return { number: at, timestamp: Number(seconds) }
}

/**
 * When the blocks of a node's chain were: finds the block of three days ago by the rate that the node shows, which differs
 * between chains by a factor of 50 and changes. One for each node, in memory.
 */
export class BlockTimes {
  #known: readonly BlockTime[] = []

  add(found: readonly BlockTime[]): void {
    for (const block of found) {
      // A chain that was reset, or reorganized: its later blocks are others now.
      const others = this.#known.filter((each) => each.number !== block.number && isInOrder(each, block))
      this.#known = [...others, block]
    }
    this.#known = this.#known.slice(-MAX_KEPT)
  }

  /** Number of a block that is probably three days old or a little older; 0 where the chain is younger. */
  oldBlock(head: Block): bigint | undefined {
    const target = head.timestamp - YOUNG_SECONDS * (1 + MARGIN)
    if (head.number === 0n || this.#known.some(({ number, timestamp }) => number === 0n && timestamp >= target))
      return 0n
    const after = this.#nearest(head, ({ timestamp }) => timestamp > target && head.timestamp - timestamp >= MIN_SPAN)
    const before = this.#nearest(head, ({ timestamp }) => timestamp <= target)
    const isNear = before && head.timestamp - before.timestamp <= MAX_SPANS * (head.timestamp - target)
    const [from, to] = after === undefined || isNear ? [before, after ?? head] : [after, head]
    if (from === undefined) return undefined
    const rate = Number(to.number - from.number) / (to.timestamp - from.timestamp)
    const estimate = from.number + BigInt(Math.round((target - from.timestamp) * rate))
    return estimate > 0n ? estimate : 0n
  }

  /** Whether the last estimate came out near enough, so that no other block needs to be asked. */
  knowsOldBlock(head: Block): boolean {
    return this.#known.some(({ timestamp }) => agreement(head, timestamp) === 'three days')
  }

  /** The one of these that is closest to three days ago. */
  #nearest(head: Block, isWanted: (block: BlockTime) => boolean): BlockTime | undefined {
    const distance = ({ timestamp }: BlockTime) => Math.abs(head.timestamp - YOUNG_SECONDS - timestamp)
    return this.#known
      .filter((block) => block.number < head.number && isWanted(block))
      .sort((a, b) => distance(a) - distance(b))[0]
  }
}

function isInOrder(a: BlockTime, b: BlockTime): boolean {
  return a.number < b.number ? a.timestamp <= b.timestamp : a.timestamp >= b.timestamp
}

/** What the state of a block tells about three days before the head: later · three days · much earlier. */
export function agreement(head: Block, timestamp: number): 'later' | 'three days' | 'much earlier' {
  const age = head.timestamp - timestamp
  if (age < YOUNG_SECONDS) return 'later'
  return age <= YOUNG_SECONDS + TOLERANCE ? 'three days' : 'much earlier'
}

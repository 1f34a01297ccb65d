import { quantity, quantityOf } from '../../../shared/json/evm-json.ts'
import { membersOf } from '../../../shared/json/json.ts'
import { DAY_S } from '../../../shared/time/units.ts'
import { ZERO_ADDRESS } from '../../evm/words.ts'
import { YOUNG_DAYS } from '../../risk/chain/account.ts'
import type { ObservedBlock } from '../../risk/chain/observation.ts'
import { failuresIn, isReply, NODE_FAILURES, type RpcNode, type RpcReply, resultOf } from '../rpc/json-rpc.ts'
import { balanceAt, nonceAt } from '../state/requests.ts'
import type { PastBlock } from './chain-node.ts'
import { blockRequest, readBlock } from './read-block.ts'

/** An account with code for so long is not a new one (s). */
export const PAST_AGE_S = YOUNG_DAYS * DAY_S

/** The newest known block that is three days older than the head, or the genesis block of a younger chain. */
export interface Past {
  readonly block: PastBlock
  /** Time of the oldest known block after that age (s): how much newer than `block` another answer could be. */
  readonly nextTimestamp: number
  /** The node has the state of `block`, and gave a known answer from it. */
  readonly hasState: boolean
}

const POINTS = 16
/** A block found closer than this (s) is good enough. */
const CLOSE_ENOUGH_S = 3600
const MAX_ROUNDS = 6
/** Chains for tests, whose clock jumps, have few blocks; a new search takes one trip there. */
const FEW_BLOCKS = 1024n
const TOLERANCE_S = { fewBlocks: 60, other: DAY_S } as const

/** Whether a search would find a block that is clearly newer, or the block is not of this chain. */
export function isOutdated({ block, nextTimestamp }: Past, head: ObservedBlock): boolean {
  const latest = head.timestamp - PAST_AGE_S
  if (block.number > 0n && (block.timestamp > latest || block.number >= head.number)) return true
  const tolerance = head.number - block.number <= FEW_BLOCKS ? TOLERANCE_S.fewBlocks : TOLERANCE_S.other
  return latest - nextTimestamp > tolerance
}

/**
 * The answer is the block, or says why there is none. none: the node does not have the headers. unknown: answers were
 * lost on the way.
 */
export type PastAnswer = Past | 'none' | 'unknown'

/** Searches the block, which takes two to four trips, sometimes more. */
export async function findPast(rpc: RpcNode, head: ObservedBlock, until: number): Promise<PastAnswer> {
  const found = await searchPast(rpc, head, until)
  if (typeof found === 'string') return found
  const hasState = await givesState(rpc, found.block, until)
  return hasState === undefined ? 'unknown' : { ...found, hasState }
}

async function searchPast(
  rpc: RpcNode,
  head: ObservedBlock,
  until: number,
): Promise<Omit<Past, 'hasState'> | 'none' | 'unknown'> {
  const latest = head.timestamp - PAST_AGE_S
  let low: ObservedBlock | undefined
  let high = head
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const numbers = low === undefined ? firstPoints(head.number) : pointsBetween(low.number, high.number)
    const replies = await rpc.send(
      numbers.map((number) => blockRequest(number)),
      until,
    )
    if (!replies.some(isReply)) return answered(replies) ? 'none' : 'unknown'
    for (const [index, reply] of replies.entries()) {
      const block = readBlock(resultOf(reply))
      if (!block || block.number !== numbers[index]) continue
      if (block.timestamp <= latest) low = block.number > (low?.number ?? -1n) ? block : low
      else if (block.number < high.number) high = block
    }
    // All headers that the node has are younger.
    if (low === undefined)
      return high.number === 0n ? { block: blockOf(high, high), nextTimestamp: high.timestamp } : 'none'
    const isExact = high.number - low.number <= 1n
    if (isExact || high.timestamp - low.timestamp <= CLOSE_ENOUGH_S) break
  }
  return low === undefined ? 'none' : { block: blockOf(low, high), nextTimestamp: high.timestamp }
}

/** @param next the oldest one that is known to be newer: others may be between them */
function blockOf({ number, hash, timestamp }: ObservedBlock, next: ObservedBlock): PastBlock {
  return { number, hash, timestamp, until: next.number - number === 1n ? next.timestamp : timestamp }
}

/** Every block of a short chain; else genesis and distances that grow from 16,000 (15 s a block) to 3.5 million (0.07 s). */
function firstPoints(head: bigint): bigint[] {
  if (head <= 2 * POINTS) return pointsBetween(-1n, head === 0n ? 1n : head)
  const distances = Array.from({ length: POINTS }, (_, index) => BigInt(Math.round(16_000 * 1.43 ** index)))
  const far = distances.map((distance) => head - distance).filter((number) => number > 0n)
  // A chain with fewer blocks than most distances is young, or one for tests.
  const even = far.length < POINTS / 2 ? pointsBetween(0n, head) : []
  return [...new Set([0n, ...far, ...even])]
}

/** Numbers between two, both left out: all of them, or evenly spaced ones. */
function pointsBetween(low: bigint, high: bigint): bigint[] {
  const gap = high - low
  const count = gap <= 2n * BigInt(POINTS) ? gap - 1n : BigInt(POINTS)
  return Array.from({ length: Number(count) }, (_, index) => low + (gap * BigInt(index + 1)) / (count + 1n))
}

/** Blocks below the found one in which a transaction is looked for: some chains have empty blocks. */
const BLOCKS_WITH_SENDERS = 4n

/**
 * Whether the node has the state of a block. It must know the nonce of a sender before and after a block with its
 * transaction: a node without the state answers with an error, with 0, or with the nonce of today. Undefined when it did
 * not answer.
 */
async function givesState(rpc: RpcNode, { number }: ObservedBlock, until: number): Promise<boolean | undefined> {
  const senders = number === 0n ? [] : await sendersBelow(rpc, number, until)
  if (!senders) return undefined
  // Without a transaction there is no known answer: a chain for tests, or at its start.
  if (senders.length === 0) {
    const [reply] = await rpc.send([balanceAt(ZERO_ADDRESS, quantity(number)).request], until)
    return reply && answered([reply]) ? quantityOf(resultOf(reply)) !== undefined : undefined
  }
  const replies = await rpc.send(
    senders.flatMap(({ from, block }) => [block - 1n, block].map((at) => nonceAt(from, quantity(at)).request)),
    until,
  )
  if (!answered(replies)) return undefined
  const nonces = replies.map((reply) => quantityOf(resultOf(reply)))
  return senders.some(({ nonce }, index) => {
    const [before, after] = [nonces[2 * index], nonces[2 * index + 1]]
    return before === nonce && after !== undefined && after > nonce
  })
}

interface PastSender {
  readonly from: string
  readonly nonce: bigint
  readonly block: bigint
}

async function sendersBelow(rpc: RpcNode, number: bigint, until: number): Promise<PastSender[] | undefined> {
  const blocks: bigint[] = []
  for (let at = number; at > 0n && number - at < BLOCKS_WITH_SENDERS; at--) blocks.push(at)
  // The first transaction of a block can be one of the chain itself, whose sender has no nonce.
  const places = blocks.flatMap((block) => [
    { block, index: '0x0' },
    { block, index: '0x1' },
  ])
  const replies = await rpc.send(
    places.map(({ block, index }) => ({
      method: 'eth_getTransactionByBlockNumberAndIndex',
      params: [quantity(block), index],
    })),
    until,
  )
  if (!answered(replies)) return undefined
  return places.flatMap(({ block }, index) => {
    const { from, nonce: text } = membersOf(resultOf(replies[index]))
    const nonce = quantityOf(text)
    return typeof from === 'string' && nonce !== undefined ? [{ from, nonce, block }] : []
  })
}

/** Whether no reply was lost on the way. A node that lacks a block answers. */
function answered(replies: readonly RpcReply[]): boolean {
  return !failuresIn(replies).some(({ kind }) => kind !== 'lagging' && NODE_FAILURES.includes(kind))
}

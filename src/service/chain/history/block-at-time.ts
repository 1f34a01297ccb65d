import { type BlockTime, blockRequest, readBlock } from '../nodes/read-block.ts'
import { failuresIn, type RpcFailure, type RpcNode, resultOf } from '../rpc/json-rpc.ts'

const POINTS = 16n
const MAX_ROUNDS = 20

/**
 * The oldest block that is not older than a time, of those the node has; 64 bits of block numbers take 16 trips.
 * @param time seconds since 1970
 */
export async function firstBlockSince(
  rpc: RpcNode,
  head: BlockTime,
  time: number,
  until: number,
): Promise<BlockTime | RpcFailure> {
  let found = head
  /** Blocks up to this one are older, or not there. */
  let before = -1n
  for (let round = 0; round < MAX_ROUNDS && found.number - before > 1n; round++) {
    const numbers = between(before, found.number)
    const replies = await rpc.send(numbers.map(blockRequest), until)
    const lost = failuresIn(replies).find(isLost)
    if (lost) return lost
    for (const [index, number] of numbers.entries()) {
      const block = readBlock(resultOf(replies[index]))
      if (block?.number === number && block.timestamp >= time) {
        if (number < found.number) found = block
      } else if (number > before && number < found.number) before = number
    }
  }
  return found
}

/** A failure that says nothing about the block. */
function isLost({ kind }: RpcFailure): boolean {
  return !['pruned', 'lagging', 'range', 'failed'].includes(kind)
}

/** Numbers between two, which are left out. */
function between(low: bigint, high: bigint): bigint[] {
  const gap = high - low
  const count = gap - 1n < POINTS ? gap - 1n : POINTS
  return Array.from({ length: Number(count) }, (_, index) => low + (gap * BigInt(index + 1)) / (count + 1n))
}

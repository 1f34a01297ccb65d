import { bisect } from '../../../shared/bisect.ts'
import { type BlockTime, blockRequest, readBlock } from '../nodes/read-block.ts'
import { failuresIn, type RpcFailure, type RpcNode, resultOf } from '../rpc/json-rpc.ts'

/**
 * Gives the oldest block that is not older than a time, of those the node has; 64 bits of block numbers take 16 trips.
 * @param time seconds since 1970
 */
export async function firstBlockSince(
  rpc: RpcNode,
  head: BlockTime,
  time: number,
  until: number,
): Promise<BlockTime | RpcFailure> {
  const found = new Map([[Number(head.number), head]])
  let lost: RpcFailure | undefined
  const { since } = await bisect({ before: -1, since: Number(head.number) }, async (numbers) => {
    const replies = await rpc.send(numbers.map(blockRequest), until)
    lost = failuresIn(replies).find(isLost)
    return numbers.map((number, index) => {
      if (lost) return undefined
      const block = readBlock(resultOf(replies[index]))
      // A block that the node lacks counts as older.
      const isSince = block?.number === BigInt(number) && block.timestamp >= time
      if (isSince) found.set(number, block)
      return isSince
    })
  })
  return lost ?? found.get(since) ?? head
}

/** A failure that says nothing about the block. */
function isLost({ kind }: RpcFailure): boolean {
  return !['pruned', 'lagging', 'range', 'failed'].includes(kind)
}

import type { BlockHeader } from '../../chain/blocks/block.ts'
import { eventBlocksDown } from '../../store/repositories/chain-events.ts'
import type { Db } from '../../store/schema/schema.ts'

/** Reads headers of the chain of a node, in the order of the numbers; undefined: it has no such block. */
export type HeadersOf = (numbers: readonly number[]) => Promise<readonly (BlockHeader | undefined)[]>

/** Blocks that are compared in one batch. */
const STEP = 64

/**
 * The lowest block with events that the chain of the node has no more, for a tip that it has no more; undefined: it has all.
 * It need not be one of the blocks that are kept: the events name their own.
 */
export async function lowestMissing(db: Db, chainId: string, headersOf: HeadersOf): Promise<number | undefined> {
  let lowest: number | undefined
  for (;;) {
    const blocks = await eventBlocksDown(db, chainId, lowest, STEP)
    if (blocks.length === 0) return lowest
    const headers = await headersOf(blocks.map(({ number }) => number))
    for (const [at, { number, hash }] of blocks.entries()) {
      if (headers[at]?.hash === hash) return lowest
      lowest = number
    }
  }
}

import type { BlockHeader } from '../../chain/blocks/block.ts'
import type { ChainHeadRow } from '../../store/schema/schema.ts'
import type { Fault } from './faults.ts'

/** Blocks that a gap has at least: the clock of a chain that stood still says nothing. */
const GAP_BLOCKS = 256

/** Why the blocks up to a head are not read without a decision of a person. @param maxGapMs a longer gap waits */
export function gapTo(head: BlockHeader, row: ChainHeadRow, maxGapMs: number): Fault | undefined {
  const seconds = head.timestamp - (row.tip_time ?? head.timestamp)
  const blocks = head.number - (row.tip_number ?? head.number)
  if (seconds * 1000 <= maxGapMs || blocks < GAP_BLOCKS) return undefined
  return { code: 'gap', reason: `${blocks} blocks (${Math.round(seconds / 3600)} hours) were not followed` }
}

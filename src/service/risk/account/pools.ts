import type { Analysis } from '../analyze.ts'
import { compared, type Known } from '../chain/worth.ts'
import { newPoolsIn } from '../money/new-pools.ts'
import { type Unaccounted, unknownWorth } from './items.ts'

/** Prices of new pools that cannot be compared with any other; and without a price, where no limit bounds what is paid in. */
export function unaccountedPools(analysis: Analysis, by: Known): Unaccounted[] {
  return newPoolsIn(analysis).flatMap(({ call, sides: [first, second], isBounded }): Unaccounted[] => {
    if (isBounded || compared([first], [second], by)) return []
    const unknown = compared([first], [first], by) ? second : first
    return [unknownWorth(unknown, call, 'pool')]
  })
}

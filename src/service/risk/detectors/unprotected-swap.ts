import { bandFloors } from '../../../api/vocabulary.ts'
import type { Exchange } from '../actions/actions.ts'
import { isDust } from '../actions/dust.ts'
import type { Detector, Observation } from './detector.ts'
import { acceptsNothing, SMALLEST_OUTPUT } from './foreign-receiver.ts'

const POINTS = bandFloors.WARNING + 4

export const unprotectedSwap: Detector = {
  id: 'unprotected-swap',
  summary: 'A swap or a bridge transfer accepts an output of zero.',
  why: 'WARNING 35, about the call: an ALLOW entry does not cap it. Bots move the price before and after the swap, and take nearly all of its value.',
  origin: 'Sandwich attacks; the routers’ documentation says to set a minimum output.',
  examples: {
    attack: 'A swap has a minimum output of zero.',
    nearMiss: 'A swap has no minimum, and a later sweep of the same router has one.',
    evasion: 'The minimum is dust: that is no minimum.',
  },
  detect({ exchanges }): Observation[] {
    if (exchanges.length === 0) return []
    const unprotected = Map.groupBy(exchanges, ({ call }) => call.to)
      .values()
      .map((made) => (made.some(hasMinimum) ? undefined : made.find(acceptsNothing)))
      .find((exchange) => exchange !== undefined)
    if (!unprotected) return []
    return [
      {
        subCategory: 'maliciousInteraction',
        points: POINTS,
        hops: 0,
        subject: '',
        role: '',
        text: `The ${unprotected.form === 'swap' ? 'swap' : 'transfer to another chain'} accepts an output of zero.`,
        source: 'call data',
        flip: 'set a minimum output (amountOutMin) near the quoted price',
      },
    ]
  },
}

/** A router may swap several times; the last swap or sweep sets the minimum. */
function hasMinimum({ receives, least }: Exchange): boolean {
  if (least !== undefined) return least >= SMALLEST_OUTPUT
  return receives.some((asset) => asset.amount !== undefined && !isDust(asset))
}

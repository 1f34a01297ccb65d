import { bandFloors } from '../../../api/vocabulary.ts'
import type { Exchange } from '../actions/actions.ts'
import { isDust } from '../actions/dust.ts'
import type { Detector, Observation } from './detector.ts'
import { acceptsNothing, SMALLEST_OUTPUT } from './foreign-receiver.ts'

const POINTS = bandFloors.WARNING + 4

export const unprotectedSwap: Detector = {
  id: 'unprotected-swap',
  summary: 'A swap or a bridge transfer accepts an output of zero.',
  why: 'Bots move the price before the swap and back after it, and take nearly all of its value. Low WARNING, about the call: an ALLOW entry does not cap it.',
  origin: 'Sandwich attacks; the routers’ documentation says to set a minimum output.',
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

import { bandFloors } from '../../../api/vocabulary.ts'
import type { Asset, Exchange } from '../actions/actions.ts'
import { isDust } from '../actions/dust.ts'
import type { Detector, Observation } from './detector.ts'
import { acceptsNothing, leastText, SMALLEST_OUTPUT } from './foreign-receiver.ts'

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
    const unprotected = exchanges.find((exchange) => acceptsNothing(exchange) && !isProtected(exchange, exchanges))
    if (!unprotected) return []
    return [
      {
        subCategory: 'maliciousInteraction',
        points: POINTS,
        hops: 0,
        subject: '',
        role: '',
        text: `The ${unprotected.form === 'swap' ? 'swap' : 'transfer to another chain'} accepts ${leastText(unprotected)}.`,
        source: 'call data',
        flip: 'set a minimum output (amountOutMin) near the quoted price',
      },
    ]
  },
}

/** What stays in the router may be protected by the swap or sweep that moves it on. */
function isProtected({ call, authority, receives }: Exchange, exchanges: readonly Exchange[]): boolean {
  if (authority !== call.to) return false
  return exchanges.some(
    (other) => other.call.to === call.to && hasMinimum(other) && movesOn(other, new Set(receives.map(tokenOf))),
  )
}

/** The native currency may be the unwrapped token; of an output that the call does not name nothing else is known. */
function movesOn({ gives, receives }: Exchange, tokens: ReadonlySet<string | undefined>): boolean {
  return tokens.size === 0 || [...gives, ...receives].some(({ token }) => token === undefined || tokens.has(token))
}

function tokenOf({ token }: Asset): string | undefined {
  return token
}

function hasMinimum({ receives, least }: Exchange): boolean {
  if (least !== undefined) return least >= SMALLEST_OUTPUT
  return receives.some((asset) => asset.amount !== undefined && !isDust(asset))
}

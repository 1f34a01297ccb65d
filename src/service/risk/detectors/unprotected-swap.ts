import { bandFloors } from '../../../api/vocabulary.ts'
import { isDust } from '../../evm/worth.ts'
import { SMALLEST_OUTPUT } from '../account/bounded-swaps.ts'
import type { Exchange } from '../actions/actions.ts'
import { takersOf, withoutPut } from '../actions/plan.ts'
import type { Facts } from '../facts.ts'
import type { Detector, Observation } from './detector.ts'
import { acceptsNothing, leastText } from './foreign-receiver.ts'

export const unprotectedSwap: Detector = {
  id: 'unprotected-swap',
  about: 'sender',
  summary: 'A swap, a deposit into or withdrawal from a pool, or a bridge transfer accepts an output of zero.',
  why: 'WARNING 35, about the call: an ALLOW entry does not cap it. Bots move the price before and after the swap, and take nearly all of its value.',
  origin: 'Sandwich attacks; the routers’ documentation says to set a minimum output.',
  examples: {
    attack: 'A swap has a minimum output of zero.',
    nearMiss: 'A swap has no minimum, and a later sweep of the same router has one.',
    evasion: 'The minimum is dust: that is no minimum.',
  },
  reads: ['exchanges'],
  detect(facts): Observation[] {
    const known = new Map<Exchange, boolean>()
    const unprotected = facts.exchanges.find((made) => acceptsNothing(made) && !isProtected(made, facts, known))
    if (!unprotected) return []
    return [
      {
        points: bandFloors.WARNING + 4,
        text: `The ${nameOf(unprotected)} accepts ${leastText(unprotected)}.`,
        flip: 'set a minimum output (amountOutMin) near the quoted price',
      },
    ]
  },
}

function nameOf({ form }: Exchange): string {
  if (form === 'bridge') return 'transfer to another chain'
  return form === 'liquidity' ? 'deposit into a pool' : form
}

/** What stays in the router may be protected by the swap or sweep that moves it on. @param known of later steps */
function isProtected(made: Exchange, facts: Facts, known: Map<Exchange, boolean>): boolean {
  if (made.authority !== made.call.to) return false
  const found =
    known.get(made) ?? takersOf(made, facts).some((step) => hasMinimum(step, facts) || isProtected(step, facts, known))
  known.set(made, found)
  return found
}

/** Beyond what the caller put in itself. */
function hasMinimum({ receives, least, call: { to } }: Exchange, facts: Facts): boolean {
  if (least !== undefined) return least >= SMALLEST_OUTPUT
  const out = to === undefined ? receives : withoutPut({ gives: [], receives }, to, facts).receives
  return out.some((asset) => asset.amount !== undefined && !isDust(asset))
}

import type { Interaction } from '../actions.ts'
import { type Lure, lures } from '../lures.ts'
import type { Detector } from './detector.ts'

const PAID_FOR_A_PRESENT = 60
const PAID = 45
const PRESENT = 35

export const payableLure: Detector = {
  id: 'payable-lure',
  summary:
    'A contract of which nothing is known is called to claim a present, or to be paid under an ordinary name such as mint.',
  why: 'The page promises an airdrop, the contract keeps what is sent along. A warning, higher when something is sent: honest presents are free. Who is known is never suspected for a name.',
  origin:
    'The payable-function class of PTXPhish (NDSS 2025): four or 36 bytes of call data, and names out of few words (He et al., SIGMETRICS 2025).',
  detect({ interactions, ofStrangers, roleOf }) {
    return ofStrangers(interactions.filter((call) => pointsOf(call) > 0)).map(([authority, made]) => {
      const strongest = made.toSorted((a, b) => pointsOf(b) - pointsOf(a))[0] as Interaction
      return {
        subCategory: 'financialScamInteraction',
        points: pointsOf(strongest),
        hops: 0,
        subject: authority,
        role: roleOf(authority),
        text: `called with ${lureOf(strongest)?.signature}${strongest.value > 0n ? ' and paid for it' : ''}, a name that lures bear, and nothing is known about it`,
        source: 'call data',
        flip: 'an ALLOW entry for the address, or a source that knows it',
      }
    })
  },
}

function pointsOf(call: Interaction): number {
  const lure = lureOf(call)
  if (!lure || lure.pretence === 'security') return 0
  if (lure.pretence === 'paid') return call.value > 0n ? PAID : 0
  if (call.value > 0n) return PAID_FOR_A_PRESENT
  return isUnusual(lure) ? PRESENT : 0
}

/** Solidity's names begin small, and an honest claim mostly says of what. */
function isUnusual({ signature }: Lure): boolean {
  return signature.endsWith('()') || /^[A-Z]/.test(signature)
}

function lureOf({ call }: Interaction): Lure | undefined {
  return lures.get(call.selector)
}

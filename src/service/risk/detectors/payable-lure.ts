import type { Interaction } from '../actions/actions.ts'
import type { Lure } from '../lures/lure-of.ts'
import type { Detector } from './detector.ts'

const PAID_FOR_A_PRESENT = 60
const PAID = 45
const PRESENT = 35

export const payableLure: Detector = {
  id: 'payable-lure',
  summary:
    'A contract of which nothing is known is paid by a function that promises a present or has an ordinary name such as mint; or is called, for nothing, by a present’s name that begins big: Claim().',
  why: 'The page promises an airdrop, the contract keeps what is sent along. A warning, higher for a present: honest ones are free, so that claim() for nothing is no finding. Who is known is never suspected for a name.',
  origin:
    'The payable-function class of PTXPhish (NDSS 2025): four or 36 bytes of call data, and names out of few words (He et al., SIGMETRICS 2025), here a vocabulary of them.',
  detect({ interactions, ofStrangers, roleOf }) {
    return ofStrangers(interactions.filter((call) => pointsOf(call) > 0)).map(([authority, made]) => {
      const strongest = made.toSorted((a, b) => pointsOf(b) - pointsOf(a))[0] as Interaction
      return {
        subCategory: 'financialScamInteraction',
        points: pointsOf(strongest),
        hops: 0,
        subject: authority,
        role: roleOf(authority),
        text: `called with ${strongest.call.signature?.lure?.signature}${strongest.value > 0n ? ' and paid for it' : ''}, a name that lures bear, and nothing is known about it`,
        source: 'call data',
        flip: 'an ALLOW entry for the address, or a source that knows it',
      }
    })
  },
}

function pointsOf({ call, value }: Interaction): number {
  const lure = call.signature?.lure
  if (!lure || lure.pretence === 'security') return 0
  if (lure.pretence === 'paid') return value > 0n ? PAID : 0
  if (value > 0n) return PAID_FOR_A_PRESENT
  return isWrittenForTheScreen(lure) ? PRESENT : 0
}

/** Solidity's names begin small: claim() for nothing is what honest contracts have, Claim() hardly ever. */
function isWrittenForTheScreen({ signature }: Lure): boolean {
  return /^[A-Z]/.test(signature)
}

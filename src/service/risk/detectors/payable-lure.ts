import type { Interaction } from '../actions/actions.ts'
import { type PhishingFunction, phishingFunctionOf } from '../phishing-functions/look-up.ts'
import { type Detector, toKnowPayee } from './detector.ts'

const PAID_CLAIM = 60
const PAID = 45
const UNPAID_CLAIM = 35

export const payableLure: Detector = {
  id: 'payable-lure',
  summary:
    'A function with a phishing name, such as claim() or mint(), of an unknown contract is paid, or one such as Claim() is called.',
  why: 'The page promises an airdrop; the contract keeps the payment. WARNING; higher for a claim, because honest claims are free. An unpaid claim() is not a finding, and a known contract is never flagged for a name.',
  origin:
    'PTXPhish payable-function class (NDSS 2025): 4 or 36 bytes of call data. Names are built from a vocabulary (He et al., SIGMETRICS 2025).',
  detect({ interactions, byUnknown, roleOf }) {
    return byUnknown(interactions.filter((call) => pointsOf(call) > 0)).map(([authority, made]) => {
      const strongest = made.toSorted((a, b) => pointsOf(b) - pointsOf(a))[0] as Interaction
      return {
        subCategory: 'financialScamInteraction',
        points: pointsOf(strongest),
        hops: 0,
        subject: authority,
        role: roleOf(authority),
        text: `is unknown and is ${strongest.value > 0n ? 'paid through' : 'called with'} ${phishingOf(strongest)?.signature}, a name that phishing contracts use`,
        source: 'call data',
        flip: toKnowPayee,
      }
    })
  },
}

/** Also of a function that honest contracts have: it is an interaction when it is paid. */
function phishingOf({ call }: Interaction): PhishingFunction | undefined {
  return phishingFunctionOf(call.selector)
}

function pointsOf(interaction: Interaction): number {
  const phishing = phishingOf(interaction)
  const { value } = interaction
  if (!phishing || phishing.pretext === 'security') return 0
  if (phishing.pretext === 'paid') return value > 0n ? PAID : 0
  if (value > 0n) return PAID_CLAIM
  return isCapitalized(phishing) ? UNPAID_CLAIM : 0
}

/** Solidity names start in lower case: honest contracts have claim(), hardly ever Claim(). */
function isCapitalized({ signature }: PhishingFunction): boolean {
  return /^[A-Z]/.test(signature)
}

import type { Interaction } from '../actions/actions.ts'
import { codeAgeOf } from '../chain/code-age.ts'
import { isNothing } from '../chain/dust.ts'
import { measuredBy } from '../chain/read-observation.ts'
import { addressesInCall } from '../decode/addresses.ts'
import type { Facts } from '../facts.ts'
import { type PhishingFunction, phishingFunctionOf } from '../phishing-functions/look-up.ts'
import type { Detector } from './detector.ts'

const PAID_CLAIM = 60
const PAID = 45
const UNPAID_CLAIM = 35

export const payableLure: Detector = {
  id: 'payable-lure',
  about: 'sender',
  summary:
    'A function with a phishing name, such as claim() or mint(), of an unknown contract is paid; or one such as Claim() is called.',
  why: 'WARNING 60 for a paid claim, because honest claims are free; 45 for another paid name, 35 for an unpaid capitalized claim. The page promises an airdrop, the contract keeps the payment. A contract that was there days ago and gives its own tokens or items for it, or an item of a collection as old, as balances show, is no finding; where the call data names contracts, it is one of theirs.',
  origin:
    'PTXPhish payable-function class (NDSS 2025); names are built from a vocabulary (He et al., SIGMETRICS 2025).',
  examples: {
    attack: 'claim() of an unknown contract is paid.',
    nearMiss: 'claim() of an unknown contract is called without a payment.',
    evasion:
      'The call is wrapped in an account and a user operation: it is found. A name outside the vocabulary is not.',
  },
  reads: ['interactions'],
  detect(facts) {
    const { interactions, byUnknown } = facts
    const lures = interactions.filter((call) => pointsOf(call) > 0 && !isDelivered(call, facts))
    return byUnknown(lures).map(([authority, made]) => {
      const strongest = made.toSorted((a, b) => pointsOf(b) - pointsOf(a))[0] as Interaction
      return {
        subCategory: 'financialScamInteraction',
        points: pointsOf(strongest),
        subject: authority,
        text: `is unknown and is ${strongest.value > 0n ? 'paid through' : 'called with'} ${phishingOf(strongest)?.signature}, a name that phishing contracts use`,
      }
    })
  },
}

/** Also of a function that honest contracts have: it is an interaction when it is paid. */
function phishingOf({ call }: Interaction): PhishingFunction | undefined {
  return phishingFunctionOf(call.selector)
}

/** A sale, not a claim: honest claims are free. A market or a minter gives an item of another contract. */
function isDelivered(interaction: Interaction, { evidence, own }: Facts): boolean {
  const { authority, call } = interaction
  if (phishingOf(interaction)?.pretext !== 'paid' || !codeAgeOf(authority, evidence).isOld) return false
  const named = addressesInCall(call.data).filter((address) => !own.has(address))
  const arriving = measuredBy(evidence)?.changes.filter(({ amount }) => amount > 0n) ?? []
  return arriving.some(({ token, id, amount }) => {
    if (isNothing({ token, id, amount }, evidence)) return false
    if (token === authority) return true
    return id !== undefined && codeAgeOf(token, evidence).isOld && (named.length === 0 || named.includes(token))
  })
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

import type { Right } from '../actions/actions.ts'
import { type RightName, rightTexts } from '../forms.ts'
import { type Detector, toVouch } from './detector.ts'

/** By what the right allows: take or owe assets, then income, then influence. */
const points: Readonly<Record<RightName, number>> = {
  manage: 60,
  borrow: 60,
  spend: 60,
  mint: 60,
  bridge: 60,
  name: 55,
  withdrawal: 55,
  claim: 50,
  payout: 50,
  operate: 50,
  records: 45,
  stake: 45,
  use: 40,
  votes: 35,
}

export const unknownRight: Detector = {
  id: 'unknown-right',
  summary:
    'An unknown address gets a right beyond tokens: to manage a position, borrow, collect, vote, mint, or receive later payouts.',
  why: 'Such a right is used later without another signature. WARNING, by what it allows: 60 for rights over assets, 35 for votes. Giving a right to its owner and ending it are safe.',
  origin:
    'Documentation of the protocols; each function is a row of the effect tables (src/service/risk/effects) with its source.',
  detect({ rights: given, byUnknown, roleOf }) {
    // What an account takes for itself is no risk to it.
    return byUnknown(given.filter(({ authority, call }) => authority !== call.actor)).map(([authority, some]) => {
      const { right, owner } = some.toSorted((a, b) => points[b.right] - points[a.right])[0] as Right
      return {
        subCategory: 'maliciousInteraction',
        points: points[right],
        hops: 0,
        subject: authority,
        role: roleOf(authority),
        text: `gets ${rightTexts[right]} ${owner} and is unknown`,
        source: 'call data',
        flip: toVouch,
      }
    })
  },
}

import type { Right } from '../actions/actions.ts'
import type { RightName } from '../forms.ts'
import { type Detector, toVouch } from './detector.ts'

/** By what the right allows: take or owe assets, then income, then influence. */
const rights: Readonly<Record<RightName, { readonly points: number; readonly gets: string }>> = {
  manage: { points: 60, gets: 'the right to manage the positions of' },
  borrow: { points: 60, gets: 'the right to borrow in the name of' },
  spend: { points: 60, gets: 'the right to spend from' },
  mint: { points: 60, gets: 'the right to create tokens of' },
  bridge: { points: 60, gets: 'the right to send or confirm messages between chains for' },
  name: { points: 55, gets: 'the domain name of' },
  withdrawal: { points: 55, gets: 'all later withdrawals of' },
  claim: { points: 50, gets: 'the right to collect for' },
  payout: { points: 50, gets: 'the income from now on of' },
  operate: { points: 50, gets: 'a privileged part in' },
  records: { points: 45, gets: 'control of the records of a name of' },
  stake: { points: 45, gets: 'the stake to operate of' },
  use: { points: 40, gets: 'the use of items of' },
  votes: { points: 35, gets: 'the votes of' },
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
      const strongest = some.toSorted((a, b) => rights[b.right].points - rights[a.right].points)[0] as Right
      const { points, gets } = rights[strongest.right]
      return {
        subCategory: 'maliciousInteraction',
        points,
        hops: 0,
        subject: authority,
        role: roleOf(authority),
        text: `gets ${gets} ${strongest.owner} and is unknown`,
        source: 'call data',
        flip: toVouch,
      }
    })
  },
}

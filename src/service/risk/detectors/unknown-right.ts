import type { Right } from '../actions/actions.ts'
import { rights } from '../actions/forms.ts'
import type { Detector } from './detector.ts'

export const unknownRight: Detector = {
  id: 'unknown-right',
  about: 'others',
  summary:
    'An unknown address gets a right beyond tokens: to manage a position, borrow, collect, vote, mint, or receive later payouts.',
  why: 'WARNING by what the right allows: 60 for rights over assets, 35 for votes. The holder uses it later without another signature.',
  origin: 'Documentation of the protocols, named in each row of data/effects.',
  examples: {
    attack: 'An unknown address may borrow in the name of the signer.',
    nearMiss: 'A right ends, or goes back to its owner.',
    evasion: 'The address was paid, had allowances and has a name tag: none vouches for a right.',
  },
  reads: ['rights'],
  detect({ rights: given, byUnknown, addressText }) {
    // What an account takes for itself is no risk to it.
    return byUnknown(given.filter(({ authority, call }) => authority !== call.actor)).map(([authority, some]) => {
      const { right, owner } = some.toSorted((a, b) => rights[b.right].points - rights[a.right].points)[0] as Right
      return {
        points: rights[right].points,
        subject: authority,
        text: `gets ${rights[right].text} ${addressText(owner)} and is unknown`,
      }
    })
  },
}

import { commandFor } from '../../../api/text/commands.ts'
import type { Detector } from './detector.ts'

export const blockedAddress: Detector = {
  id: 'blocked-address',
  about: 'others',
  summary: 'A BLOCK entry of the control list names an address in the transaction.',
  why: 'Score 100 in every role; BLOCKED at any threshold. Nothing caps it.',
  origin: 'Control lists of the operator.',
  examples: {
    attack: 'A token transfer goes to a blocked address.',
    nearMiss: 'An address differs from a blocked one in its last digit.',
    evasion: 'The address stands in the data of a function that is not known: it is found there.',
  },
  reads: ['entries'],
  detect({ subjects, evidence }) {
    return subjects.flatMap(({ address }) =>
      evidence
        .entriesOn(address)
        .filter((entry) => entry.type === 'BLOCK')
        .map((entry) => ({
          subCategory: 'blockedAddress' as const,
          points: 100,
          subject: address,
          text: `is on the block list (entry ${entry.id})`,
          source: 'control list',
          flip: `do not send or sign it; the entry can be removed with: ${commandFor['remove-entry'](entry.id)}`,
          entryId: entry.id,
        })),
    )
  },
}

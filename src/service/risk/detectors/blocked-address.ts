import type { Detector } from './detector.ts'

export const blockedAddress: Detector = {
  id: 'blocked-address',
  summary: 'A BLOCK entry of the control list names an address in the transaction.',
  why: 'The operator forbids the address in every role. Score 100; blocked at any threshold.',
  origin: 'Control lists of the operator.',
  detect({ subjects, evidence }) {
    return subjects.flatMap(({ address, role }) =>
      evidence
        .entriesOn(address)
        .filter((entry) => entry.type === 'BLOCK')
        .map((entry) => ({
          subCategory: 'blockedAddress' as const,
          points: 100,
          hops: 0,
          subject: address,
          role,
          text: `is on the block list (entry ${entry.id})`,
          source: 'control list',
          flip: `remove BLOCK entry ${entry.id}`,
          entryId: entry.id,
        })),
    )
  },
}

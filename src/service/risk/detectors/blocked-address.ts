import type { Detector } from './detector.ts'

export const blockedAddress: Detector = {
  id: 'blocked-address',
  summary: 'A BLOCK entry of the control list names an address of the transaction.',
  why: 'The operator decided that nobody may deal with the address, in whatever role: 100, and blocked whatever the threshold.',
  origin: 'The control lists of the operator.',
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
          text: `on the block list, entry ${entry.id}`,
          source: 'control list',
          flip: `removing the BLOCK entry ${entry.id}`,
          entryId: entry.id,
        })),
    )
  },
}

import type { Detector } from './detector.ts'

export const sanctionedAddress: Detector = {
  id: 'sanctioned-address',
  summary: 'A sanctions source names an address of the transaction.',
  why: 'Dealing with a sanctioned party is forbidden by law in whatever role, taking an allowance back included: 100, and no ALLOW entry lifts it.',
  origin: 'The sanctions lists that were imported; the interface’s documentation scores them 100.',
  detect({ subjects, evidence }) {
    return subjects.flatMap(({ address, role }) =>
      evidence
        .intelOn(address)
        .filter((record) => record.kind === 'sanctioned')
        .map((record) => ({
          subCategory: 'sanctionedInteraction' as const,
          points: 100,
          hops: 0,
          subject: address,
          role,
          text: `sanctioned: ${record.label}`,
          source: record.source,
          flip: `${record.source} no longer naming the address; an ALLOW entry does not`,
        })),
    )
  },
}

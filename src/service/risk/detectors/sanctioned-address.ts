import type { IntelRecord } from '../evidence.ts'
import { isLifted } from '../reputation.ts'
import type { Detector } from './detector.ts'

export const sanctionedAddress: Detector = {
  id: 'sanctioned-address',
  summary: 'A sanctions source lists an address in the transaction.',
  why: 'Dealing with a sanctioned party is forbidden by law in every role, even to revoke an allowance. Score 100; no ALLOW entry caps it. A name tag that still calls an address sanctioned does not count once a current sanctions list (format ofac) is imported that lacks the address.',
  origin: 'Imported sanctions lists; the interface documentation scores them 100.',
  detect({ subjects, evidence }) {
    return subjects.flatMap(({ address, role }) =>
      evidence
        .intelOn(address)
        .filter((record) => record.kind === 'sanctioned' && !isLifted(record, evidence))
        .map((record) => ({
          subCategory: 'sanctionedInteraction' as const,
          points: 100,
          hops: 0,
          subject: address,
          role,
          text: sanctionText(record),
          source: record.source,
          flip: `reject; only ${record.source} can lift it by delisting the address: an ALLOW entry has no effect`,
        })),
    )
  },
}

export function sanctionText({ label }: IntelRecord): string {
  return `is sanctioned: ${label}`
}

import type { IntelRecord } from '../evidence.ts'
import { isLifted } from '../parties/reputation.ts'
import type { Detector } from './detector.ts'

export const sanctionedAddress: Detector = {
  id: 'sanctioned-address',
  about: 'others',
  summary: 'A sanctions source lists an address in the transaction.',
  why: 'Score 100 in every role, also for an address that loses an allowance. Nothing caps it. A name tag alone does not count once a current sanctions list (format ofac) lacks the address.',
  origin: 'Imported sanctions lists; the interface documentation scores them 100.',
  examples: {
    attack: 'A payment goes to a sanctioned address.',
    nearMiss: 'A name tag remembers a sanction that the current list lacks.',
    evasion: 'An ALLOW entry names the address: it has no effect.',
  },
  reads: ['intel'],
  detect({ subjects, evidence }) {
    return subjects.flatMap(({ address }) =>
      evidence
        .intelOn(address)
        .filter((record) => record.kind === 'sanctioned' && !isLifted(record, evidence))
        .map((record) => ({
          subCategory: 'sanctionedInteraction' as const,
          points: 100,
          subject: address,
          text: sanctionText(record),
          source: record.source,
          flip: `do not send or sign it; only ${record.source} can lift it by delisting the address: an ALLOW entry has no effect`,
        })),
    )
  },
}

export function sanctionText({ label }: IntelRecord): string {
  return `is sanctioned: ${label}`
}

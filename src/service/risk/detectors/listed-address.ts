import { bandFloors, type SubCategory } from '../../../api/vocabulary.ts'
import type { IntelRecord } from '../evidence.ts'
import type { Detector } from './detector.ts'

const DEFAULT_SEVERITY = bandFloors.UNSAFE

export const listedAddress: Detector = {
  id: 'listed-address',
  summary: 'A threat source names an address of the transaction as malicious or as a mixer.',
  why: 'Who is listed harms whoever deals with it: the severity of the listing. An address that only loses an allowance is left out, for taking rights back from a thief is what one should do.',
  detect({ subjects, evidence }) {
    return subjects
      .filter(({ role }) => role !== 'revoked')
      .flatMap(({ address, role }) =>
        evidence
          .intelOn(address)
          .filter(isThreat)
          .map((record) => ({
            subCategory: subCategoryOf(record),
            points: record.severity ?? DEFAULT_SEVERITY,
            hops: 0,
            subject: address,
            role,
            text: listingText(record),
            source: record.source,
            flip: 'an ALLOW entry for the address',
          })),
      )
  },
}

export function isThreat(record: IntelRecord): boolean {
  return record.kind === 'malicious' || record.kind === 'mixer'
}

export function listingText(record: IntelRecord): string {
  return record.kind === 'mixer' ? `listed as a mixer: ${record.label}` : `listed as ${record.label}`
}

function subCategoryOf(record: IntelRecord): SubCategory {
  if (record.kind === 'mixer') return 'mixerMaliciousContractInteraction'
  return record.subCategory ?? 'maliciousInteraction'
}

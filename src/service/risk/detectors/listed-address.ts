import type { SubCategory } from '../../../api/vocabulary.ts'
import type { IntelRecord } from '../evidence.ts'
import { isThreat, severityOf } from '../reputation.ts'
import type { Detector } from './detector.ts'

export const listedAddress: Detector = {
  id: 'listed-address',
  summary: 'A threat source names an address of the transaction as malicious or as a mixer.',
  why: 'Who is listed harms whoever deals with it: the severity of the listing. A fact that outweighs the source (the canonical token list against one noisy feed) holds it at SAFE. An address that only loses an allowance is left out, for taking rights back from a thief is what one should do.',
  origin: 'The sources that were imported. Lists do not cover one another: most addresses of a feed are in no other.',
  detect({ subjects, controls, evidence }) {
    const takers = new Set(controls.map((control) => control.authority))
    return subjects
      .filter(({ role }) => role !== 'revoked')
      .flatMap(({ address, role }) =>
        evidence
          .intelOn(address)
          .filter(isThreat)
          .map((record) => ({
            subCategory: inContext(subCategoryOf(record), takers.has(address)),
            points: severityOf(record),
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

export function listingText(record: IntelRecord): string {
  return record.kind === 'mixer' ? `listed as a mixer: ${record.label}` : `listed as ${record.label}`
}

export function subCategoryOf(record: IntelRecord): SubCategory {
  if (record.kind === 'mixer') return 'mixerMaliciousContractInteraction'
  return record.subCategory ?? 'maliciousInteraction'
}

/** Control that passes to a malicious address is an upgrade attack, whatever the source knew of the address. */
function inContext(subCategory: SubCategory, takesControl: boolean): SubCategory {
  return takesControl && subCategory === 'maliciousInteraction' ? 'maliciousProtocolUpgrade' : subCategory
}

import type { SubCategory } from '../../../api/vocabulary.ts'
import type { IntelRecord } from '../evidence.ts'
import { isThreat, severityOf } from '../parties/reputation.ts'
import type { Detector } from './detector.ts'

export const listedAddress: Detector = {
  id: 'listed-address',
  about: 'others',
  summary: 'A threat source lists an address in the transaction as malicious or as a mixer.',
  why: 'The severity of the listing; UNSAFE 70 where the source gives none. A stronger benign record caps it at 30. An address that only loses an allowance is ignored.',
  origin: 'Imported threat feeds; they overlap little, so most addresses are in one feed only.',
  examples: {
    attack: 'A listed spender gets an allowance.',
    nearMiss: 'A listed spender loses its allowance.',
    evasion: 'The address has a name tag: it vouches for nothing, so the listing counts.',
  },
  reads: ['intel'],
  detect({ subjects, controls, evidence }) {
    const authorities = new Set(controls.map((control) => control.authority))
    return subjects
      .filter(({ role }) => role !== 'revoked')
      .flatMap(({ address }) =>
        evidence
          .intelOn(address)
          .filter(isThreat)
          .map((record) => ({
            subCategory: inContext(subCategoryOf(record), authorities.has(address)),
            points: severityOf(record),
            subject: address,
            text: listingText(record),
            source: record.source,
            flip: 'reject; if the listing is wrong, add an ALLOW entry for the address',
          })),
      )
  },
}

export function listingText(record: IntelRecord): string {
  return record.kind === 'mixer' ? `is listed as a mixer: ${record.label}` : `is listed as ${record.label}`
}

export function subCategoryOf(record: IntelRecord): SubCategory {
  if (record.kind === 'mixer') return 'mixerMaliciousContractInteraction'
  return record.subCategory ?? 'maliciousInteraction'
}

/** Control that passes to a malicious address is an upgrade attack. */
function inContext(subCategory: SubCategory, takesControl: boolean): SubCategory {
  return takesControl && subCategory === 'maliciousInteraction' ? 'maliciousProtocolUpgrade' : subCategory
}

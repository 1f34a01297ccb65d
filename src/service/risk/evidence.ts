import type { EntryType, SubCategory } from '../../api/vocabulary.ts'

/** A control list entry that holds for the product and the chain in question. */
export interface ListEntry {
  readonly id: string
  readonly type: EntryType
  readonly address: string
}

/** benign, token, protocol and burn are facts; the others are warnings. */
export type IntelKind = 'malicious' | 'sanctioned' | 'mixer' | 'benign' | 'token' | 'protocol' | 'burn'

/** What one source says about one address. */
export interface IntelRecord {
  readonly address: string
  /** Empty: every chain. */
  readonly chainIds: readonly string[]
  readonly kind: IntelKind
  /** Of a malicious address; maliciousInteraction when absent. */
  readonly subCategory?: Exclude<SubCategory, 'sanctionedInteraction' | 'blockedAddress'>
  /** Score of dealing with a malicious address or a mixer directly, 0–100; 70 when absent. */
  readonly severity?: number
  /** Name of the address, or what it is accused of. */
  readonly label: string
  readonly source: string
}

export function holdsOn(record: IntelRecord, chainId: string): boolean {
  return record.chainIds.length === 0 || record.chainIds.includes(chainId)
}

/** Everything the detectors may rest on: what is known of each address. All lookups take lower case. */
export interface EvidenceSet {
  entriesOn(address: string): readonly ListEntry[]
  intelOn(address: string): readonly IntelRecord[]
}

/** Entries and records must hold for the transaction's product and chain; their addresses may be in any case. */
export function evidenceSet(known: {
  readonly entries: readonly ListEntry[]
  readonly intel: readonly IntelRecord[]
}): EvidenceSet {
  const entries = byAddress(known.entries)
  const intel = byAddress(known.intel)
  return {
    entriesOn: (address) => entries.get(address) ?? [],
    intelOn: (address) => intel.get(address) ?? [],
  }
}

function byAddress<T extends { readonly address: string }>(rows: readonly T[]): Map<string, T[]> {
  return Map.groupBy(rows, (row) => row.address.toLowerCase())
}

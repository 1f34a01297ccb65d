import type { IntelRecord } from '../risk/evidence.ts'
import {
  endsNumber,
  type IntelHit,
  intelOn,
  isHeldOn,
  lookalikesOf,
  signaturesOf,
} from '../store/repositories/intel.ts'
import { listSources } from '../store/repositories/intel-sources.ts'
import type { Db } from '../store/schema.ts'
import { baselineFor, baselineLookalikes } from './baseline.ts'
import { type SourceRecord, toSourceRecord } from './import/source-record.ts'

/** What one source says, and since when. */
export interface KnownRecord {
  readonly address: string
  readonly kind: IntelRecord['kind']
  readonly subCategory: string | null
  readonly severity: number | null
  readonly label: string
  readonly symbol: string | null
  /** Empty: every chain. */
  readonly chainIds: readonly string[]
  readonly source: string
  /** Null of what txwarden knows by itself. */
  readonly importedAt: string | null
  readonly asOf: string | null
  readonly isStale: boolean
}

export interface AddressKnowledge {
  /** Lower case. */
  readonly address: string
  readonly records: readonly KnownRecord[]
  /** Known contracts and tokens that look like it: the first three and last three digits are the same. */
  readonly lookalikes: readonly KnownRecord[]
}

export interface SelectorKnowledge {
  readonly selector: string
  readonly signatures: readonly { readonly signature: string; readonly source: string }[]
}

export async function knowledgeOf(
  db: Db,
  address: string,
  chainId: string | undefined,
  now: number,
): Promise<AddressKnowledge> {
  const rows = await listSources(db)
  const sources = new Map(rows.map((row) => [row.name, row]))
  const known = (record: IntelRecord) => {
    const row = sources.get(record.source)
    return toKnown(record, row && toSourceRecord(row, now))
  }
  const isMeant = (hit: IntelHit) => chainId === undefined || isHeldOn(hit, chainId)
  const imported = (await lookalikesOf(db, [address])).get(endsNumber(address)) ?? []
  return {
    address,
    records: [...baselineFor(address, chainId), ...(await intelOn(db, [address])).filter(isMeant)].map(known),
    lookalikes: [
      ...baselineLookalikes(address, chainId),
      ...imported.filter((hit) => hit.address !== address && isMeant(hit)),
    ].map(known),
  }
}

export async function signaturesKnown(db: Db, selector: string): Promise<SelectorKnowledge> {
  return { selector, signatures: await signaturesOf(db, selector) }
}

function toKnown(record: IntelRecord, source: SourceRecord | undefined): KnownRecord {
  return {
    address: record.address.toLowerCase(),
    kind: record.kind,
    subCategory: record.subCategory ?? null,
    severity: record.severity ?? null,
    label: record.label,
    symbol: record.symbol ?? null,
    chainIds: record.chainIds,
    source: record.source,
    importedAt: source?.importedAt ?? null,
    asOf: source?.asOf ?? null,
    isStale: source?.isStale ?? false,
  }
}

import type { AddressKnowledge, KnownRecord, SelectorKnowledge, SourceRecord } from '../../api/schemas/intel.ts'
import type { IntelRecord } from '../risk/evidence.ts'
import {
  appliesTo,
  endsNumber,
  type IntelHit,
  intelOn,
  lookalikesOf,
  signaturesOf,
} from '../store/repositories/intel.ts'
import { listSources } from '../store/repositories/intel-sources.ts'
import type { Db } from '../store/schema/schema.ts'
import { baselineFor, baselineLookalikes } from './baseline.ts'
import { toSourceRecord } from './import/source-record.ts'

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
  const isOnChain = (hit: IntelHit) => chainId === undefined || appliesTo(hit, chainId)
  const imported = (await lookalikesOf(db, [address])).get(endsNumber(address)) ?? []
  return {
    address,
    records: [...baselineFor(address, chainId), ...(await intelOn(db, [address])).filter(isOnChain)].map(known),
    lookalikes: [
      ...baselineLookalikes(address, chainId),
      ...imported.filter((hit) => hit.address !== address && isOnChain(hit)),
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
    chainIds: [...record.chainIds],
    source: record.source,
    importedAt: source?.importedAt ?? null,
    asOf: source?.asOf ?? null,
    isStale: source?.isStale ?? false,
  }
}

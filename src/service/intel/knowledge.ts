import type { AddressKnowledge, KnownRecord, SelectorKnowledge, SourceRecord } from '../../api/schemas/intel.ts'
import { readOtherAddress } from '../../shared/addresses/other-chains.ts'
import type { IntelRecord } from '../risk/evidence.ts'
import { appliesTo, endsNumber, intelOn, lookalikesOf, signaturesOf } from '../store/repositories/intel.ts'
import { listSources } from '../store/repositories/intel-sources.ts'
import type { Db } from '../store/schema/schema.ts'
import { baselineLookalikes } from './baseline.ts'
import { toSourceRecord } from './import/source-record.ts'
import { recordsOn } from './known-tokens.ts'

/** What is known of an address of any chain. @param given as it was typed */
export async function knowledgeOf(
  db: Db,
  given: string,
  chainId: string | undefined,
  now: number,
): Promise<AddressKnowledge> {
  const rows = await listSources(db)
  const sources = new Map(rows.map((row) => [row.name, row]))
  const known = (record: IntelRecord) => {
    const row = sources.get(record.source)
    return toKnown(record, row && toSourceRecord(row, now))
  }
  const other = readOtherAddress(given)
  if (other) {
    const records = (await intelOn(db, [other.text])).map(known)
    return { address: other.text, chain: other.chain ?? null, isInvalid: other.isInvalid, records, lookalikes: [] }
  }
  const address = given.toLowerCase()
  const imported = (await lookalikesOf(db, [address])).get(endsNumber(address)) ?? []
  return {
    address,
    chain: 'EVM',
    isInvalid: false,
    records: (await recordsOn(db, chainId, [address])).map(known),
    lookalikes: [
      ...baselineLookalikes(address, chainId),
      ...imported.filter((hit) => hit.address !== address && appliesTo(hit, chainId)),
    ].map(known),
  }
}

export async function signaturesKnown(db: Db, selector: string): Promise<SelectorKnowledge> {
  return { selector, signatures: await signaturesOf(db, selector) }
}

function toKnown(record: IntelRecord, source: SourceRecord | undefined): KnownRecord {
  return {
    address: record.address.startsWith('0x') ? record.address.toLowerCase() : record.address,
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

import type { Entry } from '../../api/schemas/control-list.ts'
import type { EntryRow } from '../store/schema/schema.ts'

export function toEntry(row: EntryRow): Entry {
  return {
    id: row.id,
    address: row.address,
    chainIds: chainsOf(row),
    type: row.type,
    productType: row.product_type,
    createdAt: new Date(row.created_at).toISOString(),
    lastUpdatedAt: new Date(row.last_updated_at).toISOString(),
  }
}

/** Whether an entry applies to a chain; one without chains applies to all. */
export function entryAppliesTo(row: EntryRow, chainId: string): boolean {
  const chains = chainsOf(row)
  return chains.length === 0 || chains.includes(chainId)
}

export function chainsOf(row: EntryRow): string[] {
  return JSON.parse(row.chain_ids) as string[]
}

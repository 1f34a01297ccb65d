import { ANY_CHAIN } from '../../api/chains.ts'
import type { ControlListEntry } from '../../api/schemas/control-list.ts'
import type { EntryRow } from '../store/schema/schema.ts'

export function toEntry(row: EntryRow): ControlListEntry {
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

/**
 * Whether an entry applies to an address that takes part on some chains; one without chains applies to all. What blocks does so on any of
 * them, and on any chain where one is not named; what allows must do so on each.
 */
export function entryAppliesOn(row: EntryRow, chainIds: readonly string[]): boolean {
  const chains = chainsOf(row)
  if (chains.length === 0) return true
  if (row.type === 'ALLOW') return chainIds.every((chainId) => chains.includes(chainId))
  return chainIds.some((chainId) => chainId === ANY_CHAIN || chains.includes(chainId))
}

export function chainsOf(row: EntryRow): string[] {
  return JSON.parse(row.chain_ids) as string[]
}

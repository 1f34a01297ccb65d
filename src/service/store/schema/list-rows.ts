import type { EntryType, ProductType } from '../../../api/vocabulary.ts'
import type { Flag } from './flag.ts'

export interface EntryRow {
  id: string
  /** As given. */
  address: string
  /** Lower case, for look-ups. */
  address_key: string
  /** JSON array of chain ids; [] means every chain. */
  chain_ids: string
  type: EntryType
  product_type: ProductType
  created_at: number
  last_updated_at: number
}

export interface MonitorRow {
  id: string
  address: string
  address_key: string
  chain_id: string
  name: string
  /** Lower case, for the case-insensitive filter. */
  name_key: string
  enabled: Flag
  created_at: number
  /** JSON array of the kinds of chain events that are notified; null: all. */
  kinds: string | null
  /** First block to read for it; null: the one that was the latest when it was added. */
  from_block: number | null
  /** Of the monitors, when it was added or enabled last: followers take over those above the one they know. */
  revision: number
}

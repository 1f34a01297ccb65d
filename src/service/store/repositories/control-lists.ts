import type { PageRequest } from '../../../api/schemas/page.ts'
import type { EntryType, ProductType } from '../../../api/vocabulary.ts'
import type { Db, EntryRow } from '../schema.ts'
import { type Page, type PageOrder, readPage } from './page.ts'

const ORDER: PageOrder = {
  columns: {
    createdAt: 'created_at',
    lastUpdatedAt: 'last_updated_at',
    address: 'address_key',
    type: 'type',
    productType: 'product_type',
    id: 'id',
  },
  tieBreak: ['created_at', 'id'],
}

export async function pageOfEntries(
  db: Db,
  filter: { type?: EntryType | undefined },
  request: PageRequest,
): Promise<Page<EntryRow>> {
  let matching = db.selectFrom('control_list_entries')
  if (filter.type) matching = matching.where('type', '=', filter.type)
  return readPage(matching, request, ORDER)
}

export function findEntry(db: Db, id: string): Promise<EntryRow | undefined> {
  return db.selectFrom('control_list_entries').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Entries about any of these addresses (lower case) for one product, on whatever chains, oldest first. */
export async function entriesAbout(db: Db, addressKeys: readonly string[], product: ProductType): Promise<EntryRow[]> {
  if (addressKeys.length === 0) return []
  return db
    .selectFrom('control_list_entries')
    .selectAll()
    .where('address_key', 'in', addressKeys)
    .where('product_type', '=', product)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertEntry(db: Db, row: EntryRow): Promise<void> {
  await db.insertInto('control_list_entries').values(row).execute()
}

export async function setEntryChains(db: Db, id: string, chainIds: string, now: number): Promise<void> {
  await db
    .updateTable('control_list_entries')
    .set({ chain_ids: chainIds, last_updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteEntry(db: Db, id: string): Promise<void> {
  await db.deleteFrom('control_list_entries').where('id', '=', id).execute()
}

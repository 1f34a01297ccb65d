import { sql } from 'kysely'
import type { PageRequest } from '../../../api/schemas/page.ts'
import type { EntryType, ProductType } from '../../../api/vocabulary.ts'
import type { Db, EntryRow, KeptCountRow } from '../schema/schema.ts'
import { cachedInsert, cachedListQuery, placeholder } from './cached-query.ts'
import type { PageOrder } from './cursor.ts'
import { MAX_SORTED, type Page, readNumberedPage, unindexed } from './page.ts'
import { startsOf } from './page-starts.ts'
import { evidenceRevision } from './revisions.ts'
import { addToCounter, readCounter } from './row-counts.ts'
import { finder, updateRows } from './rows.ts'

const ORDER: PageOrder = {
  columns: {
    createdAt: 'created_at',
    lastUpdatedAt: 'last_updated_at',
    address: 'address_key',
    type: 'type',
    productType: 'product_type',
    id: 'id',
  },
  numbers: ['created_at', 'last_updated_at'],
  tieBreak: ['created_at', 'id'],
}

const COUNTED_AS: Readonly<Record<EntryType, KeptCountRow['name']>> = { ALLOW: 'allow', BLOCK: 'block' }

export async function pageOfEntries(
  db: Db,
  filter: { type?: EntryType | undefined },
  request: PageRequest,
): Promise<Page<EntryRow> & { readonly total: number }> {
  const { type } = filter
  const count = () => readCounter(db, type ? [COUNTED_AS[type]] : ['allow', 'block'])
  const isScan = request.sort.length > 0 && (await count()) > MAX_SORTED
  let matching = db.selectFrom('control_list_entries')
  if (type) matching = matching.where(isScan ? unindexed('type', '') : 'type', '=', type)
  const revision = () => evidenceRevision(db)
  return readNumberedPage(matching, request, ORDER, {
    name: `entries ${type ?? ''}`,
    count,
    revision,
    starts: startsOf(db),
  })
}

export const findEntry = finder('control_list_entries', 'id')

/** Entries of addresses (lower case), for all products and chains, oldest first. */
export const entriesOn = cachedListQuery<string, EntryRow>(
  (placeholders) => sql`select * from control_list_entries
    where address_key in (${placeholders.each(placeholder)}) order by created_at, id`,
  (addressKeys) => addressKeys,
)

/** All entries, oldest first; undefined: there are more than `most`. */
export async function allEntries(db: Db, most: number): Promise<EntryRow[] | undefined> {
  const oldest = db.selectFrom('control_list_entries').selectAll().orderBy('created_at').orderBy('id')
  const rows = await oldest.limit(most + 1).execute()
  return rows.length > most ? undefined : rows
}

/** Entries of addresses (lower case) for one product, on all chains, oldest first. */
export async function entriesAbout(db: Db, addressKeys: readonly string[], product: ProductType): Promise<EntryRow[]> {
  // Filtered here: with a condition on the product, the database might scan all entries of the product.
  const entries = await entriesOn(db, addressKeys)
  return entries.filter((entry) => entry.product_type === product)
}

export async function insertEntry(db: Db, row: EntryRow): Promise<void> {
  await insert(db, row)
  await addToCounter(db, COUNTED_AS[row.type], 1)
}

const insert = cachedInsert<EntryRow>('control_list_entries')

export async function setEntryChains(db: Db, id: string, chainIds: string, now: number): Promise<void> {
  await updateRows(db, 'control_list_entries', { id }, { chain_ids: chainIds, last_updated_at: now }).execute()
}

export async function deleteEntry(db: Db, id: string): Promise<void> {
  const removed = await db.deleteFrom('control_list_entries').where('id', '=', id).returning('type').executeTakeFirst()
  if (removed) await addToCounter(db, COUNTED_AS[removed.type], -1)
}

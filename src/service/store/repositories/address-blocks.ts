import { type RawBuilder, sql } from 'kysely'
import type { AddressBlockRow, Db, TransactionRow } from '../schema/schema.ts'
import { countUpTo } from './page.ts'
import { deleteRows, hasRow, updateRows } from './rows.ts'
import { allOf, EVERY, type TransactionListFilter, transactionFilter } from './transaction-filter.ts'

/** A place in the order of transactions. */
export type TransactionPlace = Pick<TransactionRow, 'created_at' | 'id'>

/** A part of that order; absent members set no limit. */
export interface PlaceRange {
  readonly after?: TransactionPlace | undefined
  /** Inclusive. */
  readonly until?: TransactionPlace | undefined
  /** Exclusive. */
  readonly before?: TransactionPlace | undefined
}

const COLUMNS = [
  'created_at',
  'id',
  'from_key',
  'to_key',
  'addresses',
] as const satisfies readonly (keyof TransactionRow)[]

/** A transaction with the addresses that are known without its request. */
export type AddressRow = Pick<TransactionRow, (typeof COLUMNS)[number]>

export type RequestRow = Pick<TransactionRow, 'id' | 'request' | 'result'>

/** A group has the hashes of several blocks that follow each other. Its end is that of the newest of them. */
type BlockTable = 'address_blocks' | 'address_block_groups'

export const GROUPS = 'address_block_groups'

/** Both tables have the same columns. */
const nameOf = (table: BlockTable) => table as 'address_blocks'

export function placeOf({ until_at, until_id }: Pick<AddressBlockRow, 'until_at' | 'until_id'>): TransactionPlace {
  return { created_at: until_at, id: until_id }
}

/** The end of the newest block: transactions after it are in none. */
export async function lastIndexed(db: Db): Promise<TransactionPlace | undefined> {
  const [last] = await blocksBefore(db, undefined, 1)
  return last && placeOf(last)
}

/** Blocks that end before a place, newest first. */
export function blocksBefore(
  db: Db,
  place: TransactionPlace | undefined,
  most: number,
  table: BlockTable = 'address_blocks',
): Promise<AddressBlockRow[]> {
  return blocks(db, table, place && ['<', place])
    .selectAll()
    .limit(most)
    .execute()
}

/** The newest block that ends at a place or before. */
export function blockUntil(db: Db, place: TransactionPlace): Promise<AddressBlockRow | undefined> {
  return blocks(db, 'address_blocks', ['<=', place]).selectAll().limit(1).executeTakeFirst()
}

/** The block that a place is in, or the group that the end of a block is in; undefined after the newest one. */
export function blockOf(
  db: Db,
  place: TransactionPlace,
  table: BlockTable = 'address_blocks',
): Promise<AddressBlockRow | undefined> {
  return blocks(db, table, ['>=', place]).selectAll().limit(1).executeTakeFirst()
}

/** Blocks on one side of a place, the nearest first; without one, the newest first. */
function blocks(db: Db, table: BlockTable, limit?: readonly ['<' | '<=' | '>' | '>=', TransactionPlace]) {
  const [sign, place] = limit ?? ['<']
  const direction = sign.startsWith('<') ? 'desc' : 'asc'
  const ordered = db.selectFrom(nameOf(table)).orderBy('until_at', direction).orderBy('until_id', direction)
  if (place === undefined) return ordered
  return ordered.where(sql<boolean>`(until_at, until_id) ${sql.raw(sign)} (${place.created_at}, ${place.id})`)
}

/** The newest blocks can be deleted: groups that end after this one then do not have its hashes. */
export async function insertBlock(db: Db, block: AddressBlockRow): Promise<void> {
  await db.insertInto('address_blocks').values(block).execute()
  await db
    .deleteFrom(GROUPS)
    .where(sql<boolean>`(until_at, until_id) >= (${block.until_at}, ${block.until_id})`)
    .execute()
}

export async function insertGroup(db: Db, group: AddressBlockRow): Promise<void> {
  await db.insertInto(GROUPS).values(group).execute()
}

/** Sizes of the blocks after the newest group, oldest first. */
export async function ungroupedSizes(db: Db, most: number) {
  const bytes = sql<number>`length(hashes)`.as('bytes')
  return (await ungrouped(db)).select(['until_at', 'until_id', 'has_more', bytes]).limit(most).execute()
}

/** Blocks after the newest group, oldest first. */
export async function ungroupedBlocks(db: Db, most: number): Promise<AddressBlockRow[]> {
  return (await ungrouped(db)).selectAll().limit(most).execute()
}

export async function isGroupDue(db: Db, size: number): Promise<boolean> {
  return hasRow((await ungrouped(db)).select('until_at').offset(size - 1))
}

/** Before every transaction. */
const BEGINNING: TransactionPlace = { created_at: 0, id: '' }

async function ungrouped(db: Db) {
  const [last] = await blocksBefore(db, undefined, 1, GROUPS)
  return blocks(db, 'address_blocks', ['>', last ? placeOf(last) : BEGINNING])
}

export async function updateBlock(
  db: Db,
  { until_at, until_id, hashes, has_more }: AddressBlockRow,
  table: BlockTable = 'address_blocks',
): Promise<void> {
  await updateRows(db, nameOf(table), { until_at, until_id }, { hashes, has_more }).execute()
}

/** Deletes a block without transactions. The next one begins where it began. */
export async function removeEmptyBlock(db: Db, { until_at, until_id }: AddressBlockRow): Promise<boolean> {
  const place = placeOf({ until_at, until_id })
  const [before] = await blocksBefore(db, place, 1)
  // In the order of the index: a scan of the table would conflict with each insert on PostgreSQL.
  const inBlock = db
    .selectFrom('transactions')
    .select('id')
    .where(within({ after: before && placeOf(before), until: place }))
    .orderBy('created_at')
    .orderBy('id')
  if (await hasRow(inBlock)) return false
  await deleteRows(db, 'address_blocks', { until_at, until_id }).execute()
  return true
}

/** Deletes groups that have no block. They are the oldest, so that no other group has to have their hashes. */
export async function removeEmptyGroups(db: Db): Promise<void> {
  await db
    .deleteFrom(GROUPS)
    .where(
      sql<boolean>`not exists (select 1 from address_blocks as block where
        (block.until_at, block.until_id) <= (address_block_groups.until_at, address_block_groups.until_id))`,
    )
    .execute()
}

/** The place of the transaction so many after another; undefined where there are fewer. @param before ms, exclusive */
export function placeAfter(
  db: Db,
  after: TransactionPlace | undefined,
  { distance, before }: { readonly distance: number; readonly before: number },
): Promise<TransactionPlace | undefined> {
  return db
    .selectFrom('transactions')
    .select(['created_at', 'id'])
    .where(within({ after }))
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .offset(distance - 1)
    .executeTakeFirst()
}

/** Transactions in a range, newest first. */
export function addressRows(
  db: Db,
  range: PlaceRange,
  filter: TransactionListFilter,
  { most, isUnindexed = false }: { readonly most: number; readonly isUnindexed?: boolean },
): Promise<AddressRow[]> {
  return db
    .selectFrom('transactions')
    .select(COLUMNS)
    .where(within(range))
    .where(isUnindexed ? sql<boolean>`is_unindexed = 1` : EVERY)
    .where(transactionFilter(filter))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Number of transactions in a range, at most `most`. */
export function countWithin(db: Db, range: PlaceRange, most: number): Promise<number> {
  return countUpTo(db, db.selectFrom('transactions').where(within(range)), most)
}

/** Requests and results of transactions, in any order. */
export async function requestRows(db: Db, ids: readonly string[]): Promise<RequestRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('transactions').select(['id', 'request', 'result']).where('id', 'in', ids).execute()
}

/** Takes the mark of transactions that are in no block, so that the caller adds them to theirs in the same transaction. */
export function takeUnindexed(db: Db, most: number): Promise<AddressRow[]> {
  return db
    .updateTable('transactions')
    .set({ is_unindexed: null })
    .where((e) =>
      e('id', 'in', e.selectFrom('transactions').select('id').where(sql<boolean>`is_unindexed = 1`).limit(most)),
    )
    .returning(COLUMNS)
    .execute()
}

/** Compares row values, so that the index finds the start. */
export function within({ after, until, before }: PlaceRange): RawBuilder<boolean> {
  const limits = [
    after && sql<boolean>`(created_at, id) > (${after.created_at}, ${after.id})`,
    until && sql<boolean>`(created_at, id) <= (${until.created_at}, ${until.id})`,
    before && sql<boolean>`(created_at, id) < (${before.created_at}, ${before.id})`,
  ]
  return allOf(limits)
}

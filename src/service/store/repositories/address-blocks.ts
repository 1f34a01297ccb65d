import { type RawBuilder, sql } from 'kysely'
import type { AddressBlockRow, Db, TransactionRow } from '../schema/schema.ts'
import { countUpTo } from './page.ts'
import { deleteRows, hasRow, inserter, updateRows } from './rows.ts'
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

export function placeOf({ until_at, until_id }: Pick<AddressBlockRow, 'until_at' | 'until_id'>): TransactionPlace {
  return { created_at: until_at, id: until_id }
}

/** The end of the newest block: transactions after it are in none. */
export async function lastIndexed(db: Db): Promise<TransactionPlace | undefined> {
  const [last] = await blocksBefore(db, undefined, 1)
  return last && placeOf(last)
}

/** Blocks that end before a place, newest first. */
export function blocksBefore(db: Db, place: TransactionPlace | undefined, most: number): Promise<AddressBlockRow[]> {
  let matching = db.selectFrom('address_blocks').selectAll()
  if (place !== undefined)
    matching = matching.where(sql<boolean>`(until_at, until_id) < (${place.created_at}, ${place.id})`)
  return matching.orderBy('until_at', 'desc').orderBy('until_id', 'desc').limit(most).execute()
}

/** The block that a place is in; undefined after the newest one. */
export function blockOf(db: Db, { created_at, id }: TransactionPlace): Promise<AddressBlockRow | undefined> {
  return db
    .selectFrom('address_blocks')
    .selectAll()
    .where(sql<boolean>`(until_at, until_id) >= (${created_at}, ${id})`)
    .orderBy('until_at')
    .orderBy('until_id')
    .limit(1)
    .executeTakeFirst()
}

export const insertBlock = inserter('address_blocks')

export async function updateBlock(db: Db, { until_at, until_id, ...changes }: AddressBlockRow): Promise<void> {
  await updateRows(db, 'address_blocks', { until_at, until_id }, changes).execute()
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

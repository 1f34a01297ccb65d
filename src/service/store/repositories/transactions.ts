import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PageRequest } from '../../../api/schemas/page.ts'
import { chunksOf } from '../../../shared/chunks-of.ts'
import type { Db, Flag, NonceRow, TransactionReportRow, TransactionRow } from '../schema/schema.ts'
import { cachedListQuery, cachedQuery, placeholder } from './cached-query.ts'
import { newestFirst, type PageOrder } from './cursor.ts'
import { type CountedPage, readCountedPage } from './page.ts'
import { finder, hasChanged, hasRow, rowsWith, saveRow, updateRows } from './rows.ts'
import { isIndexedByTime, type TransactionListFilter, transactionFilter } from './transaction-filter.ts'

const ORDER: PageOrder = {
  columns: {
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    combinedScore: 'combined_score',
    chainId: 'chain_id',
    id: 'id',
  },
  numbers: ['created_at', 'updated_at', 'combined_score'],
  tieBreak: ['created_at', 'id'],
  byDefault: newestFirst('createdAt'),
}

/** A transaction without its request and result, which can have a megabyte each, and its index. */
export type SummaryRow = Omit<TransactionRow, 'request' | 'result' | 'addresses' | 'is_unindexed'>

const SUMMARY = [
  'id',
  'product',
  'chain_id',
  'from_key',
  'to_key',
  'value',
  'valid',
  'combined_score',
  'sub_category',
  'total_loss',
  'coverage',
  'known_by_age_only',
  'payload_nonce',
  'payload_expires_at',
  'transaction_id',
  'block_number',
  'block_time',
  'origin',
  'block_hash',
  'validated_as',
  'signed_key',
  'validated_by',
  'standing',
  'check_at',
  'check_until',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof SummaryRow)[]

const INSERTED = [...SUMMARY, 'addresses', 'request', 'result'] as const

/** One that is stored after the block of its time was made is marked: its clock was behind, or it took long. */
const insert = cachedQuery((db) =>
  sql`insert into transactions (${sql.join(INSERTED.map((column) => sql.ref(column)))}, is_unindexed)
    values (${sql.join(INSERTED.map(placeholder))},
      (select 1 from address_blocks where until_at >= ${placeholder()} limit 1))`.compile(db),
)

export async function insertTransaction(db: Db, row: TransactionRow): Promise<void> {
  await insert(db, [...INSERTED.map((column) => row[column]), row.created_at])
}

/** Marks a row whose addresses change. */
export function unindexedWith(addresses: string) {
  return sql<Flag | null>`case when addresses = ${addresses} then is_unindexed else 1 end`
}

export const findTransaction = finder('transactions', 'id')

/** The validation of a signed transaction. */
export const findSigned = finder('transactions', 'signed_key')

/** A later verdict takes the place of the stored one; what is known of it on chain stays. */
export async function updateVerdict(db: Db, row: TransactionRow): Promise<void> {
  const { id, valid, combined_score, sub_category, total_loss, coverage, known_by_age_only, request, result } = row
  const { addresses } = row
  const verdict = { valid, combined_score, sub_category, total_loss, coverage, known_by_age_only, request, result }
  const changes = { ...verdict, addresses, is_unindexed: unindexedWith(addresses), updated_at: row.updated_at }
  await updateRows(db, 'transactions', { id }, changes).execute()
}

/** What is known about a report, and when a node is queried for it next. */
export type ReportState = Pick<TransactionRow, 'standing' | 'block_hash' | 'check_at' | 'check_until'>

/** Stores an on-chain report: the transaction's current state, and a row of its history. */
export async function reportTransaction(
  db: Db,
  row: Pick<TransactionRow, 'id' | 'transaction_id' | 'block_number' | 'block_time' | 'updated_at'> & ReportState,
  report: TransactionReportRow,
): Promise<void> {
  const { id, ...changes } = row
  await updateRows(db, 'transactions', { id }, changes).execute()
  await db.insertInto('transaction_reports').values(report).execute()
}

/** A node is queried for it at once, and for as long as for a new report. */
export async function checkNow(db: Db, { id }: TransactionRow, now: number): Promise<void> {
  await updateRows(db, 'transactions', { id, valid: 1 }, { check_at: now, check_until: null })
    .where('transaction_id', 'is not', null)
    .where('block_number', 'is not', null)
    .execute()
}

/** Those of the chains that have a report that is due. @param before ms since 1970, exclusive */
export async function chainsToCheck(db: Db, chainIds: readonly string[], before: number): Promise<string[]> {
  const rows = await withDueReports(
    db,
    chainIds.map((chainId) => ({ chainId, before })),
  )
  return [...new Set(rows.map(({ chain_id }) => chain_id))]
}

const withDueReports = cachedListQuery<
  { readonly chainId: string; readonly before: number },
  Pick<TransactionRow, 'chain_id'>
>(
  (placeholders) => sql`
    with wanted (chain_id, due) as (values ${placeholders.each(() => sql`(${null}, cast(${null} as bigint))`)})
    select chain_id from wanted where exists (select 1 from transactions
      where transactions.chain_id = wanted.chain_id and check_at < wanted.due)`,
  (chains) => chains.flatMap(({ chainId, before }) => [chainId, before]),
)

/** Reports of a chain that a node is queried for, the longest due first. @param before ms since 1970, exclusive */
export function reportsToCheck(db: Db, chainId: string, before: number, most: number): Promise<TransactionRow[]> {
  return rowsWith(db, 'transactions', { chain_id: chainId })
    .where('check_at', '<', before)
    .orderBy('check_at')
    .limit(most)
    .execute()
}

/** Notes what a check found; nothing when it was reported again since. */
export async function noteCheck(db: Db, checked: TransactionRow, found: Partial<TransactionRow>): Promise<boolean> {
  const { id, check_at, transaction_id, block_number } = checked
  return hasChanged(updateRows(db, 'transactions', { id, check_at, transaction_id, block_number }, found))
}

/** Newest first by default. */
export async function pageOfTransactions(
  db: Db,
  filter: TransactionListFilter,
  request: PageRequest,
): Promise<CountedPage<SummaryRow>> {
  const isScanOfTime = request.sort.length === 0
  const matching = (isScan: boolean) =>
    db.selectFrom('transactions').where(transactionFilter(filter, { isScan, isScanOfTime }))
  const isUnfiltered = Object.values(filter).every(
    (value) => value === undefined || (Array.isArray(value) && value.length === 0),
  )
  const isIndexed = isScanOfTime ? isIndexedByTime(filter) : isUnfiltered
  return readCountedPage(db, { matching, isIndexed, columns: SUMMARY }, request, ORDER)
}

/** Those that are there, in any order. */
export async function summaryRowsOf(db: Db, ids: readonly string[]): Promise<SummaryRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('transactions').select(SUMMARY).where('id', 'in', ids).execute()
}

const CHUNK = 50

/** Results up to this size (bytes) say in a list what a transaction does. */
const MAX_LISTED_RESULT = 64 * 1024

/** Results by id, without large ones; between two reads, other requests are answered. */
export async function* listedResults(
  db: Db,
  ids: readonly string[],
): AsyncGenerator<Pick<TransactionRow, 'id' | 'result'>> {
  for (const some of chunksOf(ids, CHUNK)) {
    yield* await db
      .selectFrom('transactions')
      .select(['id', 'result'])
      .where('id', 'in', some)
      .where(sql<boolean>`octet_length(result) <= ${MAX_LISTED_RESULT}`)
      .execute()
    await setImmediate()
  }
}

export interface TransactionRange {
  /** Milliseconds, inclusive. */
  readonly since: number
  /** Milliseconds, exclusive. */
  readonly until: number | undefined
  /** The last one read: returns older ones. */
  readonly before: Pick<TransactionRow, 'created_at' | 'id'> | undefined
  /** Only transactions with an on-chain id, also those that were seen on a chain; otherwise only validated ones. */
  readonly isReported: boolean
}

const VERDICT_COLUMNS = [
  'id',
  'product',
  'chain_id',
  'from_key',
  'to_key',
  'valid',
  'combined_score',
  'total_loss',
  'result',
  'created_at',
] as const satisfies readonly (keyof TransactionRow)[]

/** A verdict without its request. */
export type StoredVerdict = Pick<TransactionRow, (typeof VERDICT_COLUMNS)[number]>

/** Transactions validated in a range, newest first. */
export function transactionsBetween(
  db: Db,
  { since, until, before, isReported }: TransactionRange,
  most: number,
): Promise<StoredVerdict[]> {
  let matching = db.selectFrom('transactions').select(VERDICT_COLUMNS).where('created_at', '>=', since)
  if (until !== undefined) matching = matching.where('created_at', '<', until)
  if (before !== undefined)
    // Compares row values, so that the index finds the start.
    matching = matching.where(sql<boolean>`(created_at, id) < (${before.created_at}, ${before.id})`)
  // One that was seen and validated is there as validated and reported.
  matching = isReported
    ? matching.where('transaction_id', 'is not', null).where('validated_as', 'is', null)
    : matching.where((e) => e.or([e('origin', 'is', null), e('origin', '=', 'safe-queue')]))
  return matching.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most).execute()
}

/** Reports of a transaction, oldest first. */
export function reportsOf(db: Db, id: string): Promise<TransactionReportRow[]> {
  return rowsWith(db, 'transaction_reports', { svc_tx_id: id }).orderBy('reported_at').orderBy('id').execute()
}

/** Whether any report has an on-chain id and a block: a replaced transaction counts once. */
export async function wasOnChain(db: Db, id: string): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('transaction_reports')
      .select('id')
      .where('svc_tx_id', '=', id)
      .where('transaction_id', 'is not', null)
      .where('block_number', 'is not', null),
  )
}

/** Other valid validations here that the same transaction was reported for, with a block. */
export function reportedAsSame(
  db: Db,
  { id, chain_id, transaction_id }: Pick<TransactionRow, 'id' | 'chain_id' | 'transaction_id'>,
  most: number,
): Promise<TransactionRow[]> {
  return rowsWith(db, 'transactions', { transaction_id, chain_id })
    .where('id', '!=', id)
    .where('block_number', 'is not', null)
    .where('valid', '=', 1)
    .where('origin', 'is', null)
    .limit(most)
    .execute()
}

export type NonceScope = Pick<NonceRow, 'chain_id' | 'to_key' | 'from_key'>

/** Last nonce known to be used on chain; undefined before the first. */
export async function confirmedNonce(db: Db, { chain_id, to_key, from_key }: NonceScope): Promise<number | undefined> {
  const row = await rowsWith(db, 'nonces', { chain_id, to_key, from_key }).executeTakeFirst()
  return row?.confirmed
}

/** Highest tracked nonce in a payload that has not expired; undefined without one. */
export async function highestIssuedNonce(db: Db, scope: NonceScope, now: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select((e) => e.fn.max('payload_nonce').as('highest'))
    .where('chain_id', '=', scope.chain_id)
    .where('to_key', '=', scope.to_key)
    .where('from_key', '=', scope.from_key)
    .where('payload_nonce', 'is not', null)
    .where('payload_expires_at', '>', now)
    .executeTakeFirst()
  return row?.highest == null ? undefined : Number(row.highest)
}

/** Raises the confirmed nonce; never lowers it. */
export async function confirmNonce(db: Db, scope: NonceScope, nonce: number, now: number): Promise<void> {
  await db
    .insertInto('nonces')
    .values({ ...scope, confirmed: nonce, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'to_key', 'from_key'])
        .doUpdateSet({ confirmed: nonce, updated_at: now })
        .where('nonces.confirmed', '<', nonce),
    )
    .execute()
}

/** Sets the confirmed nonce to the chain's value, lower or higher. */
export async function setConfirmedNonce(db: Db, scope: NonceScope, nonce: number, now: number): Promise<void> {
  const row = { ...scope, confirmed: nonce, updated_at: now }
  await saveRow(db, 'nonces', ['chain_id', 'to_key', 'from_key'], row)
}

/**
 * Releases the nonces above `nonce` of valid payloads, as if they expired now. The nonce stays in the row: a payload that
 * is used nevertheless still confirms it.
 */
export async function releaseIssuedNonces(db: Db, scope: NonceScope, nonce: number, now: number): Promise<void> {
  const { chain_id, to_key, from_key } = scope
  await updateRows(db, 'transactions', { chain_id, to_key, from_key }, { payload_expires_at: now })
    .where('payload_nonce', '>', nonce)
    .where('payload_expires_at', '>', now)
    .execute()
}

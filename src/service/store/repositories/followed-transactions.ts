import { sql } from 'kysely'
import { CALL_KEY } from '../schema/index-expressions.ts'
import type { Db, TransactionRow } from '../schema/schema.ts'
import { unindexed } from './page.ts'
import { hasChanged, inserter, updateRows } from './rows.ts'
import { unindexedWith } from './transactions.ts'

/** A transaction that was seen on a chain; undefined: it was not stored yet. @param hash lower case */
export function findFollowed(db: Db, chainId: string, hash: string): Promise<TransactionRow | undefined> {
  return withHash(db, chainId, hash).where('origin', '=', 'chain').executeTakeFirst()
}

/** The newest validation that was reported as a transaction. */
export function findReportedAs(db: Db, chainId: string, hash: string): Promise<TransactionRow | undefined> {
  return withHash(db, chainId, hash).where('origin', 'is', null).executeTakeFirst()
}

function withHash(db: Db, chainId: string, hash: string) {
  return (
    db
      .selectFrom('transactions')
      .selectAll()
      .where('transaction_id', '=', hash)
      // For the partial index.
      .where('transaction_id', 'is not', null)
      .where('chain_id', '=', chainId)
      // Few rows: without statistics SQLite would rather read all of the chain in this order.
      .orderBy(unindexed('created_at', 0), 'desc')
      .orderBy('id', 'desc')
      .limit(1)
  )
}

/** What a validation and a transaction have in common, and until when it was validated (ms). */
export interface ValidationMatch {
  readonly chainId: string
  /** Lower case. */
  readonly from: string
  readonly to: string | null
  /** Wei, decimal. */
  readonly value: string
  readonly until: number
}

/** The value of CALL_KEY. */
function callKey({ chainId, from, to, value }: ValidationMatch): string {
  return from.slice(34) + (to ?? '').slice(38) + value.slice(0, 6) + chainId
}

/** Validations of a call with any data, newest first. @param most of those with the same key, which are read */
export async function validationsOf(db: Db, call: ValidationMatch, most: number): Promise<TransactionRow[]> {
  const rows = await db
    .selectFrom('transactions')
    .selectAll()
    .where(sql.raw<string>(CALL_KEY), '=', callKey(call))
    .where('created_at', '<=', call.until)
    .where('origin', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  const { chainId, from, to, value } = call
  return rows.filter(
    (row) => row.chain_id === chainId && row.from_key === from && row.to_key === to && row.value === value,
  )
}

/** Another verdict, another block: the row keeps id and time of creation. */
export async function updateFollowed(db: Db, { id, created_at: _, ...changes }: TransactionRow): Promise<void> {
  await updateRows(db, 'transactions', { id }, { ...changes, is_unindexed: unindexedWith(changes.addresses) }).execute()
}

/** Notes a block that has, or had, a transaction. */
export const insertReport = inserter('transaction_reports')

/**
 * Another block has it, and the verdict stays.
 * @returns whether it was in another one
 */
export async function moveFollowed(
  db: Db,
  id: string,
  place: Pick<TransactionRow, 'block_number' | 'block_time' | 'block_hash' | 'updated_at'>,
): Promise<boolean> {
  return hasChanged(updateRows(db, 'transactions', { id }, place).where('block_hash', '!=', place.block_hash))
}

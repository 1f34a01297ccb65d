import type { Db, NonceRow, TransactionReportRow, TransactionRow } from '../schema.ts'

export async function insertTransaction(db: Db, row: TransactionRow): Promise<void> {
  await db.insertInto('transactions').values(row).execute()
}

export function findTransaction(db: Db, id: string): Promise<TransactionRow | undefined> {
  return db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Notes what happened on chain: the transaction's current state, and a line of its history. */
export async function reportTransaction(
  db: Db,
  row: Pick<TransactionRow, 'id' | 'transaction_id' | 'block_number' | 'block_time' | 'updated_at'>,
  report: TransactionReportRow,
): Promise<void> {
  const { id, ...changes } = row
  await db.updateTable('transactions').set(changes).where('id', '=', id).execute()
  await db.insertInto('transaction_reports').values(report).execute()
}

export type NonceScope = Pick<NonceRow, 'chain_id' | 'to_key' | 'from_key'>

/** The last number known to be used on chain; undefined before the first. */
export async function confirmedNonce(db: Db, scope: NonceScope): Promise<number | undefined> {
  const row = await db
    .selectFrom('nonces')
    .select('confirmed')
    .where('chain_id', '=', scope.chain_id)
    .where('to_key', '=', scope.to_key)
    .where('from_key', '=', scope.from_key)
    .executeTakeFirst()
  return row?.confirmed
}

/** The highest tracked number in a payload that has not expired; undefined when none is out. */
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

/** Raises the confirmed number; never lowers it. */
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

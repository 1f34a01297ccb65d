import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** What earlier transactions vouch for: payments below WARNING, and allowances by token and amount. Decimals of tokens. */
export async function up(db: Kysely<unknown>, { tableSuffix }: Dialect): Promise<void> {
  await db.schema
    .alterTable('counterparties')
    .addColumn('vouches', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  // A row does not say which transaction it is from, so it vouches only where the sender never reported a risky one.
  await sql`update counterparties set vouches = 1 where had_value = 1 and (chain_id, owner) in (
    select chain_id, from_key from transactions
    where valid = 1 and transaction_id is not null and block_number is not null
    group by chain_id, from_key having max(combined_score) <= 30)`.execute(db)

  await db.schema
    .createTable('granted_allowances')
    .modifyEnd(tableSuffix)
    .addColumn('chain_id', 'text', (c) => c.notNull())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('spender', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    // A decimal number of up to 78 digits, filled with zeros on the left, so that text order is number order.
    .addColumn('amount', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('granted_allowances_pk', ['chain_id', 'owner', 'spender', 'token'])
    .execute()

  await db.schema.alterTable('intel_entries').addColumn('decimals', 'integer').execute()
}

import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Reports are claims until a node confirms them; history vouches for amounts; nodes of one host are distinguished. */
export async function up(db: Kysely<unknown>, { bigint, tableSuffix }: Dialect): Promise<void> {
  for (const [name, type] of [
    ['validated_by', 'text'],
    ['standing', 'integer'],
    ['check_at', bigint],
    ['check_until', bigint],
  ] as const)
    await db.schema.alterTable('transactions').addColumn(name, type).execute()
  await db.schema
    .createIndex('transactions_to_check')
    .on('transactions')
    .columns(['chain_id', 'check_at'])
    .where(sql<boolean>`check_at is not null`)
    .execute()
  // Their payments are read from the requests afterwards (validation/confirm-reports.ts).
  await sql`update transactions set check_at = 0 where valid = 1 and transaction_id is not null
    and block_number is not null and origin is null`.execute(db)

  await db.schema
    .createTable('payments')
    .modifyEnd(tableSuffix)
    .addColumn('chain_id', 'text', (c) => c.notNull())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('counterparty', 'text', (c) => c.notNull())
    .addColumn('asset', 'text', (c) => c.notNull())
    // A decimal number of up to 78 digits, filled with zeros on the left, so that text order is number order.
    .addColumn('amount', 'text', (c) => c.notNull())
    .addColumn('paid_at', bigint, (c) => c.notNull())
    .addColumn('standing', 'integer', (c) => c.notNull())
    .addColumn('svc_tx_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('payments_pk', ['chain_id', 'owner', 'counterparty', 'asset'])
    .execute()
  await db.schema.createIndex('payments_transaction').on('payments').column('svc_tx_id').execute()

  await db.schema.alterTable('chain_heads').addColumn('node_id', 'text').execute()

  const withStanding = async (table: string) => {
    await db.schema
      .alterTable(table)
      .addColumn('standing', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
  }
  await withStanding('counterparties')
  // Contacts are from blocks and nodes. The column stays, unused: sums of rows name the columns that they had (sqlite/row-checksums.ts).
  await sql`update counterparties set standing = 2 where vouches = 0`.execute(db)
  await withStanding('granted_allowances')
  await db.schema.alterTable('granted_allowances').addColumn('svc_tx_id', 'text').execute()
  await db.schema
    .createIndex('granted_allowances_transaction')
    .on('granted_allowances')
    .column('svc_tx_id')
    .where(sql<boolean>`svc_tx_id is not null`)
    .execute()
}

import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** What lists say later about stored transactions and known counterparties: the runs that looked, and what got worse. */
export async function up(db: Kysely<unknown>, { bigint, bytes, tableSuffix }: Dialect): Promise<void> {
  const table = (name: string) => db.schema.createTable(name).modifyEnd(tableSuffix)
  await table('rescreens')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('RUNNING', 'DONE')`))
    .addColumn('source', 'text')
    .addColumn('addresses', sql.raw(bytes))
    .addColumn('since_at', bigint, (c) => c.notNull())
    .addColumn('next_at', bigint)
    .addColumn('next_id', 'text')
    .addColumn('started_at', bigint, (c) => c.notNull())
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('rescreens_running')
    .on('rescreens')
    .columns(['started_at', 'id'])
    .where(sql<boolean>`state = 'RUNNING'`)
    .execute()

  await table('verdict_changes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('rescreen_id', 'text', (c) => c.notNull())
    .addColumn('svc_tx_id', 'text', (c) => c.references('transactions.id').onDelete('cascade'))
    .addColumn('chain_id', 'text', (c) => c.notNull())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('at', bigint, (c) => c.notNull())
    .addColumn('from_verdict', 'text')
    .addColumn('from_score', 'integer')
    .addColumn('to_verdict', 'text', (c) => c.notNull())
    .addColumn('to_score', 'integer', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('hops', 'integer', (c) => c.notNull())
    .addColumn('sub_categories', 'text', (c) => c.notNull())
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('verdict_changes').columns(columns).execute()
  await index('verdict_changes_transaction', ['svc_tx_id', 'at', 'id'])
  await index('verdict_changes_rescreen', ['rescreen_id', 'id'])
  await index('verdict_changes_address', ['address', 'owner'])
  await db.schema
    .createIndex('verdict_changes_counterparty')
    .unique()
    .on('verdict_changes')
    .columns(['chain_id', 'owner', 'address', 'to_verdict'])
    .where(sql<boolean>`svc_tx_id is null`)
    .execute()

  await db.schema.createIndex('counterparties_counterparty').on('counterparties').column('counterparty').execute()
}

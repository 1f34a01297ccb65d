import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Counterparties of senders, and the hop graph. */
export async function up(db: Kysely<unknown>, { bigint, bytes, tableSuffix }: Dialect): Promise<void> {
  const table = (name: string) => db.schema.createTable(name).modifyEnd(tableSuffix)

  await table('counterparties')
    .addColumn('chain_id', 'text', (c) => c.notNull())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('counterparty', 'text', (c) => c.notNull())
    .addColumn('ends', 'integer', (c) => c.notNull())
    .addColumn('first_seen', bigint, (c) => c.notNull())
    .addColumn('last_seen', bigint, (c) => c.notNull())
    .addColumn('count', bigint, (c) => c.notNull())
    .addColumn('had_value', 'integer', (c) => c.notNull().check(sql`had_value in (0, 1)`))
    .addPrimaryKeyConstraint('counterparties_pk', ['chain_id', 'owner', 'counterparty'])
    .execute()
  // For lookalikes among the thousands of counterparties a sender can have.
  await db.schema
    .createIndex('counterparties_ends')
    .on('counterparties')
    .columns(['chain_id', 'owner', 'ends'])
    .execute()

  // Each pair once, the smaller address first; the index serves the other direction.
  await table('graph_edges')
    .addColumn('chain_id', 'text', (c) => c.notNull())
    .addColumn('a', sql.raw(bytes), (c) => c.notNull())
    .addColumn('b', sql.raw(bytes), (c) => c.notNull())
    .addColumn('count', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('graph_edges_pk', ['chain_id', 'a', 'b'])
    .addCheckConstraint('graph_edges_order', sql`a < b`)
    .execute()
  await db.schema.createIndex('graph_edges_back').on('graph_edges').columns(['chain_id', 'b', 'a']).execute()

  await db.schema.createIndex('transactions_created').on('transactions').columns(['created_at', 'id']).execute()
  // Transactions of a sender on chain.
  await db.schema
    .createIndex('transactions_on_chain')
    .on('transactions')
    .columns(['chain_id', 'from_key'])
    .where(sql<boolean>`valid = 1 and transaction_id is not null and block_number is not null`)
    .execute()
}

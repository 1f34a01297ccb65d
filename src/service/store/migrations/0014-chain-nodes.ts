import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Nodes of chains, chains whose nodes are not read, and what nodes can do. */
export async function up(db: Kysely<unknown>, { bigint, tableSuffix }: Dialect): Promise<void> {
  const table = (name: string) => db.schema.createTable(name).modifyEnd(tableSuffix)

  await table('chain_nodes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('chain_id', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('sealed_url', 'text', (c) => c.notNull())
    .addColumn('priority', 'integer', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute()

  await table('paused_chains')
    .addColumn('chain_id', 'text', (c) => c.primaryKey())
    .addColumn('paused_at', bigint, (c) => c.notNull())
    .execute()

  await table('chain_probes')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('probed_at', bigint, (c) => c.notNull())
    .execute()
}

import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Since when a chain or a node gives nothing. */
export async function up(db: Kysely<unknown>, { bigint }: Dialect): Promise<void> {
  await db.schema.alterTable('chain_heads').addColumn('silent_since', bigint).execute()
  await sql`
    update chain_heads set silent_since = coalesce(tip_time * 1000, updated_at) where state in ('WAITING', 'STOPPED')
  `.execute(db)
  await db.schema.alterTable('chain_probes').addColumn('answered_at', bigint).execute()
  await db.schema.alterTable('chain_probes').addColumn('failed_at', bigint).execute()
}

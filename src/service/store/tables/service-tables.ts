import { sql } from 'kysely'
import { type Definer, key, oneOf, required } from './define.ts'

/** Keys, signers, settings, counters, stored answers and the audit log. */
export async function createServiceTables({ db, name, bigint, table, index }: Definer): Promise<void> {
  await table('api_keys')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', oneOf('kind', 'validation', 'management'))
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('hint', 'text', required)
    .addColumn('name', 'text')
    .addColumn('created_at', bigint, required)
    .addColumn('last_used_at', bigint)
    .addColumn('revoked_at', bigint)
    .execute()

  await table('signers')
    .addColumn('address', 'text', key)
    .addColumn('sealed_private_key', 'text', required)
    .addColumn('created_at', bigint, required)
    .addColumn('retired_at', bigint)
    .execute()

  await table('nonces')
    .addColumn('chain_id', 'text', required)
    .addColumn('to_key', 'text', required)
    .addColumn('from_key', 'text', required)
    .addColumn('confirmed', bigint, required)
    .addColumn('updated_at', bigint, required)
    .addPrimaryKeyConstraint('nonces_pk', ['chain_id', 'to_key', 'from_key'])
    .execute()

  await table('settings')
    .addColumn('name', 'text', key)
    .addColumn('value', 'text', required)
    .addColumn('updated_at', bigint, required)
    .execute()

  await table('revisions').addColumn('name', 'text', key).addColumn('value', 'integer', required).execute()

  // Updated in the transaction of each insert and delete.
  await table('kept_counts').addColumn('name', 'text', key).addColumn('count', bigint, required).execute()
  await sql`insert into kept_counts (name, count) values ('allow', 0), ('block', 0), ('monitors', 0)`.execute(db)

  // Of the rows of a SQLite file (sqlite/row-checksums.ts). PostgreSQL has its own, over pages.
  if (name === 'sqlite')
    await db.schema
      .createTable('table_checksums')
      .modifyEnd(sql`strict, without rowid`)
      .addColumn('name', 'text', (c) => c.primaryKey().notNull())
      .addColumn('columns', 'text', required)
      .addColumn('row_count', 'integer', required)
      .addColumn('sum', 'integer', required)
      .execute()

  await table('idempotent_answers')
    .addColumn('scope', 'text', key)
    .addColumn('request_hash', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('sealed_answer', 'text', required)
    .addColumn('good_until', bigint)
    .addColumn('evidence_revision', 'integer')
    .addColumn('created_at', bigint, required)
    .addColumn('expires_at', bigint, required)
    .execute()
  await index('idempotent_answers', 'expiry', ['expires_at'])

  await table('audit')
    .addColumn('id', 'text', key)
    .addColumn('at', bigint, required)
    .addColumn('actor', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('resource_id', 'text', required)
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute()
  await index('audit', 'at', ['at', 'id'])
  await index('audit', 'action', ['action', 'at', 'id'])
  await index('audit', 'actor', ['actor', 'at', 'id'])
  await index('audit', 'resource', ['resource_id', 'at', 'id'])
}

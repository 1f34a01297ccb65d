import { type Kysely, sql } from 'kysely'

const COLUMNS = ['created_at', 'id', 'chain_id', 'valid', 'updated_at', 'combined_score']

const FIRST_COLUMN = {
  transactions_created: 'created_at',
  transactions_blocked: 'created_at',
  transactions_chain: 'chain_id',
  transactions_score: 'combined_score',
  transactions_updated: 'updated_at',
}

/**
 * Every index that a list of transactions is filtered or ordered by gets all columns of filters and orders: matches are
 * sorted without reading the rows, whose last columns SQLite finds only by walking through a request and a result of up to
 * a megabyte each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, first] of Object.entries(FIRST_COLUMN)) {
    await db.schema.dropIndex(name).execute()
    const index = db.schema
      .createIndex(name)
      .on('transactions')
      .columns([first, ...COLUMNS.filter((column) => column !== first)])
    await (name === 'transactions_blocked' ? index.where(sql<boolean>`valid = 0`) : index).execute()
  }
}

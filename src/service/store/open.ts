import { sql } from 'kysely'
import { isPostgresUrl } from '../../shared/database-url.ts'
import { WardenError } from '../../shared/errors.ts'
import type { PostgresOptions } from './postgres/open.ts'
import { openSqliteStore } from './sqlite/open.ts'
import type { Store } from './store.ts'

export interface StoreOptions extends PostgresOptions {
  /** Whether writes are refused, after the database was created and migrated. */
  readonly isReadOnly?: boolean
}

/**
 * Opens a SQLite file or a PostgreSQL database; creates and migrates it as needed.
 * @param database path or PostgreSQL URL
 */
export async function openStore(database: string, options: StoreOptions): Promise<Store> {
  const store = await openWritable(database, options)
  if (!options.isReadOnly) return store
  if (!store.isShared) await sql`pragma query_only = on`.execute(store.read)
  return { ...store, write: refuseWrite }
}

async function openWritable(database: string, options: PostgresOptions): Promise<Store> {
  if (!isPostgresUrl(database)) return openSqliteStore(database, options)
  const { openPostgresStore } = await import('./postgres/open.ts')
  return openPostgresStore(database, options)
}

async function refuseWrite(): Promise<never> {
  throw new WardenError({ kind: 'refused', code: 'read-only', message: 'the database is open for reading only' })
}

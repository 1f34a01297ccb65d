import { isPostgresUrl } from '../../shared/database-url.ts'
import type { PostgresOptions } from './postgres/open.ts'
import { openSqliteStore } from './sqlite/open.ts'
import type { Store } from './store.ts'

/** Opens a database, made and migrated as needed: a SQLite file by its path, or a PostgreSQL database by its address. */
export async function openStore(database: string, options: PostgresOptions): Promise<Store> {
  if (!isPostgresUrl(database)) return openSqliteStore(database)
  const { openPostgresStore } = await import('./postgres/open.ts')
  return openPostgresStore(database, options)
}

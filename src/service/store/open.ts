import { isPostgresUrl } from '../../shared/database-url.ts'
import type { PostgresOptions } from './postgres/open.ts'
import { openSqliteStore } from './sqlite/open.ts'
import type { Store } from './store.ts'

/**
 * Opens a SQLite file or a PostgreSQL database; creates and migrates it as needed.
 * @param database path or PostgreSQL URL
 */
export async function openStore(database: string, options: PostgresOptions): Promise<Store> {
  if (!isPostgresUrl(database)) return openSqliteStore(database, options)
  const { openPostgresStore } = await import('./postgres/open.ts')
  return openPostgresStore(database, options)
}

import { sql } from 'kysely'
import { isPostgresUrl } from '../../shared/database-url.ts'
import { refusal } from '../../shared/errors.ts'
import { runningMs } from '../../shared/time/clock.ts'
import type { Meters } from '../runtime/meters.ts'
import type { PostgresOptions } from './postgres/open.ts'
import { openSqliteStore } from './sqlite/open.ts'
import type { Store } from './store.ts'

type StoreMeters = Pick<Meters, 'committed' | 'databaseFailed'>

export interface StoreOptions extends PostgresOptions {
  /** Whether writes are refused, after the database was created and migrated. */
  readonly isReadOnly?: boolean
  readonly meters?: StoreMeters | undefined
}

/**
 * Opens a SQLite file or a PostgreSQL database; creates and migrates it as needed.
 * @param database path or PostgreSQL URL
 */
export async function openStore(database: string, options: StoreOptions): Promise<Store> {
  const store = await openWritable(database, options)
  if (!options.isReadOnly) return options.meters ? metered(store, options.meters) : store
  if (!store.isShared) await sql`pragma query_only = on`.execute(store.read)
  return { ...store, write: refuseWrite }
}

async function openWritable(database: string, options: PostgresOptions): Promise<Store> {
  if (!isPostgresUrl(database)) return openSqliteStore(database, options)
  const { openPostgresStore } = await import('./postgres/open.ts')
  return openPostgresStore(database, options)
}

/** Measures writes as their callers see them: with the wait for a shared commit. */
function metered(store: Store, meters: StoreMeters): Store {
  return {
    ...store,
    async write(work) {
      const started = runningMs()
      try {
        const result = await store.write(work)
        meters.committed(runningMs() - started)
        return result
      } catch (error) {
        if (store.failureOf(error) !== undefined) meters.databaseFailed()
        throw error
      }
    },
  }
}

async function refuseWrite(): Promise<never> {
  throw refusal('read-only', 'the database is open for reading only')
}

import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isPostgresUrl } from '../../shared/database-url.ts'
import { missingMigrations } from './migrate.ts'
import type { PostgresOptions } from './postgres/open.ts'
import { checkNotForeign, migrationsIn } from './sqlite/checks.ts'
import { lastBackupAt } from './sqlite/last-backup.ts'
import { databaseExists } from './sqlite/lost-database.ts'

export interface PendingMigrations {
  readonly exists: boolean
  readonly bytes: number
  readonly applied: number
  /** Names, in the order in which the next command would apply them. */
  readonly pending: readonly string[]
  /** Time of the last `local backup` (ms); null: none is known. */
  readonly backupAt: number | null
}

/**
 * Reads which migrations a database lacks, and writes nothing.
 * @throws WardenError `newer-database`, `unpublished-build`, and what opening throws
 */
export async function pendingMigrations(database: string, options: PostgresOptions): Promise<PendingMigrations> {
  if (isPostgresUrl(database)) {
    const { postgresMigrations } = await import('./postgres/open.ts')
    const { applied, bytes } = await postgresMigrations(database, options)
    return { ...compared(applied, options), exists: applied !== undefined, bytes, backupAt: null }
  }
  if (!databaseExists(database)) return { ...compared(undefined, options), exists: false, bytes: 0, backupAt: null }
  const file = new DatabaseSync(database, { readOnly: true, timeout: 1000 })
  try {
    checkNotForeign(file, database)
    return {
      ...compared(migrationsIn(file), options),
      exists: true,
      bytes: statSync(database).size,
      backupAt: lastBackupAt(database) ?? null,
    }
  } finally {
    file.close()
  }
}

function compared(
  applied: readonly string[] | undefined,
  { migrations }: PostgresOptions,
): Pick<PendingMigrations, 'applied' | 'pending'> {
  return { applied: applied?.length ?? 0, pending: missingMigrations(applied ?? [], migrations) }
}

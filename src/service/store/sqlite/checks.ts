import type { DatabaseSync } from 'node:sqlite'
import { refusal, WardenError } from '../../../shared/errors.ts'
import { MIGRATION_TABLE } from '../migrate.ts'
import { isCorrupt, isNotADatabase } from './failures.ts'
import { lastBackup } from './last-backup.ts'

/** "txwd": identifies txwarden's SQLite files. */
export const APPLICATION_ID = 0x74787764

/** Limit of reported faults; SQLite lists up to a hundred. */
const FAULTS = 1

/**
 * Reads every page. `integrity_check` also compares indexes with their tables; `quick_check` does not.
 * @param name of the file, for errors
 * @param table absent: all, and the pages of none
 * @throws WardenError `damaged-database`, `not-a-database`
 */
export function checkSound(
  database: DatabaseSync,
  name: string,
  check: 'integrity_check' | 'quick_check',
  table?: string,
): void {
  const scope = table === undefined ? FAULTS : `"${table}"`
  const row = explainingDamage(name, () => database.prepare(`pragma ${check}(${scope})`).get())
  const found = String(Object.values(row ?? {})[0])
  // SQLite puts a heading on a line of its own.
  if (found !== 'ok') throw damaged(name, found.replaceAll('\n', ' '))
}

/**
 * Refuses another program's database; accepts an empty one.
 * @throws WardenError `foreign-database`, `damaged-database`, `not-a-database`
 */
export function checkNotForeign(database: DatabaseSync, name: string): void {
  // In this order: another process that makes the database first says whose it is.
  const isForeign = explainingDamage(name, () => tableCount(database) > 0 && !isOurs(database))
  if (isForeign) throw foreign(name, "is another program's database")
}

/** Refuses anything but a txwarden database, also an empty one. Throws as `checkNotForeign` does. */
export function checkOurs(database: DatabaseSync, name: string): void {
  if (!explainingDamage(name, () => isOurs(database))) throw foreign(name, 'is not a txwarden database')
}

/** Whether it has no content, not even a schema. */
export function isBlank(database: DatabaseSync): boolean {
  return !isOurs(database) && tableCount(database) === 0
}

/** Names of its migrations; none while another process still makes it. */
export function migrationsIn(database: DatabaseSync): string[] {
  if (database.prepare('select 1 from sqlite_schema where name = ?').get(MIGRATION_TABLE) === undefined) return []
  return database
    .prepare(`select name from ${MIGRATION_TABLE} order by name`)
    .all()
    .map(({ name }) => String(name))
}

export function isOurs(database: DatabaseSync): boolean {
  return database.prepare('pragma application_id').get()?.application_id === APPLICATION_ID
}

function tableCount(database: DatabaseSync): number {
  return Number(database.prepare('select count(*) as count from sqlite_master').get()?.count)
}

/** Runs `work` and turns errors about unreadable content into errors that name the file. */
export function explainingDamage<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (isCorrupt(error)) throw damaged(name, error instanceof Error ? error.message : String(error), error)
    if (isNotADatabase(error))
      throw refusal('not-a-database', `${name} is not a SQLite database`, {
        parameters: lastBackup(name).parameters,
        cause: error,
      })
    throw error
  }
}

/** Whether a file cannot be read as a database. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof WardenError && ['damaged-database', 'not-a-database'].includes(error.code)
}

export function damaged(name: string, fault: string, cause?: unknown): WardenError {
  const { text, parameters } = lastBackup(name)
  return refusal('damaged-database', `${name} is damaged: ${fault}`, {
    details: ['Restore a backup from before the damage.', ...(text === undefined ? [] : [text])],
    parameters,
    cause,
  })
}

export function foreign(name: string, fault: string): WardenError {
  return refusal('foreign-database', `${name} ${fault}`)
}

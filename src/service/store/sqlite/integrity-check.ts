import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { requirePublished, SCHEMA_VERSION } from '../migrate.ts'
import { checkOurs, checkSound, explainingDamage, isBlank, isOurs, migrationsIn } from './checks.ts'
import { checkMark, hasMarkedRows, readMark } from './high-water-mark.ts'
import { databaseExists, requireNotBlank } from './lost-database.ts'
import { OPEN_DEADLINE_MS, retryBusy } from './retry-busy.ts'
import { checkRows, isSmall } from './row-checksums.ts'
import { hasStaleHolder, isServed } from './serve-lock.ts'
import { requireSoleName } from './sole-name.ts'

/** Result of a check of a database file, without the migration that opening it as a store would do. */
export interface IntegrityReport {
  readonly database: string
  readonly exists: boolean
  readonly bytes: number
  /** False: the file is too large to read it completely; only the rows of small tables were checked. */
  readonly wasChecked: boolean
  /** The database was used, and without a mark of its last writes a loss cannot be noticed. */
  readonly lacksMark: boolean
  readonly schemaVersion: number
  /** Schema version of this program. */
  readonly knownSchemaVersion: number
  /** stale: the last `serve` was killed. */
  readonly serve: 'running' | 'stopped' | 'stale'
}

const MOST_BYTES = 1024 ** 3
/** Larger files are read completely after the start of a server only: a million validations take a minute. */
const AT_START_BYTES = 32 * 1024 ** 2

/** As `checkIntegrity`, for the start of a server. */
export function checkAtStart(database: string): IntegrityReport & { readonly isCheckedLater: boolean } {
  const report = retryBusy(OPEN_DEADLINE_MS, () => checkFile(database, AT_START_BYTES))
  return { ...report, isCheckedLater: report.exists && !report.wasChecked && report.bytes <= MOST_BYTES }
}

/**
 * Reads every table, each in a read transaction of its own: the log cannot be copied into the database beyond the begin of
 * the oldest one.
 * @throws WardenError `damaged-database`, `altered-rows`
 */
export function checkTables(database: string): void {
  const file = new DatabaseSync(database, { readOnly: true, timeout: 1000 })
  try {
    for (const table of tablesOf(file, database)) {
      file.exec('begin')
      checkSound(file, database, 'integrity_check', table)
      checkRows(file, database, table)
      file.exec('commit')
    }
  } finally {
    file.close()
  }
}

/**
 * @throws WardenError `damaged-database`, `not-a-database`, `foreign-database`, `lost-writes`, `damaged-mark`,
 *   `altered-rows`, `unpublished-build`, and what `requireSoleName` throws
 */
export function checkIntegrity(database: string): IntegrityReport {
  return retryBusy(OPEN_DEADLINE_MS, () => checkFile(database, MOST_BYTES))
}

function checkFile(database: string, mostBytes: number): IntegrityReport {
  const serve = isServed(database) ? 'running' : hasStaleHolder(database) ? 'stale' : 'stopped'
  const notThere = {
    database,
    exists: false,
    bytes: 0,
    wasChecked: false,
    lacksMark: false,
    schemaVersion: 0,
    knownSchemaVersion: SCHEMA_VERSION,
    serve,
  } as const
  if (!databaseExists(database)) return notThere
  requireSoleName(database)
  const { size: bytes } = statSync(database)
  const mark = readMark(database)
  const file = new DatabaseSync(database, { readOnly: true, timeout: 1000 })
  try {
    if (mark) explainingDamage(database, () => requireNotBlank(file, database))
    else if (explainingDamage(database, () => isBeingMade(file))) return notThere
    checkOurs(file, database)
    const applied = explainingDamage(database, () => migrationsIn(file))
    requirePublished(applied)
    const wasChecked = bytes <= mostBytes
    if (wasChecked) checkSound(file, database, 'integrity_check')
    else
      for (const table of tablesOf(file, database).filter(isSmall)) checkSound(file, database, 'integrity_check', table)
    explainingDamage(database, () => checkMark(file, database, mark))
    file.exec('begin')
    checkRows(file, database, wasChecked ? 'all' : 'small')
    file.exec('commit')
    const lacksMark = mark === undefined && explainingDamage(database, () => hasMarkedRows(file))
    return { ...notThere, exists: true, bytes, wasChecked, lacksMark, schemaVersion: applied.length }
  } finally {
    file.close()
  }
}

function tablesOf(file: DatabaseSync, name: string): string[] {
  const tables = explainingDamage(name, () => file.prepare("select name from sqlite_schema where type = 'table'").all())
  return tables.map((table) => String(table.name))
}

/** Another process creates it now, or was killed when it did: who opens it next completes it. */
function isBeingMade(file: DatabaseSync): boolean {
  return isBlank(file) || (isOurs(file) && migrationsIn(file).length === 0)
}

import { WardenError } from '../../../shared/errors.ts'
import { isAtFileLimit } from '../../../shared/files/open-files.ts'
import {
  extendedSqliteCode,
  isLogIndexFull,
  isSqliteBusy,
  isUnsynced,
  SQLITE,
  sqliteCode,
} from '../../../shared/system/sqlite-code.ts'
import { type StoreFailure, WritesStopped } from '../store.ts'

/** SQLITE_READONLY_DBMOVED: the file was renamed or deleted since it was opened. */
const MOVED = 1032

/** Codes of the refusals of `connection.ts`, `checks.ts`, `high-water-mark.ts`, `row-checksums.ts` and `open-files.ts`. */
const REFUSALS: Readonly<Record<string, StoreFailure>> = {
  'damaged-database': 'damaged',
  'not-a-database': 'damaged',
  'lost-writes': 'damaged',
  'altered-rows': 'damaged',
  'database-moved': 'moved',
  'unusable-database': 'not-writable',
  'out-of-resources': 'out-of-resources',
}

export const isBusy = isSqliteBusy

export function failureOf(error: unknown): StoreFailure | undefined {
  if (error instanceof WritesStopped) return error.failure
  if (error instanceof WardenError) return REFUSALS[error.code]
  if (extendedSqliteCode(error) === MOVED) return 'moved'
  switch (sqliteCode(error)) {
    case SQLITE.BUSY:
    case SQLITE.LOCKED:
      return 'busy'
    case SQLITE.FULL:
      return 'disk-full'
    case SQLITE.IOERR:
      return isUnsynced(error) ? 'outcome-unknown' : 'disk-error'
    case SQLITE.PERM:
    case SQLITE.READONLY:
      return 'not-writable'
    case SQLITE.CANTOPEN:
      return isAtFileLimit() ? 'out-of-resources' : 'not-writable'
    case SQLITE.CORRUPT:
    case SQLITE.NOTADB:
      return 'damaged'
    case SQLITE.NOMEM:
      return 'unavailable'
    default:
      return undefined
  }
}

/**
 * Failures after which the same connection must not write again. A full disk is none: the write is rolled back, and the
 * next one fails or succeeds by itself.
 */
const STOPPING: Partial<Record<StoreFailure, StoreFailure>> = {
  'disk-error': 'disk-error',
  'outcome-unknown': 'disk-error',
  'not-writable': 'not-writable',
  'out-of-resources': 'out-of-resources',
  damaged: 'damaged',
  moved: 'moved',
}

/** Why later writes must wait for a check; undefined when they need not. */
export function stoppingFailure(error: unknown): StoreFailure | undefined {
  const failure = failureOf(error)
  // The log has the commit by then; the check overwrites it.
  if (isLogIndexFull(error)) return failure
  return failure && STOPPING[failure]
}

/** Why the file system refuses access to a file; undefined for other errors. */
export function fileFault(error: unknown): string | undefined {
  switch (sqliteCode(error)) {
    case SQLITE.CANTOPEN:
      return 'it cannot be opened'
    case SQLITE.PERM:
    case SQLITE.READONLY:
      return 'it cannot be written'
    case SQLITE.IOERR:
      return 'disk error'
    default:
      return undefined
  }
}

export function isNotADatabase(error: unknown): boolean {
  return sqliteCode(error) === SQLITE.NOTADB
}

export function isCorrupt(error: unknown): boolean {
  return sqliteCode(error) === SQLITE.CORRUPT
}

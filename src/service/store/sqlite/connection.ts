import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { refusal, unavailable } from '../../../shared/errors.ts'
import { makeFolder } from '../../../shared/files/make-folder.ts'
import { checkNotForeign } from './checks.ts'
import { failureOf, fileFault } from './failures.ts'
import { OPEN_DEADLINE_MS, retryBusy } from './retry-busy.ts'
import { keepChecksums } from './row-checksums.ts'
import { requireSoleName } from './sole-name.ts'

/** How long SQLite waits for a lock (ms); it blocks the event loop. */
const BUSY_TIMEOUT_MS = 1000
/** Prepared statements per connection. */
const CACHED_STATEMENTS = 256

/** SQLite truncates the WAL to this size after a long read or a large transaction made it grow. */
const LOG_BYTES = 64 * 1024 * 1024

/**
 * Verified on every connection. WAL: readers never wait. synchronous = FULL: a commit survives a power cut (NORMAL, the
 * usual choice with WAL, loses acknowledged rows). trusted_schema and cell_size_check protect against tampered files.
 */
const PRAGMAS = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  trusted_schema: 0,
  cell_size_check: 1,
  journal_size_limit: LOG_BYTES,
} as const

export interface ConnectionOptions {
  readonly busyTimeoutMs?: number
  /** Set for a connection that writes rows: whether it may sum them for the first time (row-checksums.ts). */
  readonly maySumRows?: () => boolean
  /** Limit for the whole opening, which blocks the event loop (ms). */
  readonly deadlineMs?: number
}

/**
 * Opens a database file; creates it with mode 0600.
 * @throws WardenError `not-a-database`, `damaged-database`, `unusable-database`, `out-of-resources`, `foreign-database`, and
 *   what `requireSoleName` and `keepChecksums` throw
 */
export function openConnection(
  path: string,
  { busyTimeoutMs = BUSY_TIMEOUT_MS, deadlineMs = OPEN_DEADLINE_MS, maySumRows }: ConnectionOptions = {},
): DatabaseSync {
  makePrivateFile(path)
  requireSoleName(path)
  try {
    return retryBusy(deadlineMs, () => prepareConnection(path, busyTimeoutMs, maySumRows))
  } catch (error) {
    const fault = fileFault(error)
    if (!fault) throw error
    if (failureOf(error) === 'out-of-resources')
      throw unavailable('out-of-resources', `cannot use the database ${path}: too many open files`, {
        try: 'ulimit -n 1024',
        cause: error,
      })
    throw refusal('unusable-database', `cannot use the database ${path}: ${fault}`, { cause: error })
  }
}

function prepareConnection(
  path: string,
  busyTimeoutMs: number,
  maySumRows: ConnectionOptions['maySumRows'],
): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
  try {
    // Before any change: enabling WAL would modify another program's file.
    checkNotForeign(database, path)
    for (const [name, value] of Object.entries({ ...PRAGMAS, busy_timeout: busyTimeoutMs }))
      assertPragma(database, name, value)
    if (maySumRows) keepChecksums(database, path, maySumRows)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function assertPragma(database: DatabaseSync, name: string, value: string | number): void {
  if (readPragma(database, name) === value) return
  database.exec(`pragma ${name} = ${value}`)
  const actual = readPragma(database, name)
  if (actual !== value) throw new Error(`the database runs with ${name} = ${actual}, not ${value}`)
}

function readPragma(database: DatabaseSync, name: string): unknown {
  const row = database.prepare(`pragma ${name}`).get()
  return row === undefined ? undefined : Object.values(row)[0]
}

function makePrivateFile(path: string): void {
  if (path === ':memory:' || existsSync(path)) return
  makeFolder(dirname(path))
  closeSync(openSync(path, 'a', 0o600))
}

/** Adapts node:sqlite to Kysely's SQLite driver and caches prepared statements. */
export function forKysely(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = cache.get(sql)
      if (known) return known
      const statement = adapt(database.prepare(sql))
      if (cache.size >= CACHED_STATEMENTS) cache.delete(cache.keys().next().value ?? '')
      cache.set(sql, statement)
      return statement
    },
  }
}

type Parameters = (null | number | bigint | string | Uint8Array)[]

function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as Parameters)),
    run: (parameters) => statement.run(...(parameters as Parameters)),
    iterate: (parameters) => statement.iterate(...(parameters as Parameters)),
  }
}

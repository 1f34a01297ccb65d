import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { WardenError } from '../../../shared/errors.ts'
import { makeFolder } from '../../../shared/make-folder.ts'
import { fileFault, isBusy, isNotADatabase } from './failures.ts'
import { requireSoleName } from './sole-name.ts'

/** How long SQLite itself waits for a lock (ms), with the event loop held. */
const BUSY_TIMEOUT_MS = 1000
/** How long opening may wait for other processes that make the same file (ms). */
export const OPEN_DEADLINE_MS = 10_000
/** Statements kept prepared per connection. */
const CACHED_STATEMENTS = 256

/** "txwd": tells our files from other SQLite databases. */
export const APPLICATION_ID = 0x74787764

/** The log goes back to this size once nobody reads what made it longer (a long read, a large transaction). */
const LOG_BYTES = 64 * 1024 * 1024

/**
 * What every connection must say of itself. WAL: readers never wait. FULL: a commit survives a power cut
 * (SQLite's default in WAL mode, NORMAL, loses acknowledged rows). The last two refuse a tampered or damaged file.
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
}

/**
 * Opens (and makes, 0600) a database file.
 * @throws WardenError `not-a-database`, `unusable-database`, `foreign-database`, and what `requireSoleName` throws
 */
export function openConnection(
  path: string,
  { busyTimeoutMs = BUSY_TIMEOUT_MS }: ConnectionOptions = {},
): DatabaseSync {
  makePrivateFile(path)
  requireSoleName(path)
  const deadline = Date.now() + OPEN_DEADLINE_MS
  for (;;) {
    try {
      return prepareConnection(path, busyTimeoutMs)
    } catch (error) {
      if (isNotADatabase(error))
        throw new WardenError({
          kind: 'refused',
          code: 'not-a-database',
          message: `${path} is not a SQLite database`,
          try: 'txwarden local restore <file>',
          cause: error,
        })
      const fault = fileFault(error)
      if (fault)
        throw new WardenError({
          kind: 'refused',
          code: 'unusable-database',
          message: `${path} cannot be used as a database: ${fault}`,
          try: 'txwarden local path',
          cause: error,
        })
      // Two processes that make a file at once: turning WAL on needs the file alone and does not honour busy_timeout.
      if (!isBusy(error) || Date.now() > deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

function prepareConnection(path: string, busyTimeoutMs: number): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
  try {
    refuseForeign(path, database)
    for (const [name, value] of Object.entries({ ...PRAGMAS, busy_timeout: busyTimeoutMs }))
      assertPragma(database, name, value)
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

/** Before anything is changed: turning WAL on would leave its mark on somebody else's file. */
function refuseForeign(path: string, database: DatabaseSync): void {
  if (readPragma(database, 'application_id') === APPLICATION_ID) return
  const tables = database.prepare('select count(*) as count from sqlite_master').get()
  if (tables?.count === 0) return
  throw new WardenError({
    kind: 'refused',
    code: 'foreign-database',
    message: `${path} is a database of another program`,
    try: 'txwarden local path',
  })
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

/** node:sqlite in the shape Kysely's SQLite driver expects, with its statements kept prepared. */
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

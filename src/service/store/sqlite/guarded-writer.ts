import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Backoff } from '../../../shared/time/backoff.ts'
import { sleep } from '../../../shared/time/sleep.ts'
import type { Db } from '../schema/schema.ts'
import { type StoreFailure, WritesStopped } from '../store.ts'
import { damaged } from './checks.ts'
import { openConnection } from './connection.ts'
import { stoppingFailure } from './failures.ts'
import type { Writer } from './group-commit.ts'
import { checkMark, readMark } from './high-water-mark.ts'
import { toDb } from './kysely-dialect.ts'
import type { OpenFiles } from './open-files.ts'
import { isServed } from './serve-lock.ts'

/** In a thread: reading every page of a large file would block the event loop for seconds. */
const CODE = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync(workerData, { readOnly: true, timeout: 1000 })
try {
  parentPort.postMessage(Object.values(database.prepare('pragma quick_check(1)').get())[0])
} finally {
  database.close()
}
`

export interface GuardedWriterOptions {
  /** The store's other connection, which stays open. */
  readonly reader: DatabaseSync
  /** Undefined for a database in memory. */
  readonly files: OpenFiles | undefined
  readonly isServer: boolean
}

/** Wait before a check (ms): doubles up to the longest. */
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 4000
/** Larger files are checked by the mark of the last writes only. */
const MOST_BYTES = 1024 ** 3

/**
 * For many rows where no server waits for the lock. Indexes of addresses change all over: pages stay in memory until the
 * commit, and each is copied from the log less often. A server would do this copying at its next commit, so it gets SQLite's own values.
 */
const ALONE = 'pragma cache_size = -65536; pragma wal_autocheckpoint = 8000'
const BESIDE_SERVER = 'pragma cache_size = -2000; pragma wal_autocheckpoint = 1000'

/**
 * The connection for writes. After a failure of the disk or the files it takes no writes until a check with a new
 * connection passes. A failed fsync must not be repeated: Linux drops the pages that it could not write, and the next
 * fsync succeeds without them (Rebello et al., "Can Applications Recover from fsync Failures?", USENIX ATC 2020).
 */
export class GuardedWriter implements Writer {
  readonly #path: string
  readonly #reader: DatabaseSync
  readonly #files: OpenFiles | undefined
  readonly #isServer: boolean
  readonly #closing = new AbortController()
  #current: { readonly connection: DatabaseSync; readonly db: Db; isAlone: boolean } | undefined
  #stopped: { readonly failure: StoreFailure; readonly cause: unknown } | undefined
  #check: Promise<void> | undefined
  #damage: Error | undefined

  constructor(path: string, { reader, files, isServer }: GuardedWriterOptions) {
    this.#path = path
    this.#reader = reader
    this.#files = files
    this.#isServer = isServer
  }

  /** @throws WritesStopped */
  requireWritable(): void {
    if (this.#damage) throw new WritesStopped('damaged', this.#damage)
    if (this.#stopped) throw new WritesStopped(this.#stopped.failure, this.#stopped.cause)
  }

  /** Takes no writes from now on: only a restored backup helps, and that needs a stopped server. */
  refuse(damage: Error): void {
    this.#damage = damage
  }

  db(): Db {
    this.requireWritable()
    if (this.#current === undefined) {
      // Opening would create a missing file.
      this.#files?.requireInPlace()
      this.#current = this.#open()
    }
    return this.#current.db
  }

  /** Whether no server uses the file. Call it while many writes wait: it prepares the connection for them. */
  isAlone(): boolean {
    const isAlone = !this.#isServer && !isServed(this.#path)
    if (this.#current && this.#current.isAlone !== isAlone) {
      this.#current.connection.exec(isAlone ? ALONE : BESIDE_SERVER)
      this.#current.isAlone = isAlone
    }
    return isAlone
  }

  confirm(): void {
    this.#files?.requireInPlace()
  }

  failed(error: unknown): void {
    const failure = stoppingFailure(error)
    if (failure === undefined || this.#stopped || !this.#files) return
    this.#stopped = { failure, cause: error }
    // Before the refusal is answered: the process can be killed at any time.
    if (failure === 'moved' && this.#files.canSaveLog) saveLog(this.#reader)
    this.#check = this.#checkUntilSound(this.#files)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#check
    await this.#drop()
  }

  async #checkUntilSound(files: OpenFiles): Promise<void> {
    await this.#drop()
    const backoff = new Backoff(FIRST_WAIT_MS, LONGEST_WAIT_MS)
    for (;;) {
      await sleep(backoff.next(), this.#closing.signal)
      if (this.#closing.signal.aborted) return
      try {
        await this.#reopen(files)
        this.#stopped = undefined
        return
      } catch (error) {
        await this.#drop()
        const failure = stoppingFailure(error) ?? this.#stopped?.failure ?? 'disk-error'
        this.#stopped = { failure, cause: error }
        // Only a restored backup helps, and that needs a stopped server.
        if (failure === 'damaged') return
      }
    }
  }

  /** @throws when the files are not in place, lost acknowledged writes, are damaged, or cannot be written and synced */
  async #reopen(files: OpenFiles): Promise<void> {
    files.requireInPlace()
    const mark = readMark(this.#path)
    this.#current = this.#open()
    const { connection } = this.#current
    // Overwrites what the failed commit left in the log.
    probe(connection)
    checkMark(connection, this.#path, mark)
    if (statSync(this.#path).size <= MOST_BYTES) await quickCheck(this.#path)
    // Writes and syncs both files.
    connection.exec('pragma wal_checkpoint(truncate)')
    files.requireInPlace()
  }

  #open() {
    const maySumRows = () => this.#isServer || !isServed(this.#path)
    const connection = openConnection(this.#path, { busyTimeoutMs: 0, deadlineMs: 0, maySumRows })
    return { connection, db: toDb(connection), isAlone: false }
  }

  async #drop(): Promise<void> {
    const { connection, db } = this.#current ?? {}
    this.#current = undefined
    // A Kysely instance without a query has not taken its connection, and leaves it open.
    await db?.destroy()
    if (connection?.isOpen) connection.close()
  }
}

/** A commit that changes nothing: the header page is written with the value that it has. */
function probe(connection: DatabaseSync): void {
  const version = Number(connection.prepare('pragma user_version').get()?.user_version)
  connection.exec(`begin immediate; pragma user_version = ${version}; commit`)
}

/** Copies what a deleted log has into the database, through the descriptors that are still open. */
function saveLog(reader: DatabaseSync): void {
  try {
    reader.exec('pragma wal_checkpoint(truncate)')
  } catch {
    // The next check reports what is wrong.
  }
}

/**
 * Reads every page of a database in use, without blocking.
 * @throws WardenError `damaged-database`, and errors of SQLite
 */
async function quickCheck(path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const worker = new Worker(CODE, { eval: true, workerData: path })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the check of the database ended without a result')))
  const found = await promise
  if (found !== 'ok') throw damaged(path, found.replaceAll('\n', ' '))
}

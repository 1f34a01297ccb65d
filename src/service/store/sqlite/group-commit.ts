import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { isBusy } from './failures.ts'

interface Job {
  readonly work: (db: Db) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

type Outcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown }

/** Jobs that may share one commit: bounds how long the write lock is held. */
const MAX_BATCH = 64
/** How long a batch waits for the write lock before its callers hear that the database is busy (ms). */
const LOCK_DEADLINE_MS = 10_000
/** How long the lock is left alone between two batches (ms), so that other processes get their turn. */
const PAUSE_MS = 1

/**
 * Lets writes that arrive together share one transaction, and so one fsync; each is undone alone when it fails.
 * Callers continue only after COMMIT returned.
 */
export class GroupCommit {
  readonly #db: Db
  readonly #queue: Job[] = []
  #draining: Promise<void> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  run<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as Job['resolve'], reject })
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when everything that was handed in is committed or refused. */
  async idle(): Promise<void> {
    while (this.#draining) await this.#draining
  }

  async #drain(): Promise<void> {
    // Everything that arrives in this turn of the event loop shares the first commit.
    await Promise.resolve()
    while (this.#queue.length > 0) {
      await this.#commit(this.#queue.splice(0, MAX_BATCH))
      if (this.#queue.length > 0) await pause(PAUSE_MS)
    }
    this.#draining = undefined
  }

  async #commit(jobs: Job[]): Promise<void> {
    try {
      const outcomes = await this.#db.connection().execute((connection) => runBatch(connection, jobs))
      for (const [index, job] of jobs.entries()) {
        const outcome = outcomes[index]
        if (outcome?.ok) job.resolve(outcome.value)
        else job.reject(outcome?.error)
      }
    } catch (error) {
      for (const job of jobs) job.reject(error)
    }
  }
}

async function runBatch(connection: Db, jobs: readonly Job[]): Promise<Outcome[]> {
  await begin(connection)
  try {
    const outcomes: Outcome[] = []
    for (const job of jobs) outcomes.push(await runJob(connection, job))
    await sql`commit`.execute(connection)
    return outcomes
  } catch (error) {
    await rollback(connection)
    throw error
  }
}

async function runJob(connection: Db, job: Job): Promise<Outcome> {
  await sql`savepoint job`.execute(connection)
  try {
    const value = await job.work(connection)
    await sql`release job`.execute(connection)
    return { ok: true, value }
  } catch (error) {
    await sql`rollback to job`.execute(connection)
    await sql`release job`.execute(connection)
    return { ok: false, error }
  }
}

async function begin(connection: Db): Promise<void> {
  const deadline = performance.now() + LOCK_DEADLINE_MS
  for (;;) {
    try {
      await sql`begin immediate`.execute(connection)
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await pause(PAUSE_MS)
    }
  }
}

/** A failed COMMIT or a full disk may have rolled back already: then there is nothing left to undo. */
async function rollback(connection: Db): Promise<void> {
  try {
    await sql`rollback`.execute(connection)
  } catch {
    // "no transaction is active": the state we wanted.
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

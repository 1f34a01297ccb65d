import { CompiledQuery } from 'kysely'
import { runningMs } from '../../../shared/time/clock.ts'
import { sleep } from '../../../shared/time/sleep.ts'
import type { Db } from '../schema/schema.ts'
import { beginGathering, stopGathering, writeGathered } from '../writes/gathered-changes.ts'
import { type Settle, type WriteJob, WriteQueue } from '../writes/write-queue.ts'
import { stoppingFailure } from './failures.ts'
import { untilFree } from './retry-busy.ts'

/** Limit for a batch to hold the write lock, which also blocks the event loop (ms). */
const HOLD_MS = 10
/** The same where no server waits for the lock: fewer commits write and sync each changed page less often (ms). */
const ALONE_HOLD_MS = 250
/** Limit of the wait for the write lock (ms). */
const LOCK_DEADLINE_MS = 10_000
/** Pause after a commit (ms). Of two processes without pauses, one gets the lock only every few seconds. */
const PAUSE_MS = 1
/** Number of writes that do not wait for more. */
const ENOUGH = 512

/** Compiled once: they run for every write. */
const BEGIN = CompiledQuery.raw('begin immediate')
const COMMIT = CompiledQuery.raw('commit')
const ROLL_BACK = CompiledQuery.raw('rollback')
const SAVEPOINT = CompiledQuery.raw('savepoint job')
const RELEASE = CompiledQuery.raw('release job')
const ROLL_BACK_JOB = CompiledQuery.raw('rollback to job')

export interface Writer {
  /**
   * A connection without busy timeout, which would block the event loop.
   * @throws while writes are stopped
   */
  db(): Db
  /** Called after COMMIT. @throws when the commit is not where the next process looks for it */
  confirm(): void
  /** Called when a transaction failed as a whole. */
  failed(error: unknown): void
}

interface Limits {
  readonly holdMs?: number
  readonly aloneMs?: number
  /** Whether no server uses the database: read only for a batch that would end by the limit. */
  readonly isAlone?: () => boolean
}

/**
 * Concurrent writes share a transaction and its fsync. A failed write is rolled back alone. Promises resolve after COMMIT.
 */
export function groupCommit(
  writer: Writer,
  { holdMs = HOLD_MS, aloneMs = ALONE_HOLD_MS, isAlone = () => false }: Limits = {},
): WriteQueue {
  let committedAt = Number.NEGATIVE_INFINITY
  return new WriteQueue(async (queue) => {
    // Timers count from the start of their turn of the event loop, and a commit makes that turn long.
    while (runningMs() - committedAt < PAUSE_MS) await sleep(PAUSE_MS)
    await commitBatch(writer, { queue, taken: [], holdMs, aloneMs, isAlone })
    committedAt = runningMs()
  }, ENOUGH)
}

async function commitBatch(writer: Writer, batch: Batch): Promise<void> {
  try {
    const db = await untilFree(LOCK_DEADLINE_MS, () => writer.db())
    const settles = await db.connection().execute((connection) => runBatch(connection, batch))
    writer.confirm()
    for (const settle of settles) settle()
  } catch (error) {
    writer.failed(error)
    // Nothing is acknowledged. Without a connection or its lock, all waiting writes fail.
    for (const job of (batch.taken.length > 0 ? batch.taken : batch.queue).splice(0)) job.reject(error)
  }
}

interface Batch {
  readonly queue: WriteJob[]
  /** Jobs in the transaction. */
  readonly taken: WriteJob[]
  readonly holdMs: number
  readonly aloneMs: number
  readonly isAlone: () => boolean
}

/** Runs a job in the open transaction. */
type RunJob = (connection: Db, job: WriteJob) => Promise<Settle>

/**
 * Takes jobs from the queue until it is empty or the time limit is over, at least one. First without savepoints, because
 * failures are rare and a savepoint costs as much as a small job. When one of several jobs fails, rolls the batch back and
 * runs it again with a savepoint for each job.
 */
async function runBatch(connection: Db, batch: Batch): Promise<Settle[]> {
  try {
    await begin(connection)
    beginGathering(connection)
    try {
      return await commitJobs(connection, batch, runUnguarded)
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error
      if (stoppingFailure(error.cause)) throw error.cause
      await rollBack(connection)
      stopGathering(connection)
      const [job, ...others] = batch.taken
      if (job && others.length === 0) return [() => job.reject(error.cause)]
      batch.queue.unshift(...batch.taken.splice(0))
      await begin(connection)
      return await commitJobs(connection, batch, runInSavepoint)
    }
  } catch (error) {
    await rollBack(connection)
    throw error
  }
}

async function commitJobs(
  connection: Db,
  { queue, taken, holdMs, aloneMs, isAlone }: Batch,
  run: RunJob,
): Promise<Settle[]> {
  const started = runningMs()
  const settles: Settle[] = []
  let limit = holdMs
  do {
    const job = queue.shift()
    if (!job) break
    taken.push(job)
    settles.push(await run(connection, job))
    if (queue.length > 0 && runningMs() - started >= limit && limit < aloneMs && isAlone()) limit = aloneMs
  } while (runningMs() - started < limit)
  await writeGathered(connection)
  await connection.executeQuery(COMMIT)
  return settles
}

class JobFailure extends Error {}

async function runUnguarded(connection: Db, { work, resolve }: WriteJob): Promise<Settle> {
  try {
    const value = await work(connection)
    return () => resolve(value)
  } catch (error) {
    throw new JobFailure('a job failed', { cause: error })
  }
}

async function runInSavepoint(connection: Db, job: WriteJob): Promise<Settle> {
  await connection.executeQuery(SAVEPOINT)
  try {
    const value = await job.work(connection)
    await connection.executeQuery(RELEASE)
    return () => job.resolve(value)
  } catch (error) {
    await undoJob(connection, error)
    return () => job.reject(error)
  }
}

/** SQLite can roll back the whole transaction after a full disk or a failed write: then the batch fails with that cause. */
async function undoJob(connection: Db, cause: unknown): Promise<void> {
  if (stoppingFailure(cause)) throw cause
  try {
    await connection.executeQuery(ROLL_BACK_JOB)
    await connection.executeQuery(RELEASE)
  } catch {
    throw cause
  }
}

async function begin(connection: Db): Promise<void> {
  await untilFree(LOCK_DEADLINE_MS, () => connection.executeQuery(BEGIN))
}

/** After a failed COMMIT or a full disk SQLite may have rolled back already. */
async function rollBack(connection: Db): Promise<void> {
  try {
    await connection.executeQuery(ROLL_BACK)
  } catch {
    // "no transaction is active"
  }
}

import { CompiledQuery } from 'kysely'
import { sleep } from '../../../shared/sleep.ts'
import type { Db } from '../schema.ts'
import { type Job, type Tell, WriteQueue } from '../write-queue.ts'
import { isBusy } from './failures.ts'

/** How long one batch may hold the write lock, and with it the event loop (ms). */
const HOLD_MS = 10
/** How long a batch waits for the write lock before its callers hear that the database is busy (ms). */
const LOCK_DEADLINE_MS = 10_000
/**
 * How long the lock is left alone after a commit (ms), and how often a waiting process tries for it: of two that never
 * pause, one gets every turn, the other one in four seconds.
 */
const PAUSE_MS = 1
/** So many writes are not kept waiting for more. */
const ENOUGH = 128

/** Built once: they run for every write. */
const BEGIN = CompiledQuery.raw('begin immediate')
const COMMIT = CompiledQuery.raw('commit')
const ROLL_BACK = CompiledQuery.raw('rollback')
const SAVEPOINT = CompiledQuery.raw('savepoint job')
const RELEASE = CompiledQuery.raw('release job')
const ROLL_BACK_JOB = CompiledQuery.raw('rollback to job')

/**
 * Writes that arrive together share one transaction, and so one fsync; each is undone alone when it fails. Callers
 * continue only after COMMIT returned.
 * @param db a connection that does not wait for locks by itself: that would hold the event loop
 */
export function groupCommit(db: Db, holdMs = HOLD_MS): WriteQueue {
  let committedAt = Number.NEGATIVE_INFINITY
  return new WriteQueue(async (queue) => {
    // A timer counts from when its turn of the event loop began, which a commit makes long ago.
    while (performance.now() - committedAt < PAUSE_MS) await sleep(PAUSE_MS)
    await commitBatch(db, { queue, taken: [], holdMs })
    committedAt = performance.now()
  }, ENOUGH)
}

async function commitBatch(db: Db, batch: Batch): Promise<void> {
  try {
    const tellings = await db.connection().execute((connection) => runBatch(connection, batch))
    for (const tell of tellings) tell()
  } catch (error) {
    // Nothing of it was written. A lock that never came is everybody's who waited for it.
    for (const job of (batch.taken.length > 0 ? batch.taken : batch.queue).splice(0)) job.reject(error)
  }
}

interface Batch {
  readonly queue: Job[]
  /** Those of the queue that are in the transaction. */
  readonly taken: Job[]
  readonly holdMs: number
}

/** Does a job in the open transaction. */
type Run = (connection: Db, job: Job) => Promise<Tell>

/**
 * Takes jobs from the queue until it is empty or the lock was held long enough, at least one. At first without a
 * savepoint each: hardly any fails, and a savepoint costs as much as what it guards. When one does that is not alone, all of
 * it is undone and done again with them.
 */
async function runBatch(connection: Db, batch: Batch): Promise<Tell[]> {
  try {
    await begin(connection)
    try {
      return await commitJobs(connection, batch, trusting)
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error
      await rollBack(connection)
      const [job, ...others] = batch.taken
      if (job && others.length === 0) return [() => job.reject(error.cause)]
      batch.queue.unshift(...batch.taken.splice(0))
      await begin(connection)
      return await commitJobs(connection, batch, guarded)
    }
  } catch (error) {
    await rollBack(connection)
    throw error
  }
}

async function commitJobs(connection: Db, { queue, taken, holdMs }: Batch, run: Run): Promise<Tell[]> {
  const started = performance.now()
  const tellings: Tell[] = []
  do {
    const job = queue.shift()
    if (!job) break
    taken.push(job)
    tellings.push(await run(connection, job))
  } while (performance.now() - started < holdMs)
  await connection.executeQuery(COMMIT)
  return tellings
}

class JobFailure extends Error {}

async function trusting(connection: Db, { work, resolve }: Job): Promise<Tell> {
  try {
    const value = await work(connection)
    return () => resolve(value)
  } catch (error) {
    throw new JobFailure('a job failed', { cause: error })
  }
}

async function guarded(connection: Db, job: Job): Promise<Tell> {
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

/** A full disk or a failed write may have undone the whole transaction: then the batch fails with what caused it. */
async function undoJob(connection: Db, cause: unknown): Promise<void> {
  try {
    await connection.executeQuery(ROLL_BACK_JOB)
    await connection.executeQuery(RELEASE)
  } catch {
    throw cause
  }
}

async function begin(connection: Db): Promise<void> {
  const deadline = performance.now() + LOCK_DEADLINE_MS
  for (;;) {
    try {
      await connection.executeQuery(BEGIN)
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/** A failed COMMIT or a full disk may have rolled back already: then there is nothing left to undo. */
async function rollBack(connection: Db): Promise<void> {
  try {
    await connection.executeQuery(ROLL_BACK)
  } catch {
    // "no transaction is active": the state we wanted.
  }
}

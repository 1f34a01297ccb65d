import { CompiledQuery, sql } from 'kysely'
import { Backoff } from '../../../shared/time/backoff.ts'
import { sleep } from '../../../shared/time/sleep.ts'
import type { Db } from '../schema/schema.ts'
import { givenUp, isConnectionLost, isConstraintViolation, isSerializationFailure, OutcomeUnknown } from './failures.ts'

/** Time limit of retries (ms). */
const DEADLINE_MS = 10_000
/** Exponential backoff (ms). */
const FIRST_PAUSE_MS = 8
const LONGEST_PAUSE_MS = 250
/** Attempts after a constraint violation, which can be a bug and then never succeeds. */
const CONFLICT_ATTEMPTS = 5

export const BEGIN = CompiledQuery.raw('begin isolation level serializable')

/**
 * Runs `work` in a serializable transaction. Retries after a conflict and after a connection lost before COMMIT, but not
 * after one lost during COMMIT, which could apply `work` twice.
 * @throws OutcomeUnknown, `database-busy` or `database-unavailable` after 10 s of retries, and what `work` throws
 */
export async function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS
  const backoff = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS)
  for (let attempts = 1; ; attempts++) {
    try {
      return await db.connection().execute((connection) => once(connection, work))
    } catch (error) {
      if (!shouldRetry(error, attempts)) throw error
      if (performance.now() > deadline) throw givenUp(error)
      // Random, so that conflicting transactions do not meet again.
      await sleep(Math.random() * backoff.next())
    }
  }
}

async function once<T>(connection: Db, work: (db: Db) => Promise<T>): Promise<T> {
  await connection.executeQuery(BEGIN)
  let value: T
  try {
    value = await work(connection)
  } catch (error) {
    await rollBack(connection)
    throw error
  }
  await commit(connection)
  return value
}

export async function commit(connection: Db): Promise<void> {
  try {
    const { rows } = await sql<{ command: string }>`commit`.execute(connection)
    // After a failed statement PostgreSQL answers COMMIT with ROLLBACK.
    if (rows[0]?.command === 'ROLLBACK') throw new Error('a failed statement of the transaction was ignored')
  } catch (error) {
    if (isConnectionLost(error)) throw new OutcomeUnknown('the connection was lost during COMMIT', { cause: error })
    throw error
  }
}

/** Ignores failures: a lost connection has no transaction to roll back. */
export async function rollBack(connection: Db): Promise<void> {
  try {
    await sql`rollback`.execute(connection)
  } catch {
    // The caller reports the earlier error.
  }
}

export function shouldRetry(error: unknown, attempts: number): boolean {
  if (error instanceof OutcomeUnknown) return false
  return (
    isSerializationFailure(error) ||
    isConnectionLost(error) ||
    (isConstraintViolation(error) && attempts < CONFLICT_ATTEMPTS)
  )
}

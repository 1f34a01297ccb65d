import { CompiledQuery, sql } from 'kysely'
import { sleep } from '../../../shared/sleep.ts'
import type { Db } from '../schema.ts'
import { isConnectionLost, isSerializationFailure, isTaken, OutcomeUnknown } from './failures.ts'

/** How long a transaction is tried again before its caller hears why (ms). */
const PATIENCE_MS = 10_000
/** Pauses between tries: up to so long, doubled each time (ms). */
const FIRST_PAUSE_MS = 4
const LONGEST_PAUSE_MS = 250
/** Tries of what something that is there already was in the way of: a mistake of ours would be in the way for ever. */
const TRIES_OF_TAKEN = 5

export const BEGIN = CompiledQuery.raw('begin isolation level serializable')

/**
 * Runs `work` in a transaction that is as if no other ran beside it, again from the start when another got in its way
 * or the connection was lost before its COMMIT. Lost in the midst of the COMMIT it is not run again: it may have
 * happened, and then `work` would be done twice.
 * @throws OutcomeUnknown, and whatever `work` throws
 */
export async function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  for (let tries = 1; ; tries++) {
    try {
      return await db.connection().execute((connection) => once(connection, work))
    } catch (error) {
      if (!isWorthAnotherTry(error, tries) || performance.now() > deadline) throw error
      // By chance: those that got in each other's way must not meet again.
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries))
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
    // PostgreSQL answers a COMMIT after a statement that failed with a ROLLBACK.
    if (rows[0]?.command === 'ROLLBACK') throw new Error('a failed statement of the transaction was passed over')
  } catch (error) {
    if (isConnectionLost(error)) throw new OutcomeUnknown('the connection was lost during COMMIT', { cause: error })
    throw error
  }
}

/** On a lost connection there is nothing left to undo. */
export async function rollBack(connection: Db): Promise<void> {
  try {
    await sql`rollback`.execute(connection)
  } catch {
    // What went wrong before is what counts.
  }
}

export function isWorthAnotherTry(error: unknown, tries: number): boolean {
  if (error instanceof OutcomeUnknown) return false
  return isSerializationFailure(error) || isConnectionLost(error) || (isTaken(error) && tries < TRIES_OF_TAKEN)
}

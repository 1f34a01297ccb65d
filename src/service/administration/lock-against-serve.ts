import { WardenError } from '../../shared/errors.ts'
import { acquireServeLock, type ServeLock } from '../store/sqlite/serve-lock.ts'

/**
 * Prevents a `serve` of the database until the lock is released.
 * @param operation what a `serve` makes impossible: "be replaced"
 * @throws WardenError `served`
 */
export function lockAgainstServe(database: string, operation: string): ServeLock {
  try {
    return acquireServeLock(database)
  } catch (error) {
    if (!(error instanceof WardenError) || error.code !== 'already-served') throw error
    throw new WardenError({
      kind: error.kind,
      code: 'served',
      message: `${error.message}; it cannot ${operation} now`,
      details: ['Stop the server first.'],
      cause: error,
    })
  }
}

import { WardenError } from '../../shared/errors.ts'
import { acquireServeLock, type ServeLock } from '../store/sqlite/serve-lock.ts'

/**
 * Held for as long as the work takes, so that no `serve` starts in the midst of it.
 * @param work what cannot be done under a `serve`: "be replaced"
 * @throws WardenError `served`
 */
export function lockAgainstServe(database: string, work: string): ServeLock {
  try {
    return acquireServeLock(database)
  } catch (error) {
    if (!(error instanceof WardenError) || error.code !== 'already-served') throw error
    throw new WardenError({
      kind: error.kind,
      code: 'served',
      message: `${error.message}; it cannot ${work} meanwhile`,
      details: ['Stop that `txwarden serve` first.'],
      try: 'txwarden local status',
      cause: error,
    })
  }
}

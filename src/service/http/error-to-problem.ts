import { Problem } from '../problems/problem.ts'
import type { Store, StoreFailure } from '../store/store.ts'

/** @param report called for errors that an operator should see */
export function errorToProblem(
  error: unknown,
  store: Pick<Store, 'failureOf'>,
  report: (error: unknown) => void,
): Problem {
  if (error instanceof Problem) return error
  const failure = store.failureOf(error)
  if (failure !== 'busy' && failure !== 'disk-full') report(error)
  return failure ? databaseProblem(failure) : new Problem('internal', 'Internal error. See the log of the service.')
}

function databaseProblem(failure: StoreFailure): Problem {
  const after = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } })
  switch (failure) {
    case 'busy':
      return new Problem('database-busy', 'The database is locked by another process. Retry.', after(1))
    case 'disk-full':
      return new Problem('disk-full', "The service's disk is full; nothing was written.", after(60))
    case 'unavailable':
      return new Problem('database-unavailable', 'The database does not respond; nothing was written.', after(2))
    case 'outcome-unknown':
      return new Problem(
        'outcome-unknown',
        'The connection to the database was lost during a commit: the change may or may not be stored. Retry with the same Idempotency-Key to apply it at most once.',
        after(1),
      )
  }
}

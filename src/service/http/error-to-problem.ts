import { Problem } from '../problems/problem.ts'
import type { Store, StoreFailure } from '../store/store.ts'

/**
 * What a caller is told of an error, whatever it was.
 * @param report who hears of one that nobody would notice otherwise
 */
export function errorToProblem(
  error: unknown,
  store: Pick<Store, 'failureOf'>,
  report: (error: unknown) => void,
): Problem {
  if (error instanceof Problem) return error
  const failure = store.failureOf(error)
  // What makes a database wait mends itself; one that cannot be reached somebody should know of.
  if (failure !== 'busy' && failure !== 'disk-full') report(error)
  return failure ? databaseProblem(failure) : new Problem('internal', 'The service failed to answer; its log says why.')
}

function databaseProblem(failure: StoreFailure): Problem {
  const after = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } })
  switch (failure) {
    case 'busy':
      return new Problem('database-busy', 'Others hold the database; try again.', after(1))
    case 'disk-full':
      return new Problem('disk-full', 'The disk of the service is full; nothing was written.', after(60))
    case 'unavailable':
      return new Problem('database-unavailable', 'The database does not answer; nothing was written.', after(2))
    case 'outcome-unknown':
      return new Problem(
        'outcome-unknown',
        'The connection to the database was lost while it was writing: it may be written or not. Sent again with the same Idempotency-Key it is not done twice.',
        after(1),
      )
  }
}

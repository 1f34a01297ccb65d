import { WardenError } from '../../shared/errors.ts'

/** Whether a service does not know a path; a path with an id may also be answered so when there is no such thing. */
export function isUnknownPath(error: unknown): error is WardenError {
  if (!(error instanceof WardenError)) return false
  return error.status === 404 || error.status === 405 || error.status === 501
}

import { WardenError } from './errors.ts'

/** Whether it passes by itself: the same may succeed later. */
export function isPassing(error: unknown): error is WardenError {
  return error instanceof WardenError && (error.kind === 'unavailable' || error.kind === 'rate-limited')
}

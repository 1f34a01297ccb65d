import { WardenError } from '../shared/errors.ts'

/** A command line that cannot be carried out as typed: exit code 2. */
export function usageError(message: string, more: { details?: readonly string[]; try?: string } = {}): WardenError {
  return new WardenError({ kind: 'usage', code: 'usage', message, ...more })
}

/** A value that was understood and is refused before anything is sent: exit code 8. */
export function refusedError(message: string, more: { details?: readonly string[]; try?: string } = {}): WardenError {
  return new WardenError({ kind: 'refused', code: 'refused-value', message, ...more })
}

import { WardenError } from './errors.ts'

/** The caller's signal aborted; `reason` is the signal's. */
export function interrupted(reason: unknown): WardenError {
  return new WardenError({ kind: 'interrupted', code: 'interrupted', message: 'interrupted', cause: reason })
}

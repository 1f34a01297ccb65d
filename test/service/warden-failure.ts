import { WardenError } from '../../src/shared/errors.ts'

/** The WardenError that `run` throws; anything else it throws is a bug and goes on. */
export function failureOf(run: () => unknown): WardenError {
  try {
    run()
  } catch (error) {
    if (error instanceof WardenError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

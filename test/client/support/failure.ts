import { inspect } from 'node:util'
import { WardenError } from '../../../src/shared/errors.ts'

/** The WardenError something ends in; anything else fails the test. */
export async function failureOf(sending: Promise<unknown>): Promise<WardenError> {
  const failure = await sending.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failure instanceof WardenError) return failure
  throw new Error(`expected a WardenError, got ${inspect(failure)}`)
}

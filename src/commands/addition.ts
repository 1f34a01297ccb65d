import type { Context } from '../cli/context/context.ts'
import { WardenError } from '../shared/errors.ts'

/**
 * Calls an operation that is ours beyond the interface. A hosted service does not know the path, and its 404 would read
 * as if something were missing there: it is said plainly that the service offers no such thing.
 * @param what in words: `audit log`
 */
export async function callAddition<T>(context: Context, what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof WardenError) || !isUnknownPath(error)) throw error
    const address = context.configuration().addresses?.management.origin ?? 'the local service'
    throw new WardenError({
      kind: 'not-found',
      code: 'not-offered',
      message: `${address} has no ${what}: that is an addition of txwarden's own service`,
      details: [...error.details],
      try: 'txwarden profile list',
      ...(error.status !== undefined && { status: error.status }),
      cause: error,
    })
  }
}

/** These operations name no id in their path: nothing else than the path itself can be missing. */
function isUnknownPath({ status }: WardenError): boolean {
  return status === 404 || status === 405 || status === 501
}

import type { Context } from '../../cli/context/context.ts'
import { isUnknownPath } from '../../client/errors/unknown-path.ts'
import { WardenError } from '../../shared/errors.ts'

/**
 * Calls an operation that only our own service has. The 404 of a hosted service becomes an error that says so.
 * @param what its name in messages: `audit log`
 */
export async function callAddition<T>(context: Context, what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    // These operations have no id in their path, so a 404 means that the path is unknown.
    if (!isUnknownPath(error)) throw error
    const address = context.configuration().addresses?.management.origin ?? 'the local service'
    throw new WardenError({
      kind: 'not-found',
      code: 'not-offered',
      message: `${address} has no ${what}: only txwarden's own service offers it`,
      details: [...error.details],
      try: 'txwarden profile list',
      ...(error.status !== undefined && { status: error.status }),
      cause: error,
    })
  }
}

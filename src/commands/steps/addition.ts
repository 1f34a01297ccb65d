import type { Context } from '../../cli/context/context.ts'
import type { Client } from '../../client/client.ts'
import { isUnknownPath } from '../../client/errors/unknown-path.ts'
import { WardenError } from '../../shared/errors.ts'
import { byId } from './by-id.ts'

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

/** An addition whose resources have ids: its name, the command that lists them, and a read of that list. */
interface ListedAddition {
  readonly what: string
  readonly list: string
  readonly read: (client: Client) => Promise<unknown>
}

/** Calls an operation with an id. Its 404 may mean an unknown id, or a service without the addition, which has no list either. */
export async function callAdditionById<T>(
  context: Context,
  { what, list, read }: ListedAddition,
  call: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await context.client()
  try {
    return await byId(`txwarden ${list}`, () => call(client))
  } catch (error) {
    if (error instanceof WardenError && error.status === 404 && context.isRemote())
      await callAddition(context, what, () => read(client))
    throw error
  }
}

import type { Context } from '../../cli/context/context.ts'
import { notOffered, withNext } from '../../cli/errors/errors.ts'
import type { Resource } from '../../cli/resource/resource.ts'
import type { Client } from '../../client/client.ts'
import { isUnknownPath } from '../../client/errors/unknown-path.ts'
import { WardenError } from '../../shared/errors.ts'

/** Asks for conditions that are additions; a service that has none ignores it. */
export const withAdditions = { headers: { prefer: 'additions' } } as const

/**
 * Calls an operation that only our own service has. The 404 of a hosted service becomes an error that says so.
 * @param what its name in messages: `audit log`
 */
export async function callAddition<T>(
  context: Context,
  what: string,
  call: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await context.client()
  try {
    return await call(client)
  } catch (error) {
    // These operations have no id in their path, so a 404 means that the path is unknown.
    if (!isUnknownPath(error)) throw error
    const address = context.configuration().addresses?.management.origin ?? 'the local service'
    throw notOffered(error, `${address} has no ${what}: only txwarden's own service offers it`)
  }
}

/** Said in a preview, which does not ask the service whether it has the addition. @param what begins a sentence with its verb */
export async function noteAddition(context: Context, what: string): Promise<void> {
  if (context.globals.dryRun && context.isRemote())
    await context.note(`! ${what} offered only by txwarden's own service; another one refuses this request.`)
}

/** Nothing from a service that lacks the addition. */
export async function ifOffered<T>(rows: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await rows
  } catch (error) {
    if (error instanceof WardenError && error.code === 'not-offered') return []
    throw error
  }
}

/**
 * Calls an operation with the id of an addition. Its 404 may mean an unknown id, or a service without the addition, which has no list
 * either.
 * @param list the command that lists the ids
 */
export async function callAdditionById<Row, T>(
  context: Context,
  resource: Resource<Row>,
  call: (client: Client) => Promise<T>,
  list = `${resource.command} list`,
): Promise<T> {
  const client = await context.client()
  try {
    return await byId(`txwarden ${list}`, () => call(client))
  } catch (error) {
    if (error instanceof WardenError && error.status === 404 && context.isRemote())
      await resource.list(context, { size: 1 })
    throw error
  }
}

/** Adds the command that lists the ids to the error for an unknown id. */
export async function byId<T>(list: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WardenError && error.status === 404 && error.try === undefined) throw withNext(error, list)
    throw error
  }
}

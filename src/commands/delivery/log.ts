import type { Context } from '../../cli/context/context.ts'
import type { Client } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'
import { callAddition } from '../steps/addition.ts'
import { byId } from '../steps/by-id.ts'

/** Name of the resource in messages. */
export const LOG = 'delivery log'

/** Calls an operation with a delivery id. Its 404 may mean an unknown id, or a service without a delivery log. */
export async function callAboutDelivery<T>(context: Context, call: (client: Client) => Promise<T>): Promise<T> {
  const client = await context.client()
  try {
    return await byId('txwarden delivery list', () => call(client))
  } catch (error) {
    // A service with a delivery log can list it.
    if (error instanceof WardenError && error.status === 404 && context.isRemote())
      await callAddition(context, LOG, () => client.call('listDeliveries', { query: { size: 1 } }))
    throw error
  }
}

import type { Context } from '../../cli/context/context.ts'
import type { Client } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'
import { callAddition } from '../addition.ts'
import { byId } from '../by-id.ts'

/** What these commands read, in words. */
export const LOG = 'delivery log'

/** Calls an operation that names a delivery: its 404 may be about the id, or about the whole path. */
export async function callAboutDelivery<T>(context: Context, call: (client: Client) => Promise<T>): Promise<T> {
  const client = await context.client()
  try {
    return await byId('txwarden delivery list', () => call(client))
  } catch (error) {
    // A service that lists deliveries has the path.
    if (error instanceof WardenError && error.status === 404 && context.configuration().addresses)
      await callAddition(context, LOG, () => client.call('listDeliveries', { query: { size: 1 } }))
    throw error
  }
}

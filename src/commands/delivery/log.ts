import type { Context } from '../../cli/context/context.ts'
import type { Client } from '../../client/client.ts'
import { callAdditionById } from '../steps/addition.ts'

/** Name of the resource in messages. */
export const LOG = 'delivery log'

/** Calls an operation with a delivery id. */
export function callAboutDelivery<T>(context: Context, call: (client: Client) => Promise<T>): Promise<T> {
  const read = (client: Client) => client.call('listDeliveries', { query: { size: 1 } })
  return callAdditionById(context, { what: LOG, list: 'delivery list', read }, call)
}

import type { TransactionRecord } from '../../api/schemas/extensions.ts'
import type { Context } from '../../cli/context/context.ts'
import { WardenError } from '../../shared/errors.ts'
import { callAddition } from '../steps/addition.ts'
import { byId } from '../steps/by-id.ts'

/** Name of the addition these commands read. */
export const RECORD = 'record of validated transactions'

/** A validated transaction as the service stores it. */
export async function storedTransaction(context: Context, svcTxId: string): Promise<TransactionRecord> {
  const client = await context.client()
  try {
    return await byId('txwarden tx list --wide', () =>
      client.call('getTransaction', { params: { 'svc-transaction-id': svcTxId } }),
    )
  } catch (error) {
    // Either the id or the path is unknown: a service that lists transactions has the path.
    if (error instanceof WardenError && error.status === 404 && context.configuration().addresses)
      await callAddition(context, RECORD, () => client.call('listTransactions', { query: { size: 1 } }))
    throw error
  }
}

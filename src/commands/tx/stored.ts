import type { TransactionRecord } from '../../api/schemas/extensions.ts'
import type { Context } from '../../cli/context/context.ts'
import type { Client } from '../../client/client.ts'
import { callAdditionById } from '../steps/addition.ts'
import { shownId } from '../steps/find-thing.ts'
import { transactions } from './resource.ts'

/** A validated transaction as the service stores it. */
export async function storedTransaction(context: Context, given: string): Promise<TransactionRecord> {
  const svcTxId = await shownId(context, transactions, given)
  const read = (client: Client) => client.call('getTransaction', { params: { 'svc-transaction-id': svcTxId } })
  return callAdditionById(context, transactions, read, 'tx list --wide')
}

import { MAX_PAGE_SIZE } from '../../api/page-size.ts'
import type { TransactionRecord, TransactionSummary } from '../../api/schemas/extensions.ts'
import { chainName } from '../../api/text/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import type { Client } from '../../client/client.ts'
import { callAdditionById } from '../steps/addition.ts'
import { type ShownKind, shownId } from '../steps/find-thing.ts'

/** Name of the addition these commands read. */
export const RECORD = 'record of validated transactions'

const shownTransactions: ShownKind<TransactionSummary> = {
  plural: 'transactions',
  list: 'tx list',
  async newest(context) {
    const client = await context.client()
    return (await client.call('listTransactions', { query: { size: MAX_PAGE_SIZE, sort: ['createdAt,desc'] } })).content
  },
  idOf: ({ svcTxId }) => svcTxId,
  describe: ({ verdict, to, chainId }) => `${verdict}, to ${to ?? 'a new contract'} on ${chainName(chainId)}`,
}

/** A validated transaction as the service stores it. */
export async function storedTransaction(context: Context, given: string): Promise<TransactionRecord> {
  const svcTxId = await shownId(context, shownTransactions, given)
  const read = (client: Client) => client.call('listTransactions', { query: { size: 1 } })
  return callAdditionById(context, { what: RECORD, list: 'tx list --wide', read }, (client) =>
    client.call('getTransaction', { params: { 'svc-transaction-id': svcTxId } }),
  )
}

import { MAX_PAGE_SIZE } from '../../api/page-size.ts'
import type { TransactionRecord, TransactionSummary } from '../../api/schemas/extensions.ts'
import { chainName } from '../../api/text/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import { WardenError } from '../../shared/errors.ts'
import { callAddition } from '../steps/addition.ts'
import { byId } from '../steps/by-id.ts'
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
  const client = await context.client()
  try {
    return await byId('txwarden tx list --wide', () =>
      client.call('getTransaction', { params: { 'svc-transaction-id': svcTxId } }),
    )
  } catch (error) {
    // Either the id or the path is unknown: a service that lists transactions has the path.
    if (error instanceof WardenError && error.status === 404 && context.isRemote())
      await callAddition(context, RECORD, () => client.call('listTransactions', { query: { size: 1 } }))
    throw error
  }
}

import { conditionsOf } from '../../records/alert-filter.ts'
import { confirmedUpTo } from './notify-confirmed.ts'
import type { NotifyContext, StoredTransaction } from './notify-context.ts'
import { notifyTransactions } from './notify-transactions.ts'

/**
 * Notifies about what a block brought: alerts that want no confirmations, and those that want no more than the block has. An audit
 * finds what an earlier block did.
 */
export async function notifyBlock(context: NotifyContext, transactions: readonly StoredTransaction[]): Promise<void> {
  await notifyTransactions(context, transactions, (alert, { block_number: block }) => {
    const { confirmations } = conditionsOf(alert)
    return confirmations == null || block <= confirmedUpTo(confirmations, context)
  })
}

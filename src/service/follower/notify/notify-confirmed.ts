import { MAX_CONFIRMATIONS } from '../../../api/vocabulary.ts'
import { conditionsOf, formerConfirmations } from '../../records/alert-filter.ts'
import { validatedOf } from '../../records/transaction-record.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { eventsInBlocks } from '../../store/repositories/chain-events.ts'
import { findTransaction } from '../../store/repositories/transactions.ts'
import type { ChainEventRow } from '../../store/schema/schema.ts'
import type { NotifyContext, StoredTransaction } from './notify-context.ts'
import { notifyTransactions } from './notify-transactions.ts'

/** How far a chain was applied, and how far it is final. */
export type Reached = Pick<NotifyContext, 'tip' | 'finalized'>

/** Blocks above `after`, up to `last`. */
interface Span {
  readonly after: number
  readonly last: number
}

/**
 * Notifies alerts that want confirmations of what has them now and had not before. After a gap these are the blocks of the whole
 * gap. An alert that wanted more before is notified of what still waited for that. Where the node does not say what is final, a
 * block counts as final under as many blocks as an alert can ask for.
 * @param previous before this transaction
 * @param former alerts that may have wanted more before
 */
export async function notifyConfirmed(
  context: NotifyContext,
  previous: Reached,
  former: ReadonlySet<StoredAlert> = new Set(context.alerts),
): Promise<void> {
  const spans = new Map<StoredAlert, Span>()
  for (const alert of context.alerts) {
    const { confirmations } = conditionsOf(alert)
    const wanted = former.has(alert) ? formerConfirmations(alert)?.confirmations : undefined
    if (alert.type !== 'MONITOR' || (confirmations == null && wanted === undefined)) continue
    const reached = confirmedUpTo(confirmations ?? 0, previous)
    // Blocks that were applied since then count as well: a step applies blocks with the alerts of its begin.
    const after = wanted === undefined ? reached : Math.min(reached, confirmedUpTo(wanted, previous))
    const last = confirmedUpTo(confirmations ?? 0, context)
    if (last > after) spans.set(alert, { after, last })
  }
  if (spans.size === 0) return
  const first = Math.min(...Array.from(spans.values(), ({ after }) => after)) + 1
  const last = Math.max(...Array.from(spans.values(), (span) => span.last))
  const transactions = await transactionsOf(context, await eventsInBlocks(context.db, context.chainId, first, last))
  await notifyTransactions(context, transactions, (alert, { block_number: block }) => {
    const span = spans.get(alert)
    return span !== undefined && block > span.after && block <= span.last
  })
}

/** Whether it is sent about final blocks only. */
export function waitsForFinal(alert: StoredAlert): boolean {
  return alert.type === 'MONITOR' && conditionsOf(alert).confirmations === 'finalized'
}

/** Gives the last block that has so many confirmations. */
function confirmedUpTo(confirmations: number | 'finalized', { tip, finalized }: Reached): number {
  if (confirmations !== 'finalized') return tip - confirmations
  return Math.min(finalized ?? tip - MAX_CONFIRMATIONS, tip)
}

/** The events with their stored transactions. */
async function transactionsOf({ db }: NotifyContext, events: readonly ChainEventRow[]): Promise<StoredTransaction[]> {
  const transactions: StoredTransaction[] = []
  for (const [svcTxId, some] of Map.groupBy(events, (event) => event.svc_tx_id)) {
    const row = svcTxId === null ? undefined : await findTransaction(db, svcTxId)
    transactions.push({ events: some, validated: row && validatedOf(row) })
  }
  return transactions
}

/**
 * Notifies about what a block brought: alerts that want no confirmations, and those that want no more than the block
 * has. An audit finds what an earlier block did.
 */
export async function notifyBlock(context: NotifyContext, transactions: readonly StoredTransaction[]): Promise<void> {
  await notifyTransactions(context, transactions, (alert, { block_number: block }) => {
    const { confirmations } = conditionsOf(alert)
    return confirmations == null || block <= confirmedUpTo(confirmations, context)
  })
}

/**
 * Which alerts may still have to be notified of what waited for the confirmations that they wanted before. Once is enough for each
 * chain; it counts when the next transaction of the database begins at the tip that this one reached, so that it was committed.
 */
export class FormerAlerts {
  /** End of the former condition (ms), by alert. */
  #notified: ReadonlyMap<string, number> = new Map()
  #notifying: { readonly tip: number; readonly until: ReadonlyMap<string, number> } | undefined

  /**
   * Those that were not notified yet.
   * @param alerts of this transaction of the database, which moves the chain from `previous` to `tip`
   */
  take(alerts: readonly StoredAlert[], previous: Reached, tip: number): ReadonlySet<StoredAlert> {
    if (this.#notifying?.tip === previous.tip) {
      this.#notified = this.#notifying.until
      this.#notifying = undefined
    }
    const former = alerts.flatMap((alert) => {
      const until = formerConfirmations(alert)?.until
      return until === undefined ? [] : [{ alert, until }]
    })
    if (tip > previous.tip)
      this.#notifying = { tip, until: new Map(former.map(({ alert, until }) => [alert.id, until])) }
    return new Set(former.flatMap(({ alert, until }) => (this.#notified.get(alert.id) === until ? [] : alert)))
  }
}

import { MAX_CONFIRMATIONS } from '../../../api/vocabulary.ts'
import { conditionsOf, formerConfirmations } from '../../records/alert-filter.ts'
import { requestOf, resultOf } from '../../records/transaction-record.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { eventsInBlocks } from '../../store/repositories/chain-events.ts'
import { findTransaction } from '../../store/repositories/transactions.ts'
import type { ChainEventRow } from '../../store/schema.ts'
import type { TellContext, ToldTransaction } from './tell-context.ts'
import { tellGroups } from './tell-groups.ts'

/** How far a chain was applied, and how far it is final. */
export type Reached = Pick<TellContext, 'tip' | 'finalized'>

/** Blocks above `after`, up to `last`. */
interface Span {
  readonly after: number
  readonly last: number
  /** Of events that were stored until then (ms), blocks above `waitingAfter` as well. */
  readonly waitingAfter: number
  readonly until: number
}

/**
 * Tells alerts that want confirmations what has them now and had not before. After a gap these are the blocks of the whole
 * gap. An alert that wanted more before is told of what was seen until then and still waited. Where the node does not say what is final, a block counts as final under as many blocks as an alert can ask for.
 * @param previous before this transaction
 */
export async function tellConfirmed(context: TellContext, previous: Reached): Promise<void> {
  const spans = new Map<StoredAlert, Span>()
  for (const alert of context.alerts) {
    const { confirmations } = conditionsOf(alert)
    const former = formerConfirmations(alert)
    if (alert.type !== 'MONITOR' || (confirmations == null && !former)) continue
    const after = confirmedUpTo(confirmations ?? 0, previous)
    const last = confirmedUpTo(confirmations ?? 0, context)
    const waitingAfter = former ? Math.min(after, confirmedUpTo(former.confirmations, previous)) : after
    if (last > waitingAfter) spans.set(alert, { after, last, waitingAfter, until: former?.until ?? 0 })
  }
  if (spans.size === 0) return
  const first = Math.min(...Array.from(spans.values(), ({ waitingAfter }) => waitingAfter)) + 1
  const last = Math.max(...Array.from(spans.values(), (span) => span.last))
  const told = await transactionsOf(context, await eventsInBlocks(context.db, context.chainId, first, last))
  await tellGroups(context, told, (alert, { block_number: block, created_at }) => {
    const span = spans.get(alert)
    if (span === undefined || block > span.last) return false
    return block > span.after || (block > span.waitingAfter && created_at <= span.until)
  })
}

/** The last block that has them. */
export function confirmedUpTo(confirmations: number | 'finalized', { tip, finalized }: Reached): number {
  if (confirmations !== 'finalized') return tip - confirmations
  return Math.min(finalized ?? tip - MAX_CONFIRMATIONS, tip)
}

/** The events with their stored transactions. */
async function transactionsOf({ db }: TellContext, events: readonly ChainEventRow[]): Promise<ToldTransaction[]> {
  const told: ToldTransaction[] = []
  for (const [svcTxId, some] of Map.groupBy(events, (event) => event.svc_tx_id)) {
    const row = svcTxId === null ? undefined : await findTransaction(db, svcTxId)
    told.push({ events: some, validated: row && { row, request: requestOf(row), result: resultOf(row) } })
  }
  return told
}

import type { EventContent } from '../../alerts/delivery/event-content.ts'
import { enqueue } from '../../alerts/matching/enqueue-alerts.ts'
import { findAlertEvent } from '../../store/repositories/alert-events.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { eventsGoneSince, eventsOfTransaction, markEventsOut } from '../../store/repositories/chain-events.ts'
import type { ChainEventRow } from '../../store/schema.ts'
import type { TellContext } from './tell-context.ts'
import { subjectOf } from './tell-groups.ts'
import { type LastStep, type LastSteps, lastStepsOf } from './told-steps.ts'

/** What a reorg removed can come again: it is out of the chain after these blocks on top of the former tip, or this time. */
export const OUT_AFTER_BLOCKS = 6
export const OUT_AFTER_MS = 60_000

/**
 * Marks what did not come again as OUT, and takes back what alerts were told of it. A new branch that is shorter than the
 * former one says nothing yet, however long it takes.
 */
export async function tellGone(context: TellContext): Promise<void> {
  const { db, chainId, tip, now } = context
  const gone = await eventsGoneSince(db, { chainId, tip, blocks: OUT_AFTER_BLOCKS, at: now - OUT_AFTER_MS })
  if (gone.length === 0) return
  await markEventsOut(
    db,
    gone.map(({ id }) => id),
    now,
  )
  const bySubject = Map.groupBy(gone, (event) => subjectOf(chainId, event))
  const lastSteps = await lastStepsOf(context, [...bySubject.keys()])
  for (const [subject, events] of bySubject) {
    const [event] = events
    if (event && (await isOut(context, subject, event))) await retract(context, { subject, event, lastSteps })
  }
}

/** Nothing of it is in the chain, or can still come again. */
async function isOut({ db, chainId }: TellContext, subject: string, event: ChainEventRow): Promise<boolean> {
  const all = await eventsOfTransaction(db, chainId, event.tx_hash)
  return all.every((each) => subjectOf(chainId, each) !== subject || each.state === 'OUT')
}

interface Retracted {
  readonly subject: string
  readonly event: ChainEventRow
  readonly lastSteps: LastSteps
}

async function retract(context: TellContext, { subject, event, lastSteps }: Retracted): Promise<void> {
  for (const alert of context.alerts) {
    const last = lastSteps(subject, alert.id)
    if (alert.type !== 'MONITOR' || last === undefined || last.step === 'retracted') continue
    await retractOf(context, { alert, last, subject, event })
  }
}

interface AlertRetraction {
  readonly alert: StoredAlert
  readonly last: LastStep
  readonly subject: string
  readonly event: ChainEventRow
}

/** The message that was told, as no longer true. */
async function retractOf(context: TellContext, { alert, last, subject, event }: AlertRetraction): Promise<void> {
  const told = await findAlertEvent(context.db, last.id)
  if (!told) return
  const { alert: _, ...content }: EventContent = JSON.parse(told.content)
  const { svc_tx_id, kind } = told
  const step = 'retracted'
  await enqueue(
    {
      about: { svc_tx_id, subject, step, round: last.round + 1, kind },
      content: {
        ...content,
        transaction: { ...content.transaction, blockNumber: String(event.block_number) },
        step,
        blockHash: event.block_hash,
        blockTime: new Date(event.block_time * 1000).toISOString(),
        confirmations: 0,
      },
      alerts: [alert],
    },
    context,
  )
}

import { type ChainEventKind, chainEventKinds } from '../../../api/vocabulary.ts'
import { chunksOf } from '../../../shared/chunks-of.ts'
import type { EventContent } from '../../alerts/delivery/messages/event-content.ts'
import { enqueue } from '../../alerts/matching/enqueue-alerts.ts'
import { findAlertEvents } from '../../store/repositories/alert-events.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { eventsOfTransaction, eventsReorgedSince, markEventsDropped } from '../../store/repositories/chain-events.ts'
import type { ChainEventRow } from '../../store/schema/schema.ts'
import { kindRank } from './news.ts'
import type { NotifyContext } from './notify-context.ts'
import { MOST_ACTIVITIES, subjectOf } from './notify-transactions.ts'
import { type LastStep, lastStepsOf } from './sent-steps.ts'

/**
 * What a reorg removed can return: it is dropped after these blocks on top of the former tip and no sooner than
 * this time, or after the longer time. A fast chain makes the blocks in a second or two.
 */
const DROPPED_AFTER_BLOCKS = 6
const DROPPED_NOT_BEFORE_MS = 10_000
const DROPPED_AFTER_MS = 60_000
/** The most for one transaction of the database; the others follow with the next one. */
const MOST_DROPPED = 1000
/** Messages that are read together: each can have a megabyte. */
const MOST_MESSAGES = 16

/**
 * Marks what did not return as dropped, and retracts the messages about it. A new branch that is shorter than the
 * former one says nothing yet, however long it takes.
 */
export async function notifyDropped(context: NotifyContext): Promise<void> {
  const { db, chainId, tip, now } = context
  const out = {
    chainId,
    tip,
    buriedBelow: tip - DROPPED_AFTER_BLOCKS,
    buriedAt: now - DROPPED_NOT_BEFORE_MS,
    at: now - DROPPED_AFTER_MS,
  }
  const removed = await eventsReorgedSince(db, out, MOST_DROPPED)
  if (removed.length === 0) return
  await markEventsDropped(
    db,
    removed.map(({ id }) => id),
    now,
  )
  const bySubject = Map.groupBy(removed, (event) => subjectOf(chainId, event))
  const lastSteps = await lastStepsOf(context, [...bySubject.keys()])
  for (const [subject, events] of bySubject) {
    const [event] = events
    if (!event || !(await isDropped(context, subject, event))) continue
    const notified = context.alerts.flatMap((alert) => {
      const last = alert.type === 'MONITOR' ? lastSteps(subject, alert.id) : undefined
      return last === undefined || last.step === 'retracted' ? [] : [{ alert, last }]
    })
    for (const some of chunksOf(notified, MOST_MESSAGES)) await retract(context, { notified: some, subject, event })
  }
}

/** Nothing of it is in the chain, or can still return. */
async function isDropped({ db, chainId }: NotifyContext, subject: string, event: ChainEventRow): Promise<boolean> {
  const all = await eventsOfTransaction(db, chainId, event.tx_hash)
  return all.every((each) => subjectOf(chainId, each) !== subject || each.state === 'OUT')
}

interface Retracted {
  readonly subject: string
  readonly event: ChainEventRow
  readonly notified: readonly { readonly alert: StoredAlert; readonly last: LastStep }[]
}

/** The messages that hold, as one that is no longer true: once for all alerts that got the same. */
async function retract(context: NotifyContext, { notified, subject, event }: Retracted): Promise<void> {
  const ids = notified.flatMap(({ last }) => last.holding)
  const rows = new Map((await findAlertEvents(context.db, ids)).map((row) => [row.id, row]))
  const messages = notified.flatMap(({ alert, last }) => {
    const row = rows.get(last.id)
    if (!row) return []
    const content = wholeOf(last.holding.flatMap((id) => rows.get(id) ?? []).map((each) => JSON.parse(each.content)))
    return [{ alert, row, content, key: `${last.round} ${JSON.stringify(content)}` }]
  })
  for (const alike of Map.groupBy(messages, ({ key }) => key).values()) {
    const [first] = alike
    if (!first) continue
    const { row, content } = first
    const step = 'retracted'
    await enqueue(
      {
        about: { svc_tx_id: row.svc_tx_id, subject, step, round: row.round + 1, kind: content.kind ?? row.kind },
        content: {
          ...content,
          transaction: { ...content.transaction, blockNumber: String(event.block_number) },
          step,
          blockHash: event.block_hash,
          blockTime: new Date(event.block_time * 1000).toISOString(),
          confirmations: content.confirmations ?? 0,
        },
        alerts: alike.map(({ alert }) => alert),
      },
      context,
    )
  }
}

/** What some messages about a transaction say together, without their alert: the last one with the addresses of all. */
function wholeOf(contents: readonly EventContent[]): Omit<EventContent, 'alert'> {
  const { alert: _, more: __, ...last } = contents.at(-1) as EventContent
  if (contents.length === 1) return last
  const kinds = new Set(contents.flatMap((content) => content.kinds ?? []))
  const monitored = new Map(contents.flatMap((content) => content.monitored ?? []).map((each) => [each.address, each]))
  const activities = contents.flatMap((content) => content.activities ?? [])
  const more = contents.reduce((sum, { moreActivities = 0 }) => sum + moreActivities, 0)
  const hidden = more + Math.max(0, activities.length - MOST_ACTIVITIES)
  const [gravest] = contents.toSorted((a, b) => rankIn(a) - rankIn(b))
  return {
    ...last,
    ...(gravest?.kind !== undefined && { kind: gravest.kind }),
    kinds: chainEventKinds.filter((kind) => kinds.has(kind)),
    monitored: [...monitored.values()],
    activities: activities.slice(0, MOST_ACTIVITIES),
    ...(hidden > 0 && { moreActivities: hidden }),
  }
}

function rankIn({ kind }: EventContent): number {
  return kind === undefined ? chainEventKinds.length : kindRank(kind as ChainEventKind)
}

import { commandFor } from '../../../api/text/commands.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import type { Ids } from '../../runtime/deps.ts'
import { deleteAlertEvent, findAlertEvent, insertAlertEvents } from '../../store/repositories/alert-events.ts'
import { DUE_NOW, findDelivery } from '../../store/repositories/deliveries.ts'
import {
  alertsToGroup,
  countSinglePending,
  deliveriesToGroup,
  findDeliveryGroup,
  type GroupedEvents,
  groupedEvents,
  isUndecided,
  markGrouped,
  markSingle,
  reopenDigest,
  storeDeliveryGroup,
  writeEventContent,
} from '../../store/repositories/delivery-groups.ts'
import type { AlertEventRow, Db, DeliveryGroupRow, DeliveryRow, DestinationRow } from '../../store/schema/schema.ts'
import type { Attempt } from './attempts/attempt-outcome.ts'
import { composeAlert } from './messages/alert-message.ts'
import type { EventContent } from './messages/event-content.ts'
import { timeInWords } from './messages/message-words.ts'
import { addMessage } from './plan-deliveries.ts'

/** Messages of an alert that a destination gets singly in a minute. */
const MOST_SINGLE = 5
const WINDOW_MS = 60_000
/** How long a digest collects (ms). */
const COLLECT_MS = 60_000
/** Deliveries of one transaction. */
const MOST_DECIDED = 1000

/** Chats and mailboxes are read by people; a webhook is read by a program. */
export function isGrouping({ channel, grouping }: Pick<DestinationRow, 'channel' | 'grouping'>): boolean {
  return grouping === null ? channel !== 'WEBHOOK' : grouping === 1
}

export interface GroupContext {
  readonly now: number
  readonly newId: Ids
  /** The process ends when nothing is due: a digest does not wait, unless one was sent within the last minute. */
  readonly isEnding: boolean
}

/** Whether `groupDeliveries` has something to do; a read, because most messages are alone. */
export async function hasUngrouped(db: Db, destination: DestinationRow): Promise<boolean> {
  return isGrouping(destination) && (await alertsToGroup(db, destination.id)).length > 0
}

/** Whether `groupDeliveries` decides first how it is sent. */
export function isUngrouped({ delivery, event, destination }: Attempt): boolean {
  return isGrouping(destination) && isUndecided(delivery, event)
}

/**
 * Decides which pending deliveries are sent singly, and adds the others to the digest of their alert, in the transaction of
 * the caller, which holds the queue. Returns whether more are undecided.
 */
export async function groupDeliveries(db: Db, destination: DestinationRow, context: GroupContext): Promise<boolean> {
  const { now } = context
  let hasMore = false
  for (const alertId of await alertsToGroup(db, destination.id)) {
    const key = { alert_id: alertId, destination_id: destination.id }
    const found = await deliveriesToGroup(db, key, MOST_DECIDED)
    const group = withinWindow((await findDeliveryGroup(db, key)) ?? newGroup(key), now)
    const room = MOST_SINGLE - Math.max(group.passed, await countSinglePending(db, key))
    const single = found.slice(0, Math.max(0, room))
    const others = found.slice(single.length)
    await markSingle(
      db,
      single.map(({ id }) => id),
    )
    const [first] = others
    const digestId = first && (await openDigest(db, destination, { group, like: first.id, context }))
    if (digestId !== undefined) await markGrouped(db, digestId, others, now)
    const passed = group.passed + single.length
    await storeDeliveryGroup(db, { ...group, passed, digest_id: digestId ?? group.digest_id })
    if (found.length === MOST_DECIDED) hasMore = true
  }
  return hasMore
}

function newGroup(key: Pick<DeliveryGroupRow, 'alert_id' | 'destination_id'>): DeliveryGroupRow {
  return { ...key, window_at: 0, passed: 0, digest_id: null, digest_at: 0 }
}

/** A begin in the future was written while the clock was ahead. */
function withinWindow(group: DeliveryGroupRow, now: number): DeliveryGroupRow {
  const isCurrent = group.window_at <= now && now - group.window_at < WINDOW_MS
  return isCurrent ? group : { ...group, window_at: now, passed: 0 }
}

interface OpenedFor {
  readonly group: DeliveryGroupRow
  /** A delivery of the same alert. */
  readonly like: string
  readonly context: GroupContext
}

/** The digest that collects the events of the alert. */
async function openDigest(db: Db, destination: DestinationRow, { group, like, context }: OpenedFor): Promise<string> {
  const { now, newId, isEnding } = context
  const due_at = isEnding ? notBefore(group.digest_at, now) : now + COLLECT_MS
  const last = group.digest_id === null ? undefined : await findDelivery(db, group.digest_id)
  if (last?.state === 'PENDING' && (await collects(db, last, { now, newId, due_at }))) return last.id
  const delivery = await findDelivery(db, like)
  const event = delivery && (await findAlertEvent(db, delivery.event_id))
  if (!event) throw new Error(`delivery ${like} has no event`)
  const id = newId()
  const alert = { id: event.alert_id, name: event.alert_name, type: event.alert_type }
  const message = { event_id: newId(), subject: `group:${id}`, kind: 'group', content: openContent(alert) } as const
  await addMessage(db, destination, { id, due_at, ...message }, now)
  return id
}

/** A digest that its receiver does not accept collects for so long (ms): then its schedule ends, and its events with it. */
const REOPENED_MS = DAY_MS

/**
 * Whether a pending digest takes more events. One that its receiver did not accept collects again: an outage leaves one digest
 * of an alert a day. The next attempt has another message, so another id, and the schedule starts again: the new events had no
 * attempt yet.
 */
async function collects(
  db: Db,
  { id, event_id, attempts, uncounted, due_at, created_at }: DeliveryRow,
  next: Pick<GroupContext, 'now' | 'newId'> & Pick<DeliveryRow, 'due_at'>,
): Promise<boolean> {
  const event = await findAlertEvent(db, event_id)
  if (!event || isOpenDigest(event)) return event !== undefined
  // No attempt with this message failed: the receiver may have accepted it before a kill.
  if (attempts === uncounted || next.now - created_at > REOPENED_MS) return false
  const { alert } = JSON.parse(event.content) as EventContent
  const content = JSON.stringify(openContent(alert))
  const reopened = { ...event, id: next.newId(), round: event.round + 1, content, created_at: next.now }
  await insertAlertEvents(db, [reopened])
  await reopenDigest(db, id, { eventId: reopened.id, due_at: Math.min(due_at, next.due_at), now: next.now })
  await deleteAlertEvent(db, event_id)
  return true
}

function notBefore(lastAt: number, now: number): number {
  return lastAt <= now && now - lastAt < COLLECT_MS ? lastAt + COLLECT_MS : DUE_NOW
}

/**
 * Closes a digest that is due, in the transaction of the caller, which holds the queue: its message is the same for every attempt,
 * unless more events join it in between. Returns the event with the message.
 */
export async function closeDigest(
  db: Db,
  { deliveryId, event, destinationId }: { deliveryId: string; event: AlertEventRow; destinationId: string },
  now: number,
): Promise<AlertEventRow> {
  const grouped = await groupedEvents(db, deliveryId)
  const key = { alert_id: event.alert_id, destination_id: destinationId }
  const group = await findDeliveryGroup(db, key)
  if (group?.digest_id === deliveryId) await storeDeliveryGroup(db, { ...group, digest_at: now })
  if (!grouped) return event
  const content = JSON.stringify(digestContent(grouped, deliveryId))
  await writeEventContent(db, event.id, content)
  return { ...event, content }
}

/** A digest without its message: it still collects. */
export function isOpenDigest({ kind, content }: AlertEventRow): boolean {
  return kind === 'group' && (JSON.parse(content) as EventContent).group === undefined
}

/** Content of a digest that still collects. */
function openContent(alert: EventContent['alert']): EventContent {
  return { alert, transaction: { chainId: '' }, notice: { kind: 'group', text: 'collects more events', details: [] } }
}

/** The worst event, with how many there are and which one is the newest. */
function digestContent({ count, firstAt, lastAt, worst, newest }: GroupedEvents, digestId: string): EventContent {
  const content = JSON.parse(worst.content) as EventContent
  const worstText = inOneLine(worst)
  return {
    ...content,
    group: { count, since: new Date(firstAt).toISOString(), until: new Date(lastAt).toISOString() },
    notice: {
      kind: 'group',
      text: `${count} more like this, worst ${worstText.headline}, newest ${timeInWords(lastAt)}`,
      details: [
        `Worst: ${worstText.whole}`,
        ...(newest.id === worst.id ? [] : [`Newest: ${inOneLine(newest).whole}`]),
        `From ${timeInWords(firstAt)} to ${timeInWords(lastAt)}`,
      ],
      command: commandFor['list-group'](digestId),
    },
  }
}

function inOneLine({ id, created_at, content }: AlertEventRow): { readonly headline: string; readonly whole: string } {
  const about = JSON.parse(content) as EventContent
  const { headline, actions, summary } = composeAlert({ id, createdAt: created_at }, about, { now: created_at })
  const parts = [headline, actions[0] ?? '', summary].filter((part) => part !== '')
  const { svcTxId, transactionId } = about.transaction
  return { headline, whole: [...parts, svcTxId ?? transactionId ?? ''].filter((part) => part !== '').join(' · ') }
}

import { resultRank, verdictRank } from '../../../api/verdict.ts'
import { type ChainEventKind, chainEventKinds, type NoticeKind } from '../../../api/vocabulary.ts'
import { chunksOf } from '../../../shared/chunks-of.ts'
import type { Ids } from '../../runtime/deps.ts'
import { alertsNotifiedOf, insertAlertEvents, insertDeliveries } from '../../store/repositories/alert-events.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { DUE_NOW } from '../../store/repositories/deliveries.ts'
import { destinationsOf } from '../../store/repositories/destinations.ts'
import {
  deleteFanOut,
  insertFanOuts,
  isAnyFanOut,
  lockFanOut,
  lockFanOutOf,
  updateFanOut,
} from '../../store/repositories/fan-outs.ts'
import type {
  AlertEventRow,
  Db,
  DeliveryRow,
  DestinationRow,
  EventSubject,
  FanOutRow,
} from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import { BatchedWrites } from '../../store/writes/batched-writes.ts'
import type { EventContent } from './messages/event-content.ts'
import { correctsMessage, type Silence, silencedUntil, silenceReason } from './silence.ts'

interface FiredAlert extends Pick<StoredAlert, 'id' | 'name' | 'type' | 'destinationIds'> {
  /** Its messages are recorded, and not sent (ms). */
  readonly silencedUntil?: number
}

/** The alerts that fired for a subject, with what their messages have in common. */
export interface FanOut {
  readonly about: EventSubject
  readonly content: Omit<EventContent, 'alert'>
  /** A sanction or a BLOCK entry was found; absent: it is not known, and a silence does not hide it. */
  readonly isListed?: boolean
  readonly alerts: readonly (Pick<FiredAlert, 'id' | 'name' | 'type' | 'destinationIds'> & Silence)[]
  /** Time of the match (ms). */
  readonly matchedAt: number
}

/** The column `alerts`: each destination is named once, because many alerts send to the same ones. */
interface StoredAlerts {
  readonly destinations: readonly string[]
  /** `to`: positions in `destinations`. */
  readonly alerts: readonly (Omit<FiredAlert, 'destinationIds'> & { readonly to: readonly number[] })[]
}

/** `now`: of the `DeadlineClock`, ms since 1970. */
export interface PlanContext {
  readonly now: number
  readonly newId: Ids
}

/** Events and deliveries of one transaction: a few milliseconds. An alert with more destinations is a slice of its own. */
const SLICE = 64
/** Alerts of a row, which each of its slices reads completely. */
const MOST_ALERTS = 64
/** Subjects of one query: databases accept some ten thousand parameters. */
const MOST_SUBJECTS = 4096

/**
 * Adds the alerts that fired for a validation to the outbox, in the transaction of its verdict: with their events and
 * deliveries when they are few, otherwise as rows that `planDeliveries` plans. False when all had an event already.
 */
export async function enqueueFanOut(db: Db, fanOut: FanOut, context: PlanContext): Promise<boolean> {
  const fired = await withSilences(db, fanOut, context.now)
  if (sizeOf(fired) <= SLICE) return plan(db, { ...fanOut, alerts: fired }, context)
  const content = JSON.stringify(fanOut.content)
  const rows = chunksOf(fired, MOST_ALERTS).map((alerts) => ({
    id: context.newId(),
    ...fanOut.about,
    content,
    alerts: JSON.stringify(toStored(alerts)),
    planned: 0,
    unplanned_deliveries: countDeliveries(alerts),
    created_at: fanOut.matchedAt,
  }))
  await insertFanOuts(db, rows)
  return true
}

/** The alerts as they are when they fire. A message that corrects one that was sent is not hidden. */
async function withSilences(db: Db, fanOut: FanOut, now: number): Promise<FiredAlert[]> {
  const fired = fanOut.alerts.map(({ id, name, type, destinationIds, ...silence }) => ({
    id,
    name,
    type,
    destinationIds,
    until: silencedUntil(silence, fanOut, now),
  }))
  const isAny = fired.some(({ until }) => until !== undefined)
  const notified =
    isAny && correctsMessage(fanOut.about) ? await alertsNotifiedOf(db, fanOut.about.subject) : new Set<string>()
  return fired.map(({ until, ...alert }) =>
    until === undefined || notified.has(alert.id) ? alert : { ...alert, silencedUntil: until },
  )
}

export interface PlannerDeps {
  readonly store: Store
  readonly deadlines: { now(): number }
  readonly newId: Ids
}

/**
 * Plans what waits, in short transactions with pauses. Each also stores how far it came, so that another process continues
 * after a kill; on PostgreSQL servers skip what another one plans. False when nothing waited.
 * @throws the signal's reason once it is aborted
 */
export async function planDeliveries({ store, deadlines, newId }: PlannerDeps, signal: AbortSignal): Promise<boolean> {
  if (!(await isAnyFanOut(store.read))) return false
  await new BatchedWrites(store, signal).run((db) => planSlice(db, { now: deadlines.now(), newId }))
  return true
}

/** Plans the next slice in the caller's transaction. False when nothing waits. */
export async function planSlice(db: Db, context: PlanContext): Promise<boolean> {
  const row = await lockFanOut(db)
  if (row) await planNext(db, row, context)
  return row !== undefined
}

/** Plans all that waits about the subjects, so that their events can be read. */
export async function planSubjects(db: Db, subjects: readonly string[], context: PlanContext): Promise<void> {
  if (subjects.length === 0 || !(await isAnyFanOut(db))) return
  for (const some of chunksOf(subjects, MOST_SUBJECTS))
    for (let row = await lockFanOutOf(db, some); row; row = await lockFanOutOf(db, some))
      await planNext(db, row, context)
}

async function planNext(db: Db, row: FanOutRow, context: PlanContext): Promise<void> {
  const waiting = fromStored(row).slice(row.planned)
  const slice = waiting.slice(0, sliceLength(waiting))
  const { svc_tx_id, subject, step, round, kind } = row
  const about = { svc_tx_id, subject, step, round, kind }
  const content: FanOut['content'] = JSON.parse(row.content)
  await plan(db, { about, content, alerts: slice, matchedAt: row.created_at }, context)
  if (slice.length === waiting.length) await deleteFanOut(db, row.id)
  else
    await updateFanOut(db, {
      id: row.id,
      planned: row.planned + slice.length,
      unplanned_deliveries: row.unplanned_deliveries - countDeliveries(slice),
    })
}

/** Alerts that fit into a slice, at least one. */
function sliceLength(alerts: readonly FiredAlert[]): number {
  let size = 0
  const end = alerts.findIndex((alert) => {
    size += sizeOf([alert])
    return size > SLICE
  })
  return end < 0 ? alerts.length : Math.max(1, end)
}

function sizeOf(alerts: readonly FiredAlert[]): number {
  return alerts.length + countDeliveries(alerts)
}

function countDeliveries(alerts: readonly FiredAlert[]): number {
  return alerts.reduce((sum, { destinationIds }) => sum + destinationIds.length, 0)
}

/**
 * Adds an event with a delivery for each destination, for each alert that has no event for the subject yet. An inactive
 * destination gets a cancelled delivery, so that the log shows why nothing was sent.
 */
async function plan(
  db: Db,
  { about, content, alerts, matchedAt }: Omit<FanOut, 'alerts'> & { readonly alerts: readonly FiredAlert[] },
  { now, newId }: PlanContext,
): Promise<boolean> {
  const events = alerts.map(({ id, name, type }) =>
    eventOf(newId(), about, { alert: { id, name, type }, ...content }, matchedAt),
  )
  const severity = severityOf(about, content)
  const added = new Map((await insertAlertEvents(db, events)).map(({ id, alert_id }) => [alert_id, id]))
  const destinations = await destinationsOf(db, [...new Set(alerts.flatMap(({ destinationIds }) => destinationIds))])
  const deliveries = alerts.flatMap(({ id, destinationIds, silencedUntil: until }) => {
    const eventId = added.get(id)
    if (eventId === undefined) return []
    return destinations
      .filter((destination) => destinationIds.includes(destination.id))
      .map((destination) =>
        deliveryOf(
          destination,
          {
            id: newId(),
            event_id: eventId,
            alert_id: id,
            severity,
            created_at: matchedAt,
            ...startOf(destination, until),
          },
          now,
        ),
      )
  })
  await insertDeliveries(db, deliveries)
  return added.size > 0
}

/** A message that no alert fired: a heartbeat, a digest. */
interface OwnMessage extends Pick<DeliveryRow, 'id' | 'event_id' | 'due_at'>, Pick<EventSubject, 'subject'> {
  readonly kind: NoticeKind
  readonly content: EventContent
}

/** Adds a message to a destination, in the transaction of the caller. */
export async function addMessage(
  db: Db,
  destination: DestinationRow,
  { subject, kind, content, ...own }: OwnMessage,
  now: number,
): Promise<void> {
  const about: EventSubject = { svc_tx_id: null, subject, step: '', round: 0, kind }
  await insertAlertEvents(db, [eventOf(own.event_id, about, content, now)])
  await insertDeliveries(db, [deliveryOf(destination, { ...own, alert_id: content.alert.id }, now)])
}

/** @param at ms since 1970 */
function eventOf(id: string, about: EventSubject, content: EventContent, at: number): AlertEventRow {
  const { alert } = content
  return {
    id,
    alert_id: alert.id,
    alert_name: alert.name,
    alert_type: alert.type,
    ...about,
    content: JSON.stringify(content),
    created_at: at,
    confirmed_at: null,
  }
}

function deliveryOf(
  destination: DestinationRow,
  own: Pick<DeliveryRow, 'id' | 'event_id' | 'alert_id'> & Partial<DeliveryRow>,
  now: number,
): DeliveryRow {
  return {
    state: 'PENDING',
    error_message: '',
    due_at: DUE_NOW,
    severity: 0,
    destination_id: destination.id,
    destination_name: destination.name,
    channel: destination.channel,
    attempts: 0,
    uncounted: 0,
    group_id: null,
    created_at: now,
    updated_at: now,
    ...own,
  }
}

/** The first state of a delivery, and why it is not sent. */
function startOf({ state }: DestinationRow, silencedUntil?: number): Pick<DeliveryRow, 'state' | 'error_message'> {
  if (silencedUntil !== undefined) return { state: 'SILENCED', error_message: silenceReason(silencedUntil) }
  if (state === 'ACTIVE') return { state: 'PENDING', error_message: '' }
  return { state: 'CANCELLED', error_message: 'the destination was inactive when the alert matched' }
}

function toStored(alerts: readonly FiredAlert[]): StoredAlerts {
  const destinations = [...new Set(alerts.flatMap(({ destinationIds }) => destinationIds))]
  const positions = new Map(destinations.map((id, at) => [id, at]))
  return {
    destinations,
    alerts: alerts.map(({ destinationIds, ...alert }) => ({
      ...alert,
      to: destinationIds.flatMap((destinationId) => positions.get(destinationId) ?? []),
    })),
  }
}

function fromStored({ alerts }: Pick<FanOutRow, 'alerts'>): FiredAlert[] {
  const stored = JSON.parse(alerts) as StoredAlerts
  return stored.alerts.map(({ to, ...alert }) => ({
    ...alert,
    destinationIds: to.flatMap((at) => stored.destinations[at] ?? []),
  }))
}

/** What needs a person now, with any verdict. */
const URGENT = verdictRank('UNSAFE', 70)
/** What has no verdict. */
const ROUTINE = verdictRank('WARNING', 31)

/** Someone else moved assets, or got control: up to the last one. */
const graveKinds = chainEventKinds.slice(0, chainEventKinds.indexOf('upgraded') + 1)
const graveNotices: readonly NoticeKind[] = ['stopped', 'hold']

/**
 * How soon a message leaves where others wait: the rank of its verdict. Retractions and what waits for a person are as
 * urgent as UNSAFE.
 */
function severityOf({ step, kind }: Pick<EventSubject, 'step' | 'kind'>, content: Omit<EventContent, 'alert'>): number {
  const { result, validation } = content
  const verdict = result ? resultRank(result) : ROUTINE
  const before = validation ? verdictRank(validation.verdict, validation.combinedScore) : 0
  const isUrgent =
    step === 'retracted' ||
    graveKinds.includes(kind as ChainEventKind) ||
    graveNotices.includes(kind as NoticeKind) ||
    kind === 'rescreen'
  return Math.max(verdict, before, isUrgent ? URGENT : 0)
}

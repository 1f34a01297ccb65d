import { verdictOf } from '../../../api/verdict.ts'
import type { EventStep } from '../../../api/vocabulary.ts'
import type { ChainEventContent, EventActivity, EventContent } from '../../alerts/delivery/messages/event-content.ts'
import { alertIndexOf } from '../../alerts/matching/alert-index.ts'
import { buildContent, type Validated } from '../../alerts/matching/build-event.ts'
import { enqueue, transactionSubject } from '../../alerts/matching/enqueue-alerts.ts'
import { matchesEvent } from '../../alerts/matching/match.ts'
import { buildMatchInput, isListed, type MonitoredEvent } from '../../alerts/matching/match-input.ts'
import { notifiesKind, toMonitored } from '../../alerts/matching/monitored.ts'
import { filterOf } from '../../records/alert-filter.ts'
import { resultOf } from '../../records/transaction-record.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { enabledMonitorsOf } from '../../store/repositories/monitors.ts'
import { findTransaction } from '../../store/repositories/transactions.ts'
import type { ChainEventRow } from '../../store/schema/schema.ts'
import { isCounted } from '../activity/small-payments.ts'
import { describeEvents, type WatchedEvent } from './describe-events.ts'
import { gravityOf, type News, newsOf } from './news.ts'
import type { NotifyContext, StoredTransaction } from './notify-context.ts'
import { type LastStep, type LastSteps, lastStepsOf } from './sent-steps.ts'

/** The most that one message names; the others are counted. */
export const MOST_ACTIVITIES = 12

/** Whether an event is reported to an alert now. */
export type IsDue = (alert: StoredAlert, event: Pick<ChainEventRow, 'block_number'>) => boolean

/**
 * Reports what blocks brought: one message for each alert and transaction, which names the gravest kind that the alert
 * and the monitor of the address accept. What was reported to an alert before is not reported again, and what was
 * retracted is included again. A further address, or a graver kind, has a message of its own.
 */
export async function notifyTransactions(
  context: NotifyContext,
  given: readonly StoredTransaction[],
  isDue: IsDue,
): Promise<void> {
  const groups = groupsOf(context.chainId, given)
  if (groups.length === 0 || !context.alerts.some(({ type }) => type === 'MONITOR')) return
  const monitors = await monitorsOf(context, groups)
  const lastSteps = await lastStepsOf(
    context,
    groups.map(({ subject }) => subject),
  )
  for (const group of groups) await notifyGroup(context, group, { monitors, lastSteps, isDue })
}

interface NotificationGroup {
  readonly subject: string
  /** All of one block, without what digests report. */
  readonly events: readonly ReportedEvent[]
  readonly validated: Validated | undefined
}

type ReportedEvent = WatchedEvent['row']

/**
 * Events of a transaction belong together, also where several rounds of an audit found them; those of none belong together by
 * their address.
 */
function groupsOf(chainId: string, given: readonly StoredTransaction[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>()
  for (const { events, validated } of given)
    for (const event of events.filter(isReported)) {
      const subject = subjectOf(chainId, event)
      const before = groups.get(subject)
      const others = before?.events.filter(({ id }) => id !== event.id) ?? []
      groups.set(subject, { subject, events: [...others, event], validated: validated ?? before?.validated })
    }
  return [...groups.values()]
}

function isReported(event: ChainEventRow): event is ReportedEvent {
  return event.kind !== 'poison' && !isCounted(event)
}

/** Gives what the alert events of a chain event are about. */
export function subjectOf(chainId: string, { tx_hash, block_hash, address }: ChainEventRow): string {
  const subject = transactionSubject(chainId, tx_hash)
  return tx_hash === block_hash ? `${subject}:${address}` : subject
}

type Monitors = ReadonlyMap<string, Awaited<ReturnType<typeof enabledMonitorsOf>>[number]>

async function monitorsOf({ db, chainId }: NotifyContext, groups: readonly NotificationGroup[]): Promise<Monitors> {
  const addresses = groups.flatMap(({ events }) => events.map(({ address }) => address))
  const rows = await enabledMonitorsOf(db, chainId, addresses)
  return new Map(rows.map((row) => [row.address_key, row]))
}

interface GroupFacts {
  readonly monitors: Monitors
  readonly lastSteps: LastSteps
  readonly isDue: IsDue
}

/** The step that an alert is notified of, and which of the events. */
interface AlertStep {
  readonly alert: StoredAlert
  readonly step: EventStep
  readonly round: number
  readonly accepted: readonly number[]
}

async function notifyGroup(context: NotifyContext, group: NotificationGroup, facts: GroupFacts): Promise<void> {
  const { chainId, db, alerts } = context
  const watched = group.events.flatMap((row) => {
    const monitor = facts.monitors.get(row.address)
    return monitor && notifiesKind(monitor, row.kind) ? [{ row, monitor }] : []
  })
  const rows = watched.map(({ row }) => row)
  watched.sort((a, b) => gravityOf(a.row, rows) - gravityOf(b.row, rows))
  const [first] = watched
  const due = alerts.filter((alert) => alert.type === 'MONITOR' && first && facts.isDue(alert, first.row))
  if (first === undefined || due.length === 0) return
  const activities = await describeEvents(db, chainId, watched, group.validated)
  const events = activities.map(({ kind, usd }) => ({ kind, usd }))
  const matching = new Set(matchingAlerts(context, group, events))
  const steps: AlertStep[] = []
  for (const alert of due) {
    const filter = filterOf(alert)
    const accepted = events.flatMap((event, at) => (matchesEvent(filter, event) ? [at] : []))
    const last = facts.lastSteps(group.subject, alert.id)
    const reported = accepted.flatMap((at) => watched[at]?.row ?? [])
    const news = last && (await newsOf(context.db, reported, last))
    const next = nextStep(last, news)
    if (next === undefined || ((last === undefined || news) && !matching.has(alert))) continue
    // The messages before say the rest of the same block.
    const isSaid = (at: number) => news?.place === 'same block' && !news.rows.some((row) => row === watched[at]?.row)
    const chosen = accepted.filter((at) => !isSaid(at))
    steps.push({ alert, ...next, accepted: chosen.length > 0 ? chosen : [...events.keys()] })
  }
  const alike = Map.groupBy(steps, ({ step, round, accepted }) => `${step} ${round} ${accepted.join()}`)
  for (const some of alike.values()) await enqueueNotifications(context, group, { steps: some, watched, activities })
}

function matchingAlerts(
  { alerts, chainId }: NotifyContext,
  { validated }: NotificationGroup,
  events: readonly MonitoredEvent[],
): readonly StoredAlert[] {
  const index = alertIndexOf(alerts)
  if (validated === undefined) return index.findWithoutVerdict({ chainId, events })
  return index.find('MONITOR', buildMatchInput(validated.row, validated.result, [], events))
}

/** The step that follows the last one. Undefined: nothing is new. */
function nextStep(last: LastStep | undefined, news: News | undefined): Pick<AlertStep, 'step' | 'round'> | undefined {
  if (last === undefined) return { step: 'included', round: 0 }
  if (last.step === 'retracted') return { step: 'included-again', round: last.round }
  if (news === undefined) return undefined
  if (news.place === 'same block') return { step: 'included', round: last.round + 1 }
  return { step: 'included-again', round: last.step === 'included' ? last.round : last.round + 1 }
}

interface AlikeNotifications {
  /** At least one; of one step, round and choice of events. */
  readonly steps: readonly AlertStep[]
  readonly watched: readonly WatchedEvent[]
  readonly activities: readonly EventActivity[]
}

async function enqueueNotifications(
  context: NotifyContext,
  { subject, validated }: NotificationGroup,
  { steps, watched, activities }: AlikeNotifications,
): Promise<void> {
  const [first] = steps
  if (first === undefined) return
  const { step, round, accepted } = first
  const reported = accepted.flatMap((at) => watched[at] ?? [])
  const [gravest] = reported
  if (gravest === undefined) return
  const { kind } = gravest.row
  const chosen = accepted.flatMap((at) => activities[at] ?? [])
  const chain: ChainEventContent = {
    step,
    ...(step === 'included' && round > 0 && { more: true }),
    kind,
    kinds: [...new Set(reported.map(({ row }) => row.kind))],
    blockHash: gravest.row.block_hash,
    blockTime: new Date(gravest.row.block_time * 1000).toISOString(),
    confirmations: Math.max(0, context.tip - gravest.row.block_number),
    validatedAs: validated?.row.validated_as ?? null,
    ...(await validationOf(context, validated)),
    activities: chosen.slice(0, MOST_ACTIVITIES),
    ...(chosen.length > MOST_ACTIVITIES && { moreActivities: chosen.length - MOST_ACTIVITIES }),
  }
  const monitored = [...new Map(reported.map(({ monitor }) => [monitor.address_key, monitor])).values()].map(
    toMonitored,
  )
  const content = { ...baseContent(gravest.row, validated), monitored, ...chain }
  const about = { svc_tx_id: validated?.row.id ?? null, subject, step, round, kind }
  const listed = validated !== undefined && isListed(validated.result)
  await enqueue({ about, content, isListed: listed, alerts: steps.map(({ alert }) => alert) }, context)
}

/** The verdict of its validation before it was signed. */
async function validationOf(
  { db }: NotifyContext,
  validated: Validated | undefined,
): Promise<Pick<ChainEventContent, 'validation'>> {
  const id = validated?.row.validated_as ?? undefined
  const row = id === undefined ? undefined : await findTransaction(db, id)
  if (row === undefined) return {}
  const result = resultOf(row)
  return { validation: { verdict: verdictOf(result), combinedScore: result.combinedScore } }
}

/** What is known of the transaction without a verdict, or with it. */
function baseContent(
  { chain_id, tx_hash, block_hash, block_number }: ReportedEvent,
  validated: Validated | undefined,
): Pick<EventContent, 'transaction' | 'result'> {
  const place = {
    ...(tx_hash !== block_hash && { transactionId: tx_hash }),
    blockNumber: String(block_number),
  }
  if (validated === undefined) return { transaction: { chainId: chain_id, ...place } }
  const { transaction, result } = buildContent(validated)
  return { transaction: { ...transaction, ...place }, result }
}

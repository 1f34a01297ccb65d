import { chainName } from '../../api/text/chains.ts'
import { recordedVerdict, type Verdict, withVerdict } from '../../api/verdict.ts'
import type { Context } from '../../cli/context/context.ts'
import { type Paint, paintFor } from '../../cli/output/paint.ts'
import { safeText } from '../../cli/output/terminal-text.ts'
import { clockText } from '../../cli/output/time.ts'
import type { TimeZone } from '../../cli/output/time-zone.ts'
import { WardenError } from '../../shared/errors.ts'
import { sleep } from '../../shared/time/sleep.ts'
import { aboutOf, paintState } from '../delivery/view.ts'
import { eventVerdict, stateTexts, validationText } from '../monitor/activity-view.ts'
import { callAddition } from '../steps/addition.ts'
import { toneOf } from '../validate/verdict-exit-code.ts'
import { followerOf, type WatchEvent, type WatchEventKind } from './events.ts'
import type { EventFollower } from './follow.ts'

/** Runs until the user interrupts or the reader closes the pipe. Waits while the service is unavailable. */
export async function followAll(
  context: Context,
  kinds: readonly WatchEventKind[],
  since: number,
  intervalMs: number,
): Promise<void> {
  const { signal } = context
  const client = await context.client()
  const followers = kinds.map((kind) => followerOf(kind, client, since))
  const write = await writerOf(context)
  let isAway = false
  while (!signal.aborted) {
    try {
      for (const event of await poll(context, followers)) await write(event)
      if (context.io.stdout.isClosed) return
      if (isAway) await context.note('The service responds again.')
      isAway = false
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof WardenError) || !['unavailable', 'rate-limited'].includes(error.kind)) throw error
      if (!isAway) await context.note(`${error.message}; waiting until it responds`)
      isAway = true
    }
    await sleep(intervalMs, signal)
  }
}

async function poll(context: Context, followers: readonly EventFollower<WatchEvent>[]): Promise<WatchEvent[]> {
  const seen: WatchEvent[] = []
  for (const follower of followers) seen.push(...(await callAddition(context, 'list to follow', () => follower.next())))
  return seen.sort((a, b) => Date.parse(a.changedAt) - Date.parse(b.changedAt))
}

async function writerOf({ io, env, globals, out, zone }: Context): Promise<(event: WatchEvent) => Promise<void>> {
  const { stdout } = io
  if (!out.isForPeople) return (event) => stdout.write(`${JSON.stringify(globals.raw ? event : shownEvent(event))}\n`)
  const paint = await paintFor(stdout, env, globals.color)
  return (event) => stdout.write(eventLine(event, paint, zone))
}

function shownEvent(event: WatchEvent): WatchEvent {
  const verdict = verdictOfEvent(event)
  return verdict === undefined ? event : withVerdict(event, verdict)
}

function verdictOfEvent(event: WatchEvent): Verdict | undefined {
  if (event.happening === 'validation') return recordedVerdict(event)
  return event.happening === 'chain-event' ? eventVerdict(event) : undefined
}

/** One line on a terminal: time, event, details and id. */
function eventLine(event: WatchEvent, paint: Paint, zone: TimeZone): string {
  const [what, rest] = partsOf(event, paint)
  const time = clockText(Date.parse(event.changedAt), zone)
  return `${paint.dim(time)}  ${what}  ${rest.map(safeText).join('  ')}\n`
}

function partsOf(event: WatchEvent, paint: Paint): [string, string[]] {
  if (event.happening === 'validation') return validationParts(event, paint)
  return event.happening === 'delivery' ? deliveryParts(event, paint) : chainEventParts(event, paint)
}

function chainEventParts(row: Extract<WatchEvent, { happening: 'chain-event' }>, paint: Paint): [string, string[]] {
  const verdict = eventVerdict(row)
  const kind = safeText(row.kind).padEnd(12)
  return [
    verdict === undefined ? paint.bold(kind) : toneOf(verdict, paint)(kind),
    [
      chainName(row.chainId),
      row.name || row.address,
      row.text.join('; '),
      validationText(row),
      stateTexts[row.state],
      row.transactionId ?? `block ${row.blockNumber}`,
    ].filter((part) => part !== ''),
  ]
}

function validationParts(row: Extract<WatchEvent, { happening: 'validation' }>, paint: Paint): [string, string[]] {
  const verdict = recordedVerdict(row)
  const text = `${verdict} ${row.combinedScore}`.padEnd(12)
  const to = row.to ?? 'a new contract'
  return [
    toneOf(verdict, paint)(text),
    [chainName(row.chainId), `${row.from} → ${to}`, row.subCategory, row.svcTxId].filter((part) => part !== ''),
  ]
}

function deliveryParts(row: Extract<WatchEvent, { happening: 'delivery' }>, paint: Paint): [string, string[]] {
  const attempts = row.attempts > 1 ? [`attempt ${row.attempts}`] : []
  return [
    paintState(safeText(row.state).padEnd(12), row.state, paint),
    [
      `${row.alertName} → ${row.destinationName} (${row.channel})`,
      aboutOf(row),
      row.errorMessage,
      ...attempts,
      row.id,
    ].filter((part) => part !== ''),
  ]
}

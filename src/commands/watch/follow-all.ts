import { recordedVerdict, withVerdict } from '../../api/verdict.ts'
import type { Context } from '../../cli/context/context.ts'
import { paintFor } from '../../cli/output/paint.ts'
import { isPassing } from '../../shared/passing.ts'
import { sleep } from '../../shared/time/sleep.ts'
import { eventVerdict } from '../monitor/activity-view.ts'
import { callAddition } from '../steps/addition.ts'
import { eventLine } from './event-line.ts'
import { followers, type WatchEvent, type WatchEventKind } from './events.ts'
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
  const all = kinds.map((kind) => followers[kind](client, since))
  const write = await writerOf(context)
  let isAway = false
  while (!signal.aborted) {
    try {
      for (const event of await poll(context, all)) await write(event)
      if (context.io.stdout.isClosed) return
      if (isAway) await context.note('The service responds again.')
      isAway = false
    } catch (error) {
      if (signal.aborted) return
      if (!isPassing(error)) throw error
      if (!isAway) await context.note(`${error.message}; waiting until it responds`)
      isAway = true
    }
    await sleep(intervalMs, signal)
  }
}

async function poll(context: Context, followers: readonly EventFollower<WatchEvent>[]): Promise<WatchEvent[]> {
  const seen: WatchEvent[] = []
  for (const follower of followers) seen.push(...(await callAddition(context, 'list to follow', follower)))
  return seen.sort((a, b) => Date.parse(a.changedAt) - Date.parse(b.changedAt))
}

async function writerOf({ io, env, globals, out, zone }: Context): Promise<(event: WatchEvent) => Promise<void>> {
  const { stdout } = io
  if (!out.isForPeople) return (event) => stdout.write(`${JSON.stringify(globals.raw ? event : shownEvent(event))}\n`)
  const paint = await paintFor(stdout, env, globals.color)
  const width = () => stdout.columns ?? Number.POSITIVE_INFINITY
  return (event) => stdout.write(eventLine(event, { paint, zone, width: width() }))
}

function shownEvent(event: WatchEvent): WatchEvent {
  if (event.happening === 'validation') return withVerdict(event, recordedVerdict(event))
  const verdict = event.happening === 'chain-event' ? eventVerdict(event) : undefined
  return verdict === undefined ? event : withVerdict(event, verdict)
}

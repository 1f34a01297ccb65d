import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { choices, parseDuration, parsed } from '../../cli/options.ts'
import { parseMoment } from '../options/moment.ts'
import { refuseDocumentFormats } from '../steps/endless.ts'
import type { WatchEventKind } from './events.ts'

const eventKinds = ['validations', 'deliveries', 'chain-events'] as const satisfies readonly WatchEventKind[]

const INTERVAL_MS = 1000

export const watch = defineCommand({
  name: 'watch',
  group: 'Validate',
  summary: 'Follow validations, deliveries and chain events live',
  description:
    'Runs until Ctrl-C: one line per event on a terminal, one JSON object per line into a pipe. Times are in your zone on a terminal, in UTC in JSON and with --utc. Validations need the validation key, deliveries and chain events the management key. A chain event is what happens to a monitored address on a followed chain; it is shown again when a reorg takes it back.',
  options: {
    only: choices(eventKinds, 'only these events; default: all'),
    since: parsed('time', 'start with events since: an age such as 10m, or a time; default: now', parseMoment),
    interval: parsed('duration', 'polling interval; default 1s', parseInterval),
  },
  examples: [
    { command: 'txwarden watch' },
    { command: 'txwarden watch --only deliveries --since 1h' },
    { command: 'txwarden watch --only validations -o ndjson', note: 'for another program' },
  ],
  async run(context, { only = eventKinds, since, interval = INTERVAL_MS }) {
    refuseDocumentFormats(context.globals, 'watch')
    const { followAll } = await import('./follow-all.ts')
    if (context.out.isForPeople) await context.note(`Waiting for ${inWords(only)} (${context.where()}). Ctrl-C stops.`)
    await followAll(context, only, since?.(context) ?? context.clock.now(), interval)
  },
})

/** "validations, deliveries and chain events" */
function inWords(kinds: readonly WatchEventKind[]): string {
  return new Intl.ListFormat('en-GB').format(kinds.map((kind) => kind.replace('-', ' ')))
}

function parseInterval(flag: string, text: string): number {
  const ms = parseDuration(flag, text)
  if (ms >= 100) return ms
  throw usageError(`${flag}: ${text} is below 100ms`)
}

import { defineCommand } from '../../cli/define.ts'
import type { GlobalValues } from '../../cli/globals.ts'
import { choices, parseDuration, parsed } from '../../cli/options.ts'
import { usageError } from '../../cli/usage.ts'
import { type Moment, parseMoment } from '../moment.ts'
import type { WatchEventKind } from './events.ts'

const eventKinds = ['validations', 'deliveries'] as const satisfies readonly WatchEventKind[]

const INTERVAL_MS = 1000

export const watch = defineCommand({
  name: 'watch',
  group: 'Validate',
  summary: 'Follow validations and deliveries as they happen',
  description:
    'Until Ctrl-C: a line each on a terminal, one JSON object a line into a pipe. Times are UTC. Validations need the validation key, deliveries the management key.',
  options: {
    only: choices(eventKinds, 'follow only these; default: both'),
    since: parsed('time', 'begin with what happened since then: 10m (ago), or a time; default: now', parseMoment),
    interval: parsed('duration', 'time between two looks; default 1s', parseInterval),
  },
  examples: [
    { command: 'txwarden watch' },
    { command: 'txwarden watch --only deliveries --since 1h' },
    { command: 'txwarden watch --only validations -o ndjson', note: 'for a program that reads along' },
  ],
  async run(context, { only = eventKinds, since, interval = INTERVAL_MS }) {
    refuseWhole(context.globals)
    const { followAll } = await import('./follow-all.ts')
    if (context.out.isForPeople)
      await context.note(`Waiting for ${only.join(' and ')} (${context.where()}). Ctrl-C stops.`)
    const begin: Moment = since ?? ((now) => now)
    await followAll(context, only, begin(context.clock.now()), interval)
    return undefined
  },
})

/** What never ends cannot be one document. */
function refuseWhole({ json, output, jq }: GlobalValues): void {
  const asked = json ? 'json' : output
  const whole = jq === undefined ? (asked === 'ndjson' || asked === 'table' ? undefined : asked) : 'jq'
  if (whole === undefined) return
  throw usageError(`watch never ends: there is no ${whole} of the whole`, { try: 'txwarden watch -o ndjson' })
}

function parseInterval(flag: string, text: string): number {
  const ms = parseDuration(flag, text)
  if (ms >= 100) return ms
  throw usageError(`${flag}: ${text} is below 100ms`)
}

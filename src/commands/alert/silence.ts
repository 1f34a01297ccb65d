import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { flag, one, parseDuration, parsed } from '../../cli/options.ts'
import { timeText } from '../../cli/output/time.ts'
import { parseTime } from '../options/moment.ts'
import { callAddition } from '../steps/addition.ts'
import { findThing } from '../steps/find-thing.ts'
import { noteReadFirst } from '../steps/read-first.ts'
import { alerts } from './resource.ts'

export const alertSilence = defineCommand({
  name: 'alert silence',
  summary: 'Silence an alert for a time',
  description:
    'Events are recorded, with deliveries in the state SILENCED. Sanctions, verdicts of BLOCK entries, notices and retractions of messages that were sent arrive all the same. A silence ends by itself, after at most 30 days; it is not part of a manifest.',
  arguments: { id: one('id or name of the alert') },
  options: {
    for: parsed('duration', 'how long, such as 2h', parseDuration),
    until: parsed('time', 'until when, such as "2026-09-27 08:12"', parseTime),
    off: flag('end the silence'),
    alsoBlocked: flag('also hide sanctions and verdicts of BLOCK entries'),
  },
  examples: [
    { command: 'txwarden alert silence <id> --for 2h' },
    { command: 'txwarden alert silence <id> --until 2099-01-02T08:00:00Z --also-blocked' },
    { command: 'txwarden alert silence <id> --off' },
  ],
  async run(context, { id, for: forMs, until: moment, off = false, alsoBlocked = false }) {
    if ([forMs, moment, off || undefined].filter((given) => given !== undefined).length !== 1)
      throw usageError('alert silence needs one of --for, --until and --off', {
        try: 'txwarden alert silence <id> --for 2h',
      })
    if (off && alsoBlocked) throw usageError('--off and --also-blocked exclude each other')
    await noteReadFirst(context)
    const { alertId } = await findThing(context, alerts, id)
    const until = off ? null : new Date(moment ? moment(context) : context.clock.now() + (forMs ?? 0)).toISOString()
    const silence = { params: { alertConfigurationId: alertId }, body: { until, alsoBlocked } }
    const body = await callAddition(context, 'silences', (client) => client.call('silenceAlert', silence))
    const { alertName, silencedUntil, silencesBlocked } = body
    await context.out.done(
      body,
      alerts.view,
      silencedUntil === undefined
        ? `Alert ${alertName} is not silenced (${context.where()})`
        : [
            `Silenced alert ${alertName} until ${timeText(silencedUntil, context.zone)} (${context.where()})`,
            `  ${silencesBlocked ? 'sanctions and BLOCK entries, too' : 'sanctions and BLOCK entries still notify'}`,
          ],
    )
  },
})

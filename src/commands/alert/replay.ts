import type { AlertReplay } from '../../api/schemas/delivery.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { flag, integer, one, parsed } from '../../cli/options.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { parseMoment } from '../options/moment.ts'
import { callAddition } from '../steps/addition.ts'
import { alertKind, findThing } from '../steps/find-thing.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const MOST = 10_000

export const alertReplay = defineCommand({
  name: 'alert replay',
  summary: 'Show which stored validations an alert would have fired on',
  description:
    'Evaluates the alert, active or not, against stored validations without sending anything: matches first, and for each miss the condition that rejected it. A MONITOR alert is evaluated against transactions reported on chain, with the currently monitored addresses.',
  arguments: { id: one('id or name of the alert') },
  options: {
    since: parsed('time', 'start: an age such as 7d, or a time such as 2026-09-27; default 7d', parseMoment),
    until: parsed('time', 'end: an age such as 1d, or a time; default now', parseMoment),
    limit: integer('n', `maximum number of validations, newest first, 1 to ${MOST}; default 1000`, {
      min: 1,
      max: MOST,
    }),
    all: flag(`evaluate all, up to ${MOST}`),
  },
  examples: [
    { command: 'txwarden alert replay <id> --since 7d' },
    { command: 'txwarden alert replay <id> --since 30d --until 7d --all --json' },
  ],
  async run(context, { id, since, until, limit, all }) {
    if (all && limit !== undefined) throw usageError('--all and --limit exclude each other')
    const client = await context.client()
    const alert = await findThing(context, alertKind, id)
    const from = since?.(context) ?? context.clock.now() - WEEK_MS
    const to = until?.(context)
    if (to !== undefined && to <= from) throw usageError('--until is not after --since')
    const most = all ? MOST : limit
    const body = await callAddition(context, 'replay of alerts', () =>
      client.call('replayAlert', {
        params: { alertConfigurationId: alert.alertId },
        query: {
          since: new Date(from).toISOString(),
          ...(to !== undefined && { until: new Date(to).toISOString() }),
          limit: most,
        },
      }),
    )
    const { hitsFirst, missesText, replayView } = await import('./replay-view.ts')
    const { transactions } = body
    await context.out.list(body, context.out.isRowsOnly ? hitsFirst(transactions) : transactions, replayView, {
      empty: 'No validations stored in that period.',
      members: ['transactions'],
    })
    if (context.out.isForPeople) await noteSummary(context, body, missesText(body))
  },
})

async function noteSummary(context: Context, body: AlertReplay, misses: string): Promise<void> {
  if (body.judged > 0) await context.note(`${body.hits} of ${body.judged} would have fired.${misses}`)
  if (body.truncated) await context.note('Older validations were not evaluated: use --all or --limit.')
  if (!body.isActive)
    await context.note(`The alert is inactive. Activate it: txwarden alert enable ${quoteWord(body.alertId)}`)
}

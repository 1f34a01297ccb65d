import type { AlertReplay } from '../../api/schemas/delivery.ts'
import { counted } from '../../api/text/amounts.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { flag, integer, one, parsed } from '../../cli/options.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import { parseMoment } from '../options/moment.ts'
import { callAddition } from '../steps/addition.ts'
import { findThing } from '../steps/find-thing.ts'
import { alerts } from './resource.ts'

const WEEK_MS = 7 * DAY_MS
const MOST = 10_000

export const alertReplay = defineCommand({
  name: 'alert replay',
  summary: 'Show which stored validations an alert would have fired on',
  description:
    'Evaluates the alert, active or not, against stored validations without sending anything: what would have fired first, then the nearest misses with the condition that rejected them. A table has five misses without --all-rows, other formats have all. A MONITOR alert is evaluated against transactions reported on chain, with the currently monitored addresses.',
  arguments: { id: one('id or name of the alert') },
  options: {
    since: parsed('time', 'start: an age such as 7d, or a time such as 2026-09-27; default 7d', parseMoment),
    until: parsed('time', 'end: an age such as 1d, or a time; default now', parseMoment),
    limit: integer('n', `maximum number of validations, newest first, 1 to ${MOST}; default 1000`, {
      min: 1,
      max: MOST,
    }),
    all: flag(`evaluate all, up to ${MOST}`),
    allRows: flag('also show the other misses'),
  },
  examples: [
    { command: 'txwarden alert replay <id> --since 7d' },
    { command: 'txwarden alert replay <id> --since 30d --until 7d --all --json' },
  ],
  async run(context, { id, since, until, limit, all, allRows = false }) {
    if (all && limit !== undefined) throw usageError('--all and --limit exclude each other')
    const alert = await findThing(context, alerts, id)
    const from = since?.(context) ?? context.clock.now() - WEEK_MS
    const to = until?.(context)
    if (to !== undefined && to <= from) throw usageError('--until is not after --since')
    const most = all ? MOST : limit
    const body = await callAddition(context, 'replay of alerts', (client) =>
      client.call('replayAlert', {
        params: { alertConfigurationId: alert.alertId },
        query: {
          since: new Date(from).toISOString(),
          ...(to !== undefined && { until: new Date(to).toISOString() }),
          limit: most,
        },
      }),
    )
    const { hitsAndNearest, hitsFirst, missesText, replayView } = await import('./replay-view.ts')
    const { transactions } = body
    const { isForPeople, isRowsOnly } = context.out
    const ordered = isRowsOnly ? hitsFirst(transactions) : transactions
    const rows = isForPeople && !allRows ? hitsAndNearest(transactions) : ordered
    await context.out.list(body, rows, replayView, {
      empty: 'No validations stored in that period.',
      members: ['transactions'],
    })
    const hidden = transactions.length - rows.length
    if (isForPeople) await noteSummary(context, body, { misses: missesText(body), hidden })
  },
})

async function noteSummary(
  context: Context,
  body: AlertReplay,
  { misses, hidden }: { readonly misses: string; readonly hidden: number },
): Promise<void> {
  if (body.judged > 0) await context.note(`${body.hits} of ${body.judged} would have fired.${misses}`)
  if (hidden > 0)
    await context.note(`${counted(hidden, 'other miss is', 'other misses are')} not shown: use --all-rows.`)
  if (body.truncated) await context.note('Older validations were not evaluated: use --all or --limit.')
  if (!body.isActive)
    await context.note(`The alert is inactive. Activate it: txwarden alert enable ${quoteWord(body.alertId)}`)
}

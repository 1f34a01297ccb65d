import { deliveryStates } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { text } from '../../cli/options.ts'
import { timeText } from '../../cli/output/time.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { destinationKind, idOfThing } from '../steps/find-thing.ts'
import { callAboutDelivery } from './log.ts'
import { timeRange, timeRangeOptions } from './time-range.ts'

type Filter = { readonly destinationId?: string; readonly since?: string; readonly until?: string }

export const deliveryRetry = defineCommand({
  name: 'delivery retry',
  summary: 'Retry deliveries now',
  description:
    'Retries DEAD, CANCELLED and PENDING deliveries of any age; --since and --until limit the range. The confirmation shows how many there are and how old. Sent deliveries are not repeated. Attempts keep counting: a dead delivery gets one more attempt. A Retry-After of the receiver is respected.',
  arguments: { id: { ...manyOrNone('ids of the deliveries; or select them with the flags') } },
  options: {
    destination: text('id', 'everything to this destination, by id or name', { completes: 'destination' }),
    ...timeRangeOptions,
  },
  examples: [
    { command: 'txwarden delivery retry <id>' },
    { command: 'txwarden delivery retry --destination <id> --since 1d --yes', note: 'after it was repaired' },
  ],
  async run(context, { id: ids, destination, since, until }) {
    const body = {
      ...(ids.length > 0 && { ids: [...ids] }),
      ...(destination !== undefined && { destinationId: await idOfThing(context, destinationKind, destination) }),
      ...timeRange(context, { since, until }),
    }
    if (Object.keys(body).length === 0)
      throw usageError('delivery retry needs ids, --destination, --since or --until', {
        try: 'txwarden delivery list --state dead',
      })
    if (ids.length !== 1) {
      const what = ids.length > 1 ? `${ids.length} deliveries` : await selectionText(context, body)
      await confirmChange(context, `Retry ${what} (${context.where()})?`)
    }
    const answer = await callAboutDelivery(context, (client) => client.call('retryDeliveries', { body }))
    await context.out.done(
      answer,
      { columns: [{ field: 'retried', header: 'RETRIED' }] },
      answer.retried === 0
        ? `Nothing to retry (${context.where()})`
        : `${answer.retried === 1 ? '1 delivery is' : `${answer.retried} deliveries are`} due now (${context.where()})`,
    )
    if (answer.held !== undefined)
      await context.note(
        `! ${answer.held === 1 ? '1 of them waits' : `${answer.held} of them wait`} until the destination is active. Try: txwarden destination update ${destination === undefined ? '<id>' : quoteWord(destination)} --state active`,
      )
  },
})

/** "7 deliveries that have not been sent (5 dead, 2 cancelled), the oldest of 2026-01-02 03:04 UTC" */
async function selectionText(context: Context, filter: Filter): Promise<string> {
  const { yes, dryRun, curl } = context.globals
  const all = 'all matching deliveries that are not sent'
  if (yes || dryRun || curl || !context.canAsk) return all
  const found: { state: string; count: number; isAtLeast: boolean; oldest: string }[] = []
  for (const state of deliveryStates) {
    if (state === 'SENT' || state === 'GROUPED' || state === 'SILENCED') continue
    const query = { ...filter, state, size: 1, sort: ['createdAt,asc', 'id,asc'] }
    const page = await callAboutDelivery(context, (client) => client.call('listDeliveries', { query }))
    const [first] = page.content
    if (first)
      found.push({
        state: state.toLowerCase(),
        count: page.totalElements,
        isAtLeast: page.totalIsAtLeast === true,
        oldest: first.createdAt,
      })
  }
  const [oldest] = found.map((one) => one.oldest).sort()
  if (oldest === undefined) return all
  const text = (count: number, isAtLeast: boolean) => `${isAtLeast ? 'more than ' : ''}${count.toLocaleString('en')}`
  const sum = found.reduce((total, { count }) => total + count, 0)
  const isAtLeast = found.some((one) => one.isAtLeast)
  const parts = found.map(({ state, count, ...one }) => `${text(count, one.isAtLeast)} ${state}`).join(', ')
  const deliveries = sum === 1 ? '1 delivery that has' : `${text(sum, isAtLeast)} deliveries that have`
  return `${deliveries} not been sent (${parts}), the oldest of ${timeText(oldest, context.zone)},`
}

function manyOrNone(help: string) {
  return { help, variadic: true, required: false, type: [] as readonly string[] }
}

import type { CallInput } from '../../api/operations/operations.ts'
import { counted } from '../../api/text/amounts.ts'
import { deliveryStates } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { isPreview } from '../../cli/context/local-change.ts'
import { deliveryWaitMs } from '../../cli/context/open-transport.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { text } from '../../cli/options.ts'
import { timeText } from '../../cli/output/time.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { asksToConfirm, confirmChange } from '../../cli/prompts/confirm.ts'
import type { SendReport } from '../../service/index.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { destinations } from '../destination/resource.ts'
import { callAdditionById } from '../steps/addition.ts'
import { idOfThing } from '../steps/find-thing.ts'
import { deliveries } from './resource.ts'
import { noteAttempt } from './send.ts'
import { timeRange, timeRangeOptions } from './time-range.ts'

type Filter = Pick<NonNullable<CallInput<'listDeliveries'>['query']>, 'destinationId' | 'since' | 'until'>

export const deliveryRetry = defineCommand({
  name: 'delivery retry',
  summary: 'Retry deliveries now',
  description:
    'Retries FAILED, CANCELLED and PENDING deliveries of any age; --since and --until limit the range. The confirmation shows how many there are and how old. Sent deliveries are not repeated. Attempts keep counting: a failed delivery gets one more attempt. A Retry-After of the receiver is respected. Exit code 13 when nothing was sent.',
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
      ids: ids.length > 0 ? [...ids] : undefined,
      destinationId: destination === undefined ? undefined : await idOfThing(context, destinations, destination),
      ...timeRange(context, { since, until }),
    }
    if (Object.values(body).every((value) => value === undefined))
      throw usageError('delivery retry needs ids, --destination, --since or --until', {
        try: 'txwarden delivery list --state failed',
      })
    if (ids.length !== 1) {
      const what = ids.length > 1 ? `${ids.length} deliveries` : await selectionText(context, body)
      await confirmChange(context, `Retry ${what} (${context.where()})?`)
    }
    const answer = await callAdditionById(context, deliveries, (client) => client.call('retryDeliveries', { body }))
    const { retried, held = 0, heldBy = [] } = answer
    const sent = retried > held ? await sendHere(context) : undefined
    await context.out.done(
      { ...answer, ...sent },
      { isCounts: true, columns: plainColumns('retried') },
      retried === 0
        ? `Nothing to retry (${context.where()})`
        : sent === undefined
          ? `${counted(retried, 'delivery is', 'deliveries are')} due now${held === retried ? ', none can be sent' : ''} (${context.where()})`
          : `Retried ${counted(retried, 'delivery', 'deliveries')}: ${sent.sent} sent, ${counted(sent.failedAttempts, 'attempt')} failed (${context.where()})`,
    )
    for (const id of heldBy)
      await context.note(
        `! ${counted(held, 'delivery waits', 'deliveries wait')} until destination ${quoteWord(id)} is active. Try: txwarden destination update ${quoteWord(id)} --state active`,
      )
    const isNothingSent = retried > 0 && (held === retried || sent?.sent === 0)
    return isNothingSent ? exitCodes.checkFailed : exitCodes.ok
  },
})

/**
 * Sends what is due in the local database, for at most `delivery-wait`; each failure goes to stderr.
 * @returns undefined where a server sends
 */
async function sendHere(context: Context): Promise<Pick<SendReport, 'sent' | 'failedAttempts'> | undefined> {
  const forMs = deliveryWaitMs(context.configuration())
  if (context.isRemote() || isPreview(context) || forMs === 0) return undefined
  const service = await context.local()
  const deliveries = await service.deliveries()
  const { served, sent, failedAttempts } = await deliveries.sendDue({
    forMs,
    signal: context.signal,
    onAttempt: (attempt) => noteAttempt(context, attempt),
  })
  return served ? undefined : { sent, failedAttempts }
}

/** "7 deliveries that have not been sent (5 failed, 2 cancelled), the oldest of 2026-01-02 03:04 UTC" */
async function selectionText(context: Context, filter: Filter): Promise<string> {
  const all = 'all matching deliveries that are not sent'
  if (!asksToConfirm(context)) return all
  const found: { state: string; count: number; isAtLeast: boolean; oldest: string }[] = []
  for (const state of deliveryStates) {
    if (state === 'SENT' || state === 'GROUPED' || state === 'SILENCED') continue
    const query = { ...filter, state, size: 1, sort: ['createdAt,asc', 'id,asc'] }
    const page = await callAdditionById(context, deliveries, (client) => client.call('listDeliveries', { query }))
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
  const what = sum === 1 ? '1 delivery that has' : `${text(sum, isAtLeast)} deliveries that have`
  return `${what} not been sent (${parts}), the oldest of ${timeText(oldest, context.zone)},`
}

function manyOrNone(help: string) {
  return { help, variadic: true, required: false, type: [] as readonly string[] }
}

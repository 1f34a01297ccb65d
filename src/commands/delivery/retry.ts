import { confirmChange } from '../../cli/confirm.ts'
import { defineCommand, text } from '../../cli/define.ts'
import { usageError } from '../../cli/usage.ts'
import { callAboutDelivery } from './log.ts'
import { timeRange, timeRangeOptions } from './time-range.ts'

export const deliveryRetry = defineCommand({
  name: 'delivery retry',
  summary: 'Send again, now, what has not arrived',
  description:
    'DEAD, CANCELLED and PENDING ones; what arrived stays as it is. Tries go on counting: one that was given up gets one more. A receiver that asked to be left alone for a while is left alone until then.',
  arguments: { id: { ...manyOrNone('ids of the deliveries; or say which with the flags') } },
  options: {
    destination: text('id', 'everything to this destination', { completes: 'destination' }),
    ...timeRangeOptions,
  },
  examples: [
    { command: 'txwarden delivery retry <id>' },
    { command: 'txwarden delivery retry --destination <id> --since 1d --yes', note: 'after it was mended' },
  ],
  async run(context, { id: ids, destination, since, until }) {
    const body = {
      ...(ids.length > 0 && { ids: [...ids] }),
      ...(destination !== undefined && { destinationId: destination }),
      ...timeRange(context, { since, until }),
    }
    if (Object.keys(body).length === 0)
      throw usageError('delivery retry needs ids, --destination, --since or --until', {
        try: 'txwarden delivery list --state dead',
      })
    if (ids.length !== 1) {
      const what = ids.length > 1 ? `${ids.length} deliveries` : 'every delivery that fits and has not arrived'
      await confirmChange(context, `Send ${what} again (${context.where()})?`)
    }
    const answer = await callAboutDelivery(context, (client) => client.call('retryDeliveries', { body }))
    await context.out.done(
      answer,
      { columns: [{ field: 'retried', header: 'RETRIED' }] },
      answer.retried === 0
        ? `Nothing to send again (${context.where()})`
        : `${answer.retried === 1 ? '1 delivery is' : `${answer.retried} deliveries are`} due again (${context.where()})`,
    )
    if (answer.held !== undefined)
      await context.note(
        `! ${answer.held === 1 ? '1 of them waits' : `${answer.held} of them wait`} until the destination is active. Try: txwarden destination update ${destination ?? '<id>'} --state active`,
      )
    return undefined
  },
})

function manyOrNone(help: string) {
  return { help, variadic: true, required: false, type: [] as readonly string[] }
}

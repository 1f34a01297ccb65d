import type { DeliveryRecord } from '../../api/schemas/delivery.ts'
import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import type { Paint } from '../../cli/output/paint.ts'
import type { Fact } from '../../cli/output/view.ts'
import { cardLines } from '../../cli/output/view.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { callAdditionById } from '../steps/addition.ts'
import { shownId } from '../steps/find-thing.ts'
import { aboutOf, deliveries, paintState } from './resource.ts'

export const deliveryShow = defineCommand({
  name: 'delivery show',
  aliases: ['get'],
  summary: 'Show a delivery with every attempt',
  description: '--json includes the payload: the data of the webhook body.',
  arguments: { id: one('id of the delivery') },
  examples: [{ command: 'txwarden delivery show <id>' }, { command: 'txwarden delivery show <id> --json' }],
  async run(context, { id }) {
    const deliveryId = await shownId(context, deliveries, id)
    const record = await callAdditionById(context, deliveries, (client) =>
      client.call('getDelivery', { params: { deliveryId } }),
    )
    await context.out.record(record, deliveries.view, deliveryCard)
  },
})

function deliveryCard(delivery: DeliveryRecord, paint: Paint): string {
  const { state, heldBy, destinationId } = delivery
  const facts: Fact[] = [
    ['id', delivery.id],
    ['state', paintState(state, state, paint)],
    ['last error', delivery.errorMessage],
    ['digest', delivery.groupId],
    ['due', delivery.dueAt],
    ['held', heldBy],
    ['next', heldBy && `txwarden destination update ${quoteWord(destinationId)} --state active`],
    ['destination', `${delivery.destinationName} ${paint.dim(`(${delivery.channel}, ${delivery.destinationId})`)}`],
    ['alert', `${delivery.alertName} ${paint.dim(`(${delivery.alertType}, ${delivery.alertId})`)}`],
    ['about', delivery.kind && aboutOf(delivery)],
    ['validation', delivery.svcTxId],
    ['event', `${delivery.eventId} ${paint.dim('(webhook-id)')}`],
    ['created', delivery.createdAt],
    ...delivery.tries.map((tried): Fact => [`attempt ${tried.number}`, attemptText(tried, paint)]),
  ]
  return cardLines(facts, paint)
}

function attemptText({ at, state, latencyMs, errorMessage }: DeliveryRecord['tries'][number], paint: Paint): string {
  const outcome = state === 'SENT' ? paint.good(state) : `${paint.bad(state)} ${errorMessage}`
  return `${at}  ${latencyMs} ms  ${outcome}`
}

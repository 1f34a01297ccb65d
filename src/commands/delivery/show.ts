import { MAX_PAGE_SIZE } from '../../api/page-size.ts'
import type { Delivery, DeliveryRecord } from '../../api/schemas/delivery.ts'
import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { type ShownKind, shownId } from '../steps/find-thing.ts'
import { callAboutDelivery } from './log.ts'
import { aboutOf, deliveryView, paintState } from './view.ts'

const shownDeliveries: ShownKind<Delivery> = {
  plural: 'deliveries',
  list: 'delivery list',
  async newest(context) {
    const client = await context.client()
    return (await client.call('listDeliveries', { query: { size: MAX_PAGE_SIZE, sort: ['createdAt,desc'] } })).content
  },
  idOf: ({ id }) => id,
  describe: ({ state, alertName, destinationName }) => `${state}, ${alertName} to ${destinationName}`,
}

export const deliveryShow = defineCommand({
  name: 'delivery show',
  aliases: ['get'],
  summary: 'Show a delivery with every attempt',
  description: '--json includes the payload: the data of the webhook body.',
  arguments: { id: one('id of the delivery') },
  examples: [{ command: 'txwarden delivery show <id>' }, { command: 'txwarden delivery show <id> --json' }],
  async run(context, { id }) {
    const deliveryId = await shownId(context, shownDeliveries, id)
    const record = await callAboutDelivery(context, (client) => client.call('getDelivery', { params: { deliveryId } }))
    await context.out.record(record, deliveryView, deliveryCard)
  },
})

function deliveryCard(delivery: DeliveryRecord, paint: Paint): string {
  const { state, errorMessage, dueAt, heldBy, destinationId } = delivery
  const lines: [string, string][] = [
    ['id', delivery.id],
    ['state', paintState(state, state, paint)],
    ...(errorMessage === '' ? [] : [['last error', errorMessage] satisfies [string, string]]),
    ...(delivery.groupId === undefined ? [] : [['digest', delivery.groupId] satisfies [string, string]]),
    ...(dueAt === undefined ? [] : [['due', dueAt] satisfies [string, string]]),
    ...(heldBy === undefined ? [] : heldLines(heldBy, destinationId)),
    ['destination', `${delivery.destinationName} ${paint.dim(`(${delivery.channel}, ${delivery.destinationId})`)}`],
    ['alert', `${delivery.alertName} ${paint.dim(`(${delivery.alertType}, ${delivery.alertId})`)}`],
    ...(delivery.kind === undefined ? [] : [['about', aboutOf(delivery)] satisfies [string, string]]),
    ...(delivery.svcTxId === undefined ? [] : [['validation', delivery.svcTxId] satisfies [string, string]]),
    ['event', `${delivery.eventId} ${paint.dim('(webhook-id)')}`],
    ['created', delivery.createdAt],
  ]
  const width = Math.max(...lines.map(([label]) => label.length))
  const card = lines.map(([label, value]) => `  ${paint.dim(label.padEnd(width))}  ${value}\n`).join('')
  return `${card}${delivery.tries.map((tried) => attemptLine(tried, width, paint)).join('')}`
}

function heldLines(heldBy: string, destinationId: string): [string, string][] {
  return [
    ['held', heldBy],
    ['next', `txwarden destination update ${quoteWord(destinationId)} --state active`],
  ]
}

function attemptLine(tried: DeliveryRecord['tries'][number], width: number, paint: Paint): string {
  const { number, at, state, latencyMs, errorMessage } = tried
  const outcome = state === 'SENT' ? paint.good(state) : `${paint.bad(state)} ${errorMessage}`
  return `  ${paint.dim(`attempt ${number}`.padEnd(width))}  ${at}  ${latencyMs} ms  ${outcome}\n`
}

import { deliveryStates } from '../../api/vocabulary.ts'
import { defineCommand } from '../../cli/define.ts'
import { choice, text } from '../../cli/options.ts'
import { alerts } from '../alert/resource.ts'
import { destinations } from '../destination/resource.ts'
import { pageOptions } from '../options/page-options.ts'
import { callAddition } from '../steps/addition.ts'
import { idOfThing } from '../steps/find-thing.ts'
import { printPages } from '../steps/paged-list.ts'
import { deliveries, LOG } from './resource.ts'
import { timeRange, timeRangeOptions } from './time-range.ts'

export const deliveryList = defineCommand({
  name: 'delivery list',
  aliases: ['ls'],
  summary: 'List alert deliveries, newest first',
  description:
    'States: PENDING is sent or retried later; SENT arrived; FAILED is not retried by itself; CANCELLED was not sent, because its destination was inactive or deleted; GROUPED is sent with others as one digest; SILENCED was not sent, because its alert was silenced.',
  options: {
    state: choice(deliveryStates, 'only deliveries in this state'),
    destination: text('id', 'only to this destination, by id or name', { completes: 'destination' }),
    alert: text('id', 'only of this alert, by id or name', { completes: 'alert' }),
    transaction: text('id', 'only for the validation with this svcTxId', { completes: 'tx' }),
    group: text('id', 'only what the digest with this delivery id sends'),
    ...timeRangeOptions,
    ...pageOptions,
  },
  examples: [
    { command: 'txwarden delivery list' },
    { command: 'txwarden delivery list --state failed --since 7d --all --json' },
    { command: 'txwarden delivery list --transaction <svcTxId>' },
  ],
  async run(context, { state, destination, alert, transaction, group, since, until, ...page }) {
    const range = timeRange(context, { since, until })
    const filter = {
      state,
      destinationId: destination === undefined ? undefined : await idOfThing(context, destinations, destination),
      alertId: alert === undefined ? undefined : await idOfThing(context, alerts, alert),
      svcTxId: transaction,
      groupId: group,
      ...range,
    }
    const client = await context.client()
    let unplanned = 0
    await printPages(context, page, {
      command: 'delivery list',
      filters: { state, destination, alert, transaction, group, ...range },
      fetch: async (query) => {
        const list = () => client.call('listDeliveries', { query: { ...query, ...filter } })
        const page = await callAddition(context, LOG, list)
        unplanned = page.unplanned ?? 0
        return page
      },
      view: deliveries.view,
      empty: 'No deliveries yet.',
      noMatch: 'No matching deliveries.',
    })
    if (unplanned > 0)
      await context.note(
        `${unplanned} more of all alerts are not planned yet, and not in the list. See: txwarden doctor`,
      )
  },
})

import { defineCommand } from '../../cli/define.ts'
import { alertView } from './view.ts'
import { withAdditions } from './write-alert.ts'

export const alertList = defineCommand({
  name: 'alert list',
  aliases: ['ls'],
  summary: 'List alerts and what they fire on',
  examples: [
    { command: 'txwarden alert list' },
    { command: 'txwarden alert list --json --fields alertId,alertName,isActive' },
  ],
  async run(context) {
    const client = await context.client()
    const body = await client.call('listAlerts', withAdditions)
    await context.out.list(body, body.alerts, alertView, {
      empty: 'No alerts yet. Try: txwarden alert create',
      withRows: (alerts) => ({ ...body, alerts }),
    })
  },
})

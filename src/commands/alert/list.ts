import { defineCommand } from '../../cli/define.ts'
import { text } from '../../cli/options.ts'
import { wholeListOptions } from '../options/page-options.ts'
import { withAdditions } from '../steps/addition.ts'
import { viewWithDestinations } from './destinations.ts'

export const alertList = defineCommand({
  name: 'alert list',
  aliases: ['ls'],
  summary: 'List alerts and what they fire on',
  options: {
    name: text('part', 'only those whose name contains this, in any case'),
    ...wholeListOptions,
  },
  examples: [
    { command: 'txwarden alert list' },
    { command: 'txwarden alert list --name treasury' },
    { command: 'txwarden alert list --json --fields alertId,alertName,isActive' },
  ],
  async run(context, { name, limit }) {
    const client = await context.client()
    const found = await client.call('listAlerts', withAdditions)
    const part = name?.toLowerCase() ?? ''
    const body = { ...found, alerts: found.alerts.filter(({ alertName }) => alertName.toLowerCase().includes(part)) }
    await context.out.list(body, body.alerts.slice(0, limit), await viewWithDestinations(context), {
      empty: found.alerts.length === 0 ? 'No alerts yet. Try: txwarden alert create' : 'No matching alerts.',
      members: ['alerts'],
    })
  },
})

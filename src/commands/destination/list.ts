import { defineCommand } from '../../cli/define.ts'
import { withAdditions } from '../alert/write-alert.ts'
import { wholeListOptions } from '../options/page-options.ts'
import { destinationView } from './view.ts'

export const destinationList = defineCommand({
  name: 'destination list',
  aliases: ['ls'],
  summary: 'List destinations; secrets are masked',
  options: wholeListOptions,
  examples: [
    { command: 'txwarden destination list' },
    { command: 'txwarden destination list --json --fields id,name,errorMessage' },
  ],
  async run(context) {
    const client = await context.client()
    const destinations = await client.call('listDestinations', withAdditions)
    await context.out.rows(destinations, destinationView, 'No destinations yet. Try: txwarden destination create')
  },
})

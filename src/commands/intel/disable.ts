import { forEachSettled } from '../../cli/bulk/for-each-settled.ts'
import { defineCommand } from '../../cli/define.ts'
import { many, splitList } from '../../cli/options.ts'
import { feeds } from './resource.ts'

export const intelDisable = defineCommand({
  name: 'intel disable',
  summary: 'Fetch feeds no more',
  description: 'Their snapshots stay, and become stale. `intel remove` deletes them.',
  arguments: { feed: many('names of enabled feeds, also with commas', { completes: 'intel' }) },
  examples: [{ command: 'txwarden intel disable scamsniffer' }, { command: 'txwarden intel disable ofac,mew --json' }],
  async run(context, { feed }) {
    const client = await context.client()
    await forEachSettled(context, splitList(feed), async (source) => {
      const disabled = await client.call('disableFeed', { params: { source } })
      await context.out.done(disabled, feeds.view, [
        `Disabled ${source} (${context.where()})`,
        ...(disabled.asOf === null ? [] : [`  its snapshot stays: txwarden intel remove ${source}`]),
      ])
    })
  },
})

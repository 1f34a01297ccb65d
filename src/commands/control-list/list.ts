import { entryTypes } from '../../api/vocabulary.ts'
import { defineCommand } from '../../cli/define.ts'
import { choice } from '../../cli/options.ts'
import { pageOptions } from '../options/page-options.ts'
import { printPages } from '../steps/paged-list.ts'
import { entryView } from './view.ts'

export const controlListList = defineCommand({
  name: 'control-list list',
  aliases: ['ls'],
  summary: 'List allowed and blocked addresses',
  options: { type: choice(entryTypes, 'only entries of this type'), ...pageOptions },
  examples: [
    { command: 'txwarden control-list list' },
    { command: 'txwarden control-list list --type block --sort createdAt,desc --json' },
  ],
  async run(context, { type, ...page }) {
    const client = await context.client()
    await printPages(context, page, {
      command: 'control-list list',
      filters: { type },
      fetch: (query) => client.call('listControlLists', { query: { ...query, type } }),
      view: entryView,
      empty: 'No entries yet. Try: txwarden control-list add <address> --type block',
    })
  },
})

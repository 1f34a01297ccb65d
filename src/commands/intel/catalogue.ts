import type { Output } from '../../api/operations/operations.ts'
import { defineCommand } from '../../cli/define.ts'
import type { View } from '../../cli/output/view.ts'
import { durationText } from '../../shared/time/duration.ts'
import { wholeListOptions } from '../options/page-options.ts'
import { feedCatalogue } from './resource.ts'

export const intelCatalogue = defineCommand({
  name: 'intel catalogue',
  summary: 'List public feeds that can be enabled by name',
  description:
    'With licence, interval and traps. Addresses are in the JSON. Nothing is fetched before `intel enable`. Lists in another form, and your own, come with `intel import`.',
  options: wholeListOptions,
  examples: [
    { command: 'txwarden intel catalogue' },
    { command: 'txwarden intel catalogue --json --fields name,urls,licenceNote' },
  ],
  async run(context, { limit }) {
    const body = await feedCatalogue(context)
    await context.out.list(body, body.content.slice(0, limit), view, {
      empty: 'No feed can be enabled by name.',
    })
  },
})

const view: View<Output<'listFeedCatalogue'>['content'][number]> = {
  columns: [
    { field: 'name', header: 'NAME', importance: 9, paint: (text, _, paint) => paint.bold(text) },
    { field: 'enabled', header: 'ENABLED', importance: 8, show: ({ enabled }) => (enabled ? 'enabled' : '') },
    { field: 'what', header: 'WHAT', importance: 7 },
    { field: 'licence', header: 'LICENCE', importance: 6 },
    { field: 'licenceNote', header: 'LICENCE NOTE', importance: 0 },
    {
      field: 'intervalMs',
      header: 'EVERY',
      importance: 5,
      show: ({ intervalMs }) => `every ${durationText(intervalMs)}`,
    },
    {
      field: 'maxAgeMs',
      header: 'MAX AGE',
      importance: 1,
      show: ({ maxAgeMs }) => `at most ${durationText(maxAgeMs)}`,
    },
    { field: 'traps', header: 'TRAPS', importance: 4, show: ({ traps }) => traps.join(' ') },
  ],
}

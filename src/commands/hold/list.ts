import { holdStates } from '../../api/vocabulary.ts'
import { defineCommand } from '../../cli/define.ts'
import { choice } from '../../cli/options.ts'
import { pageOptions } from '../options/page-options.ts'
import { callAddition } from '../steps/addition.ts'
import { printPages } from '../steps/paged-list.ts'
import { HOLDS, readsOf } from './about-hold.ts'
import { holdView } from './view.ts'

export const holdList = defineCommand({
  name: 'hold list',
  aliases: ['ls'],
  summary: 'List holds, newest first',
  description:
    'What `txwarden proxy --hold` refused until a person decides. States: held waits for a decision; approved passes once, within 15 minutes; rejected is refused for 24 hours; expired was not decided or not used in time; released is being sent; forwarded was sent.',
  options: { state: choice(holdStates, 'only holds in this state'), ...pageOptions },
  examples: [{ command: 'txwarden hold list --state held' }, { command: 'txwarden hold list --all --json' }],
  async run(context, { state, ...page }) {
    const client = await context.client()
    const { list } = readsOf(context)
    await printPages(context, page, {
      command: 'hold list',
      filters: { state },
      fetch: (query) =>
        callAddition(context, HOLDS, () =>
          client.call(list, { query: { ...query, ...(state !== undefined && { state }) } }),
        ),
      view: holdView,
      empty: state === undefined ? 'No holds yet.' : 'No matching holds.',
    })
  },
})

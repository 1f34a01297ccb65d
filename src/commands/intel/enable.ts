import { forEachSettled } from '../../cli/bulk/for-each-settled.ts'
import { defineCommand } from '../../cli/define.ts'
import { reworded } from '../../cli/errors/errors.ts'
import { flag, many, splitList } from '../../cli/options.ts'
import { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { durationText } from '../../shared/time/duration.ts'
import { callAddition } from '../steps/addition.ts'
import { withImportProgress } from './local-intel.ts'
import { rescreenAfter } from './rescreen-after.ts'
import { countLines, FEEDS, feeds } from './resource.ts'

export const intelEnable = defineCommand({
  name: 'intel enable',
  summary: 'Fetch public feeds by name, and keep them fresh',
  description:
    'Names are those of `intel catalogue`. A local profile fetches them now; `serve` fetches them at their interval, and `intel sync` at once. A snapshot that is empty, more than 20 % smaller or older than the one before is refused. After each new snapshot, transactions of the last 90 days are compared with what is new in it, and alerts with --rescreen are sent; --no-rescreen leaves that out.',
  arguments: { feed: many('names of feeds, also with commas') },
  options: { rescreen: flag('compare stored transactions with new snapshots; default: yes', { negatable: true }) },
  examples: [
    { command: 'txwarden intel enable ofac,scamsniffer' },
    { command: 'txwarden intel enable uniswap-tokens --no-rescreen --json' },
  ],
  async run(context, { feed, rescreen }) {
    const isLocal = !context.isRemote()
    await forEachSettled(context, splitList(feed), async (source) => {
      const enabled = await callAddition(context, FEEDS, (client) =>
        client.call('enableFeed', { body: { source, rescreen } }),
      )
      const lines = [
        `Enabled ${source} (${context.where()})`,
        `  fetched every ${durationText(enabled.sync?.intervalMs ?? 0)}`,
      ]
      if (!isLocal) return context.out.done(enabled, feeds.view, [...lines, '  the server fetches it within seconds'])
      const intel = await (await context.local()).intel()
      const fetching = withImportProgress(context, (control) => intel.sync(source, {}, control))
      const report = await fetching.catch(async (error: unknown) => {
        if (!(error instanceof WardenError) || error.kind === 'interrupted') throw error
        await context.out.done(enabled, feeds.view, lines)
        throw reworded(error, {
          message: `${source} is enabled; the first fetch failed: ${error.message}`,
          details: [...error.details, '`serve` tries again, and verdicts do without it until then.'],
          try: `txwarden intel sync ${quoteWord(source)}`,
        })
      })
      await context.out.done(report, feeds.view, [...lines, ...countLines(report)])
      await rescreenAfter(context, report)
    })
  },
})

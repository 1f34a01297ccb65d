import { forEachSettled } from '../../cli/bulk/for-each-settled.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { flag, maybeMany } from '../../cli/options.ts'
import type { SyncReport } from '../../service/index.ts'
import { withImportProgress } from './local-intel.ts'
import { rescreenAfter, rescreenOption } from './rescreen-after.ts'
import { feeds } from './resource.ts'

export const intelSync = defineCommand({
  name: 'intel sync',
  summary: 'Fetch feeds from their URLs now',
  description:
    'Fetches every enabled feed, and every source that was imported with --url. Unchanged feeds are not downloaded again (ETag, Last-Modified). Redirects are not followed. Only public addresses and those in TXWARDEN_ALLOW_DESTINATION are reached.',
  requests: false,
  arguments: {
    source: maybeMany('names of sources; default: all that are enabled or have a URL', { completes: 'intel' }),
  },
  options: {
    rescreen: rescreenOption,
    force: flag('accept snapshots that are empty or much smaller than the previous ones'),
  },
  examples: [
    { command: 'txwarden intel sync' },
    { command: 'txwarden intel sync <source> --json', note: 'in a nightly job' },
    { command: 'txwarden intel sync --rescreen', note: 'then compares stored transactions with what is new' },
  ],
  async run(context, { source: given = [], force, rescreen }) {
    context.requireLocal()
    const intel = await (await context.local()).intel()
    const all = await intel.sources()
    const wanted =
      given.length > 0
        ? given
        : all.filter(({ url, sync }) => sync !== null || url !== null).map(({ source }) => source)
    if (await previewLocalChange(context, `fetch ${wanted.join(', ') || 'nothing'}`)) return
    const reports: SyncReport[] = []
    try {
      await forEachSettled(context, wanted, async (name) => {
        const options = { force, rescreenSince: rescreen?.(context) }
        const report = await withImportProgress(context, (control) => intel.sync(name, options, control))
        reports.push(report)
        await rescreenAfter(context, report)
      })
    } finally {
      if (reports.length > 0 || wanted.length === 0)
        await context.out.rows(reports, syncView, 'No feeds to fetch yet. Try: txwarden intel catalogue')
    }
  },
})

const syncView = {
  columns: [...feeds.view.columns.slice(0, 1), { field: 'outcome', header: 'OUTCOME' }, ...feeds.view.columns.slice(1)],
}

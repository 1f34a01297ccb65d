import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { forEachSettled } from '../../cli/for-each-settled.ts'
import type { Argument } from '../../cli/options.ts'
import { flag } from '../../cli/options.ts'
import type { SyncReport } from '../../service/index.ts'
import { openIntel, refuseHosted, withProgress } from './local-intel.ts'
import { sourceView } from './source-view.ts'

const names: Argument<readonly string[]> = {
  help: 'names of sources; default: all that were fetched',
  variadic: true,
  required: false,
  completes: 'intel',
}

export const intelSync = defineCommand({
  name: 'intel sync',
  summary: 'Fetch feeds again from where they were fetched',
  description:
    'Every source that was imported with --url. What is unchanged there is not fetched twice (ETag, Last-Modified); redirects are not followed; only public addresses are reached, and those in TXWARDEN_ALLOW_DESTINATION.',
  requests: false,
  arguments: { source: names },
  options: { force: flag('take snapshots that are empty or much smaller than those before') },
  examples: [
    { command: 'txwarden intel sync' },
    { command: 'txwarden intel sync <source> --json', note: 'in a nightly job' },
  ],
  async run(context, { source: given, force }) {
    refuseHosted(context)
    const intel = await openIntel(context)
    const all = await intel.sources()
    const wanted = given.length > 0 ? given : all.filter(({ url }) => url !== null).map(({ source }) => source)
    if (await previewLocalChange(context, `fetch ${wanted.join(', ') || 'nothing'}`)) return
    const reports: SyncReport[] = []
    try {
      await forEachSettled(context, wanted, async (name) => {
        reports.push(await withProgress(context, (control) => intel.sync(name, { force: force ?? false }, control)))
      })
    } finally {
      if (reports.length > 0 || wanted.length === 0)
        await context.out.list(reports, reports, syncView, {
          empty: 'No feed was fetched from an address yet. Try: txwarden intel import --help',
          withRows: (picked) => picked,
        })
    }
  },
})

const syncView = {
  columns: [...sourceView.columns.slice(0, 1), { field: 'outcome', header: 'OUTCOME' }, ...sourceView.columns.slice(1)],
}

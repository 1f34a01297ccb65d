import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { one, text } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { fileOrStdin, openIntel, refuseHosted, withProgress } from './local-intel.ts'
import { rejectionsText, rowCountsText } from './source-view.ts'

const view = {
  columns: plainColumns('read', 'kept', 'rejected'),
}

export const intelGraphImport = defineCommand({
  name: 'intel graph import',
  summary: 'Add transfers to the hop graph: who dealt with whom',
  description:
    'CSV with the columns from and to, or one JSON object a line, and chainId where it is known. A verdict then tells of flagged addresses up to three transfers away from who gains; paths end at exchanges, protocols and tokens. What is there stays: it only ever adds. Transactions that are reported with their block add themselves.',
  requests: false,
  arguments: { place: one('the file or folder, or - for stdin', { completes: 'file' }) },
  options: { chain: text('chain', 'chain of rows that name none, id or name; default ethereum') },
  examples: [
    { command: 'txwarden intel graph import transfers.csv' },
    { command: 'txwarden intel graph import - --chain base --json < transfers.ndjson' },
  ],
  async run(context, { place, chain = 'ethereum' }) {
    refuseHosted(context)
    const from = fileOrStdin(context, place)
    const chainId = await chainIdOf(context, chain)
    const what = place === '-' ? 'stdin' : place
    const preview = `add the transfers of ${what} to the hop graph in ${context.configuration().database}`
    if (await previewLocalChange(context, preview)) return
    const intel = await openIntel(context)
    const report = await withProgress(context, (control) => intel.importGraph(from, chainId, control))
    await context.out.done(
      report,
      view,
      `Added the transfers of ${what} (${context.where()})\n${rowCountsText(report)}${rejectionsText(report)}`,
    )
  },
})

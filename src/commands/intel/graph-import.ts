import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { one, text } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { fileOrStdin, withImportProgress } from './local-intel.ts'
import { rejectionLines, rowCountsText } from './resource.ts'

const view = {
  columns: plainColumns('read', 'kept', 'rejected'),
}

export const intelGraphImport = defineCommand({
  name: 'intel graph import',
  summary: 'Add known transfers between addresses',
  description:
    'CSV with the columns from and to, or one JSON object per line, with an optional chainId. Verdicts then include flagged addresses up to three hops from the beneficiary; paths end at exchanges, protocols and tokens. Existing transfers are kept. Transactions that are reported with their block are added automatically.',
  requests: false,
  arguments: { place: one('the file or folder, or - for stdin', { completes: 'file' }) },
  options: { chain: text('chain', 'default chain for rows without one, id or name; default ethereum') },
  examples: [
    { command: 'txwarden intel graph import transfers.csv' },
    { command: 'txwarden intel graph import - --chain base --json < transfers.ndjson' },
  ],
  async run(context, { place, chain = 'ethereum' }) {
    context.requireLocal()
    const from = fileOrStdin(context, place)
    const chainId = await chainIdOf(context, chain)
    const what = place === '-' ? 'stdin' : place
    const preview = `add the transfers of ${what} to those known in ${context.configuration().database}`
    if (await previewLocalChange(context, preview)) return
    const intel = await (await context.local()).intel()
    const report = await withImportProgress(context, (control) => intel.importGraph(from, chainId, control))
    await context.out.done(report, view, [
      `Added the transfers of ${what} (${context.where()})`,
      rowCountsText(report),
      ...rejectionLines(report),
    ])
  },
})

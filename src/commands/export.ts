import { defineCommand } from '../cli/define.ts'
import { many, text } from '../cli/options.ts'
import { usageError } from '../cli/usage.ts'

const folderKinds = 'destinations.yaml, control-lists.yaml, monitors.yaml, alerts.yaml'

export const exportCommand = defineCommand({
  name: 'export',
  group: 'Manage',
  summary: 'Write lists, monitors, alerts and destinations as YAML',
  description: `One document for each object, in an order that stays, without what only the service decides: what \`txwarden apply\` reads. Secrets become references to variables such as \${TXWARDEN_SECRET_OPS_TOKEN}. A folder gets ${folderKinds}. --update brings a file that is there up to date, and keeps its comments and order.`,
  arguments: { kind: { ...many('destination, control-list, monitor, alert; default: all'), required: false } },
  options: {
    dir: text('folder', 'write a file for each kind into this folder', { short: 'd' }),
    out: text('file', 'write into this file'),
    update: text('file', 'bring this file up to date'),
  },
  examples: [
    { command: 'txwarden export' },
    { command: 'txwarden export alert destination --out alerts.yaml' },
    { command: 'txwarden export -d infra --yes' },
    { command: 'txwarden export --update infra.yaml' },
  ],
  async run(context, { kind = [], dir, out, update }) {
    if ([dir, out, update].filter((each) => each !== undefined).length > 1)
      throw usageError('--dir, --out and --update exclude each other')
    const { kindsOf } = await import('./manifest/kind-names.ts')
    const kinds = kindsOf(kind)
    const { updateFile, writeExport } = await import('./manifest/export-files.ts')
    if (update === undefined) await writeExport(context, { kinds, dir, out })
    else await updateFile(context, update, kinds)
    return undefined
  },
})

import { defineCommand } from '../cli/define.ts'
import { usageError } from '../cli/errors/usage.ts'
import { maybeMany, text } from '../cli/options.ts'

const folderFiles =
  'destinations.yaml, control-lists.yaml, contracts.yaml, safes.yaml, feeds.yaml, policies.yaml, monitors.yaml, alerts.yaml'

export const exportCommand = defineCommand({
  name: 'export',
  group: 'Manage',
  summary: 'Export lists, policies, monitors, alerts as YAML',
  description: `Writes a manifest for \`txwarden apply\`: one document per object, in a stable order, without members that only the service sets. Secrets become references to variables such as \${TXWARDEN_SECRET_OPS_TOKEN}. --dir writes ${folderFiles}. --update updates an existing file, and keeps its comments and order.`,
  arguments: {
    kind: maybeMany('chain, destination, control-list, contract, safe, feed, policy, monitor, alert; default: all'),
  },
  options: {
    dir: text('folder', 'write one file per kind into this folder', { short: 'd' }),
    out: text('file', 'write into this file'),
    update: text('file', 'update this file'),
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
    const { kindsOf } = await import('./manifest/kinds.ts')
    const kinds = kindsOf(kind)
    const { updateFile, writeExport } = await import('./manifest/export-files.ts')
    if (update === undefined) await writeExport(context, { kinds, dir, out })
    else await updateFile(context, update, kinds)
  },
})

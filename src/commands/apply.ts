import type { Context } from '../cli/context/context.ts'
import { defineCommand } from '../cli/define.ts'
import { flag, integer, one } from '../cli/options.ts'
import { quoteWord } from '../shared/text/quote-word.ts'
import type { ManifestInput } from './manifest/load.ts'
import { manifestOptions } from './manifest/options.ts'

const PRUNE_LIMIT = 10

export const apply = defineCommand({
  name: 'apply',
  group: 'Manage',
  summary: 'Apply a manifest',
  description:
    'Does what `txwarden diff` with the same flags shows: destinations first, then control lists, policies, monitors and alerts; deletions last. A second run changes nothing. A lock file next to the manifest lists the managed objects. Only these are ever deleted, and only with --prune.',
  options: {
    file: manifestOptions.file,
    prune: flag('delete managed objects that are no longer in the manifest'),
    pruneLimit: integer('n', `maximum deletions that --yes confirms; default ${PRUNE_LIMIT}`, { min: 0 }),
    sendSecrets: flag('send every secret of the manifest, also if the masked value matches'),
    envAllow: manifestOptions.envAllow,
  },
  examples: [
    { command: 'txwarden apply -f infra.yaml' },
    { command: 'txwarden apply -f infra --prune --yes', note: 'in a script' },
    { command: 'txwarden apply -f infra.yaml --dry-run', note: 'preview only' },
    { command: 'txwarden apply -f infra.yaml --send-secrets', note: 'after a change of a secret' },
  ],
  async run(context, { file, prune, pruneLimit = PRUNE_LIMIT, sendSecrets, envAllow }) {
    const allowed = (envAllow ?? []).map((name) => ` --env-allow ${quoteWord(name)}`).join('')
    const words = `--file ${quoteWord(file)}${prune ? ' --prune' : ''}${allowed}`
    const more = sendSecrets ? ' --send-secrets' : ''
    const limit = pruneLimit === PRUNE_LIMIT ? '' : ` --prune-limit ${pruneLimit}`
    await applyManifest(
      context,
      { file, prune, envAllow, sendSecrets },
      { pruneLimit, words, more, again: `txwarden apply ${words}${more}${limit}` },
    )
  },
})

export const policyApply = defineCommand({
  name: 'policy apply',
  summary: 'Store the policies of a file',
  description:
    'The file has one or more documents of `kind: policy`. Each replaces the policy with its name as a whole: what the file does not have is removed. Shows what changes and asks; errors have file and line, and nothing is stored then. A second run changes nothing. `txwarden apply` takes the same documents among others.',
  arguments: { file: one('YAML file, or a folder; - is stdin', { completes: 'file' }) },
  examples: [
    { command: 'txwarden policy apply examples/policies/payout-desk.yaml' },
    { command: 'txwarden policy apply examples/policies/payout-desk.yaml --dry-run', note: 'preview only' },
    { command: 'txwarden policy apply examples/policies/payout-desk.yaml --yes', note: 'in a script' },
  ],
  async run(context, { file }) {
    const words = quoteWord(file)
    const again = `txwarden policy apply ${words}`
    await applyManifest(context, { file, only: 'policy' }, { pruneLimit: PRUNE_LIMIT, words, more: '', again })
  },
})

interface Asked {
  readonly pruneLimit: number
  readonly words: string
  readonly more: string
  /** The command that continues. */
  readonly again: string
}

async function applyManifest(context: Context, input: ManifestInput, { again, ...asked }: Asked): Promise<void> {
  const { loadPlan } = await import('./manifest/load.ts')
  const loaded = await loadPlan(context, input)
  if (context.globals.dryRun) {
    const { printPreview } = await import('./manifest/show.ts')
    await printPreview(context, loaded.plan)
    return
  }
  const { applyPlan, confirmPlan, recordManaged, reportApplied } = await import('./manifest/apply-plan.ts')
  if (loaded.plan.steps.length > 0) await confirmPlan(context, loaded, asked)
  const applied = await applyPlan(context, loaded)
  await recordManaged(context, loaded, applied)
  await reportApplied(context, loaded, applied, again)
}

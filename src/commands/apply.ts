import { defineCommand } from '../cli/define.ts'
import { flag, integer } from '../cli/options.ts'
import { quoteWord } from '../shared/text/quote-word.ts'
import { manifestOptions } from './manifest/options.ts'

const PRUNE_LIMIT = 10

export const apply = defineCommand({
  name: 'apply',
  group: 'Manage',
  summary: 'Apply a manifest',
  description:
    'Does what `txwarden diff` with the same flags shows: destinations first, then control lists, monitors and alerts; deletions last. A second run changes nothing. A lock file next to the manifest lists the managed objects. Only these are ever deleted, and only with --prune.',
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
    const { loadPlan } = await import('./manifest/load.ts')
    const loaded = await loadPlan(context, { file, prune, envAllow, sendSecrets })
    if (context.globals.dryRun) {
      const { printPreview } = await import('./manifest/show.ts')
      await printPreview(context, loaded.plan)
      return
    }
    const { applyPlan, confirmPlan, recordManaged, reportApplied } = await import('./manifest/apply-plan.ts')
    const allowed = (envAllow ?? []).map((name) => ` --env-allow ${quoteWord(name)}`).join('')
    const words = `--file ${quoteWord(file)}${prune ? ' --prune' : ''}${allowed}`
    const more = sendSecrets ? ' --send-secrets' : ''
    if (loaded.plan.steps.length > 0) await confirmPlan(context, loaded, { pruneLimit, words, more })
    const applied = await applyPlan(context, loaded)
    await recordManaged(context, loaded, applied)
    const limit = pruneLimit === PRUNE_LIMIT ? '' : ` --prune-limit ${pruneLimit}`
    await reportApplied(context, loaded, applied, `txwarden apply ${words}${more}${limit}`)
  },
})

import { defineCommand } from '../cli/define.ts'
import { flag, integer, required, text } from '../cli/options.ts'
import { quoteWord } from '../shared/quote-word.ts'
import { envAllowOption } from './manifest/options.ts'

const PRUNE_LIMIT = 10

export const apply = defineCommand({
  name: 'apply',
  group: 'Manage',
  summary: 'Change the service into what a manifest says',
  description:
    'Does what `txwarden diff` with the same flags shows: destinations first, then control lists, monitors and alerts; deletions last. A second run changes nothing. A lock file beside the manifest says what it made or described; only that is ever deleted, and only with --prune.',
  options: {
    file: required(text('path', 'a file, a folder of .yaml and .json files, or - for stdin', { short: 'f' })),
    prune: flag('delete what the manifest once had and no longer has'),
    pruneLimit: integer('n', `most deletions that --yes is enough for; default ${PRUNE_LIMIT}`, { min: 0 }),
    sendSecrets: flag('send every secret of the manifest, also where the mask that the service shows fits'),
    envAllow: envAllowOption,
  },
  examples: [
    { command: 'txwarden apply -f infra.yaml' },
    { command: 'txwarden apply -f infra --prune --yes', note: 'in a script' },
    { command: 'txwarden apply -f infra.yaml --dry-run', note: 'what would change' },
    { command: 'txwarden apply -f infra.yaml --send-secrets', note: 'after a secret was changed' },
  ],
  async run(context, { file, prune, pruneLimit = PRUNE_LIMIT, sendSecrets, envAllow }) {
    const { loadPlan } = await import('./manifest/load.ts')
    const loaded = await loadPlan(context, { file, prune, envAllow, sendSecrets })
    if (context.globals.dryRun) {
      const { printPreview } = await import('./manifest/show.ts')
      await printPreview(context, loaded.plan)
      return undefined
    }
    const { applyPlan, confirmPlan, reportApplied } = await import('./manifest/apply-plan.ts')
    const { keepManaged } = await import('./manifest/keep-managed.ts')
    const allowed = (envAllow ?? []).map((name) => ` --env-allow ${quoteWord(name)}`).join('')
    const words = `--file ${quoteWord(file)}${prune ? ' --prune' : ''}${allowed}`
    const more = sendSecrets ? ' --send-secrets' : ''
    if (loaded.plan.steps.length > 0) await confirmPlan(context, loaded, { pruneLimit, words, more })
    const applied = await applyPlan(context, loaded)
    await keepManaged(context, loaded, applied)
    const limit = pruneLimit === PRUNE_LIMIT ? '' : ` --prune-limit ${pruneLimit}`
    await reportApplied(context, loaded, applied, `txwarden apply ${words}${more}${limit}`)
    return undefined
  },
})

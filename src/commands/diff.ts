import { defineCommand } from '../cli/define.ts'
import { exitCodes } from '../cli/exit-codes.ts'
import { flag, required, text } from '../cli/options.ts'
import { envAllowOption } from './manifest/options.ts'

export const diff = defineCommand({
  name: 'diff',
  group: 'Manage',
  summary: 'Show what a manifest would change',
  description:
    'Compares the control lists, monitors, destinations and alerts in YAML files with those of the service, member by member, and changes nothing. What a document leaves out stays as it is. With --exit-code a difference ends with 13: a gate for scripts.',
  options: {
    file: required(text('path', 'a file, a folder of .yaml and .json files, or - for stdin', { short: 'f' })),
    prune: flag('count what the manifest once had and no longer has'),
    exitCode: flag('end with 13 when something would change'),
    envAllow: envAllowOption,
  },
  examples: [
    { command: 'txwarden diff -f infra.yaml' },
    { command: 'txwarden diff -f infra --prune --exit-code', note: 'a gate in CI' },
    { command: 'txwarden diff -f - --json', note: 'of what comes on stdin, such as the export of another profile' },
  ],
  async run(context, { file, prune, exitCode, envAllow }) {
    const { loadPlan } = await import('./manifest/load.ts')
    const { printPreview } = await import('./manifest/show.ts')
    const { plan } = await loadPlan(context, { file, prune, envAllow })
    await printPreview(context, plan)
    return exitCode && plan.steps.length > 0 ? exitCodes.checkFailed : exitCodes.ok
  },
})

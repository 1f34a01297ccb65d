import { defineCommand } from '../cli/define.ts'
import { exitCodes } from '../cli/errors/exit-codes.ts'
import { flag } from '../cli/options.ts'
import { manifestOptions } from './manifest/options.ts'

export const diff = defineCommand({
  name: 'diff',
  group: 'Manage',
  summary: 'Show what a manifest would change',
  description:
    'Compares the control lists, policies, monitors, destinations and alerts in YAML files with those of the service, and changes nothing. Members that a document omits are not compared, nor are secrets whose variables are not set. With --exit-code differences exit with 13, as a gate for scripts.',
  options: {
    file: manifestOptions.file,
    prune: flag('include deletions of managed objects that are no longer in the manifest'),
    exitCode: flag('exit with 13 if something would change'),
    envAllow: manifestOptions.envAllow,
  },
  examples: [
    { command: 'txwarden diff -f infra.yaml' },
    { command: 'txwarden diff -f infra --prune --exit-code', note: 'a gate in CI' },
    { command: 'txwarden diff -f - --json', note: 'read stdin, such as the export of another profile' },
  ],
  async run(context, { file, prune, exitCode, envAllow }) {
    const { loadPlan } = await import('./manifest/load.ts')
    const { printPreview } = await import('./manifest/show.ts')
    const { plan } = await loadPlan(context, { file, prune, envAllow, keepsUnset: true })
    await printPreview(context, plan)
    return exitCode && plan.steps.length > 0 ? exitCodes.checkFailed : exitCodes.ok
  },
})

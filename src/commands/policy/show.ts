import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { findThing } from '../steps/find-thing.ts'
import { policies } from './resource.ts'

export const policyShow = defineCommand({
  name: 'policy show',
  aliases: ['get'],
  summary: 'Show a policy, on a terminal as the YAML that applies it',
  description: 'To edit it, write it to a file with `txwarden export policy`.',
  arguments: { name: one('name of the policy', { completes: 'policy' }) },
  examples: [{ command: 'txwarden policy show <name>' }, { command: 'txwarden policy show <name> --json' }],
  async run(context, { name }) {
    const policy = await findThing(context, policies, name)
    const { stringify } = await import('yaml')
    await context.out.record(policy, policies.view, ({ createdAt: _, updatedAt: __, ...given }) =>
      stringify({ kind: 'policy', ...given }, { lineWidth: 0 }),
    )
  },
})

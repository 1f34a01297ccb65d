import type { Command } from '../../cli/define.ts'
import { listCommand } from '../steps/list-command.ts'
import { removeCommand } from '../steps/remove-things.ts'
import { policyDraft } from './draft.ts'
import { policyExplain } from './explain.ts'
import { policyRelease } from './release.ts'
import { policies } from './resource.ts'
import { policyShow } from './show.ts'
import { policyTest } from './test.ts'
import { policyUsage } from './usage.ts'

export const commands: readonly Command[] = [
  listCommand(policies, {
    summary: 'List policies',
    examples: [{ command: 'txwarden policy list' }, { command: 'txwarden policy list --json' }],
    empty: 'No policies yet. Try: txwarden policy apply examples/policies/payout-desk.yaml',
  }),
  policyShow,
  policyDraft,
  policyTest,
  policyUsage,
  policyExplain,
  policyRelease,
  removeCommand(policies, {
    summary: 'Remove policies',
    description: 'What is used of their budgets is kept: a policy with the same name and scope goes on with it.',
    what: 'names of policies',
    idField: 'name',
  }),
]

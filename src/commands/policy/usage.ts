import type { PolicyUsage } from '../../api/schemas/policy.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { maybeOne } from '../../cli/options.ts'
import type { View } from '../../cli/output/view.ts'
import { callAdditionById } from '../steps/addition.ts'
import { readAll } from '../steps/paged-list.ts'
import { policies } from './resource.ts'

type Row = PolicyUsage['content'][number] & { readonly policy: string }

export const policyUsage = defineCommand({
  name: 'policy usage',
  summary: 'Show what budgets have used, and when they have it again',
  description:
    'One row for each window of a clause. OPEN is how many validations are reserved and not settled: no block, receipt or report has them yet. Without a name: the budgets of every policy.',
  arguments: { name: maybeOne('name of the policy', { completes: 'policy' }) },
  examples: [{ command: 'txwarden policy usage' }, { command: 'txwarden policy usage <name> --json' }],
  async run(context, { name }) {
    const names = name === undefined ? (await readAll(context, policies)).content.map(policies.idOf) : [name]
    const content: Row[] = []
    for (const each of names) content.push(...(await usageOf(context, each)))
    await context.out.list({ content }, content, view, { empty: 'No policy has a budget over time.' })
  },
})

async function usageOf(context: Context, name: string): Promise<Row[]> {
  const { content } = await callAdditionById(context, policies, (client) =>
    client.call('getPolicyUsage', { params: { name } }),
  )
  return content.map((row) => ({ policy: name, ...row }))
}

const view: View<Row> = {
  columns: [
    { field: 'policy', header: 'POLICY', leads: true, importance: 9 },
    { field: 'clause', header: 'CLAUSE', importance: 8 },
    { field: 'window', header: 'WINDOW', importance: 8 },
    { field: 'used', header: 'USED', importance: 9 },
    { field: 'limit', header: 'LIMIT', importance: 9 },
    { field: 'reservations', header: 'OPEN', importance: 6 },
    { field: 'freesAt', header: 'FREES', kind: 'time', importance: 7, show: ({ freesAt }, when) => when(freesAt) },
  ],
}

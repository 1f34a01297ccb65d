import type { PolicyGiven } from '../api/schemas/policy.ts'
import type { PolicyReplay } from '../api/schemas/policy-replay.ts'
import { grouped } from '../api/text/amounts.ts'
import { withCount } from '../cli/bulk/progress.ts'
import type { Context } from '../cli/context/context.ts'
import { defineCommand } from '../cli/define.ts'
import { parsed, text } from '../cli/options.ts'
import { timeText } from '../cli/output/time.ts'
import { type View, wideColumns } from '../cli/output/view.ts'
import { quoteWord } from '../shared/text/quote-word.ts'
import { parseMoment } from './options/moment.ts'
import { CUT_SHORT, POLICIES } from './policy/resource.ts'
import { callAddition } from './steps/addition.ts'
import { resultTone } from './validate/verdict-exit-code.ts'

const SINCE = '30d'

export const policyReplay = defineCommand({
  name: 'policy replay',
  summary: 'Show what policies would have said of stored validations',
  description:
    'Each stored validation is read again, the oldest first, and policies are evaluated on it as of its time, with budgets that fill on the way: what would be denied or held, and as `allow` what only a policy blocked then. Below, each budget at the window that used most. Lists, payment history and prices are those of now, and no node is read: what only a simulation showed is not seen. A validation that passed counts whether or not it was sent. Nothing is stored or sent. With --file, the policies of a file in place of the stored ones: run it before `txwarden policy apply`.',
  options: {
    since: parsed(
      'time',
      `validated since: an age such as 90d, or a time such as 2026-09-27; default ${SINCE}`,
      parseMoment,
    ),
    file: text('file', 'YAML file or folder with other policies than the stored ones; - is stdin', {
      completes: 'file',
    }),
  },
  examples: [
    { command: 'txwarden policy replay --since 30d' },
    { command: 'txwarden policy replay --since 30d --file examples/policies/payout-desk.yaml' },
    { command: 'txwarden policy replay --since 30d --json' },
  ],
  async run(context, { since = parseMoment('since', SINCE), file }) {
    const from = new Date(since(context)).toISOString()
    const policies = file === undefined ? undefined : await policiesOf(context, file)
    const body = { since: from, ...(policies && { policies }) }
    const report = await withCount(context, 'replayed', 'validations', (onProgress) =>
      callAddition(context, POLICIES, (client) => client.call('replayPolicies', { body }, { onProgress })),
    )
    const { content, isDone } = report
    await context.out.list(report, content, view, { empty: 'Policies would have blocked nothing.' })
    if (!isDone) await context.note(CUT_SHORT)
    if (!context.out.isForPeople) return
    const time = (iso: string) => timeText(iso, context.zone)
    for (const line of summaryLines(report, time(from), time)) await context.note(line)
    if (file !== undefined && file !== '-') await context.note(`Next: txwarden policy apply ${quoteWord(file)}`)
  },
})

async function policiesOf(context: Context, file: string): Promise<PolicyGiven[]> {
  const { readDesired } = await import('./manifest/load.ts')
  return (await readDesired(context, { file, only: 'policy' })).map(({ members }) => members as PolicyGiven)
}

function summaryLines(
  { summary, content }: Pick<PolicyReplay, 'summary' | 'content'>,
  since: string,
  time: (iso: string) => string,
): string[] {
  const { validations, allowed, held, denied, none, blocked, passed, budgets } = summary
  const counts = [
    `${grouped(allowed)} allowed`,
    `${grouped(held)} held`,
    `${grouped(denied)} denied`,
    `${grouped(none)} without a policy`,
  ]
  const changed = [
    ...(blocked > 0 ? [`${grouped(blocked)} that passed would be blocked`] : []),
    ...(passed > 0 ? [`${grouped(passed)} that a policy blocked would pass`] : []),
  ]
  const shown = new Set(content.map(({ svcTxId }) => svcTxId)).size
  const more = held + denied + passed > shown ? [`The newest ${grouped(content.length)} rows are shown.`] : []
  return [
    `${grouped(validations)} validations since ${since}: ${[counts.join(', '), ...changed].join('; ')}.`,
    ...more,
    ...budgets.map(({ policy, clause, window, most, limit, at }) => {
      const when = at === undefined ? '' : `, until ${time(at)}`
      return `${policy} ${clause} in ${window}: at most ${most} of ${limit}${when}`
    }),
  ]
}

const view: View<PolicyReplay['content'][number]> = {
  columns: [
    { field: 'svcTxId', header: 'ID', kind: 'whole-id', importance: 7 },
    { field: 'at', header: 'VALIDATED', kind: 'time', importance: 5, show: ({ at }, when) => when(at) },
    {
      field: 'result',
      header: 'RESULT',
      leads: true,
      importance: 9,
      paint: (shown, { result }, paint) => paint[resultTone[result]](shown),
    },
    { field: 'policy', header: 'POLICY', importance: 9 },
    { field: 'clause', header: 'CLAUSE', importance: 6 },
    { field: 'text', header: 'WHY', kind: 'phrase', importance: 8 },
    {
      field: 'wasValid',
      header: 'THEN',
      importance: 8,
      show: ({ wasValid }) => (wasValid ? 'passed' : 'blocked'),
    },
    ...wideColumns('used', 'limit', 'window'),
  ],
}

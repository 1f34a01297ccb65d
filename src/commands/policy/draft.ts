import { counted, grouped } from '../../api/text/amounts.ts'
import { withCount } from '../../cli/bulk/progress.ts'
import { defineCommand } from '../../cli/define.ts'
import { checkAddresses } from '../../cli/input/check-values.ts'
import { parsed, text } from '../../cli/options.ts'
import { timeText } from '../../cli/output/time.ts'
import { parseMoment } from '../options/moment.ts'
import { callAddition } from '../steps/addition.ts'
import { CUT_SHORT, POLICIES } from './resource.ts'

const SINCE = '90d'

export const policyDraft = defineCommand({
  name: 'policy draft',
  summary: 'Draft the policy that allows what passed, and no more',
  description:
    'Prints YAML to edit, with a comment of what each line was made of: how often, when last, the largest. Each stored validation that passed is read again with the lists and names of now and without a node; limits are the largest transaction and the worst windows, rounded up to two digits. It only observes. What no clause can allow, such as a call that is not read, is named above it. Messages are not stored, and so not in it. Nothing is stored or sent.',
  options: {
    since: parsed(
      'time',
      `validated since: an age such as 90d, or a time such as 2026-09-27; default ${SINCE}`,
      parseMoment,
    ),
    sender: text('address', 'only what this account sends or pays; default: every sender'),
    name: text('name', 'name of the policy; default draft'),
  },
  examples: [
    { command: 'txwarden policy draft --since 90d > draft.yaml' },
    { command: 'txwarden policy draft --sender 0x7E57E185F01f2900F3b969962D790bD76275007A --name payouts' },
    { command: 'txwarden policy draft --json' },
  ],
  async run(context, { since = parseMoment('since', SINCE), sender, name }) {
    if (sender !== undefined) await checkAddresses(context, [sender], () => '--sender')
    const from = new Date(since(context)).toISOString()
    const body = { since: from, ...(sender !== undefined && { sender }), ...(name !== undefined && { name }) }
    const draft = await withCount(context, 'read', 'validations', (onProgress) =>
      callAddition(context, POLICIES, (client) => client.call('draftPolicy', { body }, { onProgress })),
    )
    if (context.out.isJson) await context.out.document(draft)
    else {
      const { draftText } = await import('./draft-text.ts')
      await context.out.text(draftText(draft, timeText(from, context.zone)))
    }
    const { passed, leftOut } = draft.summary
    if (!draft.isDone) await context.note(CUT_SHORT)
    else if (passed === 0)
      await context.note(`! Nothing passed since ${timeText(from, context.zone)}: it allows nothing.`)
    if (leftOut > 0)
      await context.note(`! ${counted(leftOut, 'validation')} of ${grouped(passed)} that passed would be denied.`)
    if (context.out.isForPeople) await context.note('Next: edit it, then txwarden policy replay --file <file>')
  },
})

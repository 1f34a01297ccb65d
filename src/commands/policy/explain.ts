import type { Reservations } from '../../api/schemas/policy.ts'
import { verdictOf } from '../../api/verdict.ts'
import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { timeText } from '../../cli/output/time.ts'
import { type Column, plainColumns } from '../../cli/output/view.ts'
import { storedTransaction } from '../tx/stored.ts'
import { toneOf } from '../validate/verdict-exit-code.ts'
import { answerLines, answerOf, clausesColumn, type PolicyAnswer } from './outcomes.ts'
import { reservationsOf } from './resource.ts'

export const policyExplain = defineCommand({
  name: 'policy explain',
  summary: 'Show what each policy said of a validation, and what it takes from budgets',
  description:
    'As of the validation: policies that changed since are not evaluated again. A reservation is reserved until a receipt, a report or a block settles it; a released one does not count.',
  arguments: { svcTxId: one('svcTxId of the validation', { completes: 'tx' }) },
  examples: [{ command: 'txwarden policy explain <svcTxId>' }, { command: 'txwarden policy explain <svcTxId> --json' }],
  async run(context, { svcTxId: given }) {
    const { svcTxId, result } = await storedTransaction(context, given)
    const reservations = await reservationsOf(context, svcTxId)
    const verdict = verdictOf(result)
    const answer = { svcTxId, ...answerOf(result), reservations }
    await context.out.record(
      answer,
      { verdict: () => verdict, columns: [...plainColumns('svcTxId', 'result'), clausesColumn, reservationsColumn] },
      (shown, paint) => {
        const time = (iso: string) => timeText(iso, context.zone)
        const taken = shown.reservations.map((each) => `  ${reservationText(each, time)}`)
        return `${[...answerLines(shown, paint), ...taken, `  verdict ${toneOf(verdict, paint)(verdict)}`].join('\n')}\n`
      },
    )
  },
})

const reservationsColumn: Column<PolicyAnswer & { readonly reservations: Reservations['content'] }> = {
  field: 'reservations',
  header: 'RESERVATIONS',
  value: ({ reservations }) => reservations.map((each) => reservationText(each, (iso) => iso)).join('; '),
}

function reservationText(
  { policy, amount, state, at, expiresAt }: Reservations['content'][number],
  time: (iso: string) => string,
): string {
  const until = state === 'reserved' && expiresAt !== undefined ? `, until ${time(expiresAt)}` : ''
  return `${state} ${amount} of ${policy} at ${time(at)}${until}`
}

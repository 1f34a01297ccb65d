import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { asksToConfirm, confirmChange } from '../../cli/prompts/confirm.ts'
import { callAdditionById } from '../steps/addition.ts'
import { shownId } from '../steps/find-thing.ts'
import { transactions } from '../tx/resource.ts'
import { policies, reservationsOf } from './resource.ts'

export const policyRelease = defineCommand({
  name: 'policy release',
  summary: 'End the reservations of a transaction that will not be sent',
  description:
    'Budgets have the amount again at once, and the audit log has who did it. A transaction that was signed can still be sent: make sure that it is not, such as by using its nonce otherwise. If it is in a block all the same, it counts again.',
  arguments: { svcTxId: one('svcTxId of the validation', { completes: 'tx' }) },
  examples: [
    { command: 'txwarden policy release <svcTxId>' },
    { command: 'txwarden policy release <svcTxId> --yes', note: 'in a script' },
  ],
  async run(context, { svcTxId: given }) {
    const svcTxId = await shownId(context, transactions, given)
    const what = asksToConfirm(context) ? `${textOf(await openOf(svcTxId))} of ` : ''
    await confirmChange(context, `Release what budgets reserve: ${what}${svcTxId}? (${context.where()})`)
    const params = { 'svc-transaction-id': svcTxId }
    const body = await callAdditionById(
      context,
      policies,
      (client) => client.call('releaseReservations', { params }),
      'tx list --wide',
    )
    const amounts = body.released.map(({ amount, unit, policy }) => ({ amount: `${amount} ${unit}`, policy }))
    await context.out.done(body, { columns: plainColumns('svcTxId', 'released') }, [
      `Released ${textOf(amounts)} (${context.where()})`,
    ])

    async function openOf(id: string) {
      return (await reservationsOf(context, id)).filter(({ state }) => state === 'reserved')
    }
  },
})

function textOf(amounts: readonly { readonly amount: string; readonly policy: string }[]): string {
  return amounts.map(({ amount, policy }) => `${amount} of ${policy}`).join(', ') || 'nothing'
}

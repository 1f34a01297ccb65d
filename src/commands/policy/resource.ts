import type { PolicyRecord, Reservations } from '../../api/schemas/policy.ts'
import type { Context } from '../../cli/context/context.ts'
import { resource } from '../../cli/resource/resource.ts'
import { callAddition, callAdditionById } from '../steps/addition.ts'

export const POLICIES = 'policies'
/** Of stored validations that were not all read. */
export const CUT_SHORT =
  '! The time limit ended it: later validations are not in it. Use a shorter --since, or run it on the machine of the service.'

export const policies = resource<PolicyRecord>({
  command: 'policy',
  noun: 'policy',
  plural: POLICIES,
  isWhole: true,
  list: (context, _, sending) => callAddition(context, POLICIES, (client) => client.call('listPolicies', {}, sending)),
  idOf: ({ name }) => name,
  describe: (policy) => `${policy.mode}, ${policy.default} by default`,
  about: ({ mode }) => mode,
  remove: (client, name, sending) => client.call('deletePolicy', { params: { name } }, sending),
  view: {
    columns: [
      { field: 'name', header: 'NAME', leads: true, importance: 9 },
      {
        field: 'mode',
        header: 'MODE',
        importance: 9,
        paint: (text, { mode }, paint) => (mode === 'enforce' ? paint.good(text) : paint.warn(text)),
      },
      { field: 'default', header: 'DEFAULT', importance: 8 },
      { field: 'applies', header: 'APPLIES TO', importance: 6, show: appliesText },
      { field: 'clauses', header: 'CLAUSES', importance: 6, value: clausesText },
      { field: 'updatedAt', header: 'UPDATED', importance: 4, show: ({ updatedAt }, when) => when(updatedAt) },
    ],
  },
})

function appliesText({ applies = {} }: PolicyRecord): string {
  const parts = Object.entries(applies).map(([what, words]) => `${what} ${words.join(', ')}`)
  return parts.length === 0 ? 'everything' : parts.join('; ')
}

function clausesText({ deny = [], hold = [], allow = [] }: PolicyRecord): string {
  const counts = Object.entries({ deny, hold, allow }).filter(([, clauses]) => clauses.length > 0)
  return counts.length === 0 ? 'none' : counts.map(([result, clauses]) => `${clauses.length} ${result}`).join(', ')
}

/** What a validation takes from budgets. */
export async function reservationsOf(context: Context, svcTxId: string): Promise<Reservations['content']> {
  const params = { 'svc-transaction-id': svcTxId }
  return (await callAdditionById(context, policies, (client) => client.call('getReservations', { params }))).content
}

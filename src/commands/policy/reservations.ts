import type { Reservations } from '../../api/schemas/policy.ts'
import type { Context } from '../../cli/context/context.ts'
import { callAdditionById } from '../steps/addition.ts'
import { policies } from './resource.ts'

/** What a validation takes from budgets. */
export async function reservationsOf(context: Context, svcTxId: string): Promise<Reservations['content']> {
  const params = { 'svc-transaction-id': svcTxId }
  return (await callAdditionById(context, policies, (client) => client.call('getReservations', { params }))).content
}

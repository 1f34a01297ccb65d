import type { PolicyOutcome } from '../../../api/schemas/policy.ts'
import { commandFor } from '../../../api/text/commands.ts'
import { policyError } from '../../../api/text/policies.ts'
import { alertIndexOf } from '../../alerts/matching/alert-index.ts'
import { type EnqueueContext, enqueue } from '../../alerts/matching/enqueue-alerts.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import type { TransactionRow } from '../../store/schema/schema.ts'

/**
 * Notifies all alerts of the chain about a transaction of a block that enforced policies do not allow: it was sent past them, or
 * later than they counted it. Once for each transaction.
 * @param alerts active ones of all types
 */
export async function notifyExceeded(
  outcomes: readonly PolicyOutcome[],
  { id, chain_id: chainId, transaction_id }: Pick<TransactionRow, 'id' | 'chain_id' | 'transaction_id'>,
  alerts: readonly StoredAlert[],
  context: EnqueueContext,
): Promise<void> {
  const index = alertIndexOf(alerts)
  const notified = (['SONAR', 'MONITOR'] as const)
    .flatMap((type) => index.findOn(chainId, type))
    .filter(({ destinationIds }) => destinationIds.length > 0)
  if (outcomes.length === 0 || notified.length === 0) return
  const notice = {
    kind: 'policy',
    text: 'a transaction was sent that a policy does not allow',
    details: [
      ...outcomes.flatMap((outcome) => policyError([outcome]) ?? []),
      ...(transaction_id === null ? [] : [`Transaction: ${transaction_id}`]),
    ],
    command: commandFor['explain-transaction'](id),
  } as const
  const about = {
    svc_tx_id: id,
    subject: `policy:${transaction_id ?? id}`,
    step: '',
    round: 0,
    kind: 'policy',
  } as const
  await enqueue({ about, content: { transaction: { chainId }, notice }, alerts: notified }, context)
}

import { resultRank } from '../../api/verdict.ts'
import type { ProductType } from '../../api/vocabulary.ts'
import { sha256 } from '../../shared/text/sha256.ts'
import type { Validated } from '../alerts/matching/build-event.ts'
import { type EnqueueContext, enqueueAlerts } from '../alerts/matching/enqueue-alerts.ts'
import { resultOf } from '../records/transaction-record.ts'
import type { Transaction } from '../risk/types.ts'
import type { StoredAlert } from '../store/repositories/alerts.ts'
import { insertTransaction, updateVerdict } from '../store/repositories/transactions.ts'
import type { TransactionRow } from '../store/schema/schema.ts'

/**
 * Identifies the validation of a signed transaction. The hash is what the caller says, so the key also has the caller and
 * the content: a false hash reaches no other validation.
 * @param hash lower case
 */
export function signedKeyOf(
  hash: string,
  { chainId, from, to, value, data, authorizations }: Transaction,
  nonce: string | undefined,
  product: ProductType,
  { actor }: { readonly actor: string },
): string {
  const parts = [actor, product, hash, chainId, from, to ?? null, String(value), data, authorizations, nonce ?? null]
  const text = JSON.stringify(parts, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
  return sha256(text)
}

/**
 * Stores a verdict and enqueues the alerts that match it.
 * @param earlier verdict on the same signed transaction, which it replaces: then alerts fire only when it is worse
 */
export async function storeVerdict(
  validated: Validated,
  earlier: TransactionRow | undefined,
  alerts: readonly StoredAlert[],
  context: EnqueueContext,
): Promise<void> {
  const { row, result } = validated
  if (!earlier) {
    await insertTransaction(context.db, row)
    return enqueueAlerts(alerts, validated, context)
  }
  await updateVerdict(context.db, row)
  const rank = resultRank(result)
  if (rank > resultRank(resultOf(earlier))) await enqueueAlerts(alerts, validated, context, rank)
}

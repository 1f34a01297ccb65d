import { resultRank } from '../../api/verdict.ts'
import type { ProductType } from '../../api/vocabulary.ts'
import { jsonText } from '../../shared/json/json.ts'
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
  return sha256(jsonText(parts))
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

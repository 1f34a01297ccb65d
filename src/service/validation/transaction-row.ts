import type { ValidationRequest } from '../../api/schemas/transaction.ts'
import type { ProductType } from '../../api/vocabulary.ts'
import type { Analysis } from '../risk/analyze.ts'
import type { Transaction } from '../risk/types.ts'
import type { IssuedPayload } from '../signing/issue-payload.ts'
import type { TransactionRow } from '../store/schema/schema.ts'
import { addressColumn } from './addresses/named-addresses.ts'
import type { Validation } from './answer.ts'
import type { TotalLoss } from './evidence/price-loss.ts'

interface RowInput {
  readonly id: string
  readonly product: ProductType
  readonly transaction: Transaction
  readonly analysis: Analysis
  readonly validation: Validation
  readonly loss: TotalLoss
  readonly payload: IssuedPayload | undefined
  readonly now: number
}

/** Makes the row of a transaction that is not on chain yet. */
export function toRow(
  request: ValidationRequest,
  { id, product, transaction, analysis, validation, loss, payload, now }: RowInput,
): TransactionRow {
  return {
    id,
    product,
    chain_id: transaction.chainId,
    from_key: transaction.from,
    to_key: transaction.to ?? null,
    value: String(transaction.value),
    valid: validation.valid ? 1 : 0,
    combined_score: validation.combinedScore,
    sub_category: validation.combinedScoreDetails.subCategory,
    total_loss: loss.usd,
    coverage: validation.coverage,
    known_by_age_only: validation.knownByAgeOnly ? 1 : 0,
    // A trace may be very large; the explanation has its findings.
    request: JSON.stringify({ ...request, trace: undefined }),
    result: JSON.stringify(validation),
    payload_nonce: payload?.trackedNonce ?? null,
    payload_expires_at: payload?.expiresAt ?? null,
    transaction_id: null,
    block_number: null,
    block_time: null,
    origin: null,
    block_hash: null,
    validated_as: null,
    signed_key: null,
    validated_by: null,
    standing: null,
    check_at: null,
    check_until: null,
    addresses: addressColumn(analysis),
    is_unindexed: null,
    created_at: now,
    updated_at: now,
  }
}

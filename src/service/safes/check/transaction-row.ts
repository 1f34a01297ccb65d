import { checksummed } from '../../../api/address.ts'
import type { ValidationRequest } from '../../../api/schemas/transaction.ts'
import { execTransactionData } from '../../../shared/safe/hashes.ts'
import { CALL } from '../../../shared/safe/transaction.ts'
import type { Validated } from '../../alerts/matching/build-event.ts'
import type { Validation, ValidationOutcome } from '../../validation/answer.ts'
import type { SafeTransactionSubject } from '../../validation/request/validate-safe-transaction.ts'
import { toRow } from '../../validation/transaction-row.ts'

/** The bytes that are signed are others than those that the service names: nothing else about the item counts. */
const HASH_MISMATCH = 'hash-mismatch'

/** The answer about a transaction whose hash is claimed wrongly: blocked with any other reasons. @param why one sentence */
export function withMismatch<T extends Pick<Validation, 'explanation'>>(result: T, why: string): T {
  const reason = {
    rule: HASH_MISMATCH,
    subject: '',
    role: '',
    points: 100,
    category: 'cyber',
    hops: 0,
    source: 'safe queue',
    subCategory: 'maliciousInteraction',
    text: why,
    flip: 'do not sign it: compare the hashes on another machine',
  }
  const { explanation } = result
  return {
    ...result,
    valid: false,
    error: `${HASH_MISMATCH}: ${why}`,
    explanation: { ...explanation, reasons: [reason, ...explanation.reasons] },
  }
}

/**
 * The request that validates the same again: the call that the Safe makes; a delegatecall, or one with a refund, as the Safe's own
 * execTransaction, which has them as arguments.
 */
function requestOfSafe({ chainId, safe, transaction: tx }: SafeTransactionSubject): ValidationRequest {
  const isCall = tx.operation === CALL && tx.gasPrice === 0n
  return {
    transaction: {
      chainId,
      from: checksummed(safe),
      to: checksummed(isCall ? tx.to : safe),
      value: String(isCall ? tx.value : 0n),
      data: isCall ? tx.data : execTransactionData(tx, '0x'),
    },
    trackNonce: false,
  }
}

/** The validation of a queued transaction as it is stored. */
export function toValidated(
  subject: SafeTransactionSubject,
  { analysis, loss }: Pick<ValidationOutcome, 'analysis' | 'loss'>,
  {
    id,
    result: given,
    now,
  }: { readonly id: string; readonly result: Omit<Validation, 'svcTxId'>; readonly now: number },
): Validated {
  const { chainId, safe, transaction: tx } = subject
  const result: Validation = { ...given, svcTxId: id }
  const request = requestOfSafe(subject)
  const row = toRow(request, {
    id,
    product: 'SONAR',
    analysis,
    validation: result,
    loss,
    payload: undefined,
    now,
    transaction: { chainId, from: safe, to: tx.to, value: tx.value, data: tx.data },
  })
  return { row: { ...row, origin: 'safe-queue' }, request, result }
}

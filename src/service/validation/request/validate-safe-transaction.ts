import type { SafeTransaction } from '../../../shared/safe/transaction.ts'
import { safeTypedData, TODAY } from '../../../shared/safe/typed-data.ts'
import type { CheckContext, CheckOptions } from '../validate.ts'
import { type CheckedMessageOutcome, validateTypedData } from './check-typed-data.ts'

/** A transaction that the owners of a Safe sign. */
export interface SafeTransactionSubject {
  readonly chainId: string
  readonly safe: string
  readonly transaction: SafeTransaction
}

/**
 * Validates a transaction of a Safe as its owners sign it, from the Safe: a delegatecall and a refund of gas are part of it. With
 * a node it runs as the Safe executes it, without the signatures.
 */
export async function validateSafeTransaction(
  { chainId, safe, transaction }: SafeTransactionSubject,
  options: CheckOptions,
  context: CheckContext,
): Promise<CheckedMessageOutcome> {
  const typedData = safeTypedData(transaction, { chainId, safe, ...TODAY })
  return validateTypedData({ chainId, typedData }, options, context)
}

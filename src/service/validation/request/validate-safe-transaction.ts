import type { SafeTransaction } from '../../../shared/safe/transaction.ts'
import { safeTxMembers } from '../../../shared/safe/versions.ts'
import type { ValidationOutcome } from '../validate.ts'
import { validateTypedData } from './check-typed-data.ts'
import type { CheckContext, CheckOptions } from './validate-request.ts'

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
): Promise<ValidationOutcome> {
  const message = Object.entries(transaction).map(([name, value]) => [name, String(value)])
  const typedData = {
    types: { EIP712Domain: membersOf(DOMAIN), SafeTx: membersOf(safeTxMembers('baseGas')) },
    primaryType: 'SafeTx',
    domain: { chainId, verifyingContract: safe },
    message: Object.fromEntries(message),
  }
  return validateTypedData({ chainId, typedData }, options, context)
}

const DOMAIN = 'uint256 chainId,address verifyingContract'

function membersOf(list: string): { readonly name: string; readonly type: string }[] {
  return list.split(',').map((member) => {
    const [type = '', name = ''] = member.split(' ')
    return { name, type }
  })
}

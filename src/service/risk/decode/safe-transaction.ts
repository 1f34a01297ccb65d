import type { Hex } from 'ox/Hex'
import type { SafeTransaction } from '../../../shared/safe/transaction.ts'
import { type Arguments, argumentsAs } from './arguments.ts'

/** `execTransaction` calls `to` the target; Safe 0.1 calls `baseGas` dataGas. */
type NamedFields = Omit<SafeTransaction, 'to' | 'baseGas' | 'nonce'> &
  (Pick<SafeTransaction, 'to'> | { readonly target: Hex }) &
  (Pick<SafeTransaction, 'baseGas'> | { readonly dataGas: bigint })

/** The nonce is not in the call. */
export type ExecutedTransaction = Omit<SafeTransaction, 'nonce'>

/** What a Safe executes by the built-in `execTransaction`, or its owners sign as a known SafeTx. */
export function safeTransactionIn(args: Arguments): ExecutedTransaction {
  const named = argumentsAs<NamedFields>(args)
  const { value, data, operation, safeTxGas, gasPrice, gasToken, refundReceiver } = named
  return {
    to: 'to' in named ? named.to : named.target,
    value,
    data,
    operation: Number(operation),
    safeTxGas,
    baseGas: 'baseGas' in named ? named.baseGas : named.dataGas,
    gasPrice,
    gasToken,
    refundReceiver,
  }
}

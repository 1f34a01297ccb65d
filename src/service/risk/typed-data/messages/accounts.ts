import { DELEGATECALL } from '../../../../shared/safe/transaction.ts'
import { isZeroAddress, ZERO_ADDRESS } from '../../../evm/words.ts'
import { type Action, currency, type DecodedCall, erc20, grant } from '../../actions/actions.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import { isNote } from '../../decode/note.ts'
import { type ExecutedTransaction, safeTransactionIn } from '../../decode/safe-transaction.ts'
import { callOf, delegatecallOf } from '../../decode/unwrap/inner-call.ts'
import { userOperationCalls } from '../../decode/unwrap/smart-accounts.ts'
import { gasPaid, type OperationGas } from '../../money/operation-gas.ts'
import type { Meaning, ReadMeaning, SignedMessage } from '../known-message.ts'
import { typeText } from '../read-message.ts'
import type { TypedMessage } from '../typed-message.ts'
import { paidToAnyone, paysSubmitter } from './submitters.ts'

/** Messages that allow calls: transactions of accounts, meta-transactions, and signatures within signatures. */

/** Gas of the shortest execution, which the refund pays as well where the message has no limit of its own. */
const LEAST_GAS = 100_000n

export const safeTransaction: ReadMeaning = (signed) => {
  const { message, contract: safe } = signed
  const tx = safeTransactionIn(message)
  const call = (tx.operation === DELEGATECALL ? delegatecallOf : callOf)(safe, { ...tx, target: tx.to })
  return {
    calls: [call],
    // In what the Safe pays: the refund itself is an action, and without a price there is none.
    harmless: tx.gasPrice > 0n ? ['gasToken'] : ['gasToken', 'refundReceiver'],
    ...(tx.gasPrice > 0n && refunded(signed, tx)),
    ...(tx.operation > DELEGATECALL && {
      unreadable: `The operation ${tx.operation} is neither a call nor a delegatecall.`,
    }),
  }
}

function refunded(signed: SignedMessage, tx: ExecutedTransaction): Meaning {
  const { contract: safe } = signed
  const { refundReceiver: receiver, gasToken: token, gasPrice: price } = tx
  const pay = { account: safe, gas: tx.safeTxGas + tx.baseGas + LEAST_GAS, price, token }
  if (!isZeroAddress(receiver))
    return { actions: (call) => [refund(call, safe, tx), ...paysSubmitter(call, { ...pay, receiver }, signed)] }
  return {
    ...paidToAnyone(pay, signed, 'The refund of gas to its executor'),
    remarks: ['The Safe refunds gas to the account that executes the transaction, at the gas price of the message.'],
  }
}

/** The receiver may take gas × gasPrice from the Safe. Without safeTxGas the gas has no limit. */
function refund(call: DecodedCall, safe: string, tx: ExecutedTransaction): Action {
  const gas = tx.safeTxGas === 0n ? undefined : tx.safeTxGas + tx.baseGas
  return grant(call, {
    form: 'permit',
    asset: currency(tx.gasToken, gas === undefined ? undefined : gas * tx.gasPrice),
    owner: safe,
    authority: tx.refundReceiver,
  })
}

/** Characters of 32 bytes: contracts let a Safe verify hashes, so that no legible text of another length is a permit or order. */
const HASH_LENGTH = 2 + 64

export const safeMessage: ReadMeaning = (signed) => {
  const { message } = argumentsAs<{ message: string }>(signed.message)
  if (message.length !== HASH_LENGTH && isNote(message))
    return { hides: 'what the text that the Safe signs is used for' }
  return {
    unreadable:
      'A Safe message is a hash: the permit, order or login behind it cannot be read. Check the message it was made from.',
  }
}

/** Without a paymaster the account pays the submitter of its operation. */
function feesOf(signed: SignedMessage, account: string, operation: OperationGas): Meaning['actions'] {
  const paid = gasPaid(operation)
  return paid && ((call) => paysSubmitter(call, { account, ...paid, token: ZERO_ADDRESS }, signed))
}

export const userOperation: ReadMeaning = (signed) => {
  const { message, contract } = signed
  const { sender, ...operation } = argumentsAs<OperationGas & { readonly sender: string }>(message)
  return { calls: userOperationCalls(contract, argumentsAs(message)), actions: feesOf(signed, sender, operation) }
}

interface SafeOperation extends OperationGas {
  readonly safe: string
  readonly initCode: string
  readonly callData: string
  readonly entryPoint: string
}

/** The module of a Safe executes the call data on the Safe. */
export const safeOperation: ReadMeaning = (signed) => {
  const { safe: sender, entryPoint: entry, ...operation } = argumentsAs<SafeOperation>(signed.message)
  return {
    calls: userOperationCalls(entry, { sender, ...operation }),
    actions: feesOf(signed, sender, operation),
  }
}

export const zeroExTransaction: ReadMeaning = (signed) => {
  const { message, contract } = signed
  const args = argumentsAs<{
    signer: string
    sender: string
    callData: string
    value: bigint
    feeToken: string
    feeAmount: bigint
  }>(message)
  const { signer, sender, feeToken, feeAmount } = args
  const calls = [callOf(signer, { target: contract, value: args.value, data: args.callData })]
  if (feeAmount === 0n) return { calls }
  // With the zero address anyone may submit it, and takes the fee.
  const pay = { account: signer, gas: 1n, price: feeAmount, token: feeToken }
  if (isZeroAddress(sender)) return { calls, ...paidToAnyone(pay, signed, 'The fee of its submitter') }
  const fee = { form: 'permit', asset: erc20(feeToken, feeAmount), owner: signer, authority: sender } as const
  return { calls, actions: (call) => [grant(call, fee)] }
}

/** ERC-7739: an application's message in the domain of the application, signed for a smart account. */
export const nested: ReadMeaning = ({ message, types, primaryType, ...outer }) => {
  const contents = types.get(primaryType)?.[0]?.type ?? ''
  return {
    nested: {
      message: {
        ...outer,
        types,
        primaryType: contents,
        type: typeText(types, contents),
        message: argumentsAs<{ contents: TypedMessage['message'] }>(message).contents,
      },
      account: argumentsAs<{ verifyingContract: string }>(message).verifyingContract,
    },
  }
}

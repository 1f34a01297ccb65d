import { isZeroAddress, ZERO_ADDRESS } from '../../../evm/words.ts'
import { type Action, currency, type DecodedCall, erc20, grant } from '../../actions/actions.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import { isNote } from '../../decode/note.ts'
import { callOf, delegatecallOf } from '../../decode/unwrap/inner-call.ts'
import { userOperationCalls } from '../../decode/unwrap/smart-accounts.ts'
import { gasPaid, type OperationGas } from '../../money/operation-gas.ts'
import { type KnownMessage, type Meaning, type SignedMessage, signerIn } from '../known-message.ts'
import { entryPoint, zeroEx } from '../protocols.ts'
import { typeText } from '../read-message.ts'
import type { TypedMessage } from '../typed-message.ts'
import { isOfUnknownWorth, paysSubmitter } from './submitters.ts'

/** Messages that allow calls: transactions of accounts, meta-transactions, and signatures within signatures. */

const DELEGATECALL = 1

interface SafeTransaction {
  readonly to: string
  readonly value: bigint
  readonly data: string
  readonly operation: number
  readonly safeTxGas: bigint
  readonly baseGas?: bigint
  readonly dataGas?: bigint
  readonly gasPrice: bigint
  readonly gasToken: string
  readonly refundReceiver: string
}

/** Of the shortest execution, which the refund pays as well where the message has no limit of its own. */
const LEAST_GAS = 100_000n

const safeTransaction = (signed: SignedMessage): Meaning => {
  const { message, contract: safe } = signed
  const tx = argumentsAs<SafeTransaction>(message)
  const isDelegate = tx.operation === DELEGATECALL
  const refunds = tx.gasPrice > 0n
  const toAnyone = refunds && isZeroAddress(tx.refundReceiver)
  const gas = tx.safeTxGas + (tx.baseGas ?? tx.dataGas ?? 0n) + LEAST_GAS
  const pay = { account: safe, gas, price: tx.gasPrice, token: tx.gasToken }
  return {
    calls: [(isDelegate ? delegatecallOf : callOf)(safe, { ...tx, target: tx.to })],
    actions(call) {
      if (!refunds) return []
      if (toAnyone) return paysSubmitter(call, pay, signed)
      return [refund(call, safe, tx), ...paysSubmitter(call, { ...pay, receiver: tx.refundReceiver }, signed)]
    },
    ...(toAnyone &&
      isOfUnknownWorth(pay, signed) && {
        unreadable: 'The refund of gas to its executor is in a token whose worth is not known here.',
      }),
    ...(toAnyone && {
      remarks: ['The Safe refunds gas to the account that executes the transaction, at the gas price of the message.'],
    }),
    ...(tx.operation > DELEGATECALL && {
      unreadable: `The operation ${tx.operation} is neither a call nor a delegatecall.`,
    }),
    // In what the Safe pays: the refund itself is an action, and without a price there is none.
    harmless: refunds ? ['gasToken'] : ['gasToken', 'refundReceiver'],
  }
}

/** The receiver may take gas × gasPrice from the Safe. Without safeTxGas the gas has no limit. */
function refund(call: DecodedCall, safe: string, tx: SafeTransaction): Action {
  const gas = tx.safeTxGas === 0n ? undefined : tx.safeTxGas + (tx.baseGas ?? tx.dataGas ?? 0n)
  return grant(call, {
    form: 'permit',
    asset: currency(tx.gasToken, gas === undefined ? undefined : gas * tx.gasPrice),
    owner: safe,
    authority: tx.refundReceiver,
  })
}

/** Characters of 32 bytes: contracts let a Safe verify hashes, so that no legible text of another length is a permit or order. */
const HASH_LENGTH = 2 + 64

const safeMessage = (signed: SignedMessage): Meaning => {
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

const userOperation = (signed: SignedMessage): Meaning => {
  const { message, contract } = signed
  const { sender, ...operation } = argumentsAs<OperationGas & { readonly sender: string }>(message)
  const actions = feesOf(signed, sender, operation)
  return { calls: userOperationCalls(contract, argumentsAs(message)), ...(actions && { actions }) }
}

interface SafeOperation extends OperationGas {
  readonly safe: string
  readonly initCode: string
  readonly callData: string
  readonly validUntil: number
  readonly entryPoint: string
}

/** The module of a Safe executes the call data on the Safe. */
const safeOperation = (signed: SignedMessage): Meaning => {
  const { safe: sender, validUntil, entryPoint: entry, ...operation } = argumentsAs<SafeOperation>(signed.message)
  const actions = feesOf(signed, sender, operation)
  return {
    ...(actions && { actions }),
    calls: userOperationCalls(entry, { sender, ...operation }),
    ...(validUntil > 0 && { until: BigInt(validUntil) }),
  }
}

/** The forwarder appends the signer, so that the contract takes it as the caller. */
const forward = ({ message }: SignedMessage): Meaning => {
  const request = argumentsAs<{
    from: string
    to: string
    value?: bigint
    data: string
    deadline?: bigint | number
    validUntil?: bigint
  }>(message)
  const until = request.deadline ?? request.validUntil
  return {
    calls: [callOf(request.from, { ...request, target: request.to })],
    ...(until !== undefined && until !== 0n && { until: BigInt(until) }),
  }
}

/** Tokens bridged to Polygon: the token calls itself in the name of the signer. */
const metaTransaction = ({ message, contract }: SignedMessage): Meaning => {
  const { from, functionSignature } = argumentsAs<{ from: string; functionSignature: string }>(message)
  return { calls: [callOf(from, { target: contract, data: functionSignature })] }
}

/** The connector calls itself in the name of the signer, such as with a batch. */
const connectorPermit = ({ message, contract }: SignedMessage): Meaning => {
  const args = argumentsAs<{ signer: string; value: bigint; data: string; deadline: bigint }>(message)
  return {
    calls: [callOf(args.signer, { target: contract, value: args.value, data: args.data })],
    until: args.deadline,
    // The only one that may submit it.
    harmless: ['sender'],
  }
}

const zeroExTransaction = (signed: SignedMessage): Meaning => {
  const { message, contract } = signed
  const args = argumentsAs<{
    signer: string
    sender: string
    callData: string
    value: bigint
    feeToken: string
    feeAmount: bigint
    expirationTimeSeconds: bigint
  }>(message)
  const { signer, sender, feeToken, feeAmount } = args
  // With the zero address anyone may submit it, and takes the fee.
  const toAnyone = feeAmount > 0n && isZeroAddress(sender)
  const pay = { account: signer, gas: 1n, price: feeAmount, token: feeToken }
  return {
    calls: [callOf(signer, { target: contract, value: args.value, data: args.callData })],
    actions(call) {
      if (feeAmount === 0n) return []
      if (toAnyone) return paysSubmitter(call, pay, signed)
      return [grant(call, { form: 'permit', asset: erc20(feeToken, feeAmount), owner: signer, authority: sender })]
    },
    ...(toAnyone &&
      isOfUnknownWorth(pay, signed) && {
        unreadable: 'The fee of its submitter is in a token whose worth is not known here.',
      }),
    until: args.expirationTimeSeconds,
  }
}

const CONTENTS = 'contents'

/** ERC-7739: an application's message in the domain of the application, signed for a smart account. */
function isNested({ primaryType, types }: TypedMessage): boolean {
  const members = primaryType === 'TypedDataSign' ? (types.get(primaryType) ?? []) : []
  return members[0]?.name === CONTENTS && types.has(members[0].type) && has(members, 'verifyingContract', 'address')
}

function has(members: readonly { name: string; type: string }[], name: string, type: string): boolean {
  return members.some((member) => member.name === name && member.type === type)
}

const nested = ({ message, types, primaryType, ...outer }: SignedMessage): Meaning => {
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

const safeFields = (base: string) =>
  `SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 ${base},uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)`
const safeSigner = ({ domain }: TypedMessage) => domain.verifyingContract
const forwarded = 'address from,address to,uint256 value,uint256 gas,uint256 nonce'
const safeOperationStart = 'SafeOp(address safe,uint256 nonce,bytes initCode,bytes callData'
const safeOperationEnd = 'bytes paymasterAndData,uint48 validAfter,uint48 validUntil,address entryPoint)'

export const accountMessages: readonly KnownMessage[] = [
  {
    type: safeFields('baseGas'),
    source: 'Safe 1.0 and later',
    signer: safeSigner,
    account: 'Safe',
    meaning: safeTransaction,
  },
  { type: safeFields('dataGas'), source: 'Safe 0.1', signer: safeSigner, account: 'Safe', meaning: safeTransaction },
  {
    type: 'SafeMessage(bytes message)',
    source: 'Safe 1.1 and later',
    signer: safeSigner,
    account: 'Safe',
    meaning: safeMessage,
  },
  {
    type: 'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
    source: 'ERC-4337 EntryPoint 0.8',
    protocol: entryPoint,
    signer: signerIn('sender'),
    meaning: userOperation,
  },
  {
    type: `${safeOperationStart},uint128 verificationGasLimit,uint128 callGasLimit,uint256 preVerificationGas,uint128 maxPriorityFeePerGas,uint128 maxFeePerGas,${safeOperationEnd}`,
    source: 'Safe4337Module 0.3',
    signer: signerIn('safe'),
    account: 'Safe',
    meaning: safeOperation,
  },
  {
    type: `${safeOperationStart},uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,${safeOperationEnd}`,
    source: 'Safe4337Module 0.2',
    signer: signerIn('safe'),
    account: 'Safe',
    meaning: safeOperation,
  },
  {
    type: `ForwardRequest(${forwarded},bytes data)`,
    source: 'MinimalForwarder of OpenZeppelin 4 (ERC-2771)',
    signer: signerIn('from'),
    meaning: forward,
  },
  {
    type: `ForwardRequest(${forwarded},uint48 deadline,bytes data)`,
    source: 'ERC2771Forwarder of OpenZeppelin 5',
    signer: signerIn('from'),
    meaning: forward,
  },
  {
    type: `ForwardRequest(${forwarded},bytes data,uint256 validUntil)`,
    source: 'Forwarder of OpenGSN',
    signer: signerIn('from'),
    meaning: forward,
  },
  {
    type: 'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
    source: 'NativeMetaTransaction of Polygon',
    signer: signerIn('from'),
    meaning: metaTransaction,
  },
  {
    type: 'MetaTransactionData(address signer,address sender,uint256 minGasPrice,uint256 maxGasPrice,uint256 expirationTimeSeconds,uint256 salt,bytes callData,uint256 value,address feeToken,uint256 feeAmount)',
    source: 'MetaTransactionsFeature of 0x 4',
    protocol: zeroEx,
    signer: signerIn('signer'),
    meaning: zeroExTransaction,
  },
  {
    type: 'Permit(address signer,address sender,uint256 nonceNamespace,uint256 nonce,uint256 deadline,uint256 value,bytes data)',
    source: 'Ethereum Vault Connector of Euler',
    signer: signerIn('signer'),
    meaning: connectorPermit,
  },
  { type: isNested, source: 'ERC-7739', meaning: nested },
]

import * as Hex from 'ox/Hex'
import { isRecord } from '../json/json.ts'
import { MemberReader, safeFileFault, shownValue } from './members.ts'
import { BASE_GAS_TWICE, refuseUnknown } from './read-transaction.ts'
import { CREATE, DELEGATECALL, type SafeTransaction } from './transaction.ts'

/** A call as it was prepared. A transaction of a Safe is compared with it. */
export interface ExpectedCall {
  readonly to: Hex.Hex
  readonly value: bigint
  readonly data: Hex.Hex
  readonly operation: number
}

/** What else the owners sign, as far as it was prepared. */
const signedFields = ['safeTxGas', 'baseGas', 'gasPrice', 'gasToken', 'refundReceiver', 'nonce'] as const
type SignedFields = Partial<Pick<SafeTransaction, (typeof signedFields)[number]>>

export interface Expected {
  /** In the order in which the Safe makes them. At least one. */
  readonly calls: readonly ExpectedCall[]
  readonly signed: SignedFields
  /** All that are named: each has to be the one of the Safe. */
  readonly chainIds: readonly bigint[]
  /** Safes for which it was prepared, likewise. Lower case. */
  readonly safes: readonly Hex.Hex[]
  readonly safeTxHash?: Hex.Hex
}

/** The Transaction Builder writes chainId, Foundry chain. */
const chainMembers = ['chainId', 'chain'] as const
const callMembers = ['to', 'value', 'data', 'operation']
export const builtMembers = [...callMembers, 'contractMethod', 'contractInputsValues', ...chainMembers]
const besideMembers = [...signedFields, 'dataGas', 'safe', 'safeTxHash', ...chainMembers]
const plainMembers = [...callMembers, ...besideMembers]
/** Beside transactions, by the Transaction Builder (safe-react-apps, `BatchFile`) and by Foundry (`ScriptSequence`). */
const builderMembers = ['version', 'createdAt', 'meta']
const scriptMembers = ['receipts', 'libraries', 'pending', 'returns', 'timestamp', 'commit', 'path', 'multi']
const fileMembers = ['transactions', ...besideMembers, ...builderMembers, ...scriptMembers]
const BUILT_FOR = 'createdFromSafeAddress'
const metaMembers = ['name', 'description', 'txBuilderVersion', 'checksum', BUILT_FOR, 'createdFromOwnerAddress']
/** What describes a transaction beside it, by Foundry's `TransactionWithMetadata`. */
const decodedMembers = [
  'contractName',
  'contractAddress',
  'function',
  'functionAbi',
  'arguments',
  'additionalContracts',
]
const scriptedMembers = ['transaction', 'transactionType', 'hash', 'isFixedGasLimit', 'rpc', ...decodedMembers]
/** Members of the transaction itself, which has a signature once it is sent. Gas, fees and nonce are those of its sender, not of a Safe. */
const senderMembers = ['type', 'nonce', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'accessList']
const signatureMembers = ['hash', 'r', 's', 'v', 'yParity']
const sentCallMembers = ['from', 'to', 'value', 'input', 'data', ...chainMembers]
const sentMembers = [...sentCallMembers, ...senderMembers, ...signatureMembers]

/**
 * Reads what was prepared: a file of the Safe Transaction Builder, a broadcast file of Foundry, or one call as to, value and data.
 * @throws WardenError `invalid-safe-transaction`, with one line on what is wrong
 */
export async function readExpected(given: unknown): Promise<Expected> {
  if (!isRecord(given)) throw safeFileFault('it is not an object with transactions, or with to, value and data')
  const beside = besideCalls(given)
  if (!('transactions' in given)) {
    // A misspelt member would not be compared; of a transaction of the service, the hash is.
    if (beside.safeTxHash === undefined) refuseUnknown(given, plainMembers)
    return { calls: [callIn(given, '')], ...beside }
  }
  const { transactions } = given
  if (!Array.isArray(transactions) || transactions.length === 0)
    throw safeFileFault('transactions is not a list of at least one transaction')
  const odd = callMembers.find((name) => given[name] != null)
  if (odd !== undefined) throw safeFileFault(`${odd} is beside transactions: it belongs to one of them`)
  refuseUnknown(given, fileMembers)
  const calls: ExpectedCall[] = []
  const [chainIds, safes] = [[...beside.chainIds], [...beside.safes]]
  for (const [index, each] of transactions.entries()) {
    const where = `transactions[${index}]`
    if (!isRecord(each)) throw safeFileFault(`${where} is not an object`)
    if ('transaction' in each) {
      refuseUnknown(each, scriptedMembers, `${where}: `)
      calls.push(broadcastCall(each, where))
      const members = new MemberReader(each.transaction as Readonly<Record<string, unknown>>, `${where}.transaction.`)
      chainIds.push(...chainsIn(members))
      if (!members.isAbsent('from')) safes.push(members.address('from'))
    } else {
      refuseUnknown(each, builtMembers, `${where}: `)
      calls.push(await builtCall(each, `${where}.`))
      chainIds.push(...chainsIn(new MemberReader(each, `${where}.`)))
    }
  }
  return { calls, ...beside, chainIds, safes }
}

/** What the file says of all its calls together. */
function besideCalls(given: Readonly<Record<string, unknown>>): Omit<Expected, 'calls'> {
  const members = new MemberReader(given)
  if (!members.isAbsent('baseGas') && !members.isAbsent('dataGas')) throw safeFileFault(BASE_GAS_TWICE)
  const signed = signedFields.flatMap((field) => {
    const name = field === 'baseGas' && members.isAbsent(field) ? 'dataGas' : field
    if (members.isAbsent(name)) return []
    const isAddress = field === 'gasToken' || field === 'refundReceiver'
    return [[field, isAddress ? members.address(name) : members.quantity(name)]]
  })
  const { meta: about } = given
  if (about != null && !isRecord(about)) throw safeFileFault('meta is not an object')
  refuseUnknown(about ?? {}, metaMembers, 'meta: ')
  const meta = new MemberReader(about ?? {}, 'meta.')
  return {
    signed: Object.fromEntries(signed) as SignedFields,
    chainIds: chainsIn(members),
    safes: [
      ...(members.isAbsent('safe') ? [] : [members.address('safe')]),
      // The Transaction Builder writes an empty text where it knows none.
      ...(meta.isAbsent(BUILT_FOR) || about?.[BUILT_FOR] === '' ? [] : [meta.address(BUILT_FOR)]),
    ],
    ...(!members.isAbsent('safeTxHash') && { safeTxHash: members.hash('safeTxHash') }),
  }
}

function chainsIn(members: MemberReader): bigint[] {
  return chainMembers.flatMap((name) => (members.isAbsent(name) ? [] : [members.quantity(name)]))
}

function callIn(given: Readonly<Record<string, unknown>>, where: string): ExpectedCall {
  const members = new MemberReader(given, where)
  const operation = members.isAbsent('operation') ? 0n : members.quantity('operation')
  if (operation >= CREATE) throw safeFileFault(`${where}operation: ${operation} is not 0 (call) or 1 (delegatecall)`)
  return {
    to: members.address('to'),
    value: members.quantity('value'),
    data: members.data('data'),
    operation: Number(operation),
  }
}

/** The Transaction Builder sends `data` where there is one, and otherwise encodes the method. */
export async function builtCall(given: Readonly<Record<string, unknown>>, where: string): Promise<ExpectedCall> {
  const { contractMethod: method, contractInputsValues: values } = given
  if (given.data != null && given.data !== '') return callIn(given, where)
  if (method == null) return callIn({ ...given, data: '0x' }, where)
  const { encodeMethod } = await import('./encode-method.ts')
  return callIn({ ...given, data: encodeMethod(method, values, where) }, where)
}

function broadcastCall({ transaction, transactionType }: Readonly<Record<string, unknown>>, at: string): ExpectedCall {
  const where = `${at}.transaction.`
  if (!isRecord(transaction)) throw safeFileFault(`${at}.transaction is not an object`)
  if (transaction.to == null)
    throw safeFileFault(
      `${where}to is missing: it creates a contract (${shownValue(transactionType)}), which no call of a Safe does`,
    )
  // CREATE2 is what Foundry calls a call of the deployer of such contracts.
  if (transactionType != null && transactionType !== 'CALL' && transactionType !== 'CREATE2')
    throw safeFileFault(`${at}.transactionType: ${shownValue(transactionType)} is not CALL or CREATE2`)
  refuseUnknown(transaction, sentMembers, `${at}.transaction: `)
  const { input = '0x', data = input, value = '0x0', to } = transaction
  if (transaction.input != null && input !== data)
    throw safeFileFault(`${where}input and data are one field, and differ`)
  return callIn({ to, value: value ?? '0x0', data }, where)
}

/** multiSend(bytes) */
const MULTI_SEND = '0x8d80ff0a'

/** Where a transaction is to be executed that is compared. */
export interface ComparedAt {
  readonly chainId: bigint
  /** Lower case. */
  readonly safe: string
  /** As recomputed. */
  readonly safeTxHash: string
  /** Whether an address is a known MultiSend: the same data, sent to another contract by delegatecall, does anything. */
  readonly isMultiSend: (address: Hex.Hex) => boolean
}

/**
 * Compares a transaction of a Safe on a chain with what was prepared.
 * @returns what differs, as sentences without a full stop; empty: it is what was prepared
 */
export function differencesFrom(
  tx: Pick<SafeTransaction, 'to' | 'value' | 'data' | 'operation'> & SignedFields,
  { calls, signed, chainIds, safes, safeTxHash }: Expected,
  at: ComparedAt,
): string[] {
  const others = <T>(name: string, is: T, prepared: readonly T[]) =>
    [...new Set(prepared)].filter((each) => each !== is).map((each) => `${name} is ${is}, and ${each} is prepared`)
  return [
    ...others('the chain', at.chainId, chainIds),
    ...others<string>('the Safe', at.safe, safes),
    ...callDifferences(tx, calls, at.isMultiSend),
    ...signedFields.flatMap((name) => (signed[name] === undefined ? [] : others(name, tx[name], [signed[name]]))),
    ...(safeTxHash === undefined ? [] : others<string>('safeTxHash', at.safeTxHash, [safeTxHash])),
  ]
}

function callDifferences(
  tx: ExpectedCall,
  calls: readonly ExpectedCall[],
  isMultiSend: (address: Hex.Hex) => boolean,
): string[] {
  const [first] = calls
  const isBatch = tx.operation === DELEGATECALL && tx.data.startsWith(MULTI_SEND)
  if (first && calls.length === 1 && (!isBatch || first.operation === DELEGATECALL)) return fieldDifferences(tx, first)
  if (!isBatch) return [`it is one transaction, and ${calls.length} are prepared`]
  if (!isMultiSend(tx.to)) return [`it is a delegatecall to ${tx.to}, which is no known MultiSend`]
  if (tx.data === multiSendData(calls)) return []
  const at = calls.findIndex((_, index) => !contentOf(tx.data).startsWith(packed(calls.slice(0, index + 1))))
  return [
    at < 0
      ? `it has more than the ${calls.length} prepared transactions, or its data is not encoded as usual`
      : `transaction ${at + 1} of the batch is not the prepared one`,
  ]
}

function fieldDifferences(tx: ExpectedCall, expected: ExpectedCall): string[] {
  return (['to', 'value', 'data', 'operation'] as const)
    .filter((name) => tx[name] !== expected[name])
    .map((name) =>
      name === 'data'
        ? 'data differs from the prepared data'
        : `${name} is ${tx[name]}, and ${expected[name]} is prepared`,
    )
}

/** The call data of a MultiSend with these calls, as wallets encode it. */
export function multiSendData(calls: readonly ExpectedCall[]): Hex.Hex {
  const content = packed(calls)
  const size = content.length / 2
  const word = (value: number) => Hex.fromNumber(value, { size: 32 }).slice(2)
  return `${MULTI_SEND}${word(32)}${word(size)}${content}${'0'.repeat(2 * (-size & 31))}`
}

/** Hex digits after the selector, the offset and the length. */
function contentOf(data: Hex.Hex): string {
  return data.slice(MULTI_SEND.length + 2 * 64)
}

/** As hex digits: operation (1 byte), address, value, length of the data, data, call after call. */
function packed(calls: readonly ExpectedCall[]): string {
  return calls
    .map(({ to, value, data, operation }) =>
      Hex.concat(
        Hex.fromNumber(operation, { size: 1 }),
        to,
        Hex.fromNumber(value, { size: 32 }),
        Hex.fromNumber(Hex.size(data), { size: 32 }),
        data,
      ).slice(2),
    )
    .join('')
}

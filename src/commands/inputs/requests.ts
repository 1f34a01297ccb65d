import { cappedFee, parseQuantity } from '../../api/quantity.ts'
import { refusedError, unknownMember, usageError } from '../../cli/errors/usage.ts'
import { isValidatedMethod } from '../../proxy/decide/methods.ts'
import { readEnvelope } from '../../proxy/params/envelope.ts'
import { readSigningRequest } from '../../proxy/params/read-params.ts'
import type { RequestedTransaction, SigningRequest } from '../../proxy/params/signing-request.ts'
import { RpcFault } from '../../proxy/rpc/json-rpc.ts'
import { dataOf, quantityOf } from '../../shared/json/evm-json.ts'
import { isRecord } from '../../shared/json/json.ts'
import type { GivenInputs, Read } from './input.ts'
import { isMessageMethod, type RequestMembers } from './members.ts'
import { messageIn } from './signing-request.ts'

const ofRpc = ['jsonrpc', 'id', 'method', 'params']

/** Reads a JSON-RPC request as the proxy does. */
export function readRpc(request: RequestMembers, given: GivenInputs): readonly Read[] {
  const { name } = given
  const odd = Object.keys(request).find((member) => !ofRpc.includes(member))
  if (odd !== undefined) throw unknownMember(odd, ofRpc, `${name}: `)
  const method = String(request.method)
  if (isMessageMethod(method)) return [{ kind: 'message', message: messageIn(request, name) }]
  const { params } = request
  if (!Array.isArray(params)) throw refusedError(`${name}: params of ${method} is not a list`)
  return readRequest(method, params, given)
}

/** Reads what a method sends or signs. @throws WardenError `refused`; `usage` without a chain */
export function readRequest(method: string, params: readonly unknown[], given: GivenInputs): readonly Read[] {
  const { name } = given
  if (!isValidatedMethod(method))
    throw refusedError(`${name}: ${JSON.stringify(method.slice(0, 60))} is no request that sends or signs`)
  return reading(name, () => {
    const chainId = given.chainId ?? chainIn(params)
    if (chainId === undefined)
      throw usageError(`validate needs --chain: ${name} has none`, { details: [`The request is ${method}.`] })
    return readsOf(readSigningRequest(method, withSender(method, params, given.from), { chainId }))
  })
}

function readsOf({ parts }: SigningRequest): readonly Read[] {
  return parts.map((part): Read => {
    if (part.kind === 'transaction') return { kind: 'transaction', body: { transaction: withFee(part) } }
    return { kind: 'message', message: part.kind === 'text' ? part : part.request }
  })
}

/** The most that its fees cost, where gas and price are known. */
function withFee({ transaction, feeTerms: { gas, gasPrice, blobFee = 0n } }: RequestedTransaction): RequestMembers {
  if (gas === undefined || gasPrice === undefined) return { ...transaction }
  return { ...transaction, maxFee: String(cappedFee(gas, gasPrice, blobFee)) }
}

/** The chain that a request names: of its first transaction, or of the bytes of a signed one. */
function chainIn(params: readonly unknown[]): string | undefined {
  const [first] = params
  const raw = dataOf(first)
  if (raw !== undefined) return String(readEnvelope(raw as `0x${string}`).chainId)
  if (!isRecord(first)) return undefined
  const { chainId, tx, txs, body } = first
  const named = quantityOf(chainId)
  if (named !== undefined) return String(named)
  if (Array.isArray(txs)) return chainIn(txs)
  if (Array.isArray(body)) return chainIn(body)
  return tx === undefined ? undefined : chainIn([tx])
}

const fromLast = ['eth_sendTransaction', 'eth_signTransaction', 'wallet_sendCalls']

/** A wallet adds its account where a request has none. */
function withSender(method: string, params: readonly unknown[], from: string | undefined): readonly unknown[] {
  const [first, ...others] = params
  if (from === undefined || !fromLast.includes(method) || !isRecord(first) || first.from != null) return params
  return [{ ...first, from }, ...others]
}

/** Entry points of eth-infinitism/account-abstraction: 0.6, and 0.7, whose operations 0.8 and 0.9 take, too. */
const ENTRY_POINTS = {
  packed: '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  unpacked: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
} as const

/** Reads a user operation: alone, or as `userOperation` beside its `entryPoint`. Numbers may be decimal. */
export function readOperation(file: RequestMembers, given: GivenInputs): readonly Read[] {
  const { userOperation = file.userOp, ...beside } = file
  const { entryPoint, entryPointAddress = entryPoint, chainId, ...own } = isRecord(userOperation) ? beside : file
  const operation = unpacked(isRecord(userOperation) ? userOperation : own, given.name)
  const isPacked = 'initCode' in operation || 'paymasterAndData' in operation
  const at = given.to ?? entryPointAddress ?? ENTRY_POINTS[isPacked ? 'packed' : 'unpacked']
  const named = chainId == null ? undefined : parseQuantity(String(chainId))
  if (chainId != null && named === undefined)
    throw refusedError(`${given.name}: chainId ${JSON.stringify(chainId)} is not a chain id`)
  const chain = given.chainId ?? named?.toString()
  return readRequest('eth_sendUserOperation', [operation, at], { ...given, chainId: chain })
}

const quantities = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
]
const ADDRESS_END = 42
const WORD_END = 66
const HALF = 34

/** An operation as bundlers take it: numbers in hexadecimal, and without the packed members of entry points from 0.7 on. */
function unpacked(operation: RequestMembers, name: string): RequestMembers {
  const { accountGasLimits, gasFees, initCode, paymasterAndData, ...rest } = operation
  const numbers = Object.fromEntries(
    Object.entries(rest).map(([member, value]) => [member, quantities.includes(member) ? quantityIn(value) : value]),
  )
  const old = {
    ...(initCode !== undefined && { initCode }),
    ...(paymasterAndData !== undefined && { paymasterAndData }),
  }
  if (accountGasLimits === undefined && gasFees === undefined) return { ...numbers, ...old }
  const [limits, fees] = [accountGasLimits, gasFees].map(dataOf)
  const [factory = '0x', payer = '0x'] = [initCode, paymasterAndData].map(dataOf)
  if (limits?.length !== WORD_END || fees?.length !== WORD_END)
    throw refusedError(`${name}: accountGasLimits and gasFees are not both 32 bytes in hexadecimal`)
  const half = (word: string, second: boolean) => hexOf(second ? word.slice(HALF) : word.slice(2, HALF))
  return {
    ...numbers,
    verificationGasLimit: half(limits, false),
    callGasLimit: half(limits, true),
    maxPriorityFeePerGas: half(fees, false),
    maxFeePerGas: half(fees, true),
    ...(factory !== '0x' && { factory: factory.slice(0, ADDRESS_END), factoryData: `0x${factory.slice(ADDRESS_END)}` }),
    ...(payer !== '0x' && payerOf(payer, name)),
  }
}

function payerOf(bytes: string, name: string): RequestMembers {
  const [verification, postOp] = [
    bytes.slice(ADDRESS_END, ADDRESS_END + 32),
    bytes.slice(ADDRESS_END + 32, ADDRESS_END + 64),
  ]
  if (postOp.length !== 32) throw refusedError(`${name}: paymasterAndData is shorter than 52 bytes`)
  return {
    paymaster: bytes.slice(0, ADDRESS_END),
    paymasterVerificationGasLimit: hexOf(verification),
    paymasterPostOpGasLimit: hexOf(postOp),
    paymasterData: `0x${bytes.slice(ADDRESS_END + 64)}`,
  }
}

function hexOf(digits: string): string {
  return `0x${BigInt(`0x${digits}`).toString(16)}`
}

/** Libraries write numbers as such or in decimal; a large number has lost digits, and stays as it is. */
function quantityIn(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? `0x${value.toString(16)}` : value
  if (typeof value !== 'string') return value
  return /^\d{1,78}$/.test(value) ? hexOf(BigInt(value).toString(16)) : value
}

/** What the proxy would answer, as an error about the file. */
function reading<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    const { refusalText, message } = error.error
    throw refusedError(`${name}: ${refusalText?.reason ?? message.replace(/^invalid params: /, '')}`)
  }
}

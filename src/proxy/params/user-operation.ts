import * as AbiParameters from 'ox/AbiParameters'
import { lazily } from '../../shared/lazily.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import { Members, readAddress, readBytes, readQuantity, refused } from './members.ts'
import { haveSigned } from './signed-bytes.ts'
import { digestOf, type FeeTerms, type Hex, type ReadRequest } from './signing-request.ts'
import { readAuthorization, transactionPart } from './transaction-part.ts'

/** Members of user operations (ERC-4337) of all entry points. */
export const COMMON = [
  'sender',
  'nonce',
  'callData',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'signature',
  'eip7702Auth',
]
/** Members that only entry point 0.6 has. */
export const PACKED = ['initCode', 'paymasterAndData']
/** Members that entry points have from 0.7 on. */
export const UNPACKED = [
  'factory',
  'factoryData',
  'paymaster',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
  'paymasterData',
  'paymasterSignature',
]

/** `handleOps` of entry points 0.6 and 0.7: what the bundler calls. */
const packedCall = lazily(() => ({
  selector: '1fad948c',
  parameters: AbiParameters.from([
    'struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }',
    'Operation[] operations, address beneficiary',
  ]),
}))
const unpackedCall = lazily(() => ({
  selector: '765e827f',
  parameters: AbiParameters.from([
    'struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
    'Operation[] operations, address beneficiary',
  ]),
}))

/**
 * Reads a user operation (ERC-4337, in the form of ERC-7769), validated as the call of the entry point that executes
 * it, made by the account: what it pays is its own. The signature is left out, as the call is stored and could be
 * executed with it.
 */
export const readUserOperation: ReadRequest = (method, [given, entryPoint, options], { chainId }) => {
  const operation = new Members(given, 'the user operation', [...COMMON, ...PACKED, ...UNPACKED])
  const isPacked = PACKED.some((name) => operation.has(name))
  const unpacked = UNPACKED.find((name) => operation.has(name))
  if (isPacked && unpacked !== undefined)
    throw invalidParams(`the user operation has ${unpacked} and members of entry point 0.6`)
  operation.optional('signature', readOwnSignature)
  checkOptions(options)
  const to = readAddress(entryPoint, 'the entry point')
  const from = operation.required('sender', readAddress)
  const nonce = operation.required('nonce', readQuantity)
  const callData = operation.required('callData', readBytes)
  const authorization = operation.optional('eip7702Auth', readAuthorization)
  const fields = {
    sender: from,
    nonce,
    callData,
    preVerificationGas: quantityIn(operation, 'preVerificationGas'),
    signature: '0x',
    ...(isPacked ? packedFields(operation) : unpackedFields(operation)),
  } as const
  const { selector, parameters } = isPacked ? packedCall() : unpackedCall()
  const encoded = AbiParameters.encode(parameters as AbiParameters.AbiParameters, [[fields], from])
  const part = transactionPart({
    chainId,
    from,
    to,
    value: 0n,
    data: `0x${selector}${encoded.slice(2)}`,
    authorizations: authorization ? [authorization] : [],
    feeTerms: feeTermsIn(operation, isPacked),
  })
  const { initCode, paymasterAndData } = fields
  const meaning = [
    chainId,
    to,
    from,
    String(nonce),
    initCode,
    callData,
    payerOf(paymasterAndData),
    authorization ?? null,
  ]
  return { method, parts: [part], digest: digestOf([method, ...meaning]), senders: [from] }
}

/** It is forwarded unread. */
function readOwnSignature(value: unknown, what: string): void {
  const bytes = Buffer.from(readBytes(value, what).slice(2), 'hex')
  if (haveSigned(bytes)) throw refused(`${what} has a signed transaction in it`)
}

/** Entry point 0.6 lets the paymaster use the gas of the verification twice more. */
const PAYMASTER_CALLS = 3n

/**
 * What the entry point takes at most, which the bundler earns (`_getRequiredPrefund` of eth-infinitism/account-abstraction, 0.6
 * and 0.7), also where a paymaster pays it.
 */
function feeTermsIn(operation: Members, isPacked: boolean): FeeTerms {
  const of = (name: string) => quantityIn(operation, name)
  const verification = of('verificationGasLimit')
  const hasPaymaster = isPacked && bytesIn(operation, 'paymasterAndData') !== '0x'
  const ofPaymaster = of('paymasterVerificationGasLimit') + of('paymasterPostOpGasLimit')
  const limits = of('callGasLimit') + (hasPaymaster ? verification * PAYMASTER_CALLS : verification) + ofPaymaster
  return { gas: of('preVerificationGas') + limits, gasPrice: of('maxFeePerGas') }
}

/** What Biconomy's bundler can be asked to simulate first. */
const SIMULATION_TYPES: readonly unknown[] = ['validation', 'validation_and_execution']

function checkOptions(given: unknown): void {
  if (given === undefined) return
  new Members(given, 'the third param', ['simulation_type']).required('simulation_type', (value, what) => {
    if (!SIMULATION_TYPES.includes(value)) throw invalidParams(`${what} is unknown`)
  })
}

function packedFields(operation: Members) {
  return {
    initCode: bytesIn(operation, 'initCode'),
    callGasLimit: quantityIn(operation, 'callGasLimit'),
    verificationGasLimit: quantityIn(operation, 'verificationGasLimit'),
    maxFeePerGas: quantityIn(operation, 'maxFeePerGas'),
    maxPriorityFeePerGas: quantityIn(operation, 'maxPriorityFeePerGas'),
    paymasterAndData: bytesIn(operation, 'paymasterAndData'),
  }
}

function unpackedFields(operation: Members) {
  const half = (name: string) => quantityIn(operation, name, HALF).toString(16).padStart(32, '0')
  const factory = contractIn(operation, 'factory', ['factoryData'])
  const paymaster = contractIn(operation, 'paymaster', ['paymasterData', 'paymasterSignature'])
  const limits = `${half('paymasterVerificationGasLimit')}${half('paymasterPostOpGasLimit')}`
  const data = `${bytesIn(operation, 'paymasterData').slice(2)}${bytesIn(operation, 'paymasterSignature').slice(2)}`
  return {
    initCode: factory === undefined ? '0x' : (`${factory}${bytesIn(operation, 'factoryData').slice(2)}` as Hex),
    accountGasLimits: `0x${half('verificationGasLimit')}${half('callGasLimit')}` as Hex,
    gasFees: `0x${half('maxPriorityFeePerGas')}${half('maxFeePerGas')}` as Hex,
    paymasterAndData: paymaster === undefined ? '0x' : (`${paymaster}${limits}${data}` as Hex),
  }
}

/** Limits and fees are packed into 16 bytes. */
const HALF = 2n ** 128n - 1n
/** Instead of a factory: the account is a delegated one (EIP-7702). */
const DELEGATED = '0x7702'

function quantityIn(operation: Members, name: string, most?: bigint): bigint {
  const value = operation.optional(name, readQuantity) ?? 0n
  if (most !== undefined && value > most) throw invalidParams(`${name} of the user operation is larger than 16 bytes`)
  return value
}

function bytesIn(operation: Members, name: string): Hex {
  return operation.optional(name, readBytes) ?? '0x'
}

/** A contract that may be absent, also as 0x. Without it, its data could be read as a contract. */
function contractIn(operation: Members, name: string, data: readonly string[]): Hex | undefined {
  const given = operation.get(name)
  if (given === DELEGATED) return `${DELEGATED}${'00'.repeat(18)}`
  if (given !== undefined && given !== '0x') return readAddress(given, `${name} of the user operation`)
  const odd = data.find((each) => bytesIn(operation, each) !== '0x')
  if (odd !== undefined) throw invalidParams(`the user operation has ${odd} without a ${name}`)
  return undefined
}

/** The contract alone: its data is signed again with each fee. */
function payerOf(paymasterAndData: Hex): string {
  return paymasterAndData.slice(0, 42)
}

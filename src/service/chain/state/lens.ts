import * as Abi from 'ox/Abi'
import * as AbiFunction from 'ox/AbiFunction'
import type { Hex } from 'ox/Hex'
import { dataOf, quantity } from '../../../shared/json/evm-json.ts'
import { lazily } from '../../../shared/lazily.ts'
import { wordsIn } from '../../evm/words.ts'
import { type SlotWords, slotNames, slots } from '../accounts/proxies.ts'
import { type AccountQuestion, questions, type RawAccount } from '../accounts/raw-account.ts'
import { LENS_CODE, SLOTS_CODE } from '../contracts/lens-code.ts'
import type { BlockParameter, StateRead, StateRequest } from './requests.ts'

/**
 * Calls of the contracts in Lens.sol, and their answers. The lens is ours, the node that says so is not: what it returns may be
 * anything, so an answer that is not of them is undefined.
 */

const abi = lazily(() =>
  Abi.from([
    'struct Account { uint256 balance; bytes32 codeHash; uint256 codeSize; bytes code; bytes[] answers; }',
    'struct Read { address target; bytes data; }',
    'struct Call { address to; uint256 value; bytes data; }',
    'struct Take { uint8 kind; address token; address owner; uint256 id; }',
    'function look(address[] list, bytes[] questions) returns (Account[] found, uint256 timestamp)',
    'function read(Read[] reads) returns (bytes[] answers)',
    'function run(Read[] reads, address to, uint256 value, bytes data) returns (bytes[] before, bool succeeded, bytes returned, bytes[] afterwards)',
    'function runAsDelegate(Read[] reads, address to, bytes data)',
    'function runAll(Call[] calls) returns (bool[] succeeded, bytes[] returned)',
    'function delegate(address to, bytes data)',
    'function take(Take[] takes) returns (uint256[] taken)',
  ]),
)

/** Accounts in one call. All may burn their 700,000 gas: together less than 2^24, the limit of a transaction (EIP-7825). */
export const ACCOUNTS_PER_CALL = 20

/** Bytes of answers in all that are accepted: 64 of 1,024 bytes, twice, and what surrounds them. */
const MAX_ANSWER_BYTES = 512 * 1024

/** keccak256 of nothing: the code hash of a used account without code. */
const NO_CODE_HASH = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
const UNUSED_HASH = `0x${'0'.repeat(64)}`

export interface LensReading {
  /** In the order of the addresses. */
  readonly accounts: readonly RawAccount[]
  /** The block whose state it is has this time (seconds). */
  readonly timestamp: number
}

/** Requests what accounts are: their code, balance, and answers to the questions. */
export function lookAt(
  lens: string,
  addresses: readonly string[],
  wanted: readonly AccountQuestion[],
  block: BlockParameter,
): StateRequest<LensReading> {
  const data = encode('look', [addresses, wanted.map((question) => questions[question])])
  return lensCall({ lens, data, block }, (result) => {
    const decoded = decode(result, (hex) => AbiFunction.decodeResult(abi(), 'look', hex))
    if (decoded === undefined) return undefined
    const [found, timestamp] = decoded
    if (found.length !== addresses.length || timestamp > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
    const accounts = found.map(
      ({ balance, codeHash, codeSize, code, answers }): RawAccount => ({
        balance,
        codeSize: Number(codeSize),
        codeHash: codeSize === 0n || codeHash === NO_CODE_HASH || codeHash === UNUSED_HASH ? undefined : codeHash,
        isUsed: codeHash !== UNUSED_HASH,
        code,
        answers: Object.fromEntries(wanted.map((question, index) => [question, answers[index]])),
      }),
    )
    return { accounts, timestamp: Number(timestamp) }
  })
}

/**
 * Requests the storage words of accounts, read by code of ours in the place of theirs. Undefined for an account that
 * did not answer: some precompiled contracts run in spite of the override.
 */
export function slotsAt(
  lens: string,
  addresses: readonly string[],
  block: BlockParameter,
): StateRequest<readonly (SlotWords | undefined)[]> {
  const reads = addresses.map((address) => ({ address, slots: slotNames.map((name) => slots[name]) }))
  return storageAt(lens, reads, block, (answers) =>
    answers.map((words) => {
      return words && (Object.fromEntries(words.map((word, index) => [slotNames[index], word])) as SlotWords)
    }),
  )
}

/** Slots of one account. */
export interface StorageRead {
  readonly address: string
  readonly slots: readonly string[]
}

/** Requests words of storage. @param read gets those of each account, undefined where it did not answer */
export function storageAt<T>(
  lens: string,
  reads: readonly StorageRead[],
  block: BlockParameter,
  read: (answers: readonly (readonly string[] | undefined)[]) => T,
): StateRequest<T> {
  const overrides = slotsCode(reads)
  return lensCall({ lens, data: storageCall(reads), block, overrides }, (result) => {
    const answers = storageAnswers(result, reads)
    return answers && read(answers)
  })
}

/** The code that reads storage in the place of that of the accounts. */
export function slotsCode(reads: readonly StorageRead[]): Readonly<Record<string, { readonly code: string }>> {
  return Object.fromEntries(reads.map(({ address }) => [address, { code: SLOTS_CODE }]))
}

export function storageCall(reads: readonly StorageRead[]): string {
  return readCall(
    reads.map(({ address, slots }) => ({ target: address, data: `0x${slots.map((slot) => slot.slice(2)).join('')}` })),
  )
}

export function storageAnswers(
  data: unknown,
  reads: readonly StorageRead[],
): readonly (readonly string[] | undefined)[] | undefined {
  return readAnswers(data, reads.length)?.map((answer, index) => {
    const words = wordsIn(answer.slice(2)).map((digits) => `0x${digits}`)
    return words.length === reads[index]?.slots.length ? words : undefined
  })
}

/** Each gets the 200,000 gas that the lens gives, of at most 2^24 - 1 (EIP-7825). */
export const READS_PER_CALL = 60
const READS_GAS = 16_777_215n

/**
 * Requests what contracts answer. The lens leaves out what it has no gas for, so it is made to read its own balance
 * last: where that has no answer, an empty answer to another read says nothing, and is undefined.
 */
export function readsAt(
  lens: string,
  reads: readonly StateRead[],
  block: BlockParameter,
): StateRequest<readonly (string | undefined)[]> {
  const data = readCall([...reads, { target: lens, data: '0x' }])
  return lensCall({ lens, data, block, gas: READS_GAS }, (result) => {
    const answers = readAnswers(result, reads.length + 1)
    const isWhole = answers?.at(-1) !== '0x'
    return answers?.slice(0, -1).map((answer) => (answer !== '0x' || isWhole ? answer : undefined))
  })
}

interface LensCall {
  readonly lens: string
  readonly data: string
  readonly block: BlockParameter
  readonly overrides?: object
  readonly gas?: bigint
}

function lensCall<T>(
  { lens, data, block, overrides, gas }: LensCall,
  read: (result: unknown) => T | undefined,
): StateRequest<T> {
  const call = { to: lens, data, ...(gas !== undefined && { gas: quantity(gas) }) }
  const params = [call, block, { ...overrides, [lens]: { code: LENS_CODE } }]
  return { request: { method: 'eth_call', params }, read }
}

export function readCall(reads: readonly StateRead[]): string {
  return encode('read', [reads])
}

/** Reads one answer for each question, '0x' where there is none. */
export function readAnswers(data: unknown, count: number): readonly string[] | undefined {
  const answers = decode(data, (hex) => AbiFunction.decodeResult(abi(), 'read', hex))
  return answers?.length === count ? answers : undefined
}

export function delegateCall(to: string, data: string): string {
  return encode('delegate', [to, data])
}

export function runCall(reads: readonly StateRead[], to: string, value: bigint, data: string): string {
  return encode('run', [reads, to, value, data])
}

export function runAsDelegateCall(reads: readonly StateRead[], to: string, data: string): string {
  return encode('runAsDelegate', [reads, to, data])
}

export function runAllCall(calls: readonly { to: string; value: bigint; data: string }[]): string {
  return encode('runAll', [calls])
}

/** Gives what each call returned; undefined where it failed. */
export function runAllAnswers(data: unknown, count: number): readonly (string | undefined)[] | undefined {
  const [succeeded, returned] = decode(data, (hex) => AbiFunction.decodeResult(abi(), 'runAll', hex)) ?? []
  if (returned?.length !== count) return undefined
  return returned.map((each, index) => (succeeded?.[index] === true ? each : undefined))
}

export interface RunAnswers {
  readonly before: readonly string[]
  readonly succeeded: boolean
  readonly returned: string
  readonly afterwards: readonly string[]
}

export function runAnswers(data: unknown, count: number): RunAnswers | undefined {
  const decoded = decode(data, (hex) => AbiFunction.decodeResult(abi(), 'run', hex))
  if (!decoded) return undefined
  const [before, succeeded, returned, afterwards] = decoded
  return before.length === count && afterwards.length === count
    ? { before, succeeded, returned, afterwards }
    : undefined
}

/** These are the kinds of Spender.Take, in the order of the contract. */
const takeKinds = ['allowance', 'permit2', 'item', 'anyItem', 'items'] as const

export interface Take {
  readonly kind: (typeof takeKinds)[number]
  readonly token: string
  readonly owner: string
  /** The item, where the kind is about one. */
  readonly id: bigint
}

export function takeCall(takes: readonly Take[]): string {
  const rows = takes.map((take) => ({ ...take, kind: takeKinds.indexOf(take.kind) }))
  return encode('take', [rows])
}

export function takeAnswers(data: unknown, count: number): readonly bigint[] | undefined {
  const taken = decode(data, (hex) => AbiFunction.decodeResult(abi(), 'take', hex))
  return taken?.length === count ? taken : undefined
}

function encode(name: string, values: readonly unknown[]): string {
  return AbiFunction.encodeData(abi() as Abi.Abi, name as never, values as never)
}

function decode<T>(data: unknown, read: (hex: Hex) => T): T | undefined {
  const hex = dataOf(data)
  if (hex === undefined || hex.length > 2 + 2 * MAX_ANSWER_BYTES) return undefined
  try {
    return read(hex as Hex)
  } catch {
    return undefined
  }
}

import * as AbiParameters from 'ox/AbiParameters'
import type { Hex } from 'ox/Hex'
import { LENS_CODE, SLOTS_CODE } from '../contracts/lens-code.ts'
import { dataOf } from '../rpc/hex.ts'
import type { RpcRequest } from '../rpc/json-rpc.ts'
import { type SlotWords, slotNames, slots } from './proxies.ts'
import { type Question, questions, type RawAccount } from './raw-account.ts'

/** Accounts in one call. All may burn their 700,000 gas: together less than 2^24, the limit of a transaction (EIP-7825). */
export const ACCOUNTS_PER_CALL = 20

/** A block as the last parameter of a call. */
export type BlockParameter = string | { readonly blockHash: string }

/** keccak256 of nothing: the code hash of a used account without code. */
const NO_CODE_HASH = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
const UNUSED_HASH = `0x${'0'.repeat(64)}`

/** Lens.look(address[],bytes[]) and Lens.read((address,bytes)[]). */
const LOOK = '0xc5f1887e'
const READ = '0x762eaab3'

const lookInput = AbiParameters.from('address[] list, bytes[] questions')
const lookOutput = AbiParameters.from([
  'Account[] found, uint256 timestamp',
  'struct Account { uint256 balance; bytes32 codeHash; uint256 codeSize; bytes code; bytes[] answers; }',
])
const readInput = AbiParameters.from(['Read[] reads', 'struct Read { address target; bytes data; }'])
const readOutput = AbiParameters.from('bytes[] answers')

export interface Look {
  /** In the order of the addresses. */
  readonly accounts: readonly RawAccount[]
  /** Of the block whose state it is (seconds). */
  readonly timestamp: number
}

/** What accounts are: their code, balance, and answers to the questions. */
export function lookRequest(
  lens: string,
  addresses: readonly string[],
  asked: readonly Question[],
  block: BlockParameter,
): RpcRequest {
  const data = AbiParameters.encode(lookInput, [
    addresses as readonly Hex[],
    asked.map((question) => questions[question] as Hex),
  ])
  return callOfLens(lens, LOOK + data.slice(2), block, {})
}

/** Undefined: not the answer of a lens that looked at so many accounts. */
export function readLook(result: unknown, count: number, asked: readonly Question[]): Look | undefined {
  const decoded = decodedOf(result, (data) => AbiParameters.decode(lookOutput, data))
  if (decoded === undefined) return undefined
  const [found, timestamp] = decoded
  if (found.length !== count || timestamp > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  const accounts = found.map(
    ({ balance, codeHash, codeSize, code, answers }): RawAccount => ({
      balance,
      codeSize: Number(codeSize),
      codeHash: codeSize === 0n || codeHash === NO_CODE_HASH || codeHash === UNUSED_HASH ? undefined : codeHash,
      isUsed: codeHash !== UNUSED_HASH,
      code,
      answers: Object.fromEntries(asked.map((question, index) => [question, answers[index]])),
    }),
  )
  return { accounts, timestamp: Number(timestamp) }
}

/** The storage words of accounts, read by code of ours in the place of theirs. */
export function slotsRequest(lens: string, addresses: readonly string[], block: BlockParameter): RpcRequest {
  const words = `0x${slotNames.map((name) => slots[name].slice(2)).join('')}` as const
  const reads = addresses.map((target) => ({ target: target as Hex, data: words }))
  const overrides = Object.fromEntries(addresses.map((address) => [address, { code: SLOTS_CODE }]))
  return callOfLens(lens, READ + AbiParameters.encode(readInput, [reads]).slice(2), block, overrides)
}

/** Undefined for an account that did not answer: some precompiled contracts run in spite of the override. */
export function readSlots(result: unknown, count: number): readonly (SlotWords | undefined)[] | undefined {
  const decoded = decodedOf(result, (data) => AbiParameters.decode(readOutput, data))
  if (decoded === undefined || decoded[0].length !== count) return undefined
  return decoded[0].map((answer) => {
    if (answer.length !== 2 + slotNames.length * 64) return undefined
    const words = slotNames.map((name, index) => [name, `0x${answer.slice(2 + index * 64, 2 + (index + 1) * 64)}`])
    return Object.fromEntries(words) as SlotWords
  })
}

function callOfLens(lens: string, data: string, block: BlockParameter, overrides: object): RpcRequest {
  return { method: 'eth_call', params: [{ to: lens, data }, block, { ...overrides, [lens]: { code: LENS_CODE } }] }
}

/** The lens is ours, the node that says so is not: what it returns may be anything. */
function decodedOf<T>(result: unknown, decode: (data: Hex) => T): T | undefined {
  const data = dataOf(result)
  if (data === undefined) return undefined
  try {
    return decode(data as Hex)
  } catch {
    return undefined
  }
}

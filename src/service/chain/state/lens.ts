import * as AbiParameters from 'ox/AbiParameters'
import type { Hex } from 'ox/Hex'
import { lazily } from '../../../shared/lazily.ts'
import { dataOf } from '../rpc/hex.ts'
import type { Read } from '../simulation/questions.ts'

/** Calls of the contracts in Lens.sol, and their answers. An answer that is not of them is undefined. */

const parameters = (text: string) => lazily(() => AbiParameters.from(text))

const reads = parameters('(address target, bytes data)[] reads')
const answers = parameters('bytes[] answers')
const runInput = parameters('(address target, bytes data)[] reads, address to, uint256 value, bytes data')
const runAsDelegateInput = parameters('(address target, bytes data)[] reads, address to, bytes data')
const runOutput = parameters('bytes[] before, bool succeeded, bytes returned, bytes[] afterwards')
const runAllInput = parameters('(address to, uint256 value, bytes data)[] calls')
const runAllOutput = parameters('bool[] succeeded, bytes[] returned')
const delegateInput = parameters('address to, bytes data')
const takeInput = parameters('(uint8 kind, address token, address owner, uint256 id)[] takes')
const takeOutput = parameters('uint256[] taken')

const selectors = {
  read: '0x762eaab3',
  run: '0x08c82b32',
  runAsDelegate: '0x2955e46c',
  runAll: '0x54ebc7a5',
  delegate: '0xd6d2b6ba',
  take: '0x90da4fc8',
} as const

/** Bytes of answers in all that are accepted: 64 of 1,024 bytes, twice, and what surrounds them. */
const MAX_ANSWER_BYTES = 512 * 1024

export function readCall(questions: readonly Read[]): string {
  return encode(selectors.read, reads(), [questions])
}

/** One answer for each question, '0x' where there is none. */
export function readAnswers(data: unknown, count: number): readonly string[] | undefined {
  const decoded = decode(answers(), data)
  return decoded && hexList(decoded[0], count)
}

export function delegateCall(to: string, data: string): string {
  return encode(selectors.delegate, delegateInput(), [to, data])
}

export function runCall(questions: readonly Read[], to: string, value: bigint, data: string): string {
  return encode(selectors.run, runInput(), [questions, to, value, data])
}

export function runAsDelegateCall(questions: readonly Read[], to: string, data: string): string {
  return encode(selectors.runAsDelegate, runAsDelegateInput(), [questions, to, data])
}

export function runAllCall(calls: readonly { to: string; value: bigint; data: string }[]): string {
  return encode(selectors.runAll, runAllInput(), [calls])
}

/** What each call returned; undefined where it failed. */
export function runAllAnswers(data: unknown, count: number): readonly (string | undefined)[] | undefined {
  const [succeeded, returned] = decode(runAllOutput(), data) ?? []
  const list = hexList(returned, count)
  return Array.isArray(succeeded)
    ? list?.map((each, index) => (succeeded[index] === true ? each : undefined))
    : undefined
}

export interface RunAnswers {
  readonly before: readonly string[]
  readonly succeeded: boolean
  readonly returned: string
  readonly afterwards: readonly string[]
}

export function runAnswers(data: unknown, count: number): RunAnswers | undefined {
  const decoded = decode(runOutput(), data)
  if (!decoded) return undefined
  const before = hexList(decoded[0], count)
  const afterwards = hexList(decoded[3], count)
  const returned = dataOf(decoded[2])
  if (!before || !afterwards || returned === undefined) return undefined
  return { before, succeeded: decoded[1] === true, returned, afterwards }
}

/** Kinds of Spender.Take, in the order of the contract. */
export const takeKinds = ['allowance', 'permit2', 'item', 'anyItem', 'items'] as const

export interface Take {
  readonly kind: (typeof takeKinds)[number]
  readonly token: string
  readonly owner: string
  /** Of item and items. */
  readonly id: bigint
}

export function takeCall(takes: readonly Take[]): string {
  const rows = takes.map((take) => ({ ...take, kind: takeKinds.indexOf(take.kind) }))
  return encode(selectors.take, takeInput(), [rows])
}

export function takeAnswers(data: unknown, count: number): readonly bigint[] | undefined {
  const [taken] = decode(takeOutput(), data) ?? []
  if (!Array.isArray(taken) || taken.length !== count) return undefined
  return taken.every((each) => typeof each === 'bigint') ? taken : undefined
}

type Parameters = ReturnType<typeof AbiParameters.from>

function encode(selector: string, types: Parameters, values: readonly unknown[]): string {
  return `${selector}${AbiParameters.encode(types as AbiParameters.AbiParameters, values as never).slice(2)}`
}

function decode(types: Parameters, data: unknown): readonly unknown[] | undefined {
  const hex = dataOf(data)
  if (hex === undefined || hex.length > 2 + 2 * MAX_ANSWER_BYTES) return undefined
  try {
    return AbiParameters.decode(types as AbiParameters.AbiParameters, hex as Hex) as readonly unknown[]
  } catch {
    return undefined
  }
}

function hexList(value: unknown, count: number): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length !== count) return undefined
  const read = value.map(dataOf)
  return read.every((each) => each !== undefined) ? read : undefined
}

import { LineCounter, parseDocument } from 'yaml'
import { isRecord } from '../../../shared/json/json.ts'
import { checkEffects } from '../../risk/effects/check-effects.ts'

export interface AbiFunction {
  /** Signature with parameter names. */
  readonly call: string
  /** 0x and eight digits, lower case. */
  readonly selector: string
  /** It changes nothing: it is view or pure. */
  readonly isReading: boolean
  /** It takes no native currency. Absent: it may take some, or the ABI does not say. */
  readonly payable?: false
}

export interface FileProblem {
  /** Starts at 1. */
  readonly line: number
  readonly message: string
}

/** Reads the functions of an ABI: an array, or an artefact of Foundry or Hardhat, which has it as `abi`. */
export function readAbi(text: string): {
  readonly functions: readonly AbiFunction[]
  readonly problems: readonly FileProblem[]
} {
  const document = parseJsonFile(text)
  if ('problem' in document) return { functions: [], problems: [document.problem] }
  const { value } = document
  const [abi, path] = isRecord(value) && Array.isArray(value.abi) ? [value.abi, ['abi']] : [value, []]
  if (!Array.isArray(abi))
    return { functions: [], problems: [{ line: 1, message: 'is no ABI, and has none as "abi"' }] }
  const functions = new Map<string, AbiFunction>()
  const problems: FileProblem[] = []
  for (const [index, item] of (abi as readonly unknown[]).entries()) {
    const read = readItem(item)
    if (read === 'other') continue
    if (typeof read !== 'string') functions.set(read.selector, read)
    else problems.push({ line: lineOf(text, [...path, index]), message: `abi[${index}] ${read}` })
  }
  if (functions.size === 0 && problems.length === 0) problems.push({ line: 1, message: 'has no function' })
  return { functions: [...functions.values()], problems }
}

/** Reads JSON with the line of what is wrong in it. */
export function parseJsonFile(text: string): { readonly value: unknown } | { readonly problem: FileProblem } {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) }
  } catch (error) {
    const { message } = error as Error
    // Without a place, it is the end.
    const [, line = text.trimEnd().split('\n').length] = /\(line (\d+) column/.exec(message) ?? []
    return { problem: { line: Number(line), message: `is not JSON: ${message}` } }
  }
}

/** The function, why it is none, or that it is something else, such as an event. */
function readItem(item: unknown): AbiFunction | 'other' | string {
  if (!isRecord(item)) return 'is no object'
  if ((item.type ?? 'function') !== 'function') return 'other'
  if (typeof item.name !== 'string') return 'has no name'
  const { name, inputs = [], stateMutability, payable, constant } = item
  const takesNone = stateMutability === undefined ? payable === false : stateMutability !== 'payable'
  const isReading = stateMutability === 'view' || stateMutability === 'pure' || constant === true
  let fault = 'is no function'
  // A name may be a word of the language.
  for (const isNamed of [true, false]) {
    const text = parametersText(inputs, isNamed)
    if (text === undefined) return 'has inputs that are no parameters'
    const { rows, problems } = checkEffects({ functions: [{ call: `${name}(${text})`, effects: [] }] }, 'ABI')
    const [row] = rows
    if (row) return { call: row.call, selector: row.selector, isReading, ...(takesNone && { payable: false }) }
    fault = problems[0]?.message ?? fault
  }
  return fault
}

const NAME = /^[A-Za-z_$][\w$]*$/
const MAX_DEPTH = 16

/**
 * Writes parameters as a signature has them, those without a name with a number. Undefined: they are no parameters.
 * @param isNamed whether their names are used
 */
export function parametersText(inputs: unknown, isNamed: boolean, depth = 0): string | undefined {
  if (!Array.isArray(inputs) || depth > MAX_DEPTH) return undefined
  const names = new Set<string>()
  const texts = (inputs as readonly unknown[]).map((input, index) => {
    if (!isRecord(input) || typeof input.type !== 'string') return undefined
    const { name, type, components } = input
    const given = isNamed && typeof name === 'string' && NAME.test(name) && !names.has(name)
    const shown = given ? name : `argument${index + 1}`
    names.add(shown)
    if (!type.startsWith('tuple')) return `${type} ${shown}`
    const members = parametersText(components, isNamed, depth + 1)
    return members === undefined ? undefined : `(${members})${type.slice('tuple'.length)} ${shown}`
  })
  return texts.includes(undefined) ? undefined : texts.join(', ')
}

/** Reads the text again for the place of what is wrong. */
function lineOf(text: string, path: readonly (string | number)[]): number {
  const counter = new LineCounter()
  const node = parseDocument(text, { lineCounter: counter, prettyErrors: false, logLevel: 'error' }).getIn(path, true)
  const [start = 0] = (node as { readonly range?: readonly number[] } | undefined)?.range ?? []
  return counter.linePos(start).line
}

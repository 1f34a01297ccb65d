import { NATIVE_CURRENCY } from '../../evm/logs.ts'
import { ADDRESS_DIGITS, SELECTOR_DIGITS, WORD_DIGITS } from '../../evm/words.ts'
import type { Arguments, ArgumentValue } from './arguments.ts'
import type { Call } from './calls.ts'
import { itemOf, type Parameter } from './layout.ts'

export interface AddressArgument {
  readonly address: string
  /** Name of the parameter. */
  readonly name: string
}

const RESERVED = `0x${'0'.repeat(36)}`

/** Below 2^16: precompiles, further contracts that chains have without code, and placeholders such as the dead address. */
export function isReserved(address: string): boolean {
  return address.length === RESERVED.length + 4 && address.startsWith(RESERVED)
}

/** @param address lower case */
export function isPlaceholder(address: string): boolean {
  return isReserved(address) || address === NATIVE_CURRENCY
}

const ZEROS = '0'.repeat(WORD_DIGITS - ADDRESS_DIGITS)

/** Digits before the first word: none, a selector, the address of a hook, or both. */
const starts: readonly number[] = [0, SELECTOR_DIGITS, ADDRESS_DIGITS, SELECTOR_DIGITS + ADDRESS_DIGITS]

/**
 * Addresses in data of a module or an initializer, lower case: packed side by side, as words, or as bytes values of an
 * address. Small numbers are none.
 */
export function addressesInData(data: string): string[] {
  const digits = data.slice('0x'.length)
  if (digits.length === ADDRESS_DIGITS) return [data].filter((address) => !isPlaceholder(address))
  const found = starts.flatMap((start) =>
    (digits.length - start) % WORD_DIGITS === 0 ? addressesInWords(digits, start) : [],
  )
  const packed = found.length === 0 && digits.length % ADDRESS_DIGITS === 0 ? (digits.match(/.{40}/g) ?? []) : []
  return [...new Set([...found, ...packed])].map((address) => `0x${address}`).filter((each) => !isPlaceholder(each))
}

function addressesInWords(digits: string, start: number): string[] {
  const words = digits.slice(start).match(/.{64}/g) ?? []
  return words.flatMap((word, index) => {
    if (word.startsWith(ZEROS)) return isAmount(word) ? [] : [word.slice(ZEROS.length)]
    return word.endsWith(ZEROS) && Number.parseInt(words[index - 1] ?? '', 16) === ADDRESS_DIGITS / 2
      ? [word.slice(0, ADDRESS_DIGITS)]
      : []
  })
}

/** Less than 2^128, as for addresses before bytes values: vanity addresses have fewer zeros. */
function isAmount(word: string): boolean {
  return word.startsWith('0'.repeat(WORD_DIGITS / 2))
}

/**
 * Addresses in the data of a call that is not read, lower case, each once: in its words, and in those of calls inside it. Packed
 * ones are not searched: nothing says where they begin.
 */
export function addressesInCall(data: string): string[] {
  const parts = [data.slice('0x'.length), ...bytesOfCalls(data)]
  const found = parts.flatMap((digits) => addressesInWords(digits, SELECTOR_DIGITS)).map((address) => `0x${address}`)
  return [...new Set(found)].filter((address) => !isPlaceholder(address))
}

/** Whether data holds bytes with the shape of a call: a selector and whole words. */
export function holdsCall(data: string): boolean {
  return bytesOfCalls(data).length > 0
}

function bytesOfCalls(data: string): string[] {
  const digits = data.slice('0x'.length + SELECTOR_DIGITS)
  const words = digits.match(/.{64}/g) ?? []
  return words.flatMap((word, index) => {
    const length = isAmount(word) ? 2 * Number(BigInt(`0x${word}`)) : 0
    const start = (index + 1) * WORD_DIGITS
    const isCall = length % WORD_DIGITS === SELECTOR_DIGITS && start + length <= digits.length
    return isCall && !/^0{8}/.test(digits.slice(start)) ? [digits.slice(start, start + length)] : []
  })
}

/** All addresses in the arguments of a call, at any depth, with repeats. */
export function namedAddresses({ signature, args }: Call): AddressArgument[] {
  const found: AddressArgument[] = []
  for (const parameter of signature?.layout.addressed ?? [])
    eachValue(parameter, args[parameter.name ?? ''], ({ type, name = '' }, value) => {
      if (type === 'address' && typeof value === 'string' && !isPlaceholder(value)) found.push({ address: value, name })
    })
  return found
}

/** @param path of the argument; a list stands for its items */
type Visit = (parameter: Parameter, value: ArgumentValue, path: string) => void

/** Visits each value in an argument that has no parts. */
export function eachValue(parameter: Parameter, value: ArgumentValue | undefined, visit: Visit, within = ''): void {
  if (value === undefined) return
  const { name = '', components } = parameter
  if (Array.isArray(value)) {
    const item = itemOf(parameter)
    for (const each of value as readonly ArgumentValue[]) eachValue(item, each, visit, within)
  } else if (components) {
    const tuple = value as Arguments
    for (const component of components) eachValue(component, tuple[component.name ?? ''], visit, `${within}${name}.`)
  } else visit(parameter, value, within + name)
}

import { addressFault } from '../../api/address.ts'
import { dataOf, hashOf, quantityOf } from '../../shared/json/evm-json.ts'
import { isRecord } from '../../shared/json/json.ts'
import { faultWithoutVerdict } from '../decide/refusal.ts'
import { invalidParams, type RpcFault } from '../rpc/json-rpc.ts'
import type { Hex } from './signing-request.ts'

/** Bytes of call data or of code. Nodes take less in a transaction; the service reads a body of a megabyte. */
const MAX_DATA_BYTES = 256 * 1024

/** Reads an object whose members are all known. Null is taken for absent, as nodes do. */
export class Members {
  readonly #of: Readonly<Record<string, unknown>>
  readonly #what: string

  /**
   * @param what name of the object in errors: `the transaction`
   * @param known an unknown member could mean something to a node
   * @throws RpcFault
   */
  constructor(value: unknown, what: string, known: readonly string[]) {
    if (!isRecord(value)) throw invalidParams(`${what} is not an object`)
    const odd = Object.keys(value).find((name) => !known.includes(name))
    if (odd !== undefined) throw invalidParams(`${what} has the unknown member ${JSON.stringify(odd.slice(0, 40))}`)
    this.#of = value
    this.#what = what
  }

  has(name: string): boolean {
    return this.#of[name] !== undefined && this.#of[name] !== null
  }

  get(name: string): unknown {
    return this.#of[name] ?? undefined
  }

  /** Reads a member that may be absent. */
  optional<T>(name: string, read: (value: unknown, what: string) => T): T | undefined {
    return this.has(name) ? read(this.#of[name], `${name} of ${this.#what}`) : undefined
  }

  required<T>(name: string, read: (value: unknown, what: string) => T): T {
    if (!this.has(name)) throw invalidParams(`${this.#what} has no ${name}`)
    return read(this.#of[name], `${name} of ${this.#what}`)
  }
}

/** Reads an address, in lower case. */
export function readAddress(value: unknown, what: string): Hex {
  if (typeof value !== 'string') throw invalidParams(`${what} is not a string`)
  const fault = addressFault(value)
  if (fault !== undefined) throw invalidParams(`${what} ${fault}`)
  return value.toLowerCase() as Hex
}

/** Reads bytes in hex of any size, in lower case. */
export function readHex(value: unknown, what: string): Hex {
  return required(dataOf(value), `${what} is not 0x and an even number of hex digits`) as Hex
}

/** Reads bytes in hex that a transaction can have as data, in lower case. */
export function readBytes(value: unknown, what: string): Hex {
  const hex = readHex(value, what)
  if (hex.length > 2 + 2 * MAX_DATA_BYTES) throw invalidParams(`${what} is larger than ${MAX_DATA_BYTES} bytes`)
  return hex
}

export function readQuantity(value: unknown, what: string): bigint {
  return required(quantityOf(value), `${what} is not 0x and 1 to 64 hex digits`)
}

/** Reads a quantity, or the number that some servers expect. */
export function readCount(value: unknown, what: string): bigint {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? BigInt(Number(value)) : readQuantity(value, what)
}

export function readHash(value: unknown, what: string): Hex {
  return required(hashOf(value), `${what} is not 0x and 64 hex digits`) as Hex
}

function required<T>(value: T | undefined, fault: string): T {
  if (value === undefined) throw invalidParams(fault)
  return value
}

/** Reads each item of a list. @param most items are refused unread beyond it */
export function readList<T>(
  value: unknown,
  what: string,
  most: number,
  read: (item: unknown, what: string) => T,
): readonly T[] {
  if (!Array.isArray(value)) throw invalidParams(`${what} is not an array`)
  if (value.length > most) throw invalidParams(`${what} has more than ${most} items`)
  return value.map((item: unknown, index) => read(item, `item ${index + 1} of ${what}`))
}

/** Items of a list of names or of refunds. */
export const MAX_ITEMS = 100
const MAX_TEXT = 200

export function readText(value: unknown, what: string): string {
  if (typeof value !== 'string' || value.length > MAX_TEXT)
    throw invalidParams(`${what} is not a string of at most ${MAX_TEXT} characters`)
  return value
}

export function readTexts(value: unknown, what: string): readonly string[] {
  return readList(value, what, MAX_ITEMS, readText)
}

export function readFlag(value: unknown, what: string): boolean {
  if (typeof value !== 'boolean') throw invalidParams(`${what} is not true or false`)
  return value
}

/** Checks the chain of a transaction. @throws RpcFault for the chain of another network: the transaction would be valid there */
export function checkChain(given: bigint, chainId: string, what: string): void {
  if (String(given) === chainId) return
  throw refused(`${what} is for chain ${given}, and the upstream is chain ${chainId}`)
}

/** Refuses what cannot be validated. @param why one line without a period */
export function refused(why: string): RpcFault {
  return faultWithoutVerdict(why)
}

export function toQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

/** Nesting of params. Typed data nests deepest, and the service reads no deeper message. */
const MAX_DEPTH = 64

/** Letters beyond ASCII can be equal to ASCII ones for a reader that ignores case: U+017F and s. */
const NAME = /^[A-Za-z0-9_$.:-]{1,128}$/

/**
 * Refuses what readers understand differently: names that differ in case only (Go takes either), names beyond ASCII, and
 * numbers that are no safe integers.
 * @throws RpcFault
 */
export function checkPlain(value: unknown, depth = 0): void {
  if (typeof value === 'number' && (!Number.isSafeInteger(value) || Object.is(value, -0)))
    throw invalidParams('a number is not an integer that every reader takes exactly: send it as a string')
  if (typeof value !== 'object' || value === null) return
  if (depth === MAX_DEPTH) throw invalidParams(`the params are nested deeper than ${MAX_DEPTH} levels`)
  if (!Array.isArray(value)) checkNames(Object.keys(value))
  for (const each of Object.values(value)) checkPlain(each, depth + 1)
}

function checkNames(names: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (!NAME.test(name) || name === '__proto__')
      throw invalidParams(`the name ${JSON.stringify(name.slice(0, 40))} has characters that are not allowed`)
    const lower = name.toLowerCase()
    if (seen.has(lower)) throw invalidParams(`the name ${JSON.stringify(name)} occurs twice, in another case`)
    seen.add(lower)
  }
}

import { isRecord } from '../../../shared/json/json.ts'
import { type AddressArgument, isPlaceholder } from '../decode/addresses.ts'
import type { Arguments, ArgumentValue } from '../decode/arguments.ts'
import { bytesOfHex, bytesOfNumber, bytesOfText } from '../decode/opaque-bytes.ts'
import { partsOf, shown, typedDataFault } from './message-types.ts'
import type { StructMember } from './typed-message.ts'

/** As many as the largest call data has words. */
const MAX_VALUES = 16_384
const MAX_DEPTH = 64
/** Each is looked up. */
const MAX_ADDRESSES = 2048
/** Longest `bytes`: no transaction with larger call data is sent on (transaction pool of go-ethereum). */
const MAX_BYTES = 128 * 1024
/** Named in the explanation. */
const MAX_UNSIGNED = 8
/** Texts of all members that no type has: each is searched, and can be an address that is looked up. */
const MAX_UNSIGNED_TEXTS = 4096

const ADDRESS = /^0x[0-9a-f]{40}$/i
const INTEGER = /^(?:-?\d{1,78}|0x[0-9a-f]{1,64})$/i
const HEX = /^0x[0-9a-f]*$/i

/** Integers up to this size are numbers, as the ABI library decodes them. */
const NUMBER_BITS = 48

/** Reads values by their types, as strictly as the ABI: what a wallet might round or pad is refused. */
export class ValueReader {
  readonly addresses = new Map<string, AddressArgument>()
  readonly unsigned: string[] = []
  /** Bytes of values whose type does not show an address. */
  readonly opaque: Buffer[] = []
  readonly #types: ReadonlyMap<string, readonly StructMember[]>
  #values = 0
  #unsignedTexts = 0

  constructor(types: ReadonlyMap<string, readonly StructMember[]>) {
    this.#types = types
  }

  /** @param path for errors: `message.details` */
  struct(name: string, given: unknown, path: string, depth = 0): Arguments {
    if (!isRecord(given)) throw typedDataFault(`${path} is ${shown(given)} and not a struct ${name}`)
    const members = this.#types.get(name) ?? []
    // Without a prototype: a member may be called __proto__.
    const values: Record<string, ArgumentValue> = Object.create(null)
    for (const { name: member, type } of members) {
      const place = `${path}.${member}`
      if (!Object.hasOwn(given, member)) throw typedDataFault(`${place} is missing`)
      values[member] = this.#value(type, given[member], place, member, depth + 1)
    }
    const known = new Set(members.map((member) => member.name))
    for (const [member, value] of Object.entries(given)) {
      if (known.has(member)) continue
      const found = bytesOfJson(value)
      this.#unsignedTexts += found.length
      if (this.#unsignedTexts > MAX_UNSIGNED_TEXTS)
        throw typedDataFault(`it has more than ${MAX_UNSIGNED_TEXTS} texts that its types do not have`)
      for (const each of found) this.opaque.push(each)
      if (this.unsigned.length < MAX_UNSIGNED) this.unsigned.push(`${path}.${member}`)
    }
    return values
  }

  #value(type: string, given: unknown, path: string, member: string, depth: number): ArgumentValue {
    this.#values++
    if (this.#values > MAX_VALUES) throw typedDataFault(`it has more than ${MAX_VALUES} values`)
    if (depth > MAX_DEPTH) throw typedDataFault(`it is nested more than ${MAX_DEPTH} deep`)
    const { base, lengths } = partsOf(type)
    if (lengths.length > 0) return this.#array(type, lengths.at(-1), given, path, member, depth)
    if (this.#types.has(base)) return this.struct(base, given, path, depth)
    return this.#primitive(base, given, path, member)
  }

  #array(type: string, length: number | undefined, given: unknown, path: string, member: string, depth: number) {
    if (!Array.isArray(given)) throw typedDataFault(`${path} is ${shown(given)} and not ${type}`)
    if (length !== undefined && given.length !== length)
      throw typedDataFault(`${path} has ${given.length} items, its type is ${type}`)
    if (given.length > MAX_VALUES) throw typedDataFault(`${path} has more than ${MAX_VALUES} items`)
    const item = type.slice(0, type.lastIndexOf('['))
    return given.map((each, index) => this.#value(item, each, `${path}[${index}]`, member, depth + 1))
  }

  #primitive(type: string, given: unknown, path: string, member: string): ArgumentValue {
    if (type === 'bytes' && typeof given === 'string' && given.length > 2 + 2 * MAX_BYTES)
      throw typedDataFault(`${path} is larger than ${MAX_BYTES / 1024} KiB`)
    const value = this.#read(type, given, member)
    if (value === undefined) throw typedDataFault(`${path} is ${shown(given)} and not ${type}`)
    this.opaque.push(...opaqueBytes(type, value))
    return value
  }

  #read(type: string, given: unknown, member: string): ArgumentValue | undefined {
    switch (type) {
      case 'bool':
        return typeof given === 'boolean' ? given : undefined
      case 'string':
        return typeof given === 'string' ? this.#text(given, member) : undefined
      case 'address':
        return typeof given === 'string' && ADDRESS.test(given) ? this.#address(given, member) : undefined
      case 'bytes':
        return isBytes(given) ? given.toLowerCase() : undefined
    }
    const size = Number(/(?<!\d)\d+$/.exec(type)?.[0] ?? 256)
    if (!type.startsWith('bytes')) return integer(given, size, type.startsWith('int'))
    return isBytes(given) && given.length === 2 + size * 2 ? given.toLowerCase() : undefined
  }

  #address(given: string, name: string): string {
    const address = given.toLowerCase()
    if (isPlaceholder(address) || this.addresses.has(address)) return address
    if (this.addresses.size === MAX_ADDRESSES) throw typedDataFault(`it has more than ${MAX_ADDRESSES} addresses`)
    this.addresses.set(address, { address, name })
    return address
  }

  /** Some applications write addresses as text. */
  #text(given: string, name: string): string {
    if (ADDRESS.test(given)) this.#address(given, name)
    return given
  }
}

function opaqueBytes(type: string, value: ArgumentValue): Buffer[] {
  if (typeof value === 'bigint') return bytesOfNumber(value)
  if (typeof value !== 'string' || type === 'address') return []
  return type === 'string' ? bytesOfText(value) : [bytesOfHex(value)]
}

/** Returns the bytes of a value without a type. */
function bytesOfJson(given: unknown): Buffer[] {
  const found: Buffer[] = []
  const open = [given]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) open.push(each)
    else if (typeof value === 'string')
      found.push(...bytesOfText(value), ...(INTEGER.test(value) ? bytesOfNumber(BigInt(value)) : []))
  }
  return found
}

function isBytes(given: unknown): given is string {
  return typeof given === 'string' && given.length % 2 === 0 && HEX.test(given)
}

/** Undefined when it is none, or out of range. A JSON number above 2^53 has lost digits. */
function integer(given: unknown, bits: number, signed: boolean): bigint | number | undefined {
  const isWritten = typeof given === 'string' && INTEGER.test(given)
  if (!isWritten && !(typeof given === 'number' && Number.isSafeInteger(given))) return undefined
  const value = BigInt(given)
  const size = BigInt(signed ? bits - 1 : bits)
  if (value >= 2n ** size || value < (signed ? -(2n ** size) : 0n)) return undefined
  return bits <= NUMBER_BITS ? Number(value) : value
}

import { EVERYONE, SELECTOR_LENGTH } from '../../evm/words.ts'
import { namedAddresses } from '../decode/addresses.ts'
import type { ArgumentValue } from '../decode/arguments.ts'
import type { Call } from '../decode/calls.ts'
import { itemOf, type Parameter } from '../decode/layout.ts'
import { bytesOfHex, bytesOfNumber, bytesOfText } from '../decode/opaque-bytes.ts'
import type { Subject } from '../types.ts'
import { startOf } from './similarity.ts'

/** What is searched for addresses that no table reads. */
export interface Searched {
  /** Calls of the transaction, outer before inner. */
  readonly calls: readonly Call[]
  /** Values of a signed message whose type does not show an address. */
  readonly values?: readonly Buffer[] | undefined
  /** Calls that only a trace shows; they are searched last. */
  readonly traced?: readonly Call[] | undefined
  /** Addresses that are not searched for, lower case. */
  readonly known: readonly Pick<Subject, 'address'>[]
}

/**
 * Bytes searched for one transaction: twice the largest call data, because data that does not decode is searched with
 * its inner calls. The same bytes stay in memory.
 */
export const MAX_SEARCHED_BYTES = 1024 * 1024

const ADDRESS_BYTES = 20
/** More are padding and small numbers, except in a word of the ABI. */
const MAX_ZERO_BYTES = 8
const WORD_BYTES = 32
/** Selectors shift words by as much. */
const ALIGNMENT = 4
/** One byte alone is a flag, a small number or a precompile. */
const NUMBER_BYTES = 1
/** `0x` and 40 hex digits, as text. */
const TEXT_ADDRESS = /0x[0-9a-f]{40}/gi
const SHORTEST = '0x'.length + 2 * ADDRESS_BYTES
/** Stands in a text for bytes that are not UTF-8. */
const LOST = '\uFFFD'

/**
 * Data that no table reads. Any 20 bytes in a row of an unknown function, a packed argument, a tail or the code of a
 * contract are a candidate for an address, but not padding, small numbers and plain text; and so is an address written
 * as text. Texts in another encoding (base64, UTF-16) are not read. Never throws.
 */
export class Embedded {
  /** The transaction has more bytes than are searched. */
  readonly isBounded: boolean
  /** With the calls of the trace there are more. */
  readonly isTraceBounded: boolean
  readonly #known: Searched['known']
  readonly #parts: Buffer[] = []
  /** Equal calls are searched once. */
  readonly #searched = new Set<string>()
  /** Lower case. */
  readonly #written: string[] = []
  #room = MAX_SEARCHED_BYTES
  #isFull = false

  constructor({ calls, values = [], traced = [], known }: Searched) {
    this.#known = known
    const inner = new InnerData(calls[0]?.calls ?? [])
    for (const value of values) this.#addEach(inner.without(value))
    for (const call of calls) this.#call(call)
    this.isBounded = this.#isFull
    for (const call of traced) {
      this.#call(call)
      // Arguments of the transaction's own calls are subjects anyway.
      for (const { address } of namedAddresses(call)) this.#written.push(address)
    }
    this.isTraceBounded = this.#isFull
  }

  /** As many candidates as there can be. */
  get places(): number {
    return this.#parts.reduce((sum, { length }) => sum + length - ADDRESS_BYTES + 1, this.#written.length)
  }

  /**
   * Candidates in lower case, each once, in their order.
   * @param mayBeListed false: no listed address starts with these four bytes (big endian)
   */
  find(mayBeListed: (start: number) => boolean): string[] {
    const found = new Set<string>()
    for (const part of this.#parts) eachCandidate(part, mayBeListed, (address) => found.add(address))
    for (const address of this.#written) if (mayBeListed(startOf(address))) found.add(address)
    found.delete(EVERYONE)
    if (found.size > 0) for (const { address } of this.#known) found.delete(address)
    return [...found]
  }

  #call(call: Call): void {
    const { status, data } = call
    if (status === 'plain' || this.#wasSearched(call)) return
    if (status !== 'decoded') this.#add(bytesOfHex(data))
    else if (call.unused || hasLostBytes(call))
      this.#add(bytesOfHex(call.operation === 'command' ? data : data.slice(SELECTOR_LENGTH)))
    else {
      const opaque = call.signature?.layout.opaque ?? []
      if (opaque.length === 0) return
      const inner = new InnerData(call.calls)
      for (const parameter of opaque) this.#argument(parameter, call.args[parameter.name ?? ''], inner)
    }
  }

  #wasSearched({ status, data, selector, name }: Call): boolean {
    const { size } = this.#searched
    return this.#searched.add(`${status} ${selector} ${name} ${data}`).size === size
  }

  #argument(parameter: Parameter, value: ArgumentValue | undefined, inner: InnerData): void {
    const { name = '', type, components } = parameter
    if (Array.isArray(value)) {
      const item = itemOf(parameter)
      for (const each of value as readonly ArgumentValue[]) this.#argument(item, each, inner)
    } else if (typeof value === 'object') {
      const tuple = value as { readonly [name: string]: ArgumentValue }
      for (const component of components ?? []) this.#argument(component, tuple[component.name ?? ''], inner)
    } else if (typeof value === 'bigint') this.#addEach(bytesOfNumber(value))
    else if (typeof value === 'string' && type !== 'address') {
      if (type === 'string') this.#addEach(bytesOfText(value))
      // Too short for an address.
      else if (value.length < SHORTEST) return
      else if (name === 'signature' || name === 'signatures') this.#add(bytesOfHex(withoutRandom(value.slice(2))))
      else if (!inner.has(value)) this.#addEach(inner.without(bytesOfHex(value)))
    }
  }

  #addEach(parts: readonly Buffer[]): void {
    for (const part of parts) this.#add(part)
  }

  #add(part: Buffer): void {
    if (part.length < ADDRESS_BYTES) return
    const searched = part.subarray(0, this.#room)
    this.#isFull ||= searched.length < part.length
    this.#room -= searched.length
    if (searched.length < ADDRESS_BYTES) return
    this.#parts.push(searched)
    if (searched.length < SHORTEST) return
    for (const [text] of searched.toString('latin1').matchAll(TEXT_ADDRESS)) this.#written.push(text.toLowerCase())
  }
}

function eachCandidate(part: Buffer, mayBeListed: (start: number) => boolean, take: (address: string) => void): void {
  let zeros = 0
  let printable = 0
  for (let end = 1; end <= part.length; end++) {
    const last = part[end - 1] ?? 0
    if (last === 0) zeros++
    else if (isPrintable(last)) printable++
    const at = end - ADDRESS_BYTES
    if (at < 0) continue
    const isPossible = zeros <= MAX_ZERO_BYTES ? printable < ADDRESS_BYTES : isInWord(part, end, zeros)
    if (isPossible && mayBeListed(part.readUInt32BE(at))) take(`0x${part.toString('hex', at, end)}`)
    const first = part[at] ?? 0
    if (first === 0) zeros--
    else if (isPrintable(first)) printable--
  }
}

/** An address with many zero bytes, where a word of the ABI has one. @param zeros how many of its bytes are zero */
function isInWord(part: Buffer, end: number, zeros: number): boolean {
  const start = end - WORD_BYTES
  if (start < 0 || start % ALIGNMENT !== 0) return false
  if (zeros >= ADDRESS_BYTES - NUMBER_BYTES && isZero(part, end - ADDRESS_BYTES, end - NUMBER_BYTES)) return false
  return isZero(part, start, end - ADDRESS_BYTES)
}

function isZero(part: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (part[at] !== 0) return false
  return true
}

function isPrintable(byte: number): boolean {
  return byte >= 0x20 && byte <= 0x7f
}

/** A text argument whose bytes are not those of its characters. */
function hasLostBytes({ signature, args }: Call): boolean {
  if (!signature?.layout.hasText) return false
  const isLost = (value: ArgumentValue | undefined): boolean =>
    typeof value === 'object' ? Object.values(value).some(isLost) : typeof value === 'string' && value.includes(LOST)
  return signature.layout.opaque.some(({ name = '' }) => isLost(args[name]))
}

/** Bounds the work for data that holds none of them. */
const MAX_MISSES = 16

/** Data of the calls inside a call: they are searched by themselves. */
class InnerData {
  readonly #all: ReadonlySet<string>
  /** Those that were searched for. */
  readonly #bytes = new Map<string, Buffer>()

  constructor(calls: readonly Call[]) {
    this.#all = new Set(calls.map(({ data }) => data))
  }

  has(value: string): boolean {
    return this.#all.has(value)
  }

  /** The parts of an argument that are not inner data, in their order, with an address that reaches into inner data. */
  without(value: Buffer): Buffer[] {
    const parts: Buffer[] = []
    let from = 0
    let misses = 0
    for (const text of this.#all) {
      if (text.length < SHORTEST) continue
      const isLonger = text.length - '0x'.length > 2 * (value.length - from)
      const at = isLonger ? -1 : value.indexOf(this.#bytesOf(text), from)
      if (at < 0) {
        if (++misses > MAX_MISSES) break
        continue
      }
      parts.push(withMargins(value, from, at))
      from = at + this.#bytesOf(text).length
    }
    if (from === 0) return [value]
    parts.push(withMargins(value, from, value.length))
    return parts
  }

  #bytesOf(text: string): Buffer {
    const bytes = this.#bytes.get(text) ?? bytesOfHex(text)
    this.#bytes.set(text, bytes)
    return bytes
  }
}

function withMargins(value: Buffer, from: number, to: number): Buffer {
  return value.subarray(Math.max(0, from - WORD_BYTES), to + ADDRESS_BYTES - 1)
}

const SIGNATURE = 2 * 65
/** Last byte of the parts of a Safe's signatures that name an address: of a contract, and of an approved hash. */
const naming = ['00', '01']

/** Signatures without those that are random bytes. */
function withoutRandom(digits: string): string {
  if (digits.length % SIGNATURE !== 0) return digits
  if (digits.length === SIGNATURE && !naming.includes(digits.slice(-2))) return ''
  const each = digits.match(/.{130}/g) ?? []
  return each.filter((one) => naming.includes(one.slice(-2))).join('')
}

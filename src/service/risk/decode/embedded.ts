import { namedAddresses } from './addresses.ts'
import type { ArgumentValue } from './arguments.ts'
import { type Call, everyCall } from './calls.ts'

/** Candidates for addresses in data that no table reads. */
export interface Embedded {
  /** Lower case, each once. */
  readonly addresses: Set<string>
  /** The call data has more places than are looked up. */
  readonly isBounded: boolean
  /** With the calls of the trace there are more. */
  readonly isTraceBounded: boolean
}

/** Places looked up for one transaction; the code of a new contract has at most 49,152 bytes (EIP-3860). */
export const MAX_EMBEDDED = 65_536

const ADDRESS = 40
const SELECTOR = 10
/** More are padding and small numbers. */
const MAX_ZERO_BYTES = 8
const ADDRESS_BYTES = ADDRESS / 2
const ONES = 'f'.repeat(ADDRESS)
/** Smaller numbers have eight zero bytes before their last twelve. */
const SMALLEST = 2n ** 96n
const LARGEST = 2n ** 256n - 1n

/**
 * Any 20 bytes in a row of an unknown function, a packed argument, a tail or the code of a contract are a candidate, but
 * not padding, small numbers and plain text; and so is an address written as text. Never throws.
 * @param traced calls that only a trace shows; they are searched last
 */
export function embeddedAddresses(root: Call, traced: readonly Call[] = []): Embedded {
  const scan = new Scan()
  for (const call of everyCall(root)) scan.call(call)
  const { isBounded } = scan
  for (const call of traced) {
    scan.call(call)
    // Arguments of the transaction's own calls are subjects anyway.
    for (const { address } of namedAddresses(call)) scan.found.add(address)
  }
  return { addresses: scan.found, isBounded, isTraceBounded: scan.isBounded }
}

const none: ReadonlySet<string> = new Set()

/** Arguments that may hold an address that their type does not show; of a signed message, which has no signature, all. */
function namesOf({ signature, args }: Call): readonly string[] {
  return signature ? signature.layout.opaque.map(({ name = '' }) => name) : Object.keys(args)
}

class Scan {
  readonly found = new Set<string>()
  isBounded = false
  #places = 0
  #wrapper: Call | undefined
  #inner: ReadonlySet<string> = none

  call(call: Call): void {
    if (call.status === 'plain') return
    if (call.status !== 'decoded') this.bytes(call.data.slice('0x'.length))
    else if (call.unused) this.bytes(call.data.slice(call.operation === 'command' ? '0x'.length : SELECTOR))
    else for (const name of namesOf(call)) this.#argument(call.args[name], name, call)
  }

  #argument(value: ArgumentValue | undefined, name: string, call: Call): void {
    if (typeof value === 'bigint') {
      // The common case is an amount.
      if (value >= SMALLEST && value !== LARGEST) this.bytes(value.toString(16).padStart(64, '0'))
      else if (value < 0n) this.bytes(BigInt.asUintN(256, value).toString(16))
    } else if (typeof value === 'string') {
      if (!value.startsWith('0x')) this.bytes(Buffer.from(value).toString('hex'))
      else if (name === 'signature' || name === 'signatures') this.bytes(withoutRandom(value.slice(2)))
      else for (const part of withoutInnerCalls(value, this.#innerOf(call))) this.bytes(part)
    } else if (typeof value === 'object')
      for (const [member, each] of Object.entries(value as Readonly<Record<string, ArgumentValue>>))
        this.#argument(each, Array.isArray(value) ? name : member, call)
  }

  /** Data of the inner calls of a wrapper, for all its arguments. */
  #innerOf(call: Call): ReadonlySet<string> {
    if (this.#wrapper !== call) {
      this.#wrapper = call
      this.#inner = call.calls.length === 0 ? none : new Set(call.calls.map(({ data }) => data))
    }
    return this.#inner
  }

  /** @param digits hex without 0x */
  bytes(digits: string): void {
    if (digits.length < ADDRESS) return
    let zeros = 0
    let printable = 0
    for (let end = 2; end <= digits.length && !this.isBounded; end += 2) {
      const start = end - ADDRESS
      if (isZero(digits, end - 2)) zeros++
      else if (isPrintable(digits, end - 2)) printable++
      if (start < 0) continue
      if (zeros <= MAX_ZERO_BYTES && printable < ADDRESS_BYTES) this.#add(digits.slice(start, end))
      if (isZero(digits, start)) zeros--
      else if (isPrintable(digits, start)) printable--
    }
    for (const [, text = ''] of digits.matchAll(TEXT_ADDRESS))
      this.#add(Buffer.from(text, 'hex').toString('latin1').toLowerCase())
  }

  #add(digits: string): void {
    if (digits === ONES) return
    if (this.#places++ < MAX_EMBEDDED) this.found.add(`0x${digits}`)
    else this.isBounded = true
  }
}

/** `0x` and 40 hex digits, as text. */
const TEXT_ADDRESS = /3078((?:3[0-9]|[46][1-6]){40})/g

const ZERO = 0x30

function isZero(digits: string, at: number): boolean {
  return digits.charCodeAt(at) === ZERO && digits.charCodeAt(at + 1) === ZERO
}

/** A byte from 0x20 to 0x7f. */
function isPrintable(digits: string, at: number): boolean {
  const high = digits.charCodeAt(at)
  return high >= ZERO + 2 && high <= ZERO + 7
}

/** Bounds the work for data that holds none of them. */
const MAX_MISSES = 16

/** The parts of a bytes argument that are not the data of inner calls, in their order: these are read by themselves. */
function withoutInnerCalls(value: string, inner: ReadonlySet<string>): string[] {
  if (inner.has(value)) return []
  const digits = value.slice(2)
  const parts: string[] = []
  let from = 0
  let misses = 0
  for (const data of inner) {
    if (data.length < ADDRESS) continue
    const at = digits.indexOf(data.slice(2), from)
    if (at < 0) {
      if (++misses > MAX_MISSES) break
      continue
    }
    parts.push(digits.slice(from, at))
    from = at + data.length - 2
  }
  return [...parts, digits.slice(from)]
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

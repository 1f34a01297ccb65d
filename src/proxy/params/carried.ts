import { HEX_ADDRESS } from '../../api/address.ts'
import { isRecord, parseJson } from '../../shared/json/json.ts'
import { findJsonFault } from '../../shared/json/strict-json.ts'
import { unescaped } from '../../shared/text/unescaped.ts'
import {
  asciiText,
  bytesInText,
  bytesOfBits,
  bytesOfNumbers,
  bytesOfParts,
  bytesOfTexts,
  bytesOfWords,
  decompressed,
  isLongNumber,
  isOpaque,
  LONG_WORD,
  MIN_BYTES,
  MIN_TEXT,
  smallNumbersIn,
  textsOfToken,
} from '../rpc/byte-forms.ts'
import { haveSigned, isTransactionAt } from './signed-bytes.ts'
import { COMMON, PACKED, UNPACKED } from './user-operation.ts'

/** This is what params of any method carry that could be sent. */
export interface Carried {
  /** Signed transactions, 0x-hex. */
  readonly raws: readonly string[]
  /** User operations (ERC-4337). */
  readonly operations: readonly object[]
  /** Calls with authorizations (EIP-7702) that have no signature of their own. */
  readonly delegations: readonly object[]
  /** Whether what could be a signature is somewhere else than in the members of a user operation. */
  readonly hasOtherSignature: boolean
  /** Whether one of them is in a form that is not read: in base64, as numbers, inside of other bytes, in an unknown encoding. */
  readonly isHidden: boolean
  /** They were not searched to their end. */
  readonly isTooLong: boolean
}

/** Characters, members and bytes that are searched: more would hold the event loop for over 100 ms. */
const MOST_SEARCHED = 128 * 1024
/** The same in all readings of them together: each is read by itself, with its neighbours, and with all others. */
const MOST_DERIVED = 24 * MOST_SEARCHED

const WHOLE_HEX = /^0x(?:[0-9a-fA-F]{2})+$/
/** A typed transaction begins with its type (EIP-2718). */
const LAST_TYPE = 4
/** Characters of the two names that every user operation has. */
const MIN_OPERATION = 'sender callData'.length
/** Encodings in each other: no server takes more, so that what is encoded more often is refused unread. */
const MAX_LEVELS = 5

/**
 * Looks for signed transactions (of any type and chain) and user operations anywhere in params, in every form that
 * servers decode.
 */
export function carriedIn(params: unknown): Carried {
  const search = new Search()
  search.params(params)
  const { raws, operations, delegations, hasOtherSignature, isHidden, isTooLong } = search
  return { raws, operations, delegations, hasOtherSignature, isHidden, isTooLong }
}

/** The same, but for user operations without a signature, as they are before it is asked what they cost. */
export function carriesSigned(carried: Carried): boolean {
  const { operations, hasOtherSignature } = carried
  return carriesAnything({ ...carried, operations: hasOtherSignature ? operations : operations.filter(isSigned) })
}

const OPERATION_NAMES: readonly string[] = [...COMMON, ...PACKED, ...UNPACKED]
const EMPTY: readonly unknown[] = [undefined, null, '', '0x']

/** A server could read any member that is not known as its signature: Go takes names in every case. */
function isSigned(operation: object): boolean {
  return Object.entries(operation).some(
    ([name, value]) =>
      !OPERATION_NAMES.includes(name) || (/signature$|^eip7702auth$/.test(plainName(name)) && !EMPTY.includes(value)),
  )
}

export function carriesAnything({ raws, operations, delegations, isHidden, isTooLong }: Carried): boolean {
  return isHidden || isTooLong || raws.length > 0 || operations.length > 0 || delegations.length > 0
}

/** A value of params. */
interface Found {
  readonly value: unknown
  /** How many encodings it was inside of. */
  readonly level: number
  /** Name of the member that the value is; absent when it is none. */
  readonly name?: string | undefined
  /** Whether its params are read and validated as what it is: a member of a user operation, or an authorization (EIP-7702). */
  readonly of?: 'operation' | 'authorizations' | 'authorization' | undefined
}

/** What params have that is no transaction by itself, in the order in which it is written. */
class Pieces {
  readonly texts: string[] = []
  readonly numbers: number[] = []
  readonly bits: number[] = []
  /** Texts and names of members. */
  readonly written: string[] = []
  /** Texts, by the names of their members. */
  readonly named = new Map<string, string[]>()

  add({ value, name }: Found): void {
    if (name !== undefined) this.written.push(name)
    if (typeof value === 'number') this.numbers.push(value)
    if (typeof value === 'boolean') this.bits.push(Number(value))
    if (typeof value !== 'string') return
    this.texts.push(value)
    this.written.push(value)
    if (name === undefined) return
    const same = this.named.get(name)
    if (same) same.push(value)
    else this.named.set(name, [value])
  }
}

class Search {
  readonly raws: string[] = []
  readonly operations: object[] = []
  readonly delegations: object[] = []
  hasOtherSignature = false
  isHidden = false
  /** Names of all members but those of authorizations, in their plain form. */
  readonly #names = new Set<string>()
  isTooLong = false
  #left = MOST_SEARCHED
  #derivedLeft = MOST_DERIVED
  /** What is still to be searched, the next one last. */
  readonly #open: Found[] = []
  /** Texts that were read together. */
  readonly #joined = new Set<string>()

  /** All values in the order in which they are written, then what they are together: parts of one in several members. */
  params(params: unknown): void {
    const pieces = new Pieces()
    this.#open.push({ value: params, level: 0 })
    this.#values(pieces)
    this.#together(pieces.texts, pieces.numbers)
    this.#parts(pieces)
    this.#values(new Pieces())
    this.isHidden ||= isSignedCall(this.#names, this.hasOtherSignature)
  }

  /** With other texts or numbers between the parts. */
  #parts({ numbers, bits, written, named }: Pieces): void {
    for (const texts of named.values()) this.#together(texts, [])
    if (!this.#derive(sizeOf(written) + written.reduce((sum, { length }) => sum + length, 0))) return
    for (const readings of [bytesOfParts(written), bytesOfWords(numbers), bytesOfBits(bits)])
      for (const bytes of readings) this.#bytes(bytes, 0)
  }

  /** @param pieces gets what is no transaction by itself */
  #values(pieces: Pieces): void {
    for (let next = this.#open.pop(); next && !this.isTooLong; next = this.#open.pop()) {
      const { value, level, of } = next
      this.#left -= sizeOf(value)
      if (this.#left < 0) this.isTooLong = true
      else if (typeof value === 'string' && isWholeTransaction(value)) this.raws.push(value)
      else {
        pieces.add(next)
        if (typeof value === 'object' && value !== null) this.#members(value, next)
        if (typeof value !== 'string') continue
        if (of === undefined && isSignature(value, next.name)) this.hasOtherSignature = true
        this.#text(value, level)
      }
    }
  }

  #members(value: object, found: Found): void {
    const members: readonly unknown[] = Object.values(value)
    const names = isRecord(value) ? Object.keys(value) : []
    const plain = names.map(plainName)
    if (isOperation(plain)) this.operations.push(value)
    if (delegates(value)) this.delegations.push(value)
    if (found.of !== 'authorization') for (const name of plain) this.#names.add(name)
    if (hasNamedSignature(plain, members) || isOperationInOrder(value) || isSignedInOrder(value)) this.isHidden = true
    for (const name of names) this.#text(name, found.level)
    this.#together(names, [])
    const isPart = (member: unknown): member is string => typeof member === 'string' && !isWholeTransaction(member)
    this.#together(
      members.filter(isPart),
      members.filter((member) => typeof member === 'number'),
    )
    const isMember = isOperation(plain)
    for (const [index, member] of [...members.entries()].toReversed()) {
      const name = names[index]
      this.#open.push({ value: member, level: found.level, name, of: partOf(name, isMember, found) })
    }
  }

  /** Texts and numbers that could be parts of one: cut, or byte by byte. */
  #together(texts: readonly string[], numbers: readonly number[]): void {
    this.#bytes(bytesOfNumbers(numbers), 0)
    this.#bytes(bytesOfTexts(texts), 0)
    const separated = texts.join(' ')
    if (texts.length < 2 || separated.length < MIN_TEXT || this.#joined.has(separated)) return
    if (!this.#derive(separated.length)) return
    this.#joined.add(separated)
    this.#bytes(smallNumbersIn(separated), 0)
    // Each part in base64 may end with a rest of its own.
    if (!texts.every((text) => QUANTITY_OR_BYTES.test(text)))
      this.#bytes(Buffer.concat(texts.map((text) => Buffer.from(text, 'base64'))), 0)
    // Short words together are no encoding: the types of a message.
    const isPart = (text: string) => text.length > LONG_WORD && !QUANTITY_OR_BYTES.test(text) && !text.includes('://')
    const parts = texts.filter((text) => isPart(text) && !textsOfToken(text))
    this.#text(texts.join(''), 0, isOpaque(parts.join('')))
  }

  /** @param level how many encodings it was inside of */
  #text(text: string, level: number, isUnread = isOpaque(text) || isLongNumber(text) || namesOperation(text)): void {
    if (text.length < MIN_OPERATION) return
    const token = level < MAX_LEVELS ? textsOfToken(text) : undefined
    const inner = jsonIn(text)
    if (token) for (const each of token) this.#text(each, level + 1)
    else if (inner !== undefined) {
      if (level === MAX_LEVELS || findJsonFault(text)) this.isHidden = true
      else this.#open.push({ value: inner, level: level + 1 })
    } else if (isUnread) this.isHidden = true
    this.#readings(text, level)
    const plain = text.length < MIN_TEXT ? text : unescaped(text).text
    if (plain === text) return
    if (level === MAX_LEVELS) this.isHidden = true
    else this.#text(plain, level + 1)
  }

  #readings(text: string, level: number): void {
    if (text.length < MIN_TEXT || this.isHidden || !this.#derive(text.length)) return
    for (const bytes of bytesInText(text)) this.#bytes(bytes, level)
  }

  #bytes(bytes: Buffer, level: number): void {
    if (bytes.length < MIN_BYTES || this.isHidden || !this.#derive(bytes.length)) return
    this.isHidden = haveSigned(bytes)
    const inner = decompressed(bytes, MOST_SEARCHED)
    const text = asciiText(bytes)
    if (inner === 'too long') this.isTooLong = true
    else if (level === MAX_LEVELS) this.isHidden ||= inner !== undefined || text !== undefined
    else {
      if (inner) this.#bytes(inner, level + 1)
      if (text !== undefined) this.#text(text, level + 1)
    }
  }

  /** Whether so much more may be searched. */
  #derive(size: number): boolean {
    this.#derivedLeft -= size
    if (this.#derivedLeft < 0) this.isTooLong = true
    return !this.isTooLong
  }
}

function delegates(value: object): boolean {
  const { authorizationList: list } = value as { readonly authorizationList?: unknown }
  return Array.isArray(list) && list.length > 0
}

/** @param isMember whether the object that has a member of this name is a user operation */
function partOf(name: string | undefined, isMember: boolean, parent: Found): Found['of'] {
  if (name === 'authorizationList') return 'authorizations'
  if (isMember && name === 'eip7702Auth') return 'authorization'
  if (isMember && name !== undefined && OPERATION_NAMES.includes(name)) return 'operation'
  return parent.of === 'authorizations' && name === undefined ? 'authorization' : undefined
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  return Array.isArray(value) ? value.length : Object.keys(value).reduce((size, name) => size + name.length, 1)
}

/** Whether a text is the transaction, in the form in which nodes take it; whether that can be read is checked later. */
function isWholeTransaction(text: string): boolean {
  if (text.length < MIN_TEXT || !WHOLE_HEX.test(text)) return false
  const bytes = Buffer.from(text.slice(2), 'hex')
  if (isTransactionAt(bytes, 0)) return true
  if ((bytes[0] ?? 0) > LAST_TYPE) return false
  for (let at = 1; at + MIN_BYTES <= bytes.length; at += 1) if (isTransactionAt(bytes, at)) return true
  return false
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined
  const value = parseJson(text)
  return typeof value === 'number' || value === null ? undefined : value
}

const plainName = (name: string) => name.toLowerCase().replace(/[^0-9a-z]/g, '')

/** All versions have both members; some servers write them with underscores. @param names in their plain form */
function isOperation(names: readonly string[]): boolean {
  return names.includes('sender') && names.includes('calldata')
}

/** A text that is no JSON and has both names: a form, YAML, the JSON of another reader. */
function namesOperation(text: string): boolean {
  return isOperation(plainName(text).match(/sender|calldata/g) ?? [])
}

/** A signature of 64 bytes (ERC-2098) or 65, or several of 65, in hex or base64. */
const SIGNATURE = /^(?:(?:0x)?(?:[0-9a-f]{128}|(?:[0-9a-f]{130}){1,16})|[a-z0-9+/_-]{86}(?:==)?|[a-z0-9+/_-]{87}=?)$/i
/** Call data of eight words has as many bytes as four signatures. */
const CALL_DATA: readonly string[] = ['data', 'input', 'calldata']
const ONE_SIGNATURE = '0x'.length + 2 * 65

function isSignature(text: string, name = ''): boolean {
  return SIGNATURE.test(text) && (text.length <= ONE_SIGNATURE || !CALL_DATA.includes(plainName(name)))
}

/**
 * The members of a signed transaction or authorization in JSON, as `eth_getTransactionByHash` answers it, with the second word in
 * its short form (ERC-2098), or with a signature anywhere.
 * @param names of all members
 */
function isSignedCall(names: ReadonlySet<string>, hasSignature: boolean): boolean {
  const hasAny = (...some: readonly string[]) => some.some((name) => names.has(name))
  return (names.has('r') && hasAny('s', 'vs', 'yparityands')) || (hasSignature && hasAny('to', 'recipient', 'target'))
}

/** Both words of a signature in members of an object whose names begin alike: sigR, sigS. */
function hasNamedSignature(names: readonly string[], values: readonly unknown[]): boolean {
  const words = new Set(names.filter((name, index) => name.length > 1 && WORD.test(String(values[index]))))
  return [...words].some((name) => name.endsWith('r') && words.has(`${name.slice(0, -1)}s`))
}

const WORD = /^(?:0x)?[0-9a-f]{1,78}$/i
/** Number of fields in transactions of types 0 to 4. */
const FIELDS = { least: 9, most: 14 }

/** The fields of a signed transaction as a list: its receiver, and v, r and s one after the other. */
function isSignedInOrder(value: object): boolean {
  if (!Array.isArray(value) || value.length < FIELDS.least || value.length > FIELDS.most) return false
  const isWord = (each: unknown) => typeof each === 'string' && /^0x[0-9a-f]{56,64}$/i.test(each)
  const isSmall = (each: unknown) => typeof each === 'number' || /^0x[0-9a-f]{0,16}$/i.test(String(each))
  return (
    value.some((each) => HEX_ADDRESS.test(String(each))) &&
    value.some((each, at) => isSmall(each) && isWord(value[at + 1]) && isWord(value[at + 2]))
  )
}

/** Members of a user operation, at least: those of `PackedUserOperation`. */
const OPERATION_MEMBERS = 9
const QUANTITY_OR_BYTES = /^0x[0-9a-f]*$/i

/** A user operation as a list of its members: an account first, and a signature last. */
function isOperationInOrder(value: object): boolean {
  if (!Array.isArray(value) || value.length < OPERATION_MEMBERS) return false
  const [sender] = value
  const signature: unknown = value.at(-1)
  return (
    HEX_ADDRESS.test(String(sender)) &&
    value.every((each) => typeof each === 'number' || each === null || QUANTITY_OR_BYTES.test(String(each))) &&
    String(signature).length > 2 * MIN_BYTES
  )
}

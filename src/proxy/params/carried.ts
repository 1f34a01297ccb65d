import { isRecord, parseJson } from '../../shared/json.ts'
import { findJsonFault } from '../../shared/strict-json.ts'
import { isTransactionAt } from './transaction-shape.ts'

/** What params of any method carry that could be sent. */
export interface Carried {
  /** Signed transactions, 0x-hex. */
  readonly raws: readonly string[]
  /** User operations (ERC-4337). */
  readonly operations: readonly object[]
  /** Whether one of them is in a form that is not read: in base64, as numbers, inside of other bytes. */
  readonly isHidden: boolean
  /** They were not searched to their end. */
  readonly isTooLong: boolean
}

/** Characters, members and bytes that are searched: more would hold the event loop for over 100 ms. */
const MOST_SEARCHED = 128 * 1024

/** Of the shortest signed transaction, as digits of hex and of base64. */
const MIN_BYTES = 64
const HEX_RUN = /[0-9a-fA-F]{128,}/g
const BASE64_RUN = /[A-Za-z0-9+/_-]{86,}/g
const WHOLE_HEX = /^0x(?:[0-9a-fA-F]{2})+$/
/** JSON texts in each other. */
const MAX_TEXTS = 4

/** Looks for signed transactions (types 0 to 4) and user operations anywhere in params, in every form that servers decode. */
export function carriedIn(params: unknown): Carried {
  const raws: string[] = []
  const operations: object[] = []
  let isHidden = false
  let left = MOST_SEARCHED
  const open: { readonly value: unknown; readonly texts: number }[] = [{ value: params, texts: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, texts } = next
    left -= sizeOf(value)
    if (left < 0) break
    if (typeof value === 'string') {
      const found = transactionIn(value)
      if (found === 'whole') raws.push(value)
      else if (found === 'inside') isHidden = true
      const inner = jsonIn(value)
      if (inner === undefined) continue
      if (texts === MAX_TEXTS || findJsonFault(value)) isHidden = true
      else open.push({ value: inner, texts: texts + 1 })
    } else if (typeof value === 'object' && value !== null) {
      const members = Object.values(value)
      if (isOperation(value)) operations.push(value)
      if (areBytes(members) && findTransaction(Buffer.from(members)) !== undefined) isHidden = true
      if (isRecord(value) && Object.keys(value).some((name) => transactionIn(name) !== undefined)) isHidden = true
      for (const member of members) open.push({ value: member, texts })
    }
  }
  // From the last to the first, as they were taken from the end.
  return { raws: raws.toReversed(), operations, isHidden, isTooLong: left < 0 }
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  return Array.isArray(value) ? value.length : Object.keys(value).reduce((size, name) => size + name.length, 1)
}

export function carriesAnything({ raws, operations, isHidden, isTooLong }: Carried): boolean {
  return isHidden || isTooLong || raws.length > 0 || operations.length > 0
}

/** whole: the text is the transaction · inside: the text has one in another form */
function transactionIn(given: string): 'whole' | 'inside' | undefined {
  if (given.length < 86) return undefined
  if (WHOLE_HEX.test(given)) {
    const bytes = Buffer.from(given.slice(2), 'hex')
    const at = findTransaction(bytes)
    if (at === undefined) return undefined
    return at === 0 || (bytes[0] ?? 0) <= LAST_TYPE ? 'whole' : 'inside'
  }
  const text = given.replace(/\s+/g, '')
  for (const [run] of text.matchAll(HEX_RUN))
    for (const digits of run.length % 2 === 0 ? [run] : [run, run.slice(1)])
      if (findTransaction(Buffer.from(digits, 'hex')) !== undefined) return 'inside'
  for (const [run] of text.matchAll(BASE64_RUN))
    if (findTransaction(Buffer.from(run, 'base64')) !== undefined) return 'inside'
  return undefined
}

/** A typed transaction begins with its type (EIP-2718). */
const LAST_TYPE = 4

/** Where the list of the first signed transaction begins. */
function findTransaction(bytes: Buffer): number | undefined {
  for (let at = 0; at + MIN_BYTES <= bytes.length; at += 1) if (isTransactionAt(bytes, at)) return at
  return undefined
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined
  const value = parseJson(text)
  return typeof value === 'number' || value === null ? undefined : value
}

/** All versions have both members; some servers write them with underscores. */
function isOperation(value: object): boolean {
  const names = new Set(Object.keys(value).map((name) => name.toLowerCase().replaceAll('_', '')))
  return names.has('sender') && names.has('calldata')
}

/** An array of bytes, or what JSON makes of a Uint8Array. */
function areBytes(members: readonly unknown[]): members is readonly number[] {
  return (
    members.length >= MIN_BYTES &&
    members.every((each) => Number.isInteger(each) && Number(each) >= 0 && Number(each) < 256)
  )
}

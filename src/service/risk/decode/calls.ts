/** Room: Call data to a tree of calls: signatures, wrappers, bounds, addresses in undecoded data. */

import { SELECTOR_LENGTH, WORD_DIGITS } from '../../evm/words.ts'
import type { Transaction } from '../types.ts'
import type { Arguments, DecodedArguments } from './arguments.ts'
import { type ImportedFunctions, readerKey, type Signature, signaturesOf } from './signatures.ts'
import { unwrapByRow } from './unwrap/described.ts'
import { unwraps } from './unwrap/index.ts'
import type { CallContext, InnerCall } from './unwrap/inner-call.ts'
import { Work, workFor } from './work.ts'

/**
 * plain: no data · creation: the data is code · decoded · unknown-selector: no known signature · undecodable: known
 * selector, but the data is not its arguments.
 */
type CallStatus = 'plain' | 'creation' | 'decoded' | 'unknown-selector' | 'undecodable'

/** One call of the transaction, with its inner calls. */
export interface Call extends CallContext {
  /** 0 is the transaction itself. */
  readonly depth: number
  /** Index at each level; [] is the transaction itself. */
  readonly path: readonly number[]
  readonly status: CallStatus
  /** 0x and hex digits, lower case. */
  readonly data: string
  /** Lower case; '' when there is none. One byte for a router command; shorter than four bytes if the data is. */
  readonly selector: string
  /** Function name; '' when unknown. */
  readonly name: string
  readonly signature?: Signature
  /** All when decoded; only legible addresses when undecodable; else empty. */
  readonly args: Arguments
  /** Why it is undecodable: a clause about the call data. */
  readonly fault?: string
  /** The data has bytes that no argument uses. */
  readonly unused?: true
  /** Only a trace shows the call. */
  readonly inTrace?: true
  /** Only in a trace: its arguments expand to more than is read. */
  readonly isBounded?: true
  /** It is found in data that is not read: whether it is made, by which account and of which contract, is not known. */
  readonly inData?: true
  /** Inner calls of a wrapper, as far as they could be read. */
  readonly calls: readonly Call[]
}

/** bounded: a limit was reached, calls may be missing. */
export interface Decoded {
  /** The transaction itself. */
  readonly root: Call
  /** Leaf calls, undecodable calls and calls that do more than they say, in order. */
  readonly calls: readonly Call[]
  readonly status: 'complete' | 'bounded'
  /** The limits reached, one sentence each. */
  readonly bounds: readonly string[]
}

/** Maximum bytes of call data; go-ethereum's transaction pool accepts 128 KiB. */
export const MAX_CALL_DATA_BYTES = 512 * 1024
const MAX_DEPTH = 64
/** As many items as a list in the largest call data can have: one word each. */
const MAX_CALLS = MAX_CALL_DATA_BYTES / 32
/** Beyond the call data itself: repeated by nested calls, and by offsets that point at one part. */
const MAX_WORK_BYTES = 4 * 1024 * 1024

const bounds = {
  size: `The call data is larger than ${MAX_CALL_DATA_BYTES / 1024} KiB; the rest was not read.`,
  depth: `Calls are nested more than ${MAX_DEPTH} deep; deeper calls were not read.`,
  count: `The transaction makes more than ${MAX_CALLS} calls; the rest were not read.`,
  work: `Call data expands to more than ${MAX_WORK_BYTES / 1024 ** 2} MiB; the rest was not read.`,
} as const

const HEX = /^0x[0-9a-f]*$/

/** Selectors are mined for two leading zero bytes to save gas: if the known function does not decode, it is another. */
const MINED_SELECTOR = '0x0000'

/** Decodes a transaction into its calls. Never throws. */
export function decodeCalls(transaction: Transaction, imported?: ImportedFunctions): Decoded {
  const { from: actor, to, value } = transaction
  const limit = 2 + 2 * MAX_CALL_DATA_BYTES
  const data = transaction.data.slice(0, limit).toLowerCase()
  const reader = new CallReader(imported)
  if (to !== undefined && transaction.data.length > limit) reader.hit.add(bounds.size)
  return decodedBy(reader, reader.read({ actor, to, value, operation: 'call', data }, [], HEX.test(data)))
}

/** The calls that a signed message allows, or a call makes as its descriptor says, with that as the root. Never throws. */
export function decodeUnder(
  outer: Omit<Call, 'depth' | 'path' | 'calls'>,
  calls: readonly InnerCall[],
  imported?: ImportedFunctions,
  path: readonly number[] = [],
): Decoded {
  const reader = new CallReader(imported)
  const root = reader.place(outer, calls, path, false)
  return decodedBy(reader, root)
}

/** A call of a trace, without its inner calls: the trace has them as frames. Never throws. */
export function decodeTraced(call: InnerCall, depth: number, imported?: ImportedFunctions): Call {
  const work = workFor(call.data)
  const { decoded } = decodeCall(call, imported, work, false)
  return { ...decoded, depth, path: [], calls: [], inTrace: true, ...(work.isExceeded && { isBounded: true }) }
}

function decodedBy({ leaves, hit, work }: CallReader, root: Call): Decoded {
  if (work.isExceeded) hit.add(bounds.work)
  return {
    root,
    calls: leaves,
    status: hit.size > 0 ? 'bounded' : 'complete',
    bounds: hit.size > 0 ? Object.values(bounds).filter((bound) => hit.has(bound)) : [],
  }
}

/**
 * A call whose effects are known. Of a function known only by its name (imported, or built from a vocabulary) they are
 * not: anyone can submit a name.
 */
export function isRead({ status, signature }: Call): boolean {
  if (status === 'plain') return true
  return status === 'decoded' && !signature?.row?.hides && !signature?.isNameOnly && !signature?.phishing
}

/** Whether it is the function of that name of the built-in table, whose arguments have the names there: anyone can submit a name. */
export function isBuiltIn({ name, signature }: Pick<Call, 'name' | 'signature'>, expected: string): boolean {
  return name === expected && signature?.row !== undefined && readerKey(signature) !== ''
}

/** All calls of a tree, outer before inner. */
export function everyCall(root: Call, into: Call[] = []): Call[] {
  into.push(root)
  for (const call of root.calls) everyCall(call, into)
  return into
}

/** The calls that carry a call, outermost first. */
export function callsAround({ path }: Call, root: Call): Call[] {
  const around: Call[] = []
  let outer: Call | undefined = root
  for (const index of path) {
    if (outer === undefined) break
    around.push(outer)
    outer = outer.calls[index]
  }
  return around
}

/** A multicall: its inner calls have the same caller, contract and value and say everything. */
export function isTransparent({ calls, actor, to, value, operation, signature }: Call): boolean {
  return (
    calls.length > 0 &&
    !signature?.isNameOnly &&
    calls.every(
      (call) => call.to === to && call.actor === actor && call.value === value && call.operation === operation,
    )
  )
}

class CallReader {
  readonly hit = new Set<string>()
  readonly leaves: Call[] = []
  readonly #imported: ImportedFunctions | undefined
  readonly work = new Work(MAX_WORK_BYTES)
  #calls = 0

  constructor(imported: ImportedFunctions | undefined) {
    this.#imported = imported
  }

  /** @param isHex known of its data */
  read(inner: InnerCall, path: readonly number[], isHex: boolean): Call {
    const { decoded, innerCalls } = decodeCall(inner, this.#imported, this.work, isHex)
    // The data of inner calls is made of arguments, and only text may be something else.
    return this.place(decoded, innerCalls, path, isHex && decoded.signature?.layout.hasText === false)
  }

  /**
   * A call that is already decoded, with the calls that it makes.
   * @param isHex known of their data
   */
  place(decoded: Decoding['decoded'], innerCalls: readonly InnerCall[], path: readonly number[], isHex: boolean): Call {
    this.#calls++
    const leafIndex = this.leaves.length
    const calls = innerCalls.length === 0 ? [] : this.#readAll(innerCalls, path, isHex)
    const call = { ...decoded, depth: path.length, path, calls }
    if (call.calls.length === 0) this.leaves.push(call)
    else if (call.status === 'undecodable' || call.signature?.row?.hides) this.leaves.splice(leafIndex, 0, call)
    return call
  }

  #readAll(innerCalls: readonly InnerCall[], path: readonly number[], isHex: boolean): Call[] {
    const calls: Call[] = []
    for (const [index, inner] of innerCalls.entries()) {
      const bound = this.#boundBefore(path.length)
      if (bound !== undefined) this.hit.add(bound)
      if (bound !== undefined || !this.work.spend(inner.data.length / WORD_DIGITS)) break
      calls.push(this.read(inner, [...path, index], isHex))
    }
    return calls
  }

  #boundBefore(depth: number): string | undefined {
    if (depth >= MAX_DEPTH) return bounds.depth
    return this.#calls >= MAX_CALLS ? bounds.count : undefined
  }
}

interface Decoding {
  readonly decoded: Omit<Call, 'depth' | 'path' | 'calls'>
  readonly innerCalls: readonly InnerCall[]
}

function decodeCall(
  { command, data, actor, to, value, operation, mayFail }: InnerCall,
  imported: ImportedFunctions | undefined,
  work: Work,
  isHex: boolean,
): Decoding {
  const context = mayFail ? { actor, to, value, operation, mayFail } : { actor, to, value, operation }
  const unread = (status: CallStatus, selector = ''): Decoding => ({
    decoded: { ...context, data, selector, name: '', args: {}, status },
    innerCalls: [],
  })
  if (to === undefined) return unread('creation')
  if (!command && (data === '0x' || data === '')) return unread('plain')

  const selector = command ? command.id : data.slice(0, SELECTOR_LENGTH)
  const candidates = command ? command.candidates : signaturesOf(selector, to, imported)
  const body = data.slice(command ? '0x'.length : SELECTOR_LENGTH)
  const { signature, reading } = firstThatDecodes(candidates, body, work, isHex)
  if (!signature || !reading || (reading.fault !== undefined && selector.startsWith(MINED_SELECTOR)))
    return unread('unknown-selector', selector)

  const unwrap = unwraps.get(readerKey(signature)) ?? unwrapByRow(signature.row)
  const readable = reading.fault === undefined ? reading.args : reading.lenient
  const unwrapped = unwrap && readable && unwrap({ ...context, to }, readable, work)
  const fault = reading.fault ?? unwrapped?.fault
  const decoded: Decoding['decoded'] = {
    ...context,
    data,
    // That of the table: tables find it faster than a part of the data.
    selector: command ? selector : signature.selector,
    name: signature.name,
    signature,
    args: reading.args,
    status: fault === undefined ? 'decoded' : 'undecodable',
    ...(fault !== undefined && { fault }),
    ...(reading.unused && { unused: true }),
  }
  return { decoded, innerCalls: unwrapped?.calls ?? [] }
}

/** The first candidate that decodes and uses all data, else the first that decodes, else the first with its fault. */
function firstThatDecodes(
  candidates: readonly Signature[],
  body: string,
  work: Work,
  isHex: boolean,
): { readonly signature?: Signature; readonly reading?: DecodedArguments } {
  let best: { signature: Signature; reading: DecodedArguments } | undefined
  for (const signature of candidates) {
    const reading = signature.layout.read(body, work, isHex)
    if (reading.fault === undefined && !reading.unused) return { signature, reading }
    if (!best || (best.reading.fault !== undefined && reading.fault === undefined)) best = { signature, reading }
  }
  return best ?? {}
}

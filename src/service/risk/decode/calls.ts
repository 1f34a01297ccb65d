import type { Transaction } from '../types.ts'
import type { Arguments, Reading } from './arguments.ts'
import { readerKey, type Signature, signaturesOf } from './signatures.ts'
import { unwraps } from './unwrap/index.ts'
import type { Frame, Step } from './unwrap/step.ts'

/**
 * plain: no data · creation: the data is code · decoded · unknown-selector: no signature is known for it ·
 * undecodable: the selector is known, but what follows is not its arguments.
 */
type CallStatus = 'plain' | 'creation' | 'decoded' | 'unknown-selector' | 'undecodable'

/** One call that the transaction makes, with those that it makes others do. */
export interface Call extends Frame {
  /** 0 is the transaction itself. */
  readonly depth: number
  /** Place among its siblings, and of what they stand in: [] is the transaction itself. */
  readonly path: readonly number[]
  readonly status: CallStatus
  /** 0x and hex digits, lower case. */
  readonly data: string
  /** Lower case; '' when there is none. Shorter than four bytes when the data is, and of a router's command. */
  readonly selector: string
  /** Name of the function; '' when it is not known. */
  readonly name: string
  readonly signature?: Signature
  /** All of them when decoded; the addresses that can be made out when undecodable; else none. */
  readonly args: Arguments
  /** Why it is undecodable, a clause about the call data. */
  readonly fault?: string
  /** What a wrapper makes others do, as far as it could be read; none of anything else. */
  readonly calls: readonly Call[]
}

/** bounded: a limit was hit, so that there may be calls that are not in it. */
export interface Decoded {
  /** The transaction itself. */
  readonly root: Call
  /** What is done in the end: the calls that stand for no others, and those that do not decode. In order. */
  readonly calls: readonly Call[]
  readonly status: 'complete' | 'bounded'
  /** The limits that were hit, a sentence each. */
  readonly bounds: readonly string[]
}

/** Bytes of call data that are read; go-ethereum's transaction pool takes 128 KiB. */
export const MAX_CALL_DATA_BYTES = 512 * 1024
const MAX_DEPTH = 16
const MAX_CALLS = 4096
/** Bytes that are read in all, each as often as it stands in a wrapper. */
const MAX_WORK_BYTES = 4 * 1024 * 1024

const bounds = {
  size: `The call data is larger than ${MAX_CALL_DATA_BYTES / 1024} KiB; the rest was not read.`,
  depth: `Calls are nested more than ${MAX_DEPTH} deep; deeper calls were not read.`,
  count: `The transaction makes more than ${MAX_CALLS} calls; the rest were not read.`,
  work: `Nested calls expand to more than ${MAX_WORK_BYTES / 1024 ** 2} MiB of call data; the rest was not read.`,
} as const

const SELECTOR_LENGTH = '0x12345678'.length

/**
 * Two leading zero bytes are mined on purpose to save gas, so that functions of many kinds have such a selector: when
 * the known one does not decode, it is another.
 */
const MINED_SELECTOR = '0x0000'

/** What a transaction does, call by call. Throws for no input. */
export function decodeCalls(transaction: Transaction): Decoded {
  const { from: actor, to, value } = transaction
  const limit = 2 + 2 * MAX_CALL_DATA_BYTES
  const data = transaction.data.slice(0, limit).toLowerCase()
  const walk = new Walk()
  if (to !== undefined && transaction.data.length > limit) walk.hit.add(bounds.size)
  const root = walk.read({ actor, to, value, operation: 'call', data }, [])
  return {
    root,
    calls: walk.ends,
    status: walk.hit.size > 0 ? 'bounded' : 'complete',
    bounds: Object.values(bounds).filter((bound) => walk.hit.has(bound)),
  }
}

/** Every call of a tree, a wrapper before what it makes others do. */
export function* everyCall(root: Call): Generator<Call> {
  yield root
  for (const call of root.calls) yield* everyCall(call)
}

/** Whether a call only makes others of the same caller to the same contract: a multicall, of which they say it all. */
export function isTransparent({ calls, actor, to, value, operation }: Call): boolean {
  return (
    calls.length > 0 &&
    calls.every(
      (call) => call.to === to && call.actor === actor && call.value === value && call.operation === operation,
    )
  )
}

class Walk {
  readonly hit = new Set<string>()
  readonly ends: Call[] = []
  #calls = 0
  #workDigits = MAX_WORK_BYTES * 2

  read(step: Step, path: readonly number[]): Call {
    this.#calls++
    const { known, steps } = readStep(step)
    const place = this.ends.length
    const call = { ...known, depth: path.length, path, calls: this.#readAll(steps, path) }
    if (call.calls.length === 0 || call.status === 'undecodable') this.ends.splice(place, 0, call)
    return call
  }

  #readAll(steps: readonly Step[], path: readonly number[]): Call[] {
    const calls: Call[] = []
    for (const [index, step] of steps.entries()) {
      const bound = this.#boundBefore(step, path.length)
      if (bound !== undefined) {
        this.hit.add(bound)
        break
      }
      this.#workDigits -= step.data.length
      calls.push(this.read(step, [...path, index]))
    }
    return calls
  }

  #boundBefore({ data }: Step, depth: number): string | undefined {
    if (depth >= MAX_DEPTH) return bounds.depth
    if (this.#calls >= MAX_CALLS) return bounds.count
    return data.length > this.#workDigits ? bounds.work : undefined
  }
}

type Known = Omit<Call, 'depth' | 'path' | 'calls'>

function readStep(step: Step): { readonly known: Known; readonly steps: readonly Step[] } {
  const { command, data, ...frame } = step
  const none = { ...frame, data, selector: '', name: '', args: {} }
  if (frame.to === undefined) return { known: { ...none, status: 'creation' }, steps: [] }
  const to = frame.to
  if (!command && (data === '0x' || data === '')) return { known: { ...none, status: 'plain' }, steps: [] }

  const selector = command ? command.id : data.slice(0, SELECTOR_LENGTH)
  const candidates = command ? command.candidates : signaturesOf(selector)
  const body = data.slice(command ? '0x'.length : SELECTOR_LENGTH)
  const { signature, reading } = firstThatDecodes(candidates, body)
  if (!signature || !reading || (reading.fault !== undefined && selector.startsWith(MINED_SELECTOR)))
    return { known: { ...none, selector, status: 'unknown-selector' }, steps: [] }

  const unwrap = unwraps.get(readerKey(signature))
  const readable = reading.fault === undefined ? reading.args : reading.lenient
  const unwrapped = unwrap && readable && unwrap({ ...frame, to }, readable)
  const fault = reading.fault ?? unwrapped?.fault
  const known: Known = {
    ...none,
    selector,
    name: signature.name,
    signature,
    args: reading.args,
    status: fault === undefined ? 'decoded' : 'undecodable',
    ...(fault !== undefined && { fault }),
  }
  return { known, steps: unwrapped?.steps ?? [] }
}

/** The first candidate that decodes; when none does, the first and what is wrong with it. */
function firstThatDecodes(
  candidates: readonly Signature[],
  body: string,
): { readonly signature?: Signature; readonly reading?: Reading } {
  let first: { signature: Signature; reading: Reading } | undefined
  for (const signature of candidates) {
    const reading = signature.layout.read(body)
    if (reading.fault === undefined) return { signature, reading }
    first ??= { signature, reading }
  }
  return first ?? {}
}

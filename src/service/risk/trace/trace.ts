import { WardenError } from '../../../shared/errors.ts'
import { isRecord } from '../../../shared/json.ts'

/** One call of an executed transaction. Addresses and hex in lower case, values in wei. */
export interface CallFrame {
  readonly type: 'CALL' | 'DELEGATECALL' | 'STATICCALL' | 'CALLCODE' | 'CREATE' | 'CREATE2' | 'SELFDESTRUCT'
  readonly from: string
  readonly to: string | undefined
  readonly value: bigint
  readonly input: string
  /** Set when the frame reverted or failed. */
  readonly error: string | undefined
  readonly logs: readonly FrameLog[]
  readonly calls: readonly CallFrame[]
}

export interface FrameLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** The calls of an executed or simulated transaction. `incomplete`: a size limit cut it off. */
export interface Trace {
  readonly root: CallFrame
  readonly incomplete: boolean
}

/** Maximum call depth of the EVM. */
const MAX_DEPTH = 1024
const MAX_FRAMES = 20_000
const MAX_LOGS = 50_000

const callTypes: readonly CallFrame['type'][] = [
  'CALL',
  'DELEGATECALL',
  'STATICCALL',
  'CALLCODE',
  'CREATE',
  'CREATE2',
  'SELFDESTRUCT',
]

/**
 * Parses the output of go-ethereum's callTracer, with or without logs: the root frame, or the JSON-RPC response around
 * it. Cuts off a trace that exceeds the limits. Throws WardenError `not-a-trace` for any other input.
 */
export function readTrace(json: unknown): Trace {
  const frame = isRecord(json) && isRecord(json.result) ? json.result : json
  const reader = new TraceReader()
  const root = reader.frame(frame, 'the trace', 0)
  return { root, incomplete: reader.incomplete }
}

class TraceReader {
  incomplete = false
  #frames = 0
  #logs = 0

  frame(json: unknown, place: string, depth: number): CallFrame {
    if (!isRecord(json)) throw notATrace(`${place} is not a frame`)
    this.#frames++
    const type = callTypes.find((each) => each === json.type)
    if (type === undefined) throw notATrace(`${place} has no call type`)
    return {
      type,
      from: address(json.from, `${place}: from`),
      // Absent when a contract creation failed.
      to: json.to === undefined || json.to === null ? undefined : address(json.to, `${place}: to`),
      value: quantity(json.value, `${place}: value`),
      input: bytes(json.input, `${place}: input`),
      error: errorIn(json),
      logs: this.#upTo(items(json.logs, `${place}: logs`), MAX_LOGS - this.#logs).map((log, index) =>
        this.#log(log, `${place}: log ${index}`),
      ),
      calls: this.#calls(items(json.calls, `${place}: calls`), place, depth),
    }
  }

  #calls(all: readonly unknown[], place: string, depth: number): CallFrame[] {
    if (depth + 1 >= MAX_DEPTH && all.length > 0) {
      this.incomplete = true
      return []
    }
    const frames: CallFrame[] = []
    for (const [index, call] of all.entries()) {
      if (this.#frames >= MAX_FRAMES) {
        this.incomplete = true
        break
      }
      frames.push(this.frame(call, depth < 8 ? `${place}, call ${index}` : `a call at depth ${depth + 1}`, depth + 1))
    }
    return frames
  }

  #log(json: unknown, place: string): FrameLog {
    this.#logs++
    if (!isRecord(json)) throw notATrace(`${place} is not a log`)
    return {
      address: address(json.address, `${place}: address`),
      topics: items(json.topics, `${place}: topics`).map((topic) => bytes(topic, `${place}: topic`)),
      data: bytes(json.data, `${place}: data`),
    }
  }

  #upTo<T>(all: readonly T[], most: number): readonly T[] {
    if (all.length <= most) return all
    this.incomplete = true
    return all.slice(0, Math.max(0, most))
  }
}

function errorIn({ error, revertReason }: Record<string, unknown>): string | undefined {
  if (typeof error === 'string' && error !== '') return error
  return typeof revertReason === 'string' && revertReason !== '' ? revertReason : undefined
}

function address(value: unknown, place: string): string {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)) return value.toLowerCase()
  throw notATrace(`${place} is not an address`)
}

function quantity(value: unknown, place: string): bigint {
  if (value === undefined || value === null) return 0n
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value)
  throw notATrace(`${place} is not a 0x-hex quantity`)
}

function bytes(value: unknown, place: string): string {
  if (value === undefined || value === null) return '0x'
  if (typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return value.toLowerCase()
  throw notATrace(`${place} is not 0x-hex`)
}

function items(value: unknown, place: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  throw notATrace(`${place} is not a list`)
}

function notATrace(detail: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'not-a-trace',
    message: 'not a call trace in the format of go-ethereum’s callTracer',
    details: [`${detail}.`],
  })
}

import { WardenError } from '../../../shared/errors.ts'
import { isRecord } from '../../../shared/json.ts'
import type { Frame, Log, Trace } from './trace.ts'

/** The EVM lets calls stand 1,024 deep in one another. */
const MAX_DEPTH = 1024
const MAX_FRAMES = 20_000
const MAX_LOGS = 50_000

const types: readonly Frame['type'][] = [
  'CALL',
  'DELEGATECALL',
  'STATICCALL',
  'CALLCODE',
  'CREATE',
  'CREATE2',
  'SELFDESTRUCT',
]

type Members = Readonly<Record<string, unknown>>

/**
 * Reads what go-ethereum's callTracer answers, with or without logs: the frame itself, or the whole JSON-RPC answer.
 * Throws WardenError (refused) for anything else. A trace beyond the bounds is cut, and marked as incomplete.
 */
export function readTrace(json: unknown): Trace {
  const answer = isRecord(json) && isRecord(json.result) ? json.result : json
  const reader = new Reader()
  const root = reader.frame(answer, 'the trace', 0)
  return { root, incomplete: reader.incomplete }
}

class Reader {
  incomplete = false
  #frames = 0
  #logs = 0

  frame(json: unknown, place: string, depth: number): Frame {
    if (!isRecord(json)) throw noTrace(`${place} is not a frame`)
    this.#frames++
    const type = types.find((each) => each === json.type)
    if (type === undefined) throw noTrace(`${place} has no type of a call`)
    return {
      type,
      from: address(json.from, `${place}: from`),
      // A creation that failed made nothing.
      to: json.to === undefined || json.to === null ? undefined : address(json.to, `${place}: to`),
      value: quantity(json.value, `${place}: value`),
      input: bytes(json.input, `${place}: input`),
      error: errorIn(json),
      logs: this.#room(items(json.logs, `${place}: logs`), MAX_LOGS - this.#logs).map((log, index) =>
        this.#log(log, `${place}: log ${index}`),
      ),
      calls: this.#calls(items(json.calls, `${place}: calls`), place, depth),
    }
  }

  #calls(all: readonly unknown[], place: string, depth: number): Frame[] {
    if (depth + 1 >= MAX_DEPTH && all.length > 0) {
      this.incomplete = true
      return []
    }
    const frames: Frame[] = []
    for (const [index, call] of all.entries()) {
      if (this.#frames >= MAX_FRAMES) {
        this.incomplete = true
        break
      }
      frames.push(this.frame(call, depth < 8 ? `${place}, call ${index}` : `a call ${depth + 1} deep`, depth + 1))
    }
    return frames
  }

  #log(json: unknown, place: string): Log {
    this.#logs++
    if (!isRecord(json)) throw noTrace(`${place} is not a log`)
    return {
      address: address(json.address, `${place}: address`),
      topics: items(json.topics, `${place}: topics`).map((topic) => bytes(topic, `${place}: topic`)),
      data: bytes(json.data, `${place}: data`),
    }
  }

  #room<T>(all: readonly T[], most: number): readonly T[] {
    if (all.length <= most) return all
    this.incomplete = true
    return all.slice(0, Math.max(0, most))
  }
}

function errorIn({ error, revertReason }: Members): string | undefined {
  if (typeof error === 'string' && error !== '') return error
  return typeof revertReason === 'string' && revertReason !== '' ? revertReason : undefined
}

function address(value: unknown, place: string): string {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)) return value.toLowerCase()
  throw noTrace(`${place} is not an address`)
}

function quantity(value: unknown, place: string): bigint {
  if (value === undefined || value === null) return 0n
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value)
  throw noTrace(`${place} is not a 0x-hex quantity`)
}

function bytes(value: unknown, place: string): string {
  if (value === undefined || value === null) return '0x'
  if (typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return value.toLowerCase()
  throw noTrace(`${place} is not 0x-hex`)
}

function items(value: unknown, place: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  throw noTrace(`${place} is not a list`)
}

function noTrace(detail: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'not-a-trace',
    message: 'this is no call trace as go-ethereum’s callTracer writes it',
    details: [`${detail}.`],
  })
}

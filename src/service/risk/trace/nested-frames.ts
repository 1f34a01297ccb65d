import { isRecord } from '../../../shared/json/json.ts'
import type { Log } from '../../evm/logs.ts'
import {
  address,
  bytes,
  items,
  MAX_DEPTH,
  MAX_FRAMES,
  MAX_LOGS,
  notATrace,
  type OpenFrame,
  optionalAddress,
  quantity,
  text,
  word,
} from './fields.ts'
import type { CallFrame, Trace } from './trace.ts'

const callTypes: readonly CallFrame['type'][] = [
  'CALL',
  'DELEGATECALL',
  'STATICCALL',
  'CALLCODE',
  'CREATE',
  'CREATE2',
  'SELFDESTRUCT',
]

/** Parses the root frame of go-ethereum's callTracer. Throws WardenError `not-a-trace`. */
export function readNestedFrames(json: unknown): Trace {
  return new NestedReader().read(json)
}

interface PendingJsonFrame {
  readonly json: unknown
  /** For errors. */
  readonly place: string
  readonly depth: number
  readonly siblings: CallFrame[]
}

class NestedReader {
  #incomplete = false
  #hasLogs = false
  #frames = 0
  #logs = 0
  readonly #pending: PendingJsonFrame[] = []

  /** Without recursion: calls nest up to 1,024 deep. */
  read(json: unknown): Trace {
    const root = this.#frame({ json, place: 'the trace', depth: 0, siblings: [] })
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) {
      if (this.#frames >= MAX_FRAMES) {
        this.#incomplete = true
        break
      }
      next.siblings.push(this.#frame(next))
    }
    return { root, incomplete: this.#incomplete, hasLogs: this.#hasLogs }
  }

  #frame({ json, place, depth }: PendingJsonFrame): CallFrame {
    if (!isRecord(json)) throw notATrace(`${place} is not a frame`)
    this.#frames++
    const type = callTypes.find((each) => each === json.type)
    if (type === undefined) throw notATrace(`${place} has no call type`)
    const frame: OpenFrame = {
      type,
      from: address(json.from, `${place}: from`),
      to: optionalAddress(json.to, `${place}: to`),
      value: quantity(json.value, `${place}: value`),
      input: bytes(json.input, `${place}: input`),
      error: text(json.error) ?? text(json.revertReason),
      logs: this.#logsOf(json, place),
      calls: [],
    }
    this.#addCalls(items(json.calls, `${place}: calls`), { place, depth, siblings: frame.calls })
    return frame
  }

  #addCalls(calls: readonly unknown[], { place, depth, siblings }: Omit<PendingJsonFrame, 'json'>): void {
    if (depth + 1 >= MAX_DEPTH && calls.length > 0) {
      this.#incomplete = true
      return
    }
    for (let index = calls.length - 1; index >= 0; index--) {
      const placed = depth < 8 ? `${place}, call ${index}` : `a call at depth ${depth + 1}`
      this.#pending.push({ json: calls[index], place: placed, depth: depth + 1, siblings })
    }
  }

  #logsOf({ logs }: Record<string, unknown>, place: string): Log[] {
    const all = items(logs, `${place}: logs`)
    if (Array.isArray(logs)) this.#hasLogs = true
    const read = all.slice(0, Math.max(0, MAX_LOGS - this.#logs))
    if (read.length < all.length) this.#incomplete = true
    this.#logs += read.length
    return read.map((log, index) => logOf(log, `${place}: log ${index}`))
  }
}

function logOf(json: unknown, place: string): Log {
  if (!isRecord(json)) throw notATrace(`${place} is not a log`)
  return {
    address: address(json.address, `${place}: address`),
    topics: items(json.topics, `${place}: topics`).map((topic) => word(topic, `${place}: topic`)),
    data: bytes(json.data, `${place}: data`),
  }
}

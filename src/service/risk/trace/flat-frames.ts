import { isRecord } from '../../../shared/json/json.ts'
import {
  address,
  bytes,
  items,
  MAX_DEPTH,
  MAX_FRAMES,
  notATrace,
  type OpenFrame,
  optionalAddress,
  quantity,
  text,
} from './fields.ts'
import type { CallFrame, Trace } from './trace.ts'

/** A frame on the path from the root to the frame before, with its position. */
interface Ancestor {
  readonly frame: OpenFrame
  readonly index: number
  /** Number of its calls by its own count. */
  readonly subtraces: number | undefined
}

/**
 * Parses the flat list of Parity's trace_transaction, each frame after its caller, and builds the tree by `traceAddress`.
 * Gaps between siblings are accepted, because some nodes leave out calls of precompiles. The format has no events. Throws
 * WardenError `not-a-trace`.
 */
export function readFlatFrames(list: readonly unknown[]): Trace {
  const path: Ancestor[] = []
  let root: CallFrame | undefined
  let incomplete = list.length > MAX_FRAMES
  const leaveTo = (depth: number) => {
    if (path.slice(depth).some(lacksCalls)) incomplete = true
    path.length = depth
  }

  for (const [position, json] of list.slice(0, MAX_FRAMES).entries()) {
    const place = `frame ${position}`
    if (!isRecord(json) || !isRecord(json.action)) throw notATrace(`${place} has no action`)
    const at = items(json.traceAddress, `${place}: traceAddress`)
    if (at.length >= MAX_DEPTH) {
      incomplete = true
      continue
    }
    if (!isNext(at, path)) throw notATrace(`${place}: traceAddress does not follow the frame before it`)
    leaveTo(at.length)
    const frame = frameOf(json, json.action, place)
    path.at(-1)?.frame.calls.push(frame)
    root ??= frame
    path.push({ frame, index: indexIn(at), subtraces: countIn(json.subtraces) })
  }
  leaveTo(0)
  if (!root) throw notATrace('the trace has no frames')
  return { root, incomplete, hasLogs: false }
}

/** The root, or a call of a frame on the path that comes after the calls it has. */
function isNext(at: readonly unknown[], path: readonly Ancestor[]): boolean {
  if (at.length > path.length || !at.every(isIndex)) return false
  if (at.length === 0) return path.length === 0
  const before = path[at.length]
  return (
    (!before || before.index < indexIn(at)) && at.slice(0, -1).every((index, depth) => path[depth + 1]?.index === index)
  )
}

function lacksCalls({ frame, subtraces }: Ancestor): boolean {
  return subtraces !== undefined && frame.calls.length < subtraces
}

function isIndex(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** -1 for the root. */
function indexIn(at: readonly unknown[]): number {
  return Number(at.at(-1) ?? -1)
}

function countIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

const callTypes: Readonly<Record<string, CallFrame['type']>> = {
  call: 'CALL',
  delegatecall: 'DELEGATECALL',
  staticcall: 'STATICCALL',
  callcode: 'CALLCODE',
}

type Json = Record<string, unknown>

function frameOf(json: Json, action: Json, place: string): OpenFrame {
  const rest = { error: text(json.error), logs: [], calls: [] }
  switch (json.type) {
    case 'call': {
      const type = callTypes[String(action.callType ?? 'call').toLowerCase()]
      if (type === undefined) throw notATrace(`${place} has no call type`)
      return {
        type,
        from: address(action.from, `${place}: from`),
        to: address(action.to, `${place}: to`),
        value: quantity(action.value, `${place}: value`),
        input: bytes(action.input, `${place}: input`),
        ...rest,
      }
    }
    case 'create':
      return {
        type: action.creationMethod === 'create2' ? 'CREATE2' : 'CREATE',
        from: address(action.from, `${place}: from`),
        to: isRecord(json.result) ? optionalAddress(json.result.address, `${place}: address`) : undefined,
        value: quantity(action.value, `${place}: value`),
        input: bytes(action.init, `${place}: init`),
        ...rest,
      }
    case 'suicide':
    case 'selfdestruct':
      return {
        type: 'SELFDESTRUCT',
        from: address(action.address, `${place}: address`),
        to: address(action.refundAddress, `${place}: refundAddress`),
        value: quantity(action.balance, `${place}: balance`),
        input: '0x',
        ...rest,
      }
    default:
      throw notATrace(`${place} has no call type`)
  }
}

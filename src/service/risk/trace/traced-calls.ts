import { type Call, decodeTraced } from '../decode/calls.ts'
import type { TaughtFunctions } from '../effects/taught.ts'
import { type LiveFrame, liveFrames } from './live-frames.ts'
import { isCodeCall } from './movements.ts'
import type { CallFrame, Trace } from './trace.ts'

/** A frame with effects, as a call. */
export interface TracedCall extends LiveFrame {
  /** That of the call data where it shows the same call. */
  readonly call: Call
}

/** Frames with effects, callers first, decoded like call data. */
export function tracedCalls(
  { root }: Trace,
  decoded: readonly Call[],
  isOwn: (address: string) => boolean,
  taught?: TaughtFunctions,
): readonly TracedCall[] {
  const imported = taught && { taught }
  const shown = new Map(decoded.map((call) => [keyOf(call), call]))
  return Array.from(liveFrames(root, isOwn), (live) => {
    const { frame, depth, caller: actor } = live
    const operation = isCodeCall(frame) ? 'delegatecall' : 'call'
    const inner = { actor, to: targetOf(frame), value: frame.value, operation, data: frame.input } as const
    return { ...live, call: shown.get(keyOf(inner)) ?? decodeTraced(inner, depth, imported) }
  })
}

/** Undefined for a creation, whose data is code. */
function targetOf({ type, to }: CallFrame): string | undefined {
  return type === 'CREATE' || type === 'CREATE2' ? undefined : to
}

/** A delegatecall sends no value, although its code sees one in the trace. */
function keyOf({
  actor,
  operation,
  to,
  value,
  data,
}: Pick<Call, 'actor' | 'operation' | 'to' | 'value' | 'data'>): string {
  return `${actor} ${operation} ${to} ${operation === 'delegatecall' ? '' : value} ${data}`
}

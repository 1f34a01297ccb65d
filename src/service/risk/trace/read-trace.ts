import { isRecord } from '../../../shared/json/json.ts'
import { readFlatFrames } from './flat-frames.ts'
import { readNestedFrames } from './nested-frames.ts'
import type { Trace } from './trace.ts'

/**
 * Parses a trace of either format, or the JSON-RPC response around it: the root frame of go-ethereum's callTracer, with or
 * without logs; or the flat list of Parity's trace_transaction, also as `trace` of trace_replayTransaction. Cuts off a
 * trace that exceeds the limits. Throws WardenError `not-a-trace` for any other input.
 */
export function readTrace(json: unknown): Trace {
  const answer = isRecord(json) && (isRecord(json.result) || Array.isArray(json.result)) ? json.result : json
  const frames = isRecord(answer) && Array.isArray(answer.trace) ? answer.trace : answer
  return Array.isArray(frames) ? readFlatFrames(frames) : readNestedFrames(frames)
}

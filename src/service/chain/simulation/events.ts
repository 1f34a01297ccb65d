import type { Log, Movement } from '../../evm/logs.ts'
import { liveFrames } from '../../risk/trace/live-frames.ts'
import { movementsOf } from '../../risk/trace/movements.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import { logOf } from '../rpc/read-log.ts'

const MAX_LOGS = 20_000

/**
 * Logs of an answer of a node, the first ones: a transaction can have 40,000, and must not fail the simulation by them.
 * Undefined for anything that is not a list of logs.
 */
export function readLogs(value: unknown): readonly Log[] | undefined {
  if (!Array.isArray(value)) return undefined
  const logs = value.slice(0, MAX_LOGS).map(logOf)
  return logs.every((log) => log !== undefined) ? logs : undefined
}

/** Lists the events of frames that last. */
export function logsOf(trace: Trace): readonly Log[] {
  return Array.from(liveFrames(trace.root, () => false)).flatMap(({ frame }) => frame.logs)
}

/** Lists the movements by frames and their events. */
export function movementsOfTrace(trace: Trace): readonly Movement[] {
  return Array.from(liveFrames(trace.root, () => false)).flatMap(({ frame }) => movementsOf(frame))
}

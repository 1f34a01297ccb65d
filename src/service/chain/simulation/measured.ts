import type { Log } from '../../evm/logs.ts'
import type { PlannedTakes } from './takes.ts'

/** What a run with questions before and after measured. */
export interface Measured {
  readonly succeeded: boolean
  /** Why the run reverted, as a clause; absent when it did not. */
  readonly reason: string | undefined
  /** One answer for each question, '0x' where there is none. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Absent when the method does not show them. */
  readonly logs: readonly Log[] | undefined
  /** Wei that the sender paid for gas. */
  readonly fee: bigint
  /** Time of the block, in seconds. */
  readonly timestamp: bigint
  /** What each planned take took. */
  readonly taken: ReadonlyMap<PlannedTakes, readonly bigint[]>
}

/** Why there is no measurement: one line. */
export interface NotMeasured {
  readonly failure: string
}

export function isMeasured(run: Measured | NotMeasured | undefined): run is Measured {
  return run !== undefined && 'succeeded' in run
}

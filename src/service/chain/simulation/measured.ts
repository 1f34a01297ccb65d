import type { Log } from '../../evm/logs.ts'
import type { PlannedTakes } from './takes.ts'

/** What a run with questions before and after measured. */
export interface Measured {
  readonly succeeded: boolean
  /** Of a run that reverted: a clause. */
  readonly reason: string | undefined
  /** One answer for each question, '0x' where there is none. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Undefined: the method does not show them. */
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

export function isMeasured(run: Measured | NotMeasured): run is Measured {
  return 'succeeded' in run
}

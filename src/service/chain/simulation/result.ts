import type { MissingData } from '../../../api/text/missing.ts'
import type { Log } from '../../evm/logs.ts'
import type { SimulationEvidence } from '../../risk/chain/simulation.ts'
import type { PlannedTakes } from './takes.ts'

export interface SimulationResult {
  readonly simulation: SimulationEvidence
  /** What could not be read or tried. */
  readonly missing: readonly MissingData[]
}

export function emptySimulation(
  given: Pick<SimulationEvidence, 'status' | 'method' | 'reason'> & Partial<SimulationEvidence>,
): SimulationEvidence {
  return {
    changes: [],
    claims: [],
    approvals: [],
    lowered: [],
    differences: [],
    slots: [],
    control: [],
    safes: [],
    trace: undefined,
    isMeasured: false,
    simulated: 'transaction',
    ...given,
  }
}

/** Limit of each list: contracts can emit thousands of events that name any address; each is looked up, shown and stored. */
const MAX_ENTRIES = 256

/** Gives the first entries of each list: those that were measured come first. */
export function bounded({ simulation, missing }: SimulationResult): SimulationResult {
  const { changes, claims, approvals, lowered, differences, control } = simulation
  const first = <T>(list: readonly T[]) => list.slice(0, MAX_ENTRIES)
  const isCut = [changes, approvals, lowered, control].some(({ length }) => length > MAX_ENTRIES)
  return {
    simulation: {
      ...simulation,
      changes: first(changes),
      claims: first(claims),
      approvals: first(approvals),
      lowered: first(lowered),
      differences: first(differences),
      control: first(control),
    },
    missing: isCut ? [...missing, { code: 'changes-cut', limit: MAX_ENTRIES }] : missing,
  }
}

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

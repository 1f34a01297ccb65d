import type { MissingData } from '../../../api/text/missing.ts'
import type { SimulationEvidence } from '../../risk/chain/simulation.ts'

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

import type { Simulation } from '../../risk/chain/simulation.ts'

export interface SimulationResult {
  readonly simulation: Simulation
  /** What could not be read or tried, one line each, without a period. */
  readonly missing: readonly string[]
}

export function emptySimulation(
  given: Pick<Simulation, 'status' | 'method' | 'reason'> & Partial<Simulation>,
): Simulation {
  return {
    changes: [],
    claims: [],
    approvals: [],
    differences: [],
    trace: undefined,
    isMeasured: false,
    simulated: 'transaction',
    ...given,
  }
}

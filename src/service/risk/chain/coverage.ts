import type { ChainCoverage } from '../../../api/schemas/simulation.ts'
import type { ChainObservation } from './observation.ts'

/** What was read from the chain, and what is missing. */
export function chainCoverageOf(observation: ChainObservation): ChainCoverage {
  const { node } = observation
  const missing = missingOfChain(observation)
  if (node === undefined) return { status: 'none', missing }
  return { status: missing.length === 0 ? 'full' : 'partial', node, missing }
}

/** What the node could not say, one line each, without a period. */
export function missingOfChain({ missing, block, simulation }: ChainObservation): string[] {
  const { status, reason, isMeasured, isExecuted, method } = simulation
  const why = reason === undefined ? '' : `: ${reason}`
  const at = block === undefined ? 'in the simulation' : `at block ${block.number}`
  const lines = [...missing]
  if (isExecuted) {
    if (status === 'ok')
      lines.push(`What it moved is read from its ${method === 'receipt' ? 'events' : 'trace'}, not from balances`)
  } else if (status === 'unavailable') lines.push(`Not simulated${why}`)
  else if (status === 'reverted') lines.push(`Transaction fails ${at}${why}; its effects are not known`)
  else if (!isMeasured) lines.push('Balances were not measured, only read from the trace')
  return [...new Set(lines.map(asSentence))]
}

/** Names of methods keep their spelling. */
function asSentence(line: string): string {
  return /^[a-z]+ /.test(line) ? line.charAt(0).toUpperCase() + line.slice(1) : line
}

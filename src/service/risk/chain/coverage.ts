import type { ChainCoverage } from '../../../api/schemas/simulation.ts'
import { type MissingData, missingText } from '../../../api/text/missing.ts'
import type { ChainObservation } from './observation.ts'

/** What was read from the chain, and what is missing. */
export function chainCoverageOf(observation: ChainObservation): ChainCoverage {
  const { node } = observation
  const missingData = missingOfChain(observation)
  const found = { missing: missingData.map(missingText), missingData }
  if (node === undefined) return { status: 'none', ...found }
  return { status: missingData.length === 0 ? 'full' : 'partial', node, ...found }
}

/** What the node could not say, each once. */
export function missingOfChain({ missing, block, simulation }: ChainObservation): MissingData[] {
  const { status, reason, isMeasured, isExecuted, method } = simulation
  const why = reason === undefined ? {} : { reason }
  const all = [...missing]
  if (isExecuted) {
    if (status === 'ok') all.push({ code: method === 'receipt' ? 'moves-from-events' : 'moves-from-trace' })
  } else if (status === 'unavailable') all.push({ code: 'not-simulated', ...why })
  else if (status === 'reverted')
    all.push({ code: 'reverted', ...(block !== undefined && { block: String(block.number) }), ...why })
  else if (!isMeasured) all.push({ code: 'balances-from-trace' })
  return Array.from(new Map(all.map((each) => [missingText(each), each])).values())
}

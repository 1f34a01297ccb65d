import { type FollowMode, followModes } from '../../api/vocabulary.ts'

/**
 * Units that a provider counts for one request. Sources: docs.alchemy.com, reference/compute-unit-costs;
 * docs.infura.io, api/learn/pricing/credit-cost (2026). `eth_call` costs Infura what the lens costs.
 */
const UNITS = {
  eth_getBlockByNumber: { alchemy: 20, infura: 80 },
  eth_getBlockReceipts: { alchemy: 20, infura: 1000 },
  eth_getLogs: { alchemy: 60, infura: 255 },
  eth_call: { alchemy: 26, infura: 80 },
} as const satisfies Record<string, Readonly<Record<Provider, number>>>

type Provider = 'alchemy' | 'infura'
type Method = keyof typeof UNITS

const DAY_S = 86_400
/** Seconds between two steps of the sparse mode, at least one block. */
const SPARSE_STEP_S = 12
/** Shortest and longest time between two questions for the head, and that between two for the final block (seconds). */
const SHORTEST_POLL_S = 0.4
const LONGEST_POLL_S = 3
const FINALIZED_S = 12

/** Requests for each block (full) or step (sparse). Logs are asked for by each of three topics. */
const REQUESTS: Readonly<Record<FollowMode, readonly Method[]>> = {
  full: ['eth_getBlockByNumber', 'eth_getBlockReceipts'],
  sparse: ['eth_getLogs', 'eth_getLogs', 'eth_getLogs', 'eth_call'],
}

/** What following a chain costs in a day. */
export interface FollowPrice {
  readonly mode: FollowMode
  readonly calls: number
  /** Compute units of Alchemy. */
  readonly alchemyUnits: number
  /** Credits of Infura. */
  readonly infuraCredits: number
}

/** The price of each mode, from the seconds between two blocks. */
export function followPrices(secondsPerBlock: number): FollowPrice[] {
  return followModes.map((mode) => {
    const asked = requestsOf(mode, secondsPerBlock)
    const units = (provider: Provider) =>
      Math.round(asked.reduce((sum, { method, times }) => sum + times * UNITS[method][provider], 0))
    return {
      mode,
      calls: Math.round(asked.reduce((sum, { times }) => sum + times, 0)),
      alchemyUnits: units('alchemy'),
      infuraCredits: units('infura'),
    }
  })
}

/** Requests of a day. */
function requestsOf(mode: FollowMode, secondsPerBlock: number): readonly { method: Method; times: number }[] {
  const step = mode === 'full' ? secondsPerBlock : Math.max(secondsPerBlock, SPARSE_STEP_S)
  const poll = mode === 'full' ? Math.min(Math.max(secondsPerBlock, SHORTEST_POLL_S), LONGEST_POLL_S) : step
  const heads = DAY_S / poll + DAY_S / FINALIZED_S
  return [
    { method: 'eth_getBlockByNumber', times: heads },
    ...REQUESTS[mode].map((method) => ({ method, times: DAY_S / step })),
  ]
}

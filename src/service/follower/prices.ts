import { type FollowMode, followModes } from '../../api/vocabulary.ts'
import {
  AUDIT_ADDRESSES,
  AUDIT_NONCES,
  BALANCES_PER_CALL,
  FINALIZED_MS,
  LOG_ADDRESSES,
  LOG_POSITIONS,
  LONGEST_POLL_MS,
  NONCES_MS,
  SHORTEST_POLL_MS,
  SPARSE_STEP_MS,
} from './loop/rates.ts'

/**
 * Units that a provider counts for one request. Sources: docs.alchemy.com, reference/compute-unit-costs;
 * docs.infura.io, api/learn/pricing/credit-cost (2026). `eth_call` costs Infura what the lens costs.
 */
const UNITS = {
  eth_getBlockByNumber: { alchemy: 20, infura: 80 },
  eth_getBlockReceipts: { alchemy: 20, infura: 1000 },
  eth_getLogs: { alchemy: 60, infura: 255 },
  eth_call: { alchemy: 26, infura: 80 },
  eth_getTransactionCount: { alchemy: 20, infura: 80 },
} as const satisfies Record<string, Readonly<Record<Provider, number>>>

type Provider = 'alchemy' | 'infura'
type Method = keyof typeof UNITS

const DAY_MS = 86_400_000
/** Headers of a sparse step: the tip before it, the end of each search, and tip, end and last block after it. */
const HEADERS_OF_STEP = 4

/** What following a chain costs in a day. */
export interface FollowPrice {
  readonly mode: FollowMode
  readonly calls: number
  /** Compute units of Alchemy. */
  readonly alchemyUnits: number
  /** Credits of Infura. */
  readonly infuraCredits: number
}

/**
 * The price of each mode with one node. What is asked about a transaction that touches a monitored address (state, traces)
 * comes on top.
 * @param monitored number of enabled monitored addresses
 */
export function followPrices(secondsPerBlock: number, monitored: number): FollowPrice[] {
  return followModes.map((mode) => {
    const isSparse = mode === 'sparse' && monitored <= AUDIT_ADDRESSES.sparse
    const asked = isSparse ? sparseRequests(secondsPerBlock, monitored) : fullRequests(secondsPerBlock, monitored)
    const methods = Object.entries(asked) as [Method, number][]
    const units = (provider: Provider) =>
      Math.round(methods.reduce((sum, [method, times]) => sum + times * UNITS[method][provider], 0))
    return {
      mode,
      calls: Math.round(methods.reduce((sum, [, times]) => sum + times, 0)),
      alchemyUnits: units('alchemy'),
      infuraCredits: units('infura'),
    }
  })
}

/** Requests of a day, by method. */
type Requests = Readonly<Record<Method, number>>

function fullRequests(secondsPerBlock: number, monitored: number): Requests {
  const blockMs = secondsPerBlock * 1000
  const blocks = DAY_MS / blockMs
  const polls = DAY_MS / Math.min(Math.max(blockMs, SHORTEST_POLL_MS), LONGEST_POLL_MS)
  const nonces = DAY_MS / (Math.ceil(NONCES_MS / blockMs) * blockMs)
  return {
    eth_getBlockByNumber: polls + blocks + DAY_MS / FINALIZED_MS,
    eth_getBlockReceipts: blocks,
    eth_getLogs: 0,
    // With more, those whose nonce is in turn come on top.
    // On a chain faster than the audits, contracts are read at each block, and other addresses with each audit.
    ...auditRequests({ balances: blocks, nonces }, Math.min(monitored, AUDIT_ADDRESSES.full + AUDIT_NONCES)),
  }
}

function sparseRequests(secondsPerBlock: number, monitored: number): Requests {
  const stepMs = Math.max(secondsPerBlock * 1000, SPARSE_STEP_MS)
  const steps = DAY_MS / stepMs
  const searches = Math.ceil(monitored / LOG_ADDRESSES) * LOG_POSITIONS.length
  return {
    eth_getBlockByNumber: steps * (1 + HEADERS_OF_STEP) + DAY_MS / Math.max(FINALIZED_MS, stepMs),
    eth_getBlockReceipts: 0,
    eth_getLogs: steps * searches,
    ...auditRequests({ balances: steps, nonces: steps }, monitored),
  }
}

/** Balances of all addresses of an audit, and nonces of some. */
function auditRequests(audits: { readonly balances: number; readonly nonces: number }, addresses: number) {
  return {
    eth_call: audits.balances * Math.ceil(addresses / BALANCES_PER_CALL),
    eth_getTransactionCount: audits.nonces * Math.min(addresses, AUDIT_NONCES),
  }
}

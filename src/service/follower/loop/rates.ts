/*
 * How often nodes are asked. docs/chain.md says what following a chain costs by these numbers.
 */

/** Shortest and longest wait between two questions for the head (ms). */
export const SHORTEST_POLL_MS = 400
export const LONGEST_POLL_MS = 3000
/** The final block is requested at most once in this time (ms). */
export const FINALIZED_MS = 12_000
/** The same while an alert waits for a transaction to be final (ms). */
export const FINALIZED_WAITED_MS = 2000
/** Wait after a failure of all nodes (ms), doubled up to the longest wait between two requests for the head. */
export const FIRST_RETRY_MS = 500
/** Wait after a reorg that an operator decides about (ms): each attempt reads headers. */
export const DEEP_REORG_MS = 30_000
/** Wait between two steps that read earlier blocks (ms): nodes have limits. */
export const BACKFILL_MS = 200
/** This time (ms) is between two steps at the head in mode sparse. */
export const SPARSE_STEP_MS = 12_000

/** Shortest time between two audits of balances (ms), and between two that also read nonces, by the time of the blocks. */
export const AUDIT_MS = 1000
export const NONCES_MS = 5000
/** One audit compares so many addresses, by mode. A chain with more than the second number is not read in mode sparse. */
export const AUDIT_ADDRESSES = { full: 200, sparse: 1000 } as const
/** Addresses of such an audit whose nonce is read: own transactions change the balance, too. */
export const AUDIT_NONCES = 10
/**
 * Blocks between two audits at which the balances of contracts are read: so many of the newest, and so many of those before
 * them, evenly spread. Contracts of one such reading.
 */
export const BETWEEN = { newest: 32, earlier: 32, contracts: 100 } as const

/** Addresses of one request for events. */
export const LOG_ADDRESSES = 200
/** Where an event names an address: as an indexed argument, or as the contract that emits it. */
export const LOG_POSITIONS = [1, 2, 3, 'emitter'] as const
/** A chain that is further behind is reported (ms). */
export const LAG_MS = 5 * 60 * 1000

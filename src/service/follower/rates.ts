/*
 * How often nodes are asked. What following a chain costs is calculated from the same numbers.
 */

/** Shortest and longest wait between two questions for the head (ms). */
export const SHORTEST_POLL_MS = 400
export const LONGEST_POLL_MS = 3000
/** Shortest time between two questions for the final block (ms). */
export const FINALIZED_MS = 12_000
/** Time between two steps at the head in mode sparse (ms). */
export const SPARSE_STEP_MS = 12_000

/** Shortest time between two audits of balances (ms). */
export const AUDIT_MS = 5000
/** Addresses of one audit, by mode. A chain with more than the second number is not read in mode sparse. */
export const AUDIT_ADDRESSES = { full: 200, sparse: 1000 } as const
/** Addresses of one audit whose nonce is read: own transactions change the balance, too. */
export const AUDIT_NONCES = 10
/** Balances in one call of the lens, which asks these accounts nothing: less than a million gas. */
export const BALANCES_PER_CALL = 100

/** Addresses of one request for events. */
export const LOG_ADDRESSES = 200
/** Where an event names an address: as an indexed argument, or as the contract that emits it. */
export const LOG_POSITIONS = [1, 2, 3, 'emitter'] as const

/** Room: Traces to calls, asset changes and reentrancy. */

import type { Log } from '../../evm/logs.ts'

/** One call of an executed transaction. Addresses and hex in lower case, values in wei. */
export interface CallFrame {
  readonly type: 'CALL' | 'DELEGATECALL' | 'STATICCALL' | 'CALLCODE' | 'CREATE' | 'CREATE2' | 'SELFDESTRUCT'
  readonly from: string
  readonly to: string | undefined
  readonly value: bigint
  readonly input: string
  /** Set when the frame reverted or failed. */
  readonly error: string | undefined
  readonly logs: readonly Log[]
  readonly calls: readonly CallFrame[]
}

/** The calls of an executed or simulated transaction. */
export interface Trace {
  readonly root: CallFrame
  /** A size limit cut it off, or calls are missing. */
  readonly incomplete: boolean
  /** Events were recorded: without them a trace does not show which tokens move. */
  readonly hasLogs: boolean
}

/** A complete trace of a transaction that succeeds, with its events: it shows all that the transaction moves. */
export function showsAllEffects({ root, incomplete, hasLogs }: Trace): boolean {
  return !incomplete && hasLogs && root.error === undefined
}

import type { Action } from '../actions/actions.ts'
import type { Call } from '../decode/calls.ts'
import type { TaughtFunctions } from '../effects/taught.ts'
import type { Transaction } from '../types.ts'
import { changesIn, type TraceChanges } from './asset-changes.ts'
import { showsAllEffects, type Trace } from './trace.ts'
import { tracedActions } from './traced-actions.ts'
import { tracedCalls } from './traced-calls.ts'

export interface TracedEffects {
  readonly actions: readonly Action[]
  /** Calls that the call data does not show. */
  readonly calls: readonly Call[]
  readonly changes: TraceChanges
}

/** What the call data shows. */
interface Shown {
  readonly transaction: Transaction
  readonly calls: readonly Call[]
  /** The accounts that act for the sender, and the sender itself. */
  readonly own: ReadonlySet<string>
  readonly shown: readonly Action[]
  /** Functions of contracts that files describe. */
  readonly taught?: TaughtFunctions | undefined
}

/** What a trace shows beyond the call data. @param shown actions of the call data */
export function readEffects(trace: Trace, { transaction, calls: decoded, own, shown, taught }: Shown): TracedEffects {
  const isOwn = (address: string) => own.has(address)
  const calls = tracedCalls(trace, decoded, isOwn, taught)
  const changes = changesIn(calls, isOwn, showsAllEffects(trace))
  return {
    actions: tracedActions(calls, { transaction, shown, isOwn, changes }),
    calls: calls.filter(({ call, isForwarded }) => call.inTrace && !isForwarded).map(({ call }) => call),
    changes,
  }
}

import { allowanceKey, spenderKey } from '../../evm/allowance.ts'
import { type Approval, approvalsIn } from '../../evm/logs.ts'
import { type Action, erc20, erc721, everyItem, type Grant, grant, grantKey, transfer } from '../actions/actions.ts'
import { actionsOf } from '../actions/read-actions.ts'
import type { Call } from '../decode/calls.ts'
import type { TaughtFunctions } from '../effects/taught.ts'
import { payerOf } from '../parties/controlled-accounts.ts'
import type { Transaction } from '../types.ts'
import { changesIn, type TraceChanges } from './asset-changes.ts'
import { showsAllEffects, type Trace } from './trace.ts'
import { type TracedCall, tracedCalls } from './traced-calls.ts'

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

interface TraceContext {
  readonly transaction: Transaction
  /** Actions that the call data shows. */
  readonly shown: readonly Action[]
  readonly isOwn: (address: string) => boolean
  readonly changes: TraceChanges
}

/**
 * What the calls of a trace do to the sender, its accounts, and the control of the called contract, as far as the call
 * data does not show it. What contracts do with their own assets is their business.
 */
function tracedActions(calls: readonly TracedCall[], context: TraceContext): Action[] {
  const { transaction, shown } = context
  const made = calls
    .filter(({ call, isForwarded }) => call.inTrace && !isForwarded)
    .flatMap((traced) =>
      actionsOf(traced.call, transaction.from).map((action) => ({ traced, action: executed(action) })),
    )
    .filter(({ action }) => concerns(action, context))
  const isSettled = settlements(
    calls,
    made.map(({ action }) => action),
  )
  const isPaidFor = exchanges(calls, context)
  const actions = made
    .filter(({ traced, action }) => !isSettled(action) && !isPaidFor(action, traced))
    .map(({ action }) => action)
  return [...actions, ...loggedGrants(calls, [...shown, ...actions], context)]
}

/** A signed Permit2 transfer is used here and now. */
function executed(action: Action): Action {
  if (action.kind !== 'grant' || action.form !== 'permit2-transfer') return action
  return transfer(action.call, action.asset, action.owner, action.authority)
}

/** Whether an action takes from the sender's accounts, or changes who controls the called contract. */
export function concerns(action: Action, { transaction, isOwn }: Pick<TraceContext, 'transaction' | 'isOwn'>): boolean {
  if (action.kind === 'transfer' && (action.asset.amount === 0n || isOwn(action.authority))) return false
  if (isOwn(payerOf(action))) return true
  // Contracts delegate to their own libraries.
  return action.kind === 'control' && action.form !== 'delegatecall' && action.contract === transaction.to
}

/** Allowances that end with the transaction: used up by their spender, or zero by their last event. */
function settlements(calls: readonly TracedCall[], made: readonly Action[]): (action: Action) => boolean {
  const left = new Map<string, bigint>()
  for (const { frame } of calls)
    for (const approval of approvalsIn(frame.logs))
      if (approval.kind !== 'item') left.set(spenderKey(approval), approval.amount)
  const used = new Map<string, bigint>()
  for (const { call, from, asset } of made.filter((action) => action.kind === 'transfer')) {
    const by = spenderKey({ owner: from, token: asset.token, spender: call.actor })
    used.set(by, (used.get(by) ?? 0n) + (asset.amount ?? 0n))
  }
  return (action) => {
    if (action.kind !== 'grant' || action.revokes) return false
    const by = grantKey(action)
    return left.get(by) === 0n || (!action.unlimited && (used.get(by) ?? 0n) >= (action.asset.amount ?? 1n))
  }
}

/** A transfer to a contract that acts and pays for it is a trade, not a gift: a pool, a vault, a router. */
function exchanges(
  calls: readonly TracedCall[],
  { shown, isOwn, changes }: TraceContext,
): (action: Action, traced: TracedCall) => boolean {
  const acting = new Set(
    calls.filter(({ frame }) => frame.calls.length > 0 || frame.logs.length > 0).map(({ context }) => context),
  )
  const isShown = shown.some((action) => action.kind === 'exchange' && isOwn(action.payer))
  return (action, { exit }) => {
    if (action.kind !== 'transfer' || !acting.has(action.authority)) return false
    return isShown || (changes.dealings.get(exit?.to ?? '')?.gets.length ?? 0) > 0
  }
}

/** Allowances of own accounts that only events show. */
function loggedGrants(calls: readonly TracedCall[], actions: readonly Action[], { isOwn }: TraceContext): Grant[] {
  const known = new Map<string, boolean>()
  for (const given of actions)
    if (given.kind === 'grant') {
      const key = grantKey(given)
      // What is left of a lowered allowance is not a new one.
      known.set(key, given.unlimited || given.revokes || known.get(key) === true)
    }
  const last = new Map<string, Grant>()
  for (const { frame, call } of calls)
    for (const approval of approvalsIn(frame.logs)) {
      const { owner, isRemainder, amount } = approval
      if (!isOwn(owner)) continue
      const key = allowanceKey(approval)
      if (!isRemainder) last.set(key, grantOf({ ...call, inTrace: true }, approval))
      else if (amount === 0n) last.delete(key)
    }
  return Array.from(last.values()).filter((given) => {
    const isKnownUnlimited = known.get(grantKey(given))
    return !given.revokes && (isKnownUnlimited === undefined || (given.unlimited && !isKnownUnlimited))
  })
}

function grantOf(call: Call, { kind, token, id, owner, spender: authority, amount }: Approval): Grant {
  const parties = { owner, authority }
  if (kind === 'operator') {
    return grant(call, { form: 'approval-for-all', asset: everyItem(token), ...parties, allowed: amount !== 0n })
  }
  if (id === undefined) return grant(call, { form: 'approve', asset: erc20(token, amount), ...parties })
  return grant(call, { form: 'approve', asset: { ...erc721(token, id), amount }, ...parties })
}

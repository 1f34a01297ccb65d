import { mostFees, wrapsNative } from '../../../api/chains.ts'
import { NATIVE } from '../../evm/asset.ts'
import type { Action } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import { type Call, callsAround, everyCall, isRead, isTransparent } from '../decode/calls.ts'
import type { Payable } from '../effects/effect.ts'
import { builtInToken, type EvidenceSet } from '../evidence.ts'
import type { Unaccounted, ValueFault } from './items.ts'

/** Native value of the calls: what takes it, and what does not. */
export function unaccountedValue(
  analysis: Analysis,
  evidence: EvidenceSet,
): { readonly unaccounted: readonly Unaccounted[]; readonly faults: readonly ValueFault[] } {
  const unaccounted: Unaccounted[] = []
  const faults: ValueFault[] = []
  const most = mostFees(analysis.transaction.chainId) ?? 0n
  let fees = 0n
  for (const call of analysis.calls) {
    if (call.inTrace || call.inData || call.value === 0n || isPart(call, analysis)) continue
    const fate = fateOf(call, analysis, evidence)
    if (fate === 'refused' || fate === 'other') faults.push({ call, value: call.value, why: fate })
    else if (fate !== undefined) unaccounted.push({ kind: 'value', value: fate, path: `${call.name}.value`, call })
    else if (takesFee(call) && fees <= most) {
      fees += call.value
      // One may be what it costs; together they are more than any.
      if (fees > most) unaccounted.push({ kind: 'value', value: fees, path: `${call.name}.value`, call })
    }
  }
  return { unaccounted, faults }
}

function takesFee(call: Call): boolean {
  return payableOf(call) === 'fee' || (isTransparent(call) && call.calls.some(takesFee))
}

/** A step of a multicall has the value of the whole, which is one. */
function isPart(call: Call, { decoded: { root } }: Analysis): boolean {
  return callsAround(call, root).some((outer) => outer.value > 0n && isTransparent(outer))
}

type Fate = 'refused' | 'other' | bigint

/** Returns undefined when all of it is accounted for; otherwise why not, or what is left. */
function fateOf(call: Call, analysis: Analysis, evidence: EvidenceSet): Fate | undefined {
  const { to, status, calls } = call
  // A payment, or code that is not known; and what stays with an own account.
  if (to === undefined || status === 'plain' || analysis.own.has(to)) return undefined
  if (call.signature?.refusesValue) return 'refused'
  if (!isRead(call) || status !== 'decoded') return undefined
  if (isTransparent(call)) {
    if (paysBackRest(call, analysis)) return undefined
    const fates = calls.map((each) => fateOf(each, analysis, evidence))
    if (fates.includes(undefined)) return undefined
    return fates.find((fate) => typeof fate === 'bigint') ?? fates[0]
  }
  const made = calls.filter(({ operation }) => operation !== 'command')
  const passed = made.reduce((sum, each) => sum + (each.actor === to ? each.value : 0n), 0n)
  const rest = call.value - passed
  return rest <= 0n ? undefined : fateAt(call, rest, analysis, evidence)
}

function fateAt(call: Call, rest: bigint, analysis: Analysis, evidence: EvidenceSet): Fate | undefined {
  const payable = payableOf(call)
  if (payable === false) return 'refused'
  if (isOnlyToken(call.to ?? '', analysis, evidence)) return rest
  if (payable === 'price') return undefined
  if (payable === 'fee') return rest <= (mostFees(analysis.transaction.chainId) ?? 0n) ? undefined : rest
  const steps = new Set(everyCall(call))
  const actions = analysis.actions.filter((action) => steps.has(action.call))
  // Commands of a router wrap what they say, and take wrapped currency as a token.
  const isNative = (token: string, by: Call) =>
    token === NATIVE || (by.operation !== 'command' && isWrapped(token, analysis, evidence))
  const given = actions.flatMap((action) => givenBy(action).map((asset) => ({ ...asset, by: action.call })))
  const native = given.filter(({ token, by }) => isNative(token, by) || /^wrap/i.test(by.name))
  if (native.some(({ amount }) => amount === undefined)) return undefined
  if (native.length === 0) return given.length > 0 || actions.some(({ kind }) => kind === 'grant') ? 'other' : rest
  const taken = native.reduce((sum, { amount = 0n }) => sum + amount, 0n)
  if (paysBackRest(call, analysis)) return undefined
  // Such a function takes what it needs and keeps the rest, which anyone may sweep.
  return taken < rest ? rest - taken : [...steps].some(({ name }) => AT_MOST.test(name)) ? rest : undefined
}

function givenBy(action: Action): readonly { readonly token: string; readonly amount: bigint | undefined }[] {
  if (action.kind === 'exchange' || action.kind === 'order') {
    const isWrapped = action.kind === 'exchange' && /^wrap/i.test(action.call.name)
    return isWrapped ? action.receives : action.gives
  }
  return action.kind === 'transfer' ? [action.asset] : []
}

/** A step pays out what is left. The wrapped currency is wrapped of an amount, and unwrapping pays out what was wrapped. */
export function paysBackRest(call: Call, { actions }: Pick<Analysis, 'actions'>): boolean {
  const steps = new Set(everyCall(call))
  const isPaidBack = (action: Action) =>
    action.kind === 'exchange' &&
    action.form === 'withdrawal' &&
    !/^(?:un)?wrap/i.test(action.call.name) &&
    action.receives.some(({ token }) => token === NATIVE)
  return (
    [...steps].some(({ name }) => name === 'refundETH') ||
    actions.some((action) => isPaidBack(action) && steps.has(action.call))
  )
}

function payableOf({ signature }: Call): Payable | undefined {
  return signature?.added?.payable ?? signature?.row?.payable
}

/** Value that comes with it is wrapped. */
function isWrapped(token: string, { transaction: { chainId } }: Analysis, evidence: EvidenceSet): boolean {
  return wrapsNative(builtInToken(token, evidence)?.symbol, chainId)
}

/** Functions whose amounts of what is given are the most, not all. */
const AT_MOST = /^(?:exactOutput|mint$|increaseLiquidity|MINT_POSITION|INCREASE_LIQUIDITY)/

/** Known as a token and no more: none but a wrapped currency takes value. */
function isOnlyToken(to: string, analysis: Analysis, evidence: EvidenceSet): boolean {
  const uses = evidence.intelOn(to).flatMap(({ as = [] }) => as)
  return uses.length > 0 && uses.every((use) => use === 'token') && !isWrapped(to, analysis, evidence)
}

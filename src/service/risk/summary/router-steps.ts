import { type Action, type Asset, currency, type Exchange } from '../actions/actions.ts'
import { argumentsAs } from '../decode/arguments.ts'

/**
 * One swap instead of the steps of a router: wrap, swap into the router, pay out. The payout names the receiver and the
 * least amount. Steps that do not make up one swap stay as they are.
 */
export function foldRouterSteps(actions: readonly Action[]): readonly Action[] {
  if (!actions.some(isHeld)) return actions
  const steps = Map.groupBy(
    actions.filter(isExchange).filter(({ call }) => !call.inTrace),
    ({ call }) => keyOf(call.path.slice(0, -1)),
  )
  const replaced = new Map<Action, readonly Action[]>()
  for (const group of steps.values()) {
    const whole = wholeSwap(group)
    if (whole) for (const step of group) replaced.set(step, step === group[0] ? [whole] : [])
  }
  return actions.flatMap((action) => replaced.get(action) ?? [action])
}

/**
 * One swap instead of the actions of a Uniswap V4 plan: what it settles at most, for what it takes at least. The caller receives it;
 * actions that name another receiver stay as they are.
 */
export function foldV4Plan(actions: readonly Action[]): readonly Action[] {
  const isStep = ({ kind, call }: Action) => kind === 'interaction' && V4_STEP.test(call.name)
  const plans = Map.groupBy(
    actions.filter((action) => V4_PLAN.test(action.call.name) && !action.call.inTrace),
    ({ call }) => keyOf(call.path.slice(0, -1)),
  )
  const replaced = new Map<Action, readonly Action[]>()
  for (const plan of plans.values()) {
    const [settle, ...more] = plan.filter(({ call }) => call.name === 'V4_SETTLE_ALL')
    const [take, ...others] = plan.filter(({ call }) => call.name === 'V4_TAKE_ALL')
    if (!settle || !take || more.length + others.length > 0 || !plan.every(isStep)) continue
    const whole = v4Swap(settle, take)
    for (const step of plan) replaced.set(step, step === settle ? [whole] : [])
  }
  return actions.flatMap((action) => replaced.get(action) ?? [action])
}

const V4_PLAN = /^V4_/
const V4_STEP = /^V4_(?:ACTION|SETTLE_ALL|TAKE_ALL)$/

function v4Swap({ call }: Action, take: Action): Exchange {
  const settled = argumentsAs<{ currency: string; maxAmount: bigint }>(call.args)
  const taken = argumentsAs<{ currency: string; minAmount: bigint }>(take.call.args)
  return {
    kind: 'exchange',
    form: 'swap',
    call,
    payer: call.actor,
    authority: call.actor,
    gives: [currency(settled.currency, settled.maxAmount)],
    receives: [currency(taken.currency, taken.minAmount)],
  }
}

function keyOf(path: readonly number[]): string {
  return path.join('.')
}

function isExchange(action: Action): action is Exchange {
  return action.kind === 'exchange'
}

/** The output stays in the router for a later step. */
function isHeld(action: Action): boolean {
  return isExchange(action) && action.authority === action.call.to
}

function isPayout({ form, gives }: Exchange): boolean {
  return form === 'withdrawal' && gives.length === 0
}

function wholeSwap(steps: readonly Exchange[]): Exchange | undefined {
  const swaps = steps.filter(({ form }) => form === 'swap')
  const [swap] = swaps
  const [payout, ...others] = steps.filter((step) => isPayout(step) && !isHeld(step))
  const wrapped = steps.find((step) => isPayout(step) && isHeld(step) && step.call.name === 'WRAP_ETH')
  if (!swap || swaps.length !== steps.filter((step) => !isPayout(step)).length) return undefined
  if (!payout) {
    const last = swaps.filter((step) => !isHeld(step))
    const isRoute = last.length === 1 && swaps.at(-1) === last[0] && (wrapped !== undefined || swaps.length > 1)
    const gives = paidIn(swaps, wrapped)
    return isRoute && gives.length === 1 ? { ...(last[0] as Exchange), gives } : undefined
  }
  if (others.length > 0 || !swaps.every(isHeld)) return undefined
  return { ...swap, gives: paidIn(swaps, wrapped), receives: payout.receives, authority: payout.authority }
}

/** What the swaps take that no swap before them pays out. Of a wrapped currency, the currency. */
function paidIn(swaps: readonly Exchange[], wrapped: Exchange | undefined): readonly Asset[] {
  const made = new Set(swaps.flatMap(({ receives }) => receives.map(({ token }) => token)))
  const paid = swaps.flatMap(({ gives }) => gives).filter(({ token }) => !made.has(token))
  return wrapped && paid.length === 1 ? wrapped.receives : paid
}

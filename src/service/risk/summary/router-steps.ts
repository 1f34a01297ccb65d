import type { Action, Asset, Exchange } from '../actions/actions.ts'

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
  const wrapped = steps.find((step) => isPayout(step) && isHeld(step))
  if (!swap || swaps.length !== steps.filter((step) => !isPayout(step)).length) return undefined
  if (!payout) return wrapped && swaps.length === 1 ? { ...swap, gives: paidIn(swaps, wrapped) } : undefined
  if (others.length > 0 || !swaps.every(isHeld)) return undefined
  return { ...swap, gives: paidIn(swaps, wrapped), receives: payout.receives, authority: payout.authority }
}

/** What the swaps take that no swap before them pays out. Of a wrapped currency, the currency. */
function paidIn(swaps: readonly Exchange[], wrapped: Exchange | undefined): readonly Asset[] {
  const made = new Set(swaps.flatMap(({ receives }) => receives.map(({ token }) => token)))
  const paid = swaps.flatMap(({ gives }) => gives).filter(({ token }) => !made.has(token))
  return wrapped && paid.length === 1 ? wrapped.receives : paid
}

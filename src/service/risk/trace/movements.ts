import { nativeAssetId } from '../../evm/asset.ts'
import { approvalsIn, type Log, type Movement, movementsIn, wrappingsIn } from '../../evm/logs.ts'
import type { CallFrame } from './trace.ts'

/** The code runs in the storage of its caller. */
export function isCodeCall({ type }: CallFrame): boolean {
  return type === 'DELEGATECALL' || type === 'CALLCODE'
}

/** The native currency that a frame sends. */
export function nativeMovementOf(frame: CallFrame): Movement | undefined {
  if (frame.value === 0n || frame.to === undefined || frame.type === 'STATICCALL' || isCodeCall(frame)) return undefined
  return { asset: nativeAssetId, from: frame.from, to: frame.to, amount: frame.value }
}

/**
 * What a frame moves, without its inner calls: the native currency that it sends, by the events of tokens, and what wraps native
 * currency where the frame gets as much, or one of its calls pays it.
 */
export function movementsOf(frame: CallFrame): Movement[] {
  const { logs, value, calls } = frame
  const native = nativeMovementOf(frame)
  const wrapped = wrappingsIn(logs, ({ isDeposit, amount }) =>
    isDeposit ? amount === value : calls.some((call) => call.value === amount && call.error === undefined),
  )
  return [...(native ? [native] : []), ...movementsIn(logs), ...wrapped]
}

/** Recipients and spenders by events. */
export function addressesNamed(logs: readonly Log[]): string[] {
  return [...movementsIn(logs).map(({ to }) => to), ...approvalsIn(logs).map(({ spender }) => spender)]
}

/** Called contracts and recipients, in call order; with repeats. */
export function* addressesIn(root: CallFrame): Generator<string> {
  const frames = [root]
  for (let frame = frames.pop(); frame; frame = frames.pop()) {
    if (frame.to !== undefined) yield frame.to
    yield* addressesNamed(frame.logs)
    frames.push(...frame.calls.toReversed())
  }
}

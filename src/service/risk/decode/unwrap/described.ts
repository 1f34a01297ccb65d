import type { Path } from '../../effects/effect.ts'
import { addressIn, valuesAt } from '../../effects/path-values.ts'
import type { InnerData } from '../../effects/taught.ts'
import type { Arguments, ArgumentValue } from '../arguments.ts'
import { type CallContext, callOf, type InnerCall, selfOf, type Unwrap } from './inner-call.ts'

/** Calls of one function: its lists may be long. */
const MAX_CALLS = 1024

/** The calls in arguments that a descriptor says are call data. One target, amount or caller stands for all. */
export function unwrapDescribed(inner: readonly InnerData[]): Unwrap {
  return (frame, args) => ({ calls: inner.flatMap((each) => callsBy(each, frame, args)).slice(0, MAX_CALLS) })
}

function callsBy(inner: InnerData, frame: CallContext & { readonly to: string }, args: Arguments): InnerCall[] {
  const at = (path: Path | undefined) => (path === undefined ? [] : placesAt(path, frame, args))
  const [targets, amounts, actors] = [at(inner.to), at(inner.value), at(inner.actor)]
  const isSelf = inner.to === '@contract'
  return placesAt(inner.data, frame, args)
    .slice(0, MAX_CALLS)
    .flatMap((value, index) => {
      const target = addressIn(targets[index] ?? targets[0] ?? '')
      const bytes = typeof value === 'string' && value.startsWith('0x') ? value.slice(2) : ''
      const data = inner.selector === undefined ? `0x${bytes}` : `${inner.selector}${bytes}`
      if (target === undefined || data === '0x') return []
      // A contract that is given its own call data runs it for its caller.
      const actor = addressIn(actors[index] ?? actors[0] ?? '') ?? (isSelf ? frame.actor : selfOf(frame))
      return [callOf(actor, { target, value: toAmount(amounts[index] ?? amounts[0]), data })]
    })
}

function placesAt(path: Path, frame: CallContext & { readonly to: string }, args: Arguments): ArgumentValue[] {
  if (path === '@actor') return [frame.actor]
  if (path === '@contract') return [selfOf(frame)]
  if (path === '@value') return [frame.value]
  return valuesAt(args, path)
}

function toAmount(value: ArgumentValue | undefined): bigint {
  return typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : 0n
}

import { MAX_UINT256 } from '../../../../api/quantity.ts'
import { addressOfNumber, selectorOf, ZERO_ADDRESS } from '../../../evm/words.ts'
import type { CallOperation, EffectRow, InnerCallData, Path } from '../../effects/effect.ts'
import { addressIn, numberIn, valuesAt } from '../../effects/path-values.ts'
import type { Arguments, ArgumentValue } from '../arguments.ts'
import {
  callOf,
  delegatecallOf,
  type Frame,
  type InnerCall,
  inColumns,
  joined,
  type NamedCall,
  selfOf,
  type Unwrap,
  type Unwrapped,
} from './inner-call.ts'

/** The calls in arguments. One target, amount or caller stands for all. */
export function callsIn(inner: readonly InnerCallData[], frame: Frame, args: Arguments): Unwrapped {
  return joined(inner.map((each) => callsBy(each, frame, args)))
}

/** By the row of the function. Undefined: it makes no calls. */
export function unwrapByRow(row: EffectRow | undefined): Unwrap | undefined {
  const inner = row?.calls
  if (!inner) return undefined
  return (frame, args) => {
    const columns = inner.flatMap(({ to, value, data, operation, signature }) =>
      [to, value, data, operation, signature].flatMap((path) => columnAt(path, args)),
    )
    // First: of lists that differ in length, that is the fault to show.
    return joined([inColumns([], columns), callsIn(inner, frame, args)])
  }
}

/** The list that is an argument of its own. */
function columnAt(path: Path | undefined, args: Arguments): [readonly ArgumentValue[]] | [] {
  const value = args[path ?? '']
  return Array.isArray(value) ? [value as readonly ArgumentValue[]] : []
}

/** The calls at one place of the arguments. */
function callsBy(inner: InnerCallData, frame: Frame, args: Arguments): Unwrapped {
  const at = (path: Path | undefined) => (path === undefined ? [] : placesAt(path, frame, args))
  const [targets, amounts, actors, data] = [at(inner.to), at(inner.value), at(inner.actor), at(inner.data)]
  const kinds = inner.operation === undefined ? undefined : at(inner.operation)
  const signatures = at(inner.signature)
  const mayFail = at(inner.mustSucceed)[0] === false
  const isSelf = inner.to === '@contract'
  const [column = data] = columnAt(inner.to, args)
  const [amount] = columnAt(inner.value, args).length > 0 ? [] : amounts
  const calls: InnerCall[] = []
  let fault: string | undefined
  for (const [index] of (column.length > data.length ? column : data).entries()) {
    const given = addressIn(targets[index] ?? targets[0] ?? '')
    const target = inner.zero === 'self' && given === ZERO_ADDRESS ? selfOf(frame) : given
    const value = data[index] ?? '0x'
    const bytes = typeof value === 'string' && value.startsWith('0x') ? value.slice(2) : ''
    const signature = signatures[index] ?? ''
    const called = `${signature === '' ? (inner.selector ?? '0x') : selectorOf(String(signature))}${bytes}`
    if ((inner.optional && called === '0x') || (inner.zero === 'none' && given === ZERO_ADDRESS)) continue
    if (inner.inherits) calls.push({ ...frame, ...(target !== undefined && { to: target }), data: called })
    else if (target === undefined) fault ??= 'it makes a call to no address that can be read'
    else {
      // A contract that is given its own call data runs it for its caller.
      const named = addressIn(actors[index] ?? actors[0] ?? '') ?? (isSelf ? frame.actor : selfOf(frame))
      const isCallers = inner.keepsCaller && (target === selfOf(frame) || named === ZERO_ADDRESS)
      const actor = isCallers ? frame.actor : named
      const sent = numberIn(amounts[index] ?? amount) ?? 0n
      const isAll = inner.largestIsAll && sent === MAX_UINT256
      const call = { target, value: isAll ? frame.value : sent, data: called }
      const kind = kinds?.[index] ?? kinds?.[0] ?? Number(inner.delegates ?? false)
      const operation = (inner.operations ?? safeOperations)[Number(kind)]
      if (operation === undefined) fault ??= `its operation ${kind} is unknown`
      calls.push({ ...madeBy(actor, call, operation), ...(mayFail && { mayFail: true as const }) })
    }
  }
  return fault === undefined ? { calls } : { calls, fault }
}

/** Operations of Safe and its followers. */
const safeOperations: readonly CallOperation[] = ['call', 'delegatecall']

function madeBy(actor: string, call: NamedCall, operation: CallOperation | undefined): InnerCall {
  if (operation === 'delegatecall') return delegatecallOf(actor, call)
  return operation === 'create' ? { ...callOf(actor, call), to: undefined } : callOf(actor, call)
}

/** Added to a contract that sends a message to Arbitrum: one there may have the same address. */
const ALIAS = 0x1111000000000000000000000000000000001111n

function placesAt(path: Path, frame: Frame, args: Arguments): ArgumentValue[] {
  if (path === '@actor') return [frame.actor]
  if (path === '@alias') return [addressOfNumber(BigInt(frame.actor) + ALIAS)]
  if (path === '@contract') return [selfOf(frame)]
  if (path === '@called') return [frame.to]
  if (path === '@value') return [frame.value]
  return valuesAt(args, path)
}

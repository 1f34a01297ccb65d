import type { MissingData } from '../../../api/text/missing.ts'
import { SELECTOR_LENGTH } from '../../evm/words.ts'
import type { Action } from '../actions/actions.ts'
import { actionsOf } from '../actions/read-actions.ts'
import { type AddressArgument, namedAddresses } from '../decode/addresses.ts'
import type { Arguments } from '../decode/arguments.ts'
import { type Call, decodeUnder, everyCall } from '../decode/calls.ts'
import { type ImportedFunctions, signature } from '../decode/signatures.ts'
import { callsIn } from '../decode/unwrap/described.ts'
import type { Unwrapped } from '../decode/unwrap/inner-call.ts'
import type { InnerCallData } from '../effects/effect.ts'
import { isWritten, numberIn, valuesAt } from '../effects/path-values.ts'
import type { Requirement } from '../effects/taught.ts'
import type { Transaction } from '../types.ts'
import { concerns } from './traced-actions.ts'

/** What a call does, or one that it makes, as a public descriptor of the called contract says. */
export interface DescribedCall {
  /** The call as it is read without the descriptor; absent: it is a message. */
  readonly of?: Call
  readonly call: Call
  readonly actions: readonly Action[]
  readonly named: readonly AddressArgument[]
}

interface Describing {
  readonly transaction: Transaction
  readonly isOwn: (address: string) => boolean
  readonly imported: ImportedFunctions
}

/** What public descriptors say about calls of functions that are not known, and what is not known of that. */
export interface Descriptions {
  readonly calls: readonly DescribedCall[]
  readonly missing: readonly MissingData[]
  /** The limits reached by the call data, one sentence each. */
  readonly bounds: readonly string[]
  /** A trace shows more. */
  readonly isTraceBounded: boolean
}

/** Calls of one transaction that are described. */
const MAX_CALLS = 64
const TOO_MANY = `The transaction makes more than ${MAX_CALLS} calls of functions that only public descriptors know; the rest were not described.`

/** @param calls those of the call data before those that a trace shows */
export function describedCalls(calls: readonly Call[], describing: Describing): Descriptions {
  const found: Descriptions[] = []
  for (const call of calls) {
    const described = describedCall(call, describing)
    if (!described) continue
    if (found.length === MAX_CALLS) {
      const { inTrace = false } = call
      found.push({ calls: [], missing: [], bounds: inTrace ? [] : [TOO_MANY], isTraceBounded: inTrace })
      break
    }
    found.push(described)
  }
  return {
    calls: found.flatMap((each) => each.calls),
    missing: found.flatMap(({ missing }) => missing),
    bounds: [...new Set(found.flatMap(({ bounds }) => bounds))],
    isTraceBounded: found.some(({ isTraceBounded }) => isTraceBounded),
  }
}

/** The call, and those that it makes: a trace shows these itself, and what contracts do with their own assets. */
function describedCall(of: Call, { transaction, isOwn, imported }: Describing): Descriptions | undefined {
  const { to, inTrace } = of
  const isKnown = of.signature !== undefined && !of.signature.isNameOnly
  const said = to === undefined || isKnown ? undefined : imported.descriptors?.(to, of.selector)
  if (to === undefined || !said) return undefined
  const { call: text, effects = [], calls = [], requires = [] } = said
  const called = signature(of.selector, text, { isNameOnly: true, row: { call: text, effects } })
  const { args, fault } = called.layout.read(of.data.slice(SELECTOR_LENGTH))
  if (fault !== undefined || !requires.every((each) => isMet(each, of, args))) return undefined
  const named: Call = { ...of, status: 'decoded', name: called.name, signature: called, args }
  const inner: Unwrapped = inTrace ? { calls: [] } : callsIn(calls.map(ifNotEmpty), { ...of, to }, args)
  const { root, bounds } = decodeUnder(named, inner.calls, imported, of.path)
  return {
    calls: everyCall(root).map((call) => {
      const actions = actionsOf(call, transaction.from)
      return {
        of,
        call,
        actions: inTrace ? actions.filter((action) => concerns(action, { transaction, isOwn })) : actions,
        named: namedAddresses(call),
      }
    }),
    missing:
      inner.fault === undefined ? [] : [{ code: 'call-without-target', name: called.name, selector: of.selector }],
    bounds,
    isTraceBounded: false,
  }
}

function ifNotEmpty(inner: InnerCallData): InnerCallData {
  return { ...inner, optional: true }
}

/** With other values the descriptor is not about the call. */
function isMet({ at, oneOf }: Requirement, { value }: Call, args: Arguments): boolean {
  const values = at === '@value' ? [value] : valuesAt(args, at)
  return values.every((each) => oneOf.some((text) => isWritten(each, numberIn(each), text)))
}

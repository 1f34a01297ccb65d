import { boundedSwaps } from '../../src/service/risk/account/bounded-swaps.ts'
import { isNamedBy, opaquePlaces, typedPlaces } from '../../src/service/risk/account/places.ts'
import type { Analysis } from '../../src/service/risk/analyze.ts'
import { type Call, everyCall } from '../../src/service/risk/decode/calls.ts'
import { addressIn, valuesAt } from '../../src/service/risk/effects/path-values.ts'
import type { EvidenceSet } from '../../src/service/risk/evidence.ts'
import { payerOf } from '../../src/service/risk/parties/controlled-accounts.ts'
import { ADDED, type ReasonOfWord, STRANGER } from './mutations.ts'
import { CHAIN } from './order-mutations.ts'

/** Rules of the account by which an unknown address costs nothing. A case that is SAFE for another reason is a fault. */
export type Reason =
  | ReasonOfWord
  | 'the row says that it is harmless'
  | 'an asset that is given'
  | 'a minimum bounds what it can take'
  | 'its right is taken back'
  | 'the message says that it is harmless'
  | 'its own assets move, to the sender'
  | 'it makes a call of the sender in its own name'
  | 'value stays with an own account'
  | 'the row says what the value is for'
  | 'a later step pays back what is left'
  | 'it is in a signature, which is not searched'
  | 'a bundler gets its fee'
  | 'a fee of an order, at most a tenth'
  | 'the plan reverts: what it settles is not what it swaps'
  | 'its receiver is own on the other chain, too'
  | 'what is left of a message fee comes back'

export function reasonFor(analysis: Analysis, evidence: EvidenceSet): Reason | undefined {
  const { calls, actions, message } = analysis
  const isHere = (address: string) => address.toLowerCase() === STRANGER
  if (actions.some((action) => 'revokes' in action && action.revokes && isHere(action.authority)))
    return 'its right is taken back'
  const swaps = boundedSwaps(analysis, evidence)
  for (const call of calls) {
    const places = [...typedPlaces(call), ...opaquePlaces(call)].filter(({ address }) => isHere(address))
    const row = call.signature?.row
    const isIn = (path: string) => valuesAt(call.args, path).some((value) => addressIn(value) === STRANGER)
    if (row?.harmless?.some(isIn)) return 'the row says that it is harmless'
    if (row?.harmless && places.length > 0 && places.every(({ path }) => isNamedBy({ ...row, effects: [] }, path)))
      return 'the row says that it is harmless'
    if (swaps.has(call) && call.data.includes(STRANGER.slice(2))) return 'a minimum bounds what it can take'
  }
  const steps = everyCall(analysis.decoded.root).filter(({ name }) => name.startsWith('V4_'))
  const isSettled = ({ args }: Call) => isHere(String(args.currency ?? ''))
  const isSwapped = ({ name, data }: Call) => name === 'V4_ACTION' && data.includes(STRANGER.slice(2))
  if (steps.some(isSettled) !== steps.some(isSwapped)) return 'the plan reverts: what it settles is not what it swaps'
  const isGiven = actions.some((action) => {
    if (action.kind === 'exchange' || action.kind === 'order') return action.gives.some(({ token }) => isHere(token))
    return (action.kind === 'transfer' || action.kind === 'grant') && isHere(action.asset.token)
  })
  if (isGiven) return 'an asset that is given'
  if (actions.some((action) => isHere(payerOf(action)) && !isHere(action.authority)))
    return 'its own assets move, to the sender'
  if (analysis.own.has(STRANGER)) return 'it makes a call of the sender in its own name'
  const inArgument = (name: RegExp) =>
    calls.some(({ args }) =>
      Object.entries(args).some(
        ([key, value]) => name.test(key) && JSON.stringify(value, bigints).includes(STRANGER.slice(2)),
      ),
    )
  if (inArgument(/^beneficiary$/)) return 'a bundler gets its fee'
  if (inArgument(/sig/i)) return 'it is in a signature, which is not searched'
  if (actions.some((action) => action.kind === 'order' && action.fees?.some(({ to }) => isHere(to))))
    return 'a fee of an order, at most a tenth'
  return message && !message.members.some(({ address }) => isHere(address))
    ? 'the message says that it is harmless'
    : undefined
}

/** The same for a term of an order that is no address. @param what ends with the name of the argument or member */
export function reasonForTerm(what: string, analysis: Analysis): Reason | undefined {
  const { actions, calls, own } = analysis
  const name = what.slice(Math.max(what.lastIndexOf('.'), what.lastIndexOf(' ')) + 1)
  if (CHAIN.test(name)) {
    const sent = actions.flatMap((action) => (action.kind === 'exchange' && action.form === 'bridge' ? [action] : []))
    const isOwn = ({ authority, on }: (typeof sent)[number]) => on === undefined && own.has(authority)
    if (sent.length > 0 && sent.every(isOwn)) return 'its receiver is own on the other chain, too'
  }
  const refunded = calls.flatMap(({ args }) =>
    valuesAt(args, 'refundAddress').flatMap((value) => addressIn(value) ?? []),
  )
  if (/^(?:native|lzToken)Fee$/.test(name) && refunded.length > 0 && refunded.every((address) => own.has(address)))
    return 'what is left of a message fee comes back'
  return undefined
}

/** The same for native currency that was added. */
export function reasonForValue({ calls, own }: Analysis): Reason | undefined {
  if (calls.some(({ to = '', value }) => value === ADDED && own.has(to))) return 'value stays with an own account'
  if (calls.some(({ name }) => /^(?:refundETH|unwrapWETH9|sweep|SWEEP|UNWRAP_WETH)/.test(name)))
    return 'a later step pays back what is left'
  const isPayable = calls.some(({ signature, selector }) => signature?.row?.payable || selector === DEPOSIT)
  return isPayable ? 'the row says what the value is for' : undefined
}

const DEPOSIT = '0xd0e30db0'

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString(16) : value
}

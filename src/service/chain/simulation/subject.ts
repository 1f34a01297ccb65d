import { PERMIT2 } from '../../evm/allowance.ts'
import { NATIVE } from '../../evm/asset.ts'
import { delegationTo, word } from '../../evm/words.ts'
import type { Grant, Transfer } from '../../risk/actions/actions.ts'
import type { Analysis } from '../../risk/analyze.ts'
import type { InnerCall } from '../../risk/decode/unwrap/inner-call.ts'
import { least } from './extremes.ts'

/** A call as it is simulated. */
export interface SimulatedCall extends Pick<InnerCall, 'actor' | 'to' | 'value' | 'operation' | 'data'> {
  /** msg.sender of a delegatecall; otherwise the actor. */
  readonly caller: string
}

/** What is simulated. Addresses in lower case. */
export interface SimulationSubject {
  readonly simulated: 'transaction' | 'inner call'
  /** One after another, at least one. */
  readonly calls: readonly [SimulatedCall, ...SimulatedCall[]]
  /** The accounts whose assets count: the sender, then those that it acts for. */
  readonly owners: readonly string[]
  /** Code of accounts that the authorizations of the transaction delegate (EIP-7702). */
  readonly delegations: ReadonlyMap<string, string>
}

const MAX_OWNERS = 4
const MAX_CALLS = 8

/** Wrappers that check signatures, which are often not complete yet: their inner calls are simulated then. */
const signedWrappers: ReadonlySet<string> = new Set(['execTransaction', 'handleOps'])

/**
 * Gives what can be simulated for a transaction, the best first: itself, and the calls inside it without the check of their
 * signatures. For a signed message: the calls that it allows, or those that it amounts to. Empty: nothing.
 */
export function subjectsOf(analysis: Analysis): SimulationSubject[] {
  const { transaction, decoded, message } = analysis
  const owners = [...analysis.own].slice(0, MAX_OWNERS)
  const subject = (simulated: SimulationSubject['simulated'], calls: readonly SimulatedCall[]): SimulationSubject[] => {
    const [first, ...rest] = calls
    if (first === undefined || rest.length >= MAX_CALLS) return []
    return [{ simulated, calls: [first, ...rest], owners, delegations: delegationsOf(analysis) }]
  }
  const inner = decoded.root.calls.map((call) => ({ ...call, caller: callerOf(call, transaction.from) }))
  if (message) {
    if (message.reading !== 'known') return []
    return subject('inner call', inner.length > 0 ? inner : effects(analysis))
  }
  const { from: actor, to, value, data } = transaction
  const own = subject('transaction', [{ actor, caller: actor, to, value, operation: 'call', data }])
  return signedWrappers.has(decoded.root.name) ? [...own, ...subject('inner call', inner)] : own
}

/** The code of a delegatecall sees who called the account. */
function callerOf({ actor, operation }: InnerCall, sender: string): string {
  return operation === 'delegatecall' ? sender : actor
}

/** EIP-7702: the code of an account that is delegated. A node ignores authorizations without signature. */
function delegationsOf({ transaction }: Analysis): ReadonlyMap<string, string> {
  const { from, chainId, authorizations = [] } = transaction
  const last = authorizations.findLast((each) => each.chainId === '0' || each.chainId === chainId)
  if (last === undefined) return new Map()
  return new Map([[from, delegationTo(last.address)]])
}

const TRANSFER = '0xa9059cbb'
const APPROVE = '0x095ea7b3'
const APPROVE_FOR_ALL = '0xa22cb465'
/** approve(address,address,uint160,uint48) of Permit2. */
const PERMIT2_APPROVE = '0x87517c45'
const MAX_UINT256 = 2n ** 256n - 1n
const MAX_UINT160 = 2n ** 160n - 1n
const MAX_UINT48 = 2n ** 48n - 1n

/** A signed permit or payment as the approval or transfer that it amounts to, sent by its owner. */
function effects({ actions }: Analysis): SimulatedCall[] {
  return actions.flatMap((action) => {
    if (action.kind === 'grant') return approvalOf(action)
    return action.kind === 'transfer' ? paymentOf(action) : []
  })
}

/** ERC-3009. */
function paymentOf({ asset: { standard, token, amount }, from, authority }: Transfer): SimulatedCall[] {
  if (standard !== 'erc20' || amount === undefined) return []
  const data = `${TRANSFER}${word(authority)}${word(amount)}`
  return [{ actor: from, caller: from, to: token, value: 0n, operation: 'call', data }]
}

function approvalOf({ form, asset, owner, authority, revokes }: Grant): SimulatedCall[] {
  const { token, amount, ids } = asset
  if (token === NATIVE) return []
  const call = (to: string, data: string): SimulatedCall[] => [
    { actor: owner, caller: owner, to, value: 0n, operation: 'call', data },
  ]
  if (form === 'permit2-permit') {
    const allowed = revokes ? 0n : least(amount ?? MAX_UINT160, MAX_UINT160)
    return call(PERMIT2, `${PERMIT2_APPROVE}${word(token)}${word(authority)}${word(allowed)}${word(MAX_UINT48)}`)
  }
  if (form === 'approval-for-all') return call(token, `${APPROVE_FOR_ALL}${word(authority)}${word(revokes ? 0n : 1n)}`)
  if (form !== 'permit' && form !== 'approve') return []
  const granted = ids[0] ?? (revokes ? 0n : (amount ?? MAX_UINT256))
  return call(token, `${APPROVE}${word(authority)}${word(granted)}`)
}

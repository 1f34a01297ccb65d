import { MAX_UINT256 } from '../../../api/quantity.ts'
import { least } from '../../../shared/bigints.ts'
import { PERMIT2 } from '../../evm/allowance.ts'
import { APPROVE, NATIVE, PERMIT2_APPROVE, SET_APPROVAL_FOR_ALL, TRANSFER } from '../../evm/asset.ts'
import { delegationTo, word } from '../../evm/words.ts'
import type { Grant, Transfer } from '../../risk/actions/actions.ts'
import type { Analysis } from '../../risk/analyze.ts'
import { isBuiltIn } from '../../risk/decode/calls.ts'
import type { InnerCall } from '../../risk/decode/unwrap/inner-call.ts'
import type { RandomBytes } from '../../runtime/deps.ts'
import { executionOf, overridesWithoutGuard } from './safe-execution.ts'
import type { SimulatedCall, SimulationSubject } from './simulated.ts'

const MAX_OWNERS = 4
const MAX_CALLS = 8

/** Wrappers that check signatures, which are often not complete yet: their inner calls are simulated then, those of a Safe as it executes them. */
const signedWrappers = ['execTransaction', 'handleOps']

/**
 * Gives what can be simulated for a transaction, the best first: itself, and the calls inside it without the check of their
 * signatures. For a signed message: the calls that it allows, or those that it amounts to. Empty: nothing.
 */
export function subjectsOf(analysis: Analysis, randomBytes: RandomBytes): SimulationSubject[] {
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
    const executions = executionsOf(analysis, subject, randomBytes)
    return [...executions, ...subject('inner call', inner.length > 0 ? inner : effects(analysis))]
  }
  const { from: actor, to, value, data } = transaction
  const own = subject('transaction', [{ actor, caller: actor, to, value, operation: 'call', data }])
  if (!signedWrappers.some((name) => isBuiltIn(decoded.root, name))) return own
  return [...own, ...executionsOf(analysis, subject, randomBytes), ...subject('inner call', inner)]
}

/** The transaction of a Safe as it executes it, and once more without its guard. */
function executionsOf(
  analysis: Analysis,
  subject: (simulated: SimulationSubject['simulated'], calls: readonly SimulatedCall[]) => SimulationSubject[],
  randomBytes: RandomBytes,
): SimulationSubject[] {
  const executed = executionOf(analysis, randomBytes)
  if (!executed) return []
  const { call, execution } = executed
  const unguarded = { ...execution, isUnguarded: true, overrides: overridesWithoutGuard(execution) }
  return [execution, unguarded].flatMap((each) =>
    subject('inner call', [call]).map((one) => ({ ...one, execution: each })),
  )
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
  if (form === 'approval-for-all')
    return call(token, `${SET_APPROVAL_FOR_ALL}${word(authority)}${word(revokes ? 0n : 1n)}`)
  if (form !== 'permit' && form !== 'approve') return []
  const granted = ids[0] ?? (revokes ? 0n : (amount ?? MAX_UINT256))
  return call(token, `${APPROVE}${word(authority)}${word(granted)}`)
}

import type { Role } from '../../../api/text/roles.ts'
import { dollarDecimals } from '../../../shared/money/dollars.ts'
import { NATIVE } from '../../evm/asset.ts'
import type { Action, Asset, DecodedCall, Exchange, Order } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import { codeAgeOf } from '../chain/code-age.ts'
import { callsOut, measuredNet } from '../chain/read-observation.ts'
import { isPlaceholder } from '../decode/addresses.ts'
import type { EvidenceSet } from '../evidence.ts'
import { payerOf } from '../parties/controlled-accounts.ts'
import { isKnown, isMeantAsAsset } from '../parties/known.ts'
import type { Dealing } from '../trace/asset-changes.ts'

/**
 * Assets leave for addresses, or for tokens, that nothing vouches for: by the call data, a trace or measured balances; what
 * else the call data says does not count. Such a verdict is never SAFE.
 */
export function isUnprovenTrade(analysis: Analysis, evidence: EvidenceSet): boolean {
  const { own } = analysis
  const isVouched = (address: string, role: Role) => {
    const subject = { address, role, internal: true }
    return own.has(address) || (isKnown(subject, evidence) && !isMeantAsAsset(subject, analysis, evidence))
  }
  const isProven = (token: string) => isVouched(token, 'token') || codeAgeOf(token, evidence).isOld
  return (
    payeesIn(analysis, own).some((address) => !isVouched(address, 'recipient')) ||
    takersIn(analysis, evidence).some((address) => !isVouched(address, 'target')) ||
    boughtIn(analysis, evidence).some((token) => !isProven(token))
  )
}

/** Who is paid in a trace what the call data does not show. */
function payeesIn({ actions }: Analysis, own: ReadonlySet<string>): string[] {
  return actions
    .filter((action) => action.kind === 'transfer' && action.call.inTrace && own.has(payerOf(action)))
    .map(({ authority }) => authority)
}

/** Called contracts that take more than what the call pays them, or what they are the token of. */
function takersIn(analysis: Analysis, evidence: EvidenceSet): string[] {
  const { changes, transaction } = analysis
  const left = (measuredNet(evidence) ?? []).filter(({ amount }) => amount < 0n)
  if (!changes && left.length === 0) return []
  const isTaken = ({ to, status }: DecodedCall, token: string) =>
    token !== to && (status !== 'plain' || token !== NATIVE)
  const traced = Array.from(changes?.dealings.values() ?? []).filter(
    (dealing): dealing is Dealing & { readonly call: DecodedCall } => dealing.call.to !== undefined,
  )
  const called = callsOut(analysis)
  return [
    ...traced.filter(({ call, gives }) => gives.some(({ token }) => isTaken(call, token))).map(({ call }) => call.to),
    ...called.filter((call) => left.some(({ token }) => isTaken(call, token))).map(({ to }) => to),
    // Its own code pays, and a node without traces does not say which address.
    ...(called.length === 0 && left.length > 0 && transaction.to === transaction.from ? [UNSEEN] : []),
  ]
}

/** Stands for an address that was not seen. */
const UNSEEN = ''

/** Tokens that come for what leaves: by the call data, and where a node shows how old they are, by what arrives. */
function boughtIn({ actions, changes, transaction: { chainId } }: Analysis, evidence: EvidenceSet): string[] {
  const named = actions.flatMap((action) => {
    if (!isPurchase(action) || action.call.inTrace) return []
    return isDollarsForDollars(action, chainId) ? [] : action.receives.map(tokenHere)
  })
  const moved = [...(measuredNet(evidence) ?? []), ...(evidence.chain ? (changes?.net ?? []) : [])]
  const arriving = moved.some(({ amount }) => amount < 0n) ? moved.filter(({ amount }) => amount > 0n) : []
  return [...named, ...arriving.map(({ token }) => token)].filter((token) => token !== NATIVE && !isPlaceholder(token))
}

/** Stands for a token of another chain, which nothing here vouches for. */
const ELSEWHERE = 'elsewhere'

function tokenHere({ token, on }: Asset): string {
  return on === undefined || token === NATIVE ? token : ELSEWHERE
}

/** At a rate that is fixed, so that both can be compared, also on two chains. */
function isDollarsForDollars(action: Exchange | Order, chainId: string): boolean {
  const isDollar = ({ token, on = chainId }: Asset) => dollarDecimals(on, token) !== undefined
  if ((action.kind === 'exchange' && !action.isFixedRate) || action.gives.length === 0) return false
  return action.receives.some(({ on }) => on !== undefined) && [...action.gives, ...action.receives].every(isDollar)
}

function isPurchase(action: Action): action is Exchange | Order {
  if (action.kind === 'order') return action.gives.length > 0
  return action.kind === 'exchange' && (action.gives.length > 0 || action.call.value > 0n)
}

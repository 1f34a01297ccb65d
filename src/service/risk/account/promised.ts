import { isUnlimited } from '../../evm/allowance.ts'
import { NATIVE } from '../../evm/asset.ts'
import { isDust } from '../../evm/worth.ts'
import type { Action, Asset, Exchange } from '../actions/actions.ts'
import { paidOut } from '../actions/forms.ts'
import { hasNoCode } from '../chain/account.ts'
import { isNothing } from '../chain/dust.ts'
import { measuredBy } from '../chain/read-observation.ts'
import type { SimulationEvidence } from '../chain/simulation.ts'
import { isPlaceholder } from '../decode/addresses.ts'
import { valuesAt } from '../effects/path-values.ts'
import type { Facts } from '../facts.ts'
import { worthIn } from '../money/worth.ts'
import { SMALLEST_OUTPUT } from './bounded-swaps.ts'

/** What the call data promises in this transaction, and what came. Amounts in base units. */
export interface BrokenPromise {
  /** When absent, it was promised to own accounts. */
  readonly to: string | undefined
  /** Absent when the call does not name it, and nothing came of any asset. */
  readonly token: string | undefined
  readonly promised: bigint
  readonly came: bigint
}

/** Less than this part of what is promised is next to nothing. */
const PART = 20n

/**
 * Promises to own accounts, and to receivers without code that a trace shows, of which next to nothing came. Only of a run that
 * succeeds and whose balances were read, and of assets that no other action may use up.
 */
export function brokenPromises(facts: Facts): BrokenPromise[] {
  const simulation = measuredBy(facts.evidence)
  if (!simulation || simulation.isExecuted || facts.message || mayDoAnything(facts)) return []
  const made = facts.exchanges.filter(isMadeNow)
  const promises = made.flatMap(({ authority, receives }) =>
    receives
      .filter((asset) => isPromise(asset) && isRead(asset.token, facts) && !isGiven(asset.token, facts))
      .map(({ token, amount = 0n }) => ({ to: facts.own.has(authority) ? undefined : authority, token, amount })),
  )
  const groups = Map.groupBy(promises, ({ to, token }) => `${to} ${token}`).values()
  const broken = Array.from(groups).flatMap((group): BrokenPromise[] => {
    const [{ to, token } = { to: undefined, token: NATIVE }] = group
    const promised = group.reduce((sum, { amount }) => sum + amount, 0n)
    const came = to === undefined ? cameToOwn(token, simulation, facts) : cameTo(to, token, facts)
    return came === undefined || came * PART >= promised ? [] : [{ to, token, promised, came: came < 0n ? 0n : came }]
  })
  return broken.length > 0 ? broken : nothingOf(made, simulation, facts)
}

/** Whether an exchange pays out in this transaction, on this chain, or the transaction fails. */
function isMadeNow({ call, form, on }: Exchange): boolean {
  if (call.inTrace || call.inData || call.mayFail || on !== undefined || isLater(call) || isCredited(call)) return false
  // What is claimed is often a total, of which a part was paid before.
  return form !== 'claim' && paidOut.includes(form)
}

/** Balancer V2 keeps the output for the receiver, as a balance within the vault. */
export function isCredited({ args, status }: Action['call']): boolean {
  return status === 'decoded' && valuesAt(args, 'funds.toInternalBalance').includes(true)
}

/** Whether what comes for a call comes in another transaction. */
export function isLater({ signature }: Action['call']): boolean {
  return signature?.row?.later === true
}

/** A fixed amount of a fungible asset. More than there can be stands for all there is. */
function isPromise({ standard, token, amount, ids, on }: Asset): boolean {
  if ((standard !== 'native' && standard !== 'erc20') || ids.length > 0 || on !== undefined) return false
  return amount !== undefined && !isUnlimited(amount) && !isDust({ standard, amount }) && !isPlaceholder(token)
}

/** Calls that no table reads, and foreign code in an own account, may use up what comes. */
function mayDoAnything({ interactions, controls }: Facts): boolean {
  return (
    controls.some(({ form }) => form === 'delegatecall') ||
    interactions.some(({ call }) => !call.inTrace && call.calls.length === 0)
  )
}

/** Own accounts give it as well, so that less of it may come than goes. */
function isGiven(token: string, { exchanges, transfers, orders, own }: Facts): boolean {
  const given = [
    ...exchanges.flatMap(({ payer, gives }) => (own.has(payer) ? gives : [])),
    ...orders.flatMap(({ signer, gives }) => (own.has(signer) ? gives : [])),
    ...transfers.flatMap(({ from, asset, call }) => (own.has(from) && !call.inTrace ? asset : [])),
  ]
  return given.some((asset) => asset.token === token)
}

/** Whether its balances were read in every run. */
function isRead(token: string | undefined, { evidence }: Facts): boolean {
  return (evidence.chain?.missing ?? []).every((each) => {
    if (each.code === 'balances-unread') return token !== undefined && each.more === 0 && !each.tokens.includes(token)
    return each.code !== 'state-unread' && each.code !== 'changes-cut'
  })
}

/** Native currency may come wrapped, and the other way round. */
function cameToOwn(token: string, { changes }: SimulationEvidence, { transaction, evidence }: Facts): bigint {
  const { chainId, value } = transaction
  const isNative = (each: string) => worthIn('native', { token: each, amount: 1n }, { evidence, chainId }) !== undefined
  const tokens = isNative(token)
    ? [token, ...changes.flatMap((each) => (isNative(each.token) ? each.token : []))]
    : [token]
  const sums = tokens.map((each) =>
    changes
      .filter((change) => change.token === each && change.id === undefined)
      .reduce((sum, { amount }) => sum + amount, each === NATIVE ? value : 0n),
  )
  return sums.reduce((most, sum) => (sum > most ? sum : most), 0n)
}

/** Undefined where that is not known; contracts may pass it on. */
function cameTo(to: string, token: string, { changes, evidence }: Facts): bigint | undefined {
  const account = evidence.accountOf(to)
  if (!changes?.isComplete || !account || !hasNoCode(account)) return undefined
  return changes.changeOf(to, token)
}

/** A swap has a least output of an asset that it does not name, and own accounts have no more of any. */
function nothingOf(made: readonly Exchange[], { changes, method }: SimulationEvidence, facts: Facts): BrokenPromise[] {
  const { own, transaction, evidence } = facts
  // Without events only what the call data names was measured. What comes of native currency may be less than what was sent.
  if (method === 'probe' || transaction.value > 0n || !isRead(undefined, facts)) return []
  if (changes.some((change) => change.amount > 0n && !isNothing(change, evidence))) return []
  const [first] = made.filter(
    ({ form, authority, receives, least = 0n }) =>
      form === 'swap' && own.has(authority) && receives.length === 0 && least >= SMALLEST_OUTPUT && !isUnlimited(least),
  )
  return first?.least === undefined ? [] : [{ to: undefined, token: undefined, promised: first.least, came: 0n }]
}

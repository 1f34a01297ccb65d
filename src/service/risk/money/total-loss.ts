/** Room: What is at stake: dollars, total loss, unproven trades, payments of the past. */

import { UNLIMITED_LOSS } from '../../../api/vocabulary.ts'
import { isUnlimited, spenderKey } from '../../evm/allowance.ts'
import { isItem, NATIVE } from '../../evm/asset.ts'
import { netOf } from '../../evm/holdings.ts'
import { dollarsOf, type Price, type PriceOf, sumOf, unitsAt, type Worth, worthOf } from '../../evm/worth.ts'
import { type Action, type Asset, grantKey } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import type { ChainObservation } from '../chain/observation.ts'
import { measuredBy } from '../chain/read-observation.ts'
import type { SimulationEvidence } from '../chain/simulation.ts'
import { type Call, isTransparent } from '../decode/calls.ts'
import { isControlledBy, payerOf } from '../parties/controlled-accounts.ts'
import type { TraceChanges } from '../trace/asset-changes.ts'

/** An asset that leaves the sender or its accounts, or that others may take from them. */
export interface Exposure {
  /** Lower case; `NATIVE` is the native currency. */
  readonly token: string
  /** Base units; undefined when the call does not fix it. */
  readonly amount: bigint | undefined
  /** No limit. */
  readonly unlimited: boolean
  /** An NFT: has no price. */
  readonly isItem: boolean
}

export interface Loss {
  /** Whole USD, rounded down once; null when unknown. */
  readonly usd: number | null
  /** Assets without a price, each once, in order. */
  readonly unpriced: readonly Exposure[]
}

/** What accounts lose in an executed transaction that is not theirs, and what others may take from them afterwards. */
export function affectedExposures(
  { actions }: Analysis,
  { simulation }: ChainObservation,
  owners: ReadonlySet<string>,
): Exposure[] {
  if (simulation.status !== 'ok') return []
  const leaving = actions.filter((action) => owners.has(payerOf(action)) && !owners.has(action.authority))
  return measuredIn(simulation, leaving, (owner) => owners.has(owner))
}

/**
 * What the sender and its accounts can lose: outgoing transfers and grants. Gross: incoming assets are not deducted,
 * because a scam promises them. With measured balances, or a trace that shows all effects, the net amount of each asset
 * that leaves, and grants; with another trace, the larger of what it and the call data show.
 * @param chain with the simulation that measured them
 */
export function exposuresOf(analysis: Analysis, chain?: ChainObservation): Exposure[] {
  const { own } = analysis
  const isOwn = (address: string | undefined) => address !== undefined && own.has(address)
  const leaving = analysis.actions.filter((action) => isOwn(payerOf(action)) && !isOwn(action.authority))
  const { changes } = analysis
  // A block has it, and it failed.
  if (chain?.simulation.isExecuted && chain.simulation.status === 'reverted') return []
  const simulation = measuredBy({ chain })
  if (simulation) {
    const isControlled = (owner: string) => isControlledBy(analysis.transaction.from, owner, chain)
    return measuredIn(simulation, leaving, isControlled)
  }
  if (changes?.isComplete) return withLasting(outflowsIn(changes), leaving)
  const paid = paidIn(analysis.decoded.root, isOwn)
  const ofTokens = leaving.filter(({ call }) => !call.inTrace).flatMap(tokensIn)
  const shown = paid > 0n ? [{ token: NATIVE, amount: paid, unlimited: false, isItem: false }, ...ofTokens] : ofTokens
  return changes ? [...shown, ...beyond(shown, leaving, changes)] : shown
}

function outflowsIn({ net }: Pick<TraceChanges, 'net'>): Exposure[] {
  return net
    .filter(({ amount }) => amount < 0n)
    .map(({ token, id, amount }) => ({ token, amount: -amount, unlimited: false, isItem: id !== undefined }))
}

/** And what others may take afterwards: allowances, and orders of assets that have not left. */
function withLasting(outflows: readonly Exposure[], actions: readonly Action[]): Exposure[] {
  const left = new Set(outflows.map(({ token }) => token))
  const lasting = actions.flatMap((action) => {
    if (action.kind === 'grant' && action.form !== 'permit2-transfer') return tokensIn(action)
    return action.kind === 'order' ? tokensIn(action).filter(({ token }) => !left.has(token)) : []
  })
  return [...outflows, ...lasting]
}

/** What an account gets that the sender does not control makes up for nothing. */
function measuredIn(
  { changes, approvals }: SimulationEvidence,
  leaving: readonly Action[],
  isControlled: (owner: string) => boolean,
): Exposure[] {
  const shown = new Set(leaving.filter((action) => action.kind === 'grant').map(grantKey))
  const counted = changes.filter(({ owner, amount }) => amount < 0n || isControlled(owner))
  const outflows = outflowsIn({ net: netOf(counted) })
  const hidden = approvals
    .filter((approval) => !shown.has(spenderKey(approval)))
    .map(({ kind, token, standard, amount }): Exposure => {
      return { token, amount, unlimited: kind !== 'item' && isUnlimited(amount), isItem: standard !== 'erc20' }
    })
  return [...withLasting(outflows, leaving), ...hidden]
}

/** What a trace shows beyond the call data, although it does not show everything. */
function beyond(shown: readonly Exposure[], leaving: readonly Action[], changes: TraceChanges): Exposure[] {
  const traced = leaving.filter(({ call }) => call.inTrace)
  const moved = traced.filter(({ kind }) => kind !== 'grant').flatMap(tokensIn)
  const known = totals(shown)
  const events = totals(outflowsIn(changes))
  const more = new Map([...events, ...totals(moved)])
  for (const [token, total] of events) more.set(token, larger(total, more.get(token) ?? total))
  return [
    ...traced.filter(({ kind }) => kind === 'grant').flatMap(tokensIn),
    ...Array.from(more.values()).flatMap((total): Exposure[] => {
      const before = known.get(total.token)
      if (before === undefined) return [total]
      if (before.unlimited || before.amount === undefined || total.amount === undefined) return []
      return total.amount > before.amount ? [{ ...total, amount: total.amount - before.amount }] : []
    }),
  ]
}

function totals(exposures: readonly Exposure[]): Map<string, Exposure> {
  const sums = new Map<string, Exposure>()
  for (const exposure of exposures) {
    const sum = sums.get(exposure.token)
    const amount = sum?.amount === undefined || exposure.amount === undefined ? undefined : sum.amount + exposure.amount
    sums.set(exposure.token, sum ? { ...sum, amount, unlimited: sum.unlimited || exposure.unlimited } : exposure)
  }
  return sums
}

function larger(one: Exposure, two: Exposure): Exposure {
  return one.amount !== undefined && two.amount !== undefined && one.amount > two.amount ? one : two
}

/** Exact (bigint). An unlimited grant of an asset with a price is an unlimited loss. */
export function lossOf(exposures: readonly Exposure[], priceOf: PriceOf): Loss {
  const unpriced = new Map<string, Exposure>()
  const worths: Worth[] = []
  let unlimited = false
  for (const exposure of exposures) {
    const price = exposure.isItem ? undefined : priceOf(exposure.token)
    const worth = price && lossBy(exposure, price)
    if (worth === 'unlimited') unlimited = true
    else if (worth) worths.push(worth)
    else unpriced.set(exposure.token, unpriced.get(exposure.token) ?? exposure)
  }
  const missing = Array.from(unpriced.values())
  if (unlimited) return { usd: UNLIMITED_LOSS, unpriced: missing }
  return { usd: missing.length > 0 ? null : wholeDollars(worths), unpriced: missing }
}

/** Native currency is counted per call in `paidIn`. */
function tokensIn(action: Action): Exposure[] {
  switch (action.kind) {
    case 'transfer':
      return exposed(action.asset, false)
    case 'grant':
      return action.revokes ? [] : exposed(action.asset, action.unlimited)
    case 'exchange':
    case 'order':
      return action.gives.flatMap((asset) => exposed(asset, false))
    default:
      return []
  }
}

/** Where the standard is unknown, it is an amount if its token has a price. An amount of zero is no exposure. */
function exposed({ standard, token, amount }: Asset, unlimited: boolean): Exposure[] {
  if (token === NATIVE || (amount === 0n && !unlimited)) return []
  return [{ token, amount, unlimited, isItem: isItem({ standard }) }]
}

/** Wei that own accounts send to others. Every call of a multicall sees the value of the whole, so it counts once. */
function paidIn(call: Call, isOwn: (address: string | undefined) => boolean, isCounted = false): bigint {
  const isPaid = !isCounted && call.operation === 'call' && isOwn(call.actor) && !isOwn(call.to)
  const isShared = isTransparent(call)
  return call.calls.reduce(
    (sum, inner) => sum + paidIn(inner, isOwn, isShared && (isCounted || isPaid)),
    isPaid ? call.value : 0n,
  )
}

/** Undefined when the amount is not fixed. */
function lossBy({ amount, unlimited }: Exposure, price: Price): Worth | 'unlimited' | undefined {
  // Unlimited, but worthless.
  if (dollarsOf(price).units === 0n) return { units: 0n, scale: 0 }
  if (unlimited) return 'unlimited'
  return amount === undefined ? undefined : worthOf(amount, price)
}

function wholeDollars(worths: readonly Worth[]): number {
  const dollars = unitsAt(sumOf(worths), 0)
  const maximum = BigInt(UNLIMITED_LOSS - 1)
  return Number(dollars > maximum ? maximum : dollars)
}

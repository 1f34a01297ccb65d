import { bandFloors } from '../../../api/vocabulary.ts'
import { isDust } from '../../evm/worth.ts'
import { outputsOf } from '../account/bounded-swaps.ts'
import { type Action, type Asset, type Exchange, type Fill, native, type Order } from '../actions/actions.ts'
import { isPaidByRouter, withoutPut } from '../actions/plan.ts'
import { measuredBy } from '../chain/read-observation.ts'
import type { Facts } from '../facts.ts'
import { newPoolsIn } from '../money/new-pools.ts'
import { ROUGHNESS } from '../money/rough-prices.ts'
import { compared } from '../money/worth.ts'
import { payerOf } from '../parties/controlled-accounts.ts'
import type { Detector, Observation } from './detector.ts'
import { isForNothing } from './one-sided-order.ts'

/** Parts in a thousand of what is given. */
const FAR_BELOW = 500n
const BELOW = 800n

const FAR_BELOW_POINTS = 75
const BELOW_POINTS = 45
/** A market gives more than the limit, as long as no one stops it: not stronger than a limit of zero. */
const LIMIT_POINTS = bandFloors.WARNING + 4

export const belowWorth: Detector = {
  id: 'below-worth',
  about: 'sender',
  summary:
    'An order, or the fill of one, gives assets whose worth is known for much less; or the limit of a swap or a transfer to another chain, or a fee of it or of an order, allows that; or a new pool is paid into at a price far from that.',
  why: 'UNSAFE 75 for less than half, WARNING 45 for less than 80 %, by the worst time of an order whose amounts change. WARNING 35 for the limit of a swap, compared with its last step, and with what a simulation of it pays out, and for that of a transfer whose tokens are known on both chains. A fee is compared with the amount. The price of a new pool counts where the same transaction pays in: as an order; set by both sides of the deposit, UNSAFE 75 below an eighth and WARNING 45 below half. Listed stablecoins are a dollar, unless an imported price says less than 0.9; other assets have their imported price, and the native currency is worth its wrapped form. Without a price, well-known assets have a rough one, by which only what is below an eighth is found. Where a worth is not known, nothing is found, and an order that others fill is NO DATA.',
  origin: 'Orders at a fraction of the price: the NFT-order class of PTXPhish, and limits that sandwich bots use up.',
  examples: {
    attack: 'A signed order sells 10,000 USDC for 4,000 DAI.',
    nearMiss: 'An order sells them at a discount of 10 %.',
    evasion: 'An order starts at par and ends at a tenth: its end counts.',
  },
  reads: ['exchanges', 'orders'],
  detect(facts) {
    return [
      ...facts.orders.flatMap((order) => orderFinding(order, facts)),
      ...feeFindings(facts),
      ...fillFindings(facts),
      ...limitFindings(facts),
      ...poolFindings(facts),
    ]
  },
}

function orderFinding(order: Order, facts: Facts): Observation[] {
  if (!facts.message && !facts.own.has(order.signer)) return []
  // That finding is never capped by what is known.
  if (order.isOpen && isForNothing(order)) return []
  const share = worstOf(order.fills ?? [order], facts)
  if (share === undefined || share >= BELOW) return []
  const gainers = order.beneficiaries.filter((each) => each !== order.signer)
  const subject = gainers.find((each) => facts.isUnknown(order, each)) ?? gainers[0] ?? ''
  const isMarket = subject === order.call.to
  return [
    {
      points: share < FAR_BELOW ? FAR_BELOW_POINTS : BELOW_POINTS,
      ...(!isMarket && { subject }),
      text:
        isMarket || subject === ''
          ? `The ${order.market} order pays ${percent(share)} of the worth of what it gives.`
          : `gets assets through a ${order.market} order that pays ${percent(share)} of their worth`,
      flip: 'use an order that pays what the assets are worth',
      evenIfTrusted: true,
    },
  ]
}

/** Exchanges whose rate an order sets, and what a simulation of a trade measures. */
function fillFindings(facts: Facts): Observation[] {
  const fills = facts.exchanges.filter(({ isFixedRate, payer }) => isFixedRate && facts.own.has(payer))
  const shares = [
    ...fills.map((made) => [shareOf(made, facts), 'call data'] as const),
    [measuredShare(facts), 'simulation'] as const,
  ]
  return shares.flatMap(([share, source]): Observation[] => {
    if (share === undefined || share >= BELOW) return []
    return [
      {
        source,
        points: share < FAR_BELOW ? FAR_BELOW_POINTS : BELOW_POINTS,
        text: `The trade pays ${percent(share)} of the worth of what is given for it.`,
        flip: 'use an order that pays what the assets are worth',
      },
    ]
  })
}

/** Returns the share that a transaction gets back when it does nothing but trade. */
function measuredShare(facts: Facts): bigint | undefined {
  const simulation = measuredBy(facts.evidence)
  if (
    !simulation ||
    !facts.actions.some(isTrade) ||
    facts.actions.some((action) => !isTrade(action) && isOtherWay(action, facts))
  )
    return undefined
  const changes = simulation.changes.filter(({ owner }) => facts.own.has(owner))
  const [gives, receives] = [-1n, 1n].map((sign) =>
    changes.flatMap(({ standard, token, id, amount }): Asset[] => {
      const ids = id === undefined ? [] : [id]
      return amount * sign > 0n ? [{ standard, token, amount: amount * sign, ids }] : []
    }),
  )
  return gives && receives?.length ? shareOf({ gives, receives }, facts) : undefined
}

function isTrade(action: Action): boolean {
  return action.kind === 'order' || (action.kind === 'exchange' && isStep(action))
}

/** Something else that the transaction does, whose outcome would count as that of the trade. */
function isOtherWay({ kind, call, authority }: Action, facts: Facts): boolean {
  if (call.inTrace || kind === 'grant') return false
  return kind !== 'interaction' || !facts.own.has(authority)
}

/** The deliverer of a transfer between chains keeps the fee, and any account may deliver it; a market keeps that of an order. */
function feeFindings(facts: Facts): Observation[] {
  const { own, exchanges, orders } = facts
  return [...exchanges, ...orders].flatMap((action): Observation[] => {
    const { kind, call, gives, fee = 0n } = action
    const payer = payerOf(action)
    const feeOf = kind === 'exchange' ? action.feeOf : undefined
    const amount = feeOf ?? (gives[0] === undefined ? call.value : gives[0].amount)
    if (call.inTrace || !own.has(payer) || fee === 0n || amount === undefined || amount === 0n) return []
    const share = fee >= amount ? 0n : ((amount - fee) * 1000n) / amount
    if (share >= BELOW) return []
    return [
      {
        points: share < FAR_BELOW ? FAR_BELOW_POINTS : BELOW_POINTS,
        text:
          kind === 'order'
            ? `After the fee of the ${action.market} order, ${percent(share)} of the amount is traded.`
            : `After the fee, which the deliverer of the transfer may keep, ${percent(share)} of the amount arrives.`,
        flip: 'set a fee near the quoted one',
      },
    ]
  })
}

/** One finding: of several swaps, the worst. */
function limitFindings(facts: Facts): Observation[] {
  const swaps = facts.exchanges.filter(
    ({ payer, isFixedRate, call }) => facts.own.has(payer) && !isFixedRate && !call.inTrace,
  )
  const plans = Map.groupBy(swaps, ({ call, payer }) => `${call.to} ${payer}`)
  const shares = [...plans.values()].flatMap((steps) => {
    const limits = planOf(steps, facts)
    // An output that the call does not name is not nothing.
    const found =
      limits === undefined || limits.receives.length === 0
        ? []
        : [shareOf(limits, facts), simulatedShare(limits.receives, swaps, facts)]
    return found.filter((share) => share !== undefined && share < BELOW)
  })
  const bridged = swaps
    .filter(({ form, receives }) => form === 'bridge' && receives.length > 0)
    .map((made) => shareOf(made, facts))
    .filter((share) => share !== undefined && share < BELOW)
  const [share] = [...shares, ...bridged].toSorted((a = 0n, b = 0n) => (a < b ? -1 : 1))
  if (share === undefined) return []
  return [
    {
      points: LIMIT_POINTS,
      text: `The ${bridged.includes(share) ? 'transfer to another chain' : 'swap'} accepts ${percent(share)} of what it should pay.`,
      flip: 'set a minimum output (amountOutMin) near the quoted price',
    },
  ]
}

/** The worst of the new pools that are paid into. A range of prices may lose all the difference, the whole range a part of it. */
function poolFindings(facts: Facts): Observation[] {
  const found = newPoolsIn(facts).flatMap(({ sides: [first, second], priced }) => {
    const share = worstOf([fillOf(first, second), fillOf(second, first)], facts)
    const [far, below] = priced === 'stated' ? [FAR_BELOW, BELOW] : [FAR_BELOW / ROUGHNESS, FAR_BELOW]
    return share === undefined || share >= below
      ? []
      : [{ share, points: share < far ? FAR_BELOW_POINTS : BELOW_POINTS }]
  })
  const [worst] = found.toSorted((a, b) => b.points - a.points || (a.share < b.share ? -1 : 1))
  if (!worst) return []
  return [
    {
      points: worst.points,
      text: `If the pool is new, its price makes one token count for ${percent(worst.share)} of its worth: who trades first takes the difference from the deposit.`,
      flip: 'pay in at the price at which the tokens are traded elsewhere',
    },
  ]
}

function fillOf(given: Asset, received: Asset): Fill {
  return { gives: [given], receives: [received] }
}

function isStep({ form }: Exchange): boolean {
  return form === 'swap' || form === 'withdrawal' || form === 'refund'
}

/** Steps at one router: what goes in, and the least that comes out of it. What one step leaves for another is neither. */
function planOf(steps: readonly Exchange[], facts: Facts): Fill | undefined {
  if (!steps.some(({ form }) => form === 'swap') || !steps.every(isStep)) return undefined
  const isInside = ({ authority, call }: Exchange) => authority === call.to
  const out = steps.filter((step) => !isInside(step))
  const outputs = out.map(outputsOf)
  if (out.length === 0 || outputs.some((some, at) => some.length === 0 && out[at]?.least !== undefined))
    return undefined
  const gives = steps.flatMap((step) => (isPaidByRouter(step) ? [] : givenBy(step)))
  const router = steps[0]?.call.to
  const fill = { gives, receives: outputs.flat() }
  return router === undefined ? fill : withoutPut(fill, router, facts)
}

/** A swap that names nothing else takes what the call is sent with. */
function givenBy({ form, gives, call: { value } }: Exchange): readonly Asset[] {
  return form === 'swap' && gives.length === 0 && value > 0n ? [native(value)] : gives
}

/** What a limit allows, of what a simulation pays out to own accounts. */
function simulatedShare(limits: readonly Asset[], swaps: readonly Exchange[], facts: Facts): bigint | undefined {
  const simulation = measuredBy(facts.evidence)
  const [limit, ...others] = limits.filter(({ amount }) => amount !== 0n)
  if (!simulation || limit?.amount === undefined || others.length > 0) return undefined
  const { token } = limit
  const isSwap = (action: Action) => action.kind === 'exchange' && swaps.includes(action)
  if (facts.actions.some((action) => !isSwap(action) && action.kind !== 'transfer' && isOtherWay(action, facts)))
    return undefined
  const paid = simulation.changes
    .filter((change) => facts.own.has(change.owner) && change.token === token && change.id === undefined)
    .reduce((sum, { amount }) => sum + amount, 0n)
  return paid > 0n ? (limit.amount * 1000n) / paid : undefined
}

function worstOf(fills: readonly Fill[], facts: Facts): bigint | undefined {
  const shares = fills.map((fill) => shareOf(fill, facts)).filter((share) => share !== undefined)
  return shares.toSorted((a, b) => (a < b ? -1 : 1))[0]
}

/** What comes back, in thousandths of the worth of what is given; undefined where one of both is not known. */
function shareOf({ gives, receives }: Fill, { evidence, transaction: { chainId } }: Facts): bigint | undefined {
  const worth = gives.every(isDust) ? undefined : compared(gives, receives, { evidence, chainId })
  if (!worth) return undefined
  const share = (worth.got * 1000n) / worth.given
  // By a rough price, only what is far below at any true one.
  return worth.unit === 'usd-rough' && share * ROUGHNESS >= FAR_BELOW ? undefined : share
}

function percent(thousandths: bigint): string {
  return thousandths < 10n ? 'less than 1 %' : `${thousandths / 10n} %`
}

import { ADDRESS_DIGITS, addressOfNumber, isZeroAddress } from '../../evm/words.ts'
import { argumentsAs } from '../decode/arguments.ts'
import { type ActionTable, type Asset, currency, type DecodedCall, exchange, type ReadActions } from './actions.ts'

/** Fills of orders that others signed, at 1inch, 0x and Bebop: the rate is that of the order. */

/** The amounts of an order, and how much of it is filled. */
interface Part {
  readonly making: bigint
  readonly taking: bigint
  /** Amount of what is taken, or with `isMaking` of what is made; more than the order has fills all of it. */
  readonly amount: bigint
  readonly isMaking: boolean
}

interface Rate {
  readonly paid: bigint | undefined
  /** The least. */
  readonly got: bigint | undefined
  readonly isFixedRate: boolean
}

function atRate({ making, taking, amount, isMaking }: Part): Rate {
  const whole = isMaking ? making : taking
  const part = amount < whole ? amount : whole
  const of = (total: bigint) => (whole === 0n ? total : (total * part) / whole)
  return { paid: of(taking), got: of(making), isFixedRate: true }
}

/** Contracts say how much is made and taken: the threshold is all that the taker insists on. Without one, anything is accepted. */
function atThreshold({ amount, isMaking }: Part, threshold: bigint): Rate {
  return isMaking
    ? { paid: threshold === 0n ? undefined : threshold, got: amount, isFixedRate: false }
    : { paid: amount, got: threshold, isFixedRate: false }
}

interface Pair {
  readonly takerAsset: string
  readonly makerAsset: string
  readonly to?: string
}

function filled(
  call: DecodedCall,
  { takerAsset, makerAsset, to = call.actor }: Pair,
  { paid, got, isFixedRate }: Rate,
) {
  const gives: Asset[] = [currency(takerAsset, paid)]
  const receives: Asset[] = [currency(makerAsset, got)]
  const terms = { form: 'swap', payer: call.actor, gives, receives, ...(isFixedRate && { isFixedRate }) } as const
  return [exchange(call, { ...terms, to })]
}

/** Flag of TakerTraits, and of the amounts of version 3: the amount is of what is made. */
const MAKING_AMOUNT = 1n << 255n
/** TakerTraits: the arguments start with who gets the maker's asset, instead of the taker. */
const HAS_TARGET = 1n << 251n
const THRESHOLD_BITS = 185
const EXTENSION_LENGTH_AT = 224n
const LENGTH_BITS = 24

/** Ends of the fields of an extension, 32 bits each: the third and fourth are what computes both amounts. */
export function computesAmounts(offsets: bigint): boolean {
  const end = (field: bigint) => BigInt.asUintN(32, offsets >> (32n * field))
  return end(2n) !== end(1n) || end(3n) !== end(1n)
}

interface LimitOrder {
  readonly makerAsset: bigint
  readonly takerAsset: bigint
  readonly makingAmount: bigint
  readonly takingAmount: bigint
}

/** Limit order protocol 4. Source: OrderLib, TakerTraitsLib and ExtensionLib of 1inch/limit-order-protocol. */
const limitOrder: ReadActions = (call) => {
  const {
    order,
    amount,
    takerTraits,
    args = '0x',
  } = argumentsAs<{
    order: LimitOrder
    amount: bigint
    takerTraits: bigint
    args?: string
  }>(call.args)
  const hasTarget = (takerTraits & HAS_TARGET) !== 0n && 'args' in call.args
  const start = hasTarget ? 2 + ADDRESS_DIGITS : 2
  const hasExtension = BigInt.asUintN(LENGTH_BITS, takerTraits >> EXTENSION_LENGTH_AT) > 0n
  const offsets = hasExtension ? BigInt(`0x${args.slice(start, start + 64).padEnd(64, '0')}`) : 0n
  const isMaking = (takerTraits & MAKING_AMOUNT) !== 0n
  const part = { making: order.makingAmount, taking: order.takingAmount, amount, isMaking }
  const rate = computesAmounts(offsets) ? atThreshold(part, BigInt.asUintN(THRESHOLD_BITS, takerTraits)) : atRate(part)
  const to = hasTarget ? `0x${args.slice(2, start).padEnd(ADDRESS_DIGITS, '0')}` : call.actor
  return filled(
    call,
    { takerAsset: addressOfNumber(order.takerAsset), makerAsset: addressOfNumber(order.makerAsset), to },
    rate,
  )
}

interface OldOrder {
  readonly makerAsset: string
  readonly takerAsset: string
  readonly makingAmount: bigint
  readonly takingAmount: bigint
  /** Version 3. */
  readonly offsets?: bigint
  /** Version 2: how the amounts are computed. */
  readonly getMakerAmount?: string
  readonly getTakerAmount?: string
}

interface OldFill {
  readonly order: OldOrder
  /** One of both is 0. */
  readonly makingAmount: bigint
  readonly takingAmount: bigint
  readonly skipPermitAndThresholdAmount?: bigint
  readonly thresholdAmount?: bigint
  readonly target?: string
}

/** Limit order protocols 2 and 3, which version 5 of the router has, too. */
const oldOrder: ReadActions = (call) => {
  const { order, makingAmount, takingAmount, target, ...more } = argumentsAs<OldFill>(call.args)
  const isMaking = takingAmount === 0n
  const amount = isMaking ? makingAmount : takingAmount
  const part = { making: order.makingAmount, taking: order.takingAmount, amount, isMaking }
  const { offsets = 0n, getMakerAmount = '0x', getTakerAmount = '0x' } = order
  const isComputed = computesAmounts(offsets) || getMakerAmount !== '0x' || getTakerAmount !== '0x'
  const threshold = BigInt.asUintN(255, more.skipPermitAndThresholdAmount ?? more.thresholdAmount ?? 0n)
  return filled(
    call,
    { ...order, ...(target !== undefined && { to: target }) },
    isComputed ? atThreshold(part, threshold) : atRate(part),
  )
}

interface Quote extends Pick<OldFill, 'order' | 'target'>, Partial<Pick<OldFill, 'makingAmount' | 'takingAmount'>> {
  readonly flagsAndAmount?: bigint
}

/** Quotes of 1inch: an amount of zero fills all of it. */
const quote: ReadActions = (call) => {
  const { order, flagsAndAmount = 0n, target, ...more } = argumentsAs<Quote>(call.args)
  const isMaking = (flagsAndAmount & MAKING_AMOUNT) !== 0n || (more.makingAmount ?? 0n) > 0n
  const named = BigInt.asUintN(128, flagsAndAmount) || (more.makingAmount ?? 0n) || (more.takingAmount ?? 0n)
  const whole = isMaking ? order.makingAmount : order.takingAmount
  const part = { making: order.makingAmount, taking: order.takingAmount, amount: named || whole, isMaking }
  return filled(call, { ...order, ...(target !== undefined && { to: target }) }, atRate(part))
}

interface NativeFill {
  readonly order: {
    readonly makerToken: string
    readonly takerToken: string
    readonly makerAmount: bigint
    readonly takerAmount: bigint
    readonly takerTokenFeeAmount?: bigint
    readonly feeRecipient?: string
  }
  readonly takerTokenFillAmount: bigint
}

/** 0x version 4: a part of an order has its rate, and the taker pays a fee beside it. Source: NativeOrdersSettlement of 0xProject/protocol. */
const nativeOrder: ReadActions = (call) => {
  const { order, takerTokenFillAmount: amount } = argumentsAs<NativeFill>(call.args)
  const part = { making: order.makerAmount, taking: order.takerAmount, amount, isMaking: false }
  const pair = { takerAsset: order.takerToken, makerAsset: order.makerToken }
  const { feeRecipient, takerTokenFeeAmount: fee = 0n } = order
  const rate = atRate(part)
  if (feeRecipient === undefined || fee === 0n) return filled(call, pair, rate)
  const { got = 0n } = atRate({ ...part, making: fee })
  // For a fee to no one, nothing comes back.
  if (isZeroAddress(feeRecipient)) return filled(call, pair, { ...rate, paid: (rate.paid ?? 0n) + got })
  const fill = filled(call, pair, rate)
  const gives = [currency(order.takerToken, got)]
  return [...fill, exchange(call, { form: 'swap', payer: call.actor, gives, receives: [], to: feeRecipient })]
}

/** A side of one asset, of several, or of several of each maker. */
type Sides<T> = T | readonly T[] | readonly (readonly T[])[]

interface Settlement {
  readonly order: {
    readonly taker_address: string
    readonly receiver: string
    readonly taker_token?: string
    readonly taker_tokens?: Sides<string>
    readonly taker_amount?: bigint
    readonly taker_amounts?: Sides<bigint>
    readonly maker_token?: string
    readonly maker_tokens?: Sides<string>
    readonly maker_amount?: bigint
    readonly maker_amounts?: Sides<bigint>
    readonly commands?: string
  }
  /** What the taker was quoted, before the maker offered more for it. */
  readonly takerQuoteInfo: {
    readonly useOldAmount: boolean
    readonly makerAmount?: bigint
    readonly makerAmounts?: Sides<bigint>
  }
}

/** Bytes of the commands: from one maker to another, by way of the contract. */
const TO_CONTRACT = '07'
const FROM_CONTRACT = '08'

/** Bebop. Source: BebopSettlement, and unpackTokensAndAmounts of BlendAggregateOrder in its JamSettlement. */
const settlement: ReadActions = (call) => {
  const { order, takerQuoteInfo: quote } = argumentsAs<Settlement>(call.args)
  const isOfSeveral = isNested(order.maker_tokens)
  const given = byMaker(order.taker_tokens ?? order.taker_token)
  const paid = byMaker(order.taker_amounts ?? order.taker_amount)
  const offered = byMaker(order.maker_amounts ?? order.maker_amount)
  const quoted = quote.useOldAmount ? byMaker(quote.makerAmounts ?? quote.makerAmount) : offered
  const gives: Asset[] = []
  const receives: Asset[] = []
  let at = 2
  const isCommand = (command: string) => {
    at += 2
    return order.commands?.slice(at - 2, at) === command
  }
  for (const [maker, tokens] of byMaker(order.maker_tokens ?? order.maker_token).entries()) {
    for (const [index, token] of tokens.entries()) {
      const [offer = 0n, other = 0n] = [offered, quoted].map((amounts) => amounts[maker]?.[index])
      if (!isCommand(TO_CONTRACT)) receives.push(currency(token, offer < other ? offer : other))
    }
    for (const [index, token] of (given[maker] ?? []).entries())
      if (!isCommand(FROM_CONTRACT) || !isOfSeveral) gives.push(currency(token, paid[maker]?.[index]))
  }
  const terms = { form: 'swap', payer: order.taker_address, gives, receives, isFixedRate: true } as const
  return [exchange(call, { ...terms, to: order.receiver })]
}

function isNested<T>(sides: Sides<T> | undefined): sides is readonly (readonly T[])[] {
  return Array.isArray(sides) && Array.isArray(sides[0])
}

function byMaker<T>(sides: Sides<T> | undefined): readonly (readonly T[])[] {
  if (sides === undefined) return []
  if (isNested(sides)) return sides
  return [Array.isArray(sides) ? (sides as readonly T[]) : [sides as T]]
}

export const fillActions: ActionTable = {
  '0xf497df75': limitOrder,
  '0x56a75868': limitOrder,
  '0x9fda64bd': limitOrder,
  '0xcc713a04': limitOrder,
  '0x62e238bb': oldOrder,
  '0xe5d7bde6': oldOrder,
  '0xb2610fe3': oldOrder,
  '0x3eca9c0a': quote,
  '0x9570eeee': quote,
  '0x5a099843': quote,
  '0xbaba5855': quote,
  '0xf6274f66': nativeOrder,
  '0xaa77476c': nativeOrder,
  '0x1a499026': settlement,
  '0xefe34fe6': settlement,
  '0x14e7a7ab': settlement,
}

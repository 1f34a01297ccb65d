import { argumentsAs } from '../decode/arguments.ts'
import type { Asset, Order, Paid } from './actions.ts'
import { type ActionTable, currency, type DecodedCall, erc721, erc1155, type ReadActions } from './actions.ts'

export interface BlurOrder {
  readonly trader: string
  readonly collection: string
  readonly tokenId: bigint
  readonly amount: bigint
  /** Zero address: the native currency. */
  readonly paymentToken: string
  /** Base units. */
  readonly price: bigint
  readonly fees: readonly { readonly rate: number; readonly recipient: string }[]
}

interface Execution {
  readonly sell: { readonly order: BlurOrder }
  readonly buy: { readonly order: BlurOrder }
}

const FULL_RATE = 10_000n

export function itemOf({ collection, tokenId, amount }: Pick<BlurOrder, 'collection' | 'tokenId' | 'amount'>): Asset {
  return amount > 1n ? erc1155(collection, [tokenId], amount) : erc721(collection, tokenId)
}

/** The price less the fees in the order of the seller. */
export function netPrice({ price, fees }: Pick<BlurOrder, 'price' | 'fees'>): bigint {
  const rates = fees.reduce((sum, { rate }) => sum + BigInt(rate), 0n)
  return rates >= FULL_RATE ? 0n : (price * (FULL_RATE - rates)) / FULL_RATE
}

/** What each fee in the order of the seller is of the price. */
export function feesOf({ price, fees, paymentToken }: Pick<BlurOrder, 'price' | 'fees' | 'paymentToken'>): Paid[] {
  return fees.map(({ rate, recipient }) => ({
    asset: currency(paymentToken, (price * BigInt(rate)) / FULL_RATE),
    to: recipient,
  }))
}

/** The seller gets the price minus the fees in the seller's order: an attacker sets them to the whole price. */
function sidesOf(call: DecodedCall, { sell: { order: sell }, buy: { order: buy } }: Execution): Order[] {
  const [item, net] = [itemOf(sell), netPrice(sell)]
  const feeTakers = sell.fees.map(({ recipient }) => recipient)
  const order = { kind: 'order', call, market: 'blur' } as const
  return [
    {
      ...order,
      signer: sell.trader,
      gives: [item],
      receives: net === 0n ? [] : [currency(sell.paymentToken, net)],
      authority: buy.trader,
      beneficiaries: Array.from(new Set([buy.trader, ...feeTakers])),
    },
    {
      ...order,
      signer: buy.trader,
      gives: [currency(sell.paymentToken, sell.price)],
      receives: [item],
      authority: sell.trader,
      beneficiaries: Array.from(new Set([sell.trader, ...feeTakers])),
    },
  ]
}

const single: ReadActions = (call) => sidesOf(call, argumentsAs<Execution>(call.args))

const several: ReadActions = (call) => {
  const { executions } = argumentsAs<{ executions: readonly Execution[] }>(call.args)
  return executions.flatMap((execution) => sidesOf(call, execution))
}

export const blurActions: ActionTable = { '0x9a1fc3a7': single, '0xb3be57f8': several }

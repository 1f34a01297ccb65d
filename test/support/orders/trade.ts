import { addressOf } from '../../../bench/detection/adversarial/encode.ts'
import { DAI, USDC, USDT, WETH } from '../../../bench/detection/adversarial/protocols.ts'
import { NOBODY } from '../../../bench/detection/adversarial/row.ts'
import type { HonestMessage } from '../../honest/honest-case.ts'

/** A currency of a trade. */
export interface Money {
  readonly symbol: string
  readonly token: string
  readonly decimals: number
}

export const usdc: Money = { symbol: 'USDC', token: USDC, decimals: 6 }
export const usdt: Money = { symbol: 'USDT', token: USDT, decimals: 6 }
export const dai: Money = { symbol: 'DAI', token: DAI, decimals: 18 }
export const weth: Money = { symbol: 'WETH', token: WETH, decimals: 18 }
export const ether: Money = { symbol: 'ETH', token: NOBODY, decimals: 18 }

/** The signer gives `units` of one currency, and gets `rate` thousandths of that number of another one. */
export interface Trade {
  readonly give: Money
  readonly get: Money
  readonly units: number
  readonly rate: number
}

/** USDC for DAI: 10,000 dollars. */
export function dollars(rate: number): Trade {
  return { give: usdc, get: dai, units: 10_000, rate }
}

export function given({ give, units }: Trade): bigint {
  return BigInt(units) * 10n ** BigInt(give.decimals)
}

export function got({ get, units, rate }: Trade): bigint {
  return (BigInt(units) * BigInt(Math.round(rate * 1e6)) * 10n ** BigInt(get.decimals)) / 10n ** 9n
}

/** The other side of each trade. */
export const maker = addressOf('maker of the order')

/** What a transaction or a message adds to id and text of its case. */
export type TradeCase = Omit<HonestMessage, 'id' | 'what'> | TradeCall

export interface TradeCall {
  readonly source: string
  readonly to: string
  readonly data: string
  readonly value?: bigint
}

/** A way to trade, with the same meaning for each. */
export interface TradeForm {
  readonly name: string
  /** The most that a bad rate scores. */
  readonly most: 'UNSAFE' | 'WARNING'
  make(trade: Trade): TradeCase
}

export function formsOf(most: TradeForm['most'], forms: readonly Omit<TradeForm, 'most'>[]): readonly TradeForm[] {
  return forms.map((form) => ({ ...form, most }))
}

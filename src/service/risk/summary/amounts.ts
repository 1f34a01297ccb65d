import { decimalText, grouped, isDust } from '../../../api/text/amounts.ts'
import type { Asset } from '../actions/actions.ts'

/** From here on no balance is meant: contracts read it as all, or the call reverts. */
const NO_LIMIT = 2n ** 255n
const NATIVE_DECIMALS = 18
/** Item ids shown; more are counted. */
const SHOWN_IDS = 1

export interface AssetWords {
  readonly currency: string | undefined
  /** A token as it is named after "of": its symbol, or its address. */
  tokenText(address: string): {
    readonly name: string
    readonly decimals: number | undefined
    readonly isNamed: boolean
  }
}

/** "250,000 USDC", "1000 units of 0x…", "item 7 of 0x…", "unlimited USDT". */
export function assetText(asset: Asset, words: AssetWords, unlimited = false): string {
  const { standard, token, amount, ids } = asset
  if (token === undefined) return nativeText(amount, words.currency, unlimited)
  const { name, decimals, isNamed } = words.tokenText(token)
  if (standard === 'erc721' || standard === 'erc1155') return itemsText(asset, name)
  if (unlimited || (amount !== undefined && amount >= NO_LIMIT))
    return isNamed ? `unlimited ${name}` : `an unlimited amount of ${name}`
  if (amount === undefined) return `an amount of ${name} that is not fixed`
  if (decimals !== undefined) return `${decimalText(amount, decimals)} ${name}`
  // approve and transferFrom do not tell an amount from an item.
  const orItem =
    standard === 'erc20-or-erc721' && !isNamed && ids.length === 0 ? ` (or item ${shortNumber(amount)})` : ''
  return `${amount} ${amount === 1n ? 'unit' : 'units'}${orItem} of ${name}`
}

/** @param unlimited of a grant: a payment has an amount, however large. */
export function nativeText(wei: bigint | undefined, currency: string | undefined, unlimited = false): string {
  const name = currency ?? 'native currency'
  if (unlimited) return `unlimited ${name}`
  if (wei === undefined) return `an amount of ${name} that is not fixed`
  return currency === undefined || isDust(wei) ? `${wei} wei` : `${decimalText(wei, NATIVE_DECIMALS)} ${currency}`
}

function itemsText({ standard, amount, ids }: Asset, name: string): string {
  const [id, ...more] = ids
  if (id === undefined) return amount === undefined ? `every item of ${name}` : `${countText(amount)} of ${name}`
  if (more.length >= SHOWN_IDS) return `${countText(BigInt(ids.length))} of ${name}`
  return itemText(id, standard === 'erc1155' ? amount : 1n, name)
}

/** "3 × item 7 of 0x…". */
export function itemText(id: bigint, copies: bigint | undefined, name: string): string {
  const many = copies !== undefined && copies !== 1n ? `${grouped(copies)} × ` : ''
  return `${many}item ${shortNumber(id)} of ${name}`
}

function countText(count: bigint): string {
  return `${grouped(count)} ${count === 1n ? 'item' : 'items'}`
}

/** An id may be a hash of 78 digits. */
function shortNumber(id: bigint): string {
  const digits = String(id)
  return digits.length <= 20 ? digits : `${digits.slice(0, 6)}…${digits.slice(-4)}`
}

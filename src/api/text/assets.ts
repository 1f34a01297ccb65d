import { chainById } from '../chains.ts'
import { parseQuantity } from '../quantity.ts'
import { decimalText, grouped, isDust } from './amounts.ts'

export const NATIVE_DECIMALS = 18
/** A token with more decimals means something else than money. */
export const MAX_DECIMALS = 36
/** A longer amount is shown in powers of ten. */
const LONGEST_AMOUNT = 36
/** An item id may be a hash of 78 digits. */
const LONGEST_NUMBER = 20

/** An asset as texts name it. */
export interface AssetShown {
  /** A symbol, or what identifies the contract. */
  readonly name: string
  /** The name is a symbol: it follows an amount without "of". */
  readonly isNamed: boolean
  readonly decimals: number | undefined
}

/**
 * A token by the symbol of a list. Otherwise by its contract, with what it calls itself beside it: a fake may call itself USDC.
 * @param contract as the reader sees it, whole or shortened
 */
export function tokenShown(
  contract: string,
  {
    symbol,
    decimals,
    verified,
  }: {
    readonly symbol?: string | undefined
    readonly decimals?: number | undefined
    readonly verified?: boolean | undefined
  },
): AssetShown {
  if (verified && symbol !== undefined) return { name: symbol, isNamed: true, decimals }
  return { name: symbol === undefined ? contract : `${contract} (calls itself ${symbol})`, isNamed: false, decimals }
}

/** "250,000 USDC", "1,000 of 0x… (calls itself USDQ)", "1000 units of 0x…". @param size 0 or above */
export function amountText(size: bigint, { name, isNamed, decimals }: AssetShown): string {
  if (decimals === undefined || decimals > MAX_DECIMALS)
    return `${bounded(String(size), size, 0)} ${size === 1n ? 'unit' : 'units'} of ${name}`
  return `${bounded(decimalText(size, decimals), size, decimals)} ${isNamed ? '' : 'of '}${name}`
}

/** The native currency of a chain; undefined: the chain is not known. */
export function nativeAsset(chainId: string | undefined): AssetShown | undefined {
  const chain = chainId === undefined ? undefined : chainById(chainId)
  return chain && { name: chain.currency, isNamed: true, decimals: chain.decimals }
}

/** "1.5 ETH", "5 wei". @param native `nativeAsset` */
export function nativeText(wei: bigint, native: AssetShown | undefined): string {
  const isWei = native === undefined || (native.decimals === NATIVE_DECIMALS && isDust(wei))
  return isWei ? `${bounded(String(wei), wei, 0)} wei` : amountText(wei, native)
}

/** The same of wei in a request or an answer; a text that is not a quantity stays as it is. */
export function nativeAmount(wei: string, chainId: string | undefined): string {
  const value = parseQuantity(wei)
  return value === undefined ? wei : nativeText(value, nativeAsset(chainId) ?? UNKNOWN_NATIVE)
}

const UNKNOWN_NATIVE: AssetShown = { name: 'native units', isNamed: true, decimals: NATIVE_DECIMALS }

/** An allowance without a limit in effect: "unlimited USDC", "an unlimited amount of 0x…". */
export function unlimitedText({ name, isNamed }: Pick<AssetShown, 'name' | 'isNamed'>): string {
  return `${isNamed ? 'unlimited' : 'an unlimited amount of'} ${name}`
}

/** "item 7 of 0x…", "3 × item 7 of 0x…". */
export function itemText(id: bigint | string, copies: bigint | undefined, name: string): string {
  const many = copies === undefined || copies === 1n ? '' : `${bounded(grouped(copies), copies, 0)} × `
  return `${many}item ${numberText(id)} of ${name}`
}

/** The number of an item, which is shortened when it is a hash. */
export function numberText(id: bigint | string): string {
  const digits = String(id)
  return digits.length <= LONGEST_NUMBER ? digits : `${digits.slice(0, 6)}…${digits.slice(-4)}`
}

/** "about 1.15e71" where the digits would fill the line. */
function bounded(text: string, size: bigint, decimals: number): string {
  const digits = String(size)
  if (text.length <= LONGEST_AMOUNT) return text
  return `about ${digits[0]}.${digits.slice(1, 3)}e${digits.length - 1 - decimals}`
}

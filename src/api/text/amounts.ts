import { parseQuantity } from '../quantity.ts'
import { UNLIMITED_LOSS } from '../vocabulary.ts'

const WEI_DIGITS = 18

/** "1.5 ETH" from wei, or "5 wei" for dust, which has eighteen digits otherwise; returns text that is not a quantity unchanged. */
export function nativeAmount(wei: string, currency = 'native units'): string {
  const value = parseQuantity(wei)
  if (value === undefined) return wei
  if (isDust(value)) return `${value} wei`
  const digits = String(value).padStart(WEI_DIGITS + 1, '0')
  const whole = digits.slice(0, -WEI_DIGITS)
  const fraction = digits.slice(-WEI_DIGITS).replace(/(?<!0)0+$/, '')
  return `${whole}${fraction === '' ? '' : `.${fraction}`} ${currency}`
}

/** Whether people read wei rather than the currency. */
export function isDust(wei: bigint): boolean {
  return wei > 0n && wei < DUST_WEI
}

const DUST_WEI = 1_000_000n

/** "250,000", "0.000001": exact, without zeros at the end. @param amount 0 or above */
export function decimalText(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = BigInt(digits.slice(0, digits.length - decimals))
  const fraction = digits.slice(digits.length - decimals).replace(/(?<!0)0+$/, '')
  return `${grouped(whole)}${fraction === '' ? '' : `.${fraction}`}`
}

export function grouped(whole: bigint): string {
  return whole.toLocaleString('en-US')
}

/** "$1,234,567": whole USD. */
export function dollars(usd: number): string {
  return `$${usd.toLocaleString('en-US')}`
}

/** A total loss in whole USD, or "unlimited". */
export function lossText(usd: number): string {
  return usd === UNLIMITED_LOSS ? 'unlimited' : dollars(usd)
}

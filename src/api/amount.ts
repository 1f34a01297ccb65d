import { parseQuantity } from './quantity.ts'
import { UNLIMITED_LOSS } from './vocabulary.ts'

const WEI_DIGITS = 18

/** "1.5 ETH" from wei; returns text that is not a quantity unchanged. */
export function nativeAmount(wei: string, currency = 'native units'): string {
  const value = parseQuantity(wei)
  if (value === undefined) return wei
  const digits = String(value).padStart(WEI_DIGITS + 1, '0')
  const whole = digits.slice(0, -WEI_DIGITS)
  const fraction = digits.slice(-WEI_DIGITS).replace(/(?<!0)0+$/, '')
  return `${whole}${fraction === '' ? '' : `.${fraction}`} ${currency}`
}

/** "$1,234,567": whole USD. */
export function dollars(usd: number): string {
  return `$${usd.toLocaleString('en-US')}`
}

/** A total loss in whole USD, or "unlimited". */
export function lossText(usd: number): string {
  return usd === UNLIMITED_LOSS ? 'unlimited' : dollars(usd)
}

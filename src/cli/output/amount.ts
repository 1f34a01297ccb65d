import { parseQuantity } from '../../api/quantity.ts'

const WEI_DIGITS = 18

/** "1.5 ETH" from wei; text that is no quantity is shown as it is. */
export function nativeAmount(wei: string, currency = 'native units'): string {
  const value = parseQuantity(wei)
  if (value === undefined) return wei
  const digits = String(value).padStart(WEI_DIGITS + 1, '0')
  const whole = digits.slice(0, -WEI_DIGITS)
  const fraction = digits.slice(-WEI_DIGITS).replace(/0+$/, '')
  return `${whole}${fraction === '' ? '' : `.${fraction}`} ${currency}`
}

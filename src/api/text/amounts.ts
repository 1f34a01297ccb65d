import { UNLIMITED_LOSS } from '../vocabulary.ts'

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

/** "1,234,567". Not by Intl where the digits suffice: loading its data takes half as long as starting node. */
export function grouped(whole: bigint | number): string {
  if (typeof whole === 'number' && !Number.isSafeInteger(whole)) return whole.toLocaleString('en-US')
  const [sign, digits] = whole < 0 ? ['-', String(-whole)] : ['', String(whole)]
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.push(digits.slice(Math.max(0, end - 3), end))
  return sign + groups.reverse().join(',')
}

/** "1 row", "1,234 rows". @param many where it is not the word with an s */
export function counted(count: number | bigint, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${Number(count) === 1 ? one : many}`
}

/** "$1,234,567": whole USD. */
export function dollars(usd: number): string {
  return `$${grouped(usd)}`
}

/** A total loss in whole USD, or "unlimited". */
export function lossText(usd: number): string {
  return usd === UNLIMITED_LOSS ? 'unlimited' : dollars(usd)
}

/** Room: Amounts and times of policies, as they are written. */

/** Digits behind the point of an amount in limits, of any unit. */
export const LIMIT_SCALE = 36

/** An amount of dollars or of an asset. */
export interface Limit {
  /** With `LIMIT_SCALE` digits behind the point. */
  readonly amount: bigint
  /** USD, a symbol, or the address of a token in lower case. */
  readonly unit: string
}

const LIMIT = /^(\d{1,40}(?:_\d{3})*)(?:\.(\d{1,36}))? +(\S{1,64})$/

/** Reads `500 USD`, `100 USDC`, `0.5 ETH`; undefined: it is none. */
export function readLimit(text: string): Limit | undefined {
  const [, whole = '', fraction = '', unit = ''] = LIMIT.exec(text.trim()) ?? []
  if (whole === '' || /^[\d.]+$/.test(unit)) return undefined
  return { amount: BigInt(whole.replaceAll('_', '') + fraction.padEnd(LIMIT_SCALE, '0')), unit: unitKey(unit) }
}

export function isLimit(text: string): boolean {
  return readLimit(text) !== undefined
}

/** A symbol as it is written, an address in lower case. */
export function unitKey(unit: string): string {
  if (/^0x/i.test(unit)) return unit.toLowerCase()
  return unit.toUpperCase() === DOLLARS ? DOLLARS : unit
}

export const DOLLARS = 'USD'

/** An amount of a limit as decimal text, without zeros at the end. */
export function limitText(amount: bigint): string {
  const digits = String(amount).padStart(LIMIT_SCALE + 1, '0')
  let fraction = digits.slice(-LIMIT_SCALE)
  while (fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${digits.slice(0, -LIMIT_SCALE)}${fraction === '' ? '' : `.${fraction}`}`
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Reads `10m`, `24h`, `30d` (ms), up to a year; undefined: it is none. */
export function durationMs(text: string): number | undefined {
  const [, count = '', unit = 'm'] = /^([1-9]\d{0,5})([mhd])$/.exec(text.trim()) ?? []
  const ms = Number(count) * units[unit as keyof typeof units]
  return count !== '' && ms <= 366 * units.d ? ms : undefined
}

/** `24 h` for `24h`. */
export function durationText(text: string): string {
  return text.trim().replace(/([mhd])$/, (unit) => (unit === 'm' ? ' min' : unit === 'd' ? ' days' : ' h'))
}

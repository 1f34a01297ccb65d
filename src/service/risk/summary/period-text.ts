import type { Asset } from '../actions/actions.ts'
import type { Words } from './words.ts'

const DAY = 86_400n
const MONTH = 30n * DAY

const names: readonly (readonly [seconds: bigint, name: string])[] = [
  [365n * DAY, 'year'],
  [MONTH, 'month'],
  [7n * DAY, 'week'],
  [DAY, 'day'],
  [3600n, 'hour'],
  [60n, 'minute'],
  [1n, 'second'],
]

/** "a day", "every 3 days": how often an amount of a period is available. A month has 30 days. Periods longer than a life happen once. */
export function everyText(seconds: bigint): string {
  if (seconds >= 100n * 365n * DAY) return 'once'
  const [unit, name] = names.find(([length]) => seconds >= length && seconds % length === 0n) ?? [1n, 'second']
  const count = seconds / unit
  return count === 1n ? `${name === 'hour' ? 'an' : 'a'} ${name}` : `every ${count} ${name}s`
}

/** "5,000 USDC a month" of an amount a second. */
export function periodText(asset: Asset, words: Words): string {
  return `${words.asset({ ...asset, amount: (asset.amount ?? 0n) * MONTH })} a month`
}

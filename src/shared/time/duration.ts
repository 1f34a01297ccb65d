import { DAY_MS } from './units.ts'

const MS_PER_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS }

/** Milliseconds of "30s", "1500ms", "7d" or plain seconds; undefined: it is no duration. */
export function durationOf(text: string): number | undefined {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * (MS_PER_UNIT[unit] ?? 1)
}

/** "30d", as `durationOf` takes it. */
export function durationText(ms: number): string {
  const [unit, length] = Object.entries(MS_PER_UNIT).findLast(([, each]) => ms >= each && ms % each === 0) ?? ['ms', 1]
  return `${ms / length}${unit}`
}

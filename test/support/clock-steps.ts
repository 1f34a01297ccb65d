const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** How wrong wall clocks are set (ms), from the start of `TestClock`. */
export const clockSteps: readonly (readonly [name: string, ms: number])[] = [
  ['an hour back', -HOUR],
  ['an hour forward', HOUR],
  ['a day back', -DAY],
  ['a day forward', DAY],
  ['ten years back', -10 * YEAR],
  ['ten years forward', 10 * YEAR],
  ['1969', Date.UTC(1969, 11, 31) - Date.UTC(2026, 0, 2)],
  ['beyond 2038', Date.UTC(2038, 0, 20) - Date.UTC(2026, 0, 2)],
  ['beyond 2106', Date.UTC(2106, 1, 8) - Date.UTC(2026, 0, 2)],
]

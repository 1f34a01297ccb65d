/** One hour, in milliseconds. */
export const HOUR_MS = 3_600_000

/** One day, in seconds and in milliseconds. */
export const DAY_S = 86_400
export const DAY_MS = 1000 * DAY_S

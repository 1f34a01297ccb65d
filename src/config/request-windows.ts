/** What was sent lately, by every process together. */
export interface Sent {
  /** When each request left, or is to leave (ms since the epoch), oldest first. */
  readonly at: readonly number[]
  /** The service asked for silence until then. */
  readonly closedUntil: number
}

/**
 * The hosted service bans at 1,800 requests in 5 minutes. A hundred are kept free for what does not go through this file:
 * another machine, a browser.
 */
const BAN_WINDOW_MS = 300_000
const BELOW_BAN = 1_700
const MINUTE_MS = 60_000
/** Nobody waits longer than a day: a time beyond it was written under a wrong clock, or is read under one. */
const ABSURD_MS = 86_400_000

/** The next moment a request may leave, and what was sent once it has. No minute ever holds more than `perMinute`. */
export function nextSlot(sent: Sent, now: number, perMinute: number): { at: number; sent: Sent } {
  const recent = sent.at.filter((at) => at > now - BAN_WINDOW_MS && at < now + ABSURD_MS)
  const closed = sent.closedUntil < now + ABSURD_MS ? sent.closedUntil : 0
  const at = Math.max(
    now,
    closed,
    recent.at(-1) ?? 0,
    freeAfter(recent, perMinute, MINUTE_MS),
    freeAfter(recent, BELOW_BAN, BAN_WINDOW_MS),
  )
  return { at, sent: { at: [...recent, at], closedUntil: closed } }
}

/** When a window that may hold `most` has room again. */
function freeAfter(sorted: readonly number[], most: number, windowMs: number): number {
  const oldest = sorted[sorted.length - most]
  return oldest === undefined ? 0 : oldest + windowMs
}

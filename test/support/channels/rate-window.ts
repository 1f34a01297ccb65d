export interface RateWindow {
  /** Counts one request. `resetMs`: until the window ends. */
  take(): { readonly isOpen: boolean; readonly remaining: number; readonly resetMs: number }
  /** Sent to the caller: no request may arrive before this time. */
  close(forMs: number): void
  /** Requests that arrived too early. */
  readonly violations: () => number
}

export interface RateLimit {
  readonly requests: number
  readonly windowMs: number
  /** ms; the stand-in runs on this clock. */
  readonly now?: () => number
}

/** A fixed window that counts requests during a pause. */
export function rateWindow({ requests, windowMs, now = Date.now }: RateLimit): RateWindow {
  let startedAt = Number.NEGATIVE_INFINITY
  let closedUntil = Number.NEGATIVE_INFINITY
  let used = 0
  let violations = 0
  return {
    take() {
      const time = now()
      if (time < closedUntil) violations++
      if (time - startedAt >= windowMs) {
        startedAt = time
        used = 0
      }
      used++
      return {
        isOpen: used <= requests,
        remaining: Math.max(0, requests - used),
        resetMs: startedAt + windowMs - time,
      }
    },
    close(forMs) {
      closedUntil = now() + forMs
    },
    violations: () => violations,
  }
}

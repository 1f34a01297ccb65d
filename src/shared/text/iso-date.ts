/** "2026-01-02T03:04:05.678Z" of milliseconds since 1970. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

/** "2026-01-02" of milliseconds since 1970. */
export function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

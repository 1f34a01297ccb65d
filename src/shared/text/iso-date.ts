/** "2026-01-02" of milliseconds since 1970. */
export function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

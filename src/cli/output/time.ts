/** "2026-11-21 03:12" in UTC; JSON has the full time. */
export function timeText(iso: string | null | undefined): string {
  if (!iso) return ''
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? iso : time.toISOString().slice(0, 16).replace('T', ' ')
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** "3 min ago", "2 days ago", "in 59 min"; rounded down to whole units. */
export function distanceText(iso: string | null | undefined, now: number): string {
  const seconds = Math.trunc((Date.parse(iso ?? '') - now) / 1000)
  if (!iso || Number.isNaN(seconds)) return iso ?? ''
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['s', 1]
  const count = Math.abs(Math.trunc(seconds / length))
  if (count === 0) return 'just now'
  const text = `${count} ${unit}${length >= 3600 && count > 1 ? 's' : ''}`
  return seconds < 0 ? `${text} ago` : `in ${text}`
}

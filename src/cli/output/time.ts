import type { TimeZone } from './time-zone.ts'

/** "2026-11-21 03:12 CET"; JSON has the full time, in UTC. */
export function timeText(iso: string | null | undefined, zone: TimeZone): string {
  const time = Date.parse(iso ?? '')
  return Number.isNaN(time) ? (iso ?? '') : `${zone.local(time).slice(0, 16)} ${zone.nameAt(time)}`
}

/** "03:12:45 CET", for lines of a log. */
export function clockText(time: number, zone: TimeZone): string {
  return `${zone.local(time).slice(11)} ${zone.nameAt(time)}`
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

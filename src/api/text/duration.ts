const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const

/** A duration in its two largest units, rounded up to seconds: `5s`, `1m 27s`, `2h 5m`. */
export function durationText(ms: number): string {
  let rest = Math.ceil(ms / 1000)
  const parts: string[] = []
  for (const [unit, seconds] of UNITS) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0) parts.push(`${count}${unit}`)
  }
  return parts.slice(0, 2).join(' ') || '0s'
}

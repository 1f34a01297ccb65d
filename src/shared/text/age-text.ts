const AGES = [
  ['days', 86_400],
  ['h', 3600],
  ['min', 60],
] as const

/** "90 s", "12 min", "30 h", "324 days": rounded down, at least two units. */
export function ageText(seconds: number): string {
  const [unit, length] = AGES.find(([, size]) => seconds >= 2 * size) ?? ['s', 1]
  return `${Math.trunc(seconds / length)} ${unit}`
}

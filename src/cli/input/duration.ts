import { usageError } from '../usage.ts'

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** "30s", "1500ms", "7d", or plain seconds: milliseconds. */
export function parseDuration(flag: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim())
  const unit = UNITS[match?.[2] ?? 's']
  if (!match || unit === undefined)
    throw usageError(`${flag}: ${JSON.stringify(text)} is not a duration, such as 30s or 5m`)
  return Math.round(Number(match[1]) * unit)
}

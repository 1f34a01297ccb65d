import type { Context } from '../../cli/context/context.ts'
import { timeText } from '../../cli/output/time.ts'
import { ageText } from '../../shared/text/age-text.ts'

/** "since 2026-01-02 03:04 UTC (2 h)". */
export function sinceText(at: string | null | undefined, { clock, zone }: Pick<Context, 'clock' | 'zone'>): string {
  if (at == null) return ''
  const seconds = Math.max(0, Math.floor((clock.now() - Date.parse(at)) / 1000))
  return `since ${timeText(at, zone)} (${ageText(seconds)})`
}

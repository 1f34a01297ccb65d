import { counted } from '../../api/text/amounts.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { plainColumns, type View } from '../../cli/output/view.ts'
import type { Level } from './check.ts'
import type { CheckFinding } from './run-checks.ts'

export interface DoctorReport {
  /** Null when the configuration is invalid. */
  readonly profile: string | null
  /** The worst of all checks. */
  readonly result: Level
  readonly content: readonly CheckFinding[]
}

export const findingView: View<CheckFinding> = {
  columns: [...plainColumns('level', 'check'), { field: 'text', header: 'WHAT' }, { field: 'try', header: 'TRY' }],
}

const marks: Readonly<Record<Level, string>> = { pass: '✓', warn: '!', fail: '✗' }

/** One line per check, with the suggested command below. */
export function reportCard({ content: checks }: DoctorReport, paint: Paint): string {
  const colours: Readonly<Record<Level, (text: string) => string>> = {
    pass: paint.good,
    warn: paint.warn,
    fail: paint.bad,
  }
  const width = Math.max(...checks.map(({ check }) => check.length))
  const lines = checks.map(({ check, level, text, try: next }) => {
    const line = `${colours[level](marks[level])} ${paint.dim(check.padEnd(width))}  ${text}\n`
    return next === undefined ? line : `${line}${' '.repeat(width + 4)}${paint.dim('Try:')} ${next}\n`
  })
  return `${lines.join('')}\n${summary(checks)}\n`
}

function summary(checks: readonly CheckFinding[]): string {
  const count = (level: Level) => checks.filter((each) => each.level === level).length
  const [failed, warned] = [count('fail'), count('warn')]
  if (failed + warned === 0) return 'No problems found.'
  return [...(failed > 0 ? [`${failed} failed`] : []), ...(warned > 0 ? [counted(warned, 'warning')] : [])].join(', ')
}

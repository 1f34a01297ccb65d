import { cpus } from 'node:os'
import type { SyncTimes } from './sync.ts'

/** One line of the table. */
export interface Figure {
  readonly name: string
  /** As people read it: `2,513 /s`. */
  readonly measured: string
  /** What it is held against, measured in the same run. */
  readonly against?: string
  /** What the goal is about: a multiple of the ceiling or the floor, or in the unit. */
  readonly value?: number
  readonly unit?: '×' | 'ms' | 'µs' | 'MB' | '/s'
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number }
}

export interface Report {
  readonly bench: string
  /** What was done how often. */
  readonly how: string
  /** Of the disk the bench wrote to; absent: it wrote nothing that counts. */
  readonly sync?: SyncTimes
  readonly figures: readonly Figure[]
  /** What was not measured, and why. */
  readonly notes?: readonly string[]
}

export const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`

export function isReached({ value, goal }: Figure): boolean | undefined {
  if (value === undefined || goal === undefined) return undefined
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}

/** Prints a report: as a table, with `--json` on the command line as one line of JSON. */
export function publish(report: Report): void {
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(report)}\n`)
  else process.stdout.write(`${machine}\n${textOf(report)}`)
}

export function textOf({ bench, how, sync, figures, notes = [] }: Report): string {
  const rows = figures.map((figure) => [figure.name, figure.measured, valueText(figure), goalText(figure)])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map(([name = '', measured = '', value = '', goal = '']) =>
    `  ${name.padEnd(widths[0] ?? 0)}  ${measured.padStart(widths[1] ?? 0)}  ${value.padStart(widths[2] ?? 0)}  ${goal}`.trimEnd(),
  )
  const disk = sync ? [`  a sync of the disk: p50 ${sync.p50.toFixed(2)} ms, p99 ${sync.p99.toFixed(2)} ms`] : []
  return [`${bench}: ${how}`, ...lines, ...disk, ...notes.map((note) => `  ${note}`), ''].join('\n')
}

/** Everything that is held against something of the same run, as one Markdown table: docs/performance.md has it. */
export function ratioTable(reports: readonly Report[]): string {
  const rows = reports.flatMap(({ figures }) =>
    figures
      .filter(({ against }) => against !== undefined)
      .map((each) => [each.name, each.measured, valueText(each), goalText(each).replace(/^goal /, '')]),
  )
  const lines = [['what', 'measured', 'ratio', 'goal'], ['---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function valueText({ value, unit = '×', against }: Figure): string {
  if (value === undefined) return ''
  if (unit === '/s') return rateText(value)
  return `${value.toFixed(value < 10 ? 2 : 1)} ${unit}${against === undefined ? '' : ` ${against}`}`
}

function goalText(figure: Figure): string {
  const { goal, unit = '×' } = figure
  if (goal === undefined) return ''
  const bound = 'atLeast' in goal ? `≥ ${goal.atLeast.toLocaleString('en')}` : `≤ ${goal.atMost}`
  return `goal ${bound} ${unit}  ${isReached(figure) ? 'reached' : 'missed'}`
}

/** `12,712 /s` */
export function rateText(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString('en')} /s`
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}

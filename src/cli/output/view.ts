import { type Verdict, withVerdict } from '../../api/verdict.ts'
import { cellText, fieldAt } from './fields.ts'
import type { Paint } from './paint.ts'
import { safeText } from './terminal-text.ts'
import { wrapWords } from './words.ts'

/** A column of tables, cards, TSV and CSV. */
export interface Column<Row> {
  /** Path of the printed member, and the column's name in TSV and CSV. */
  readonly field: string
  /** The value, when it is not a member but derived from several. */
  readonly value?: (row: Row) => unknown
  readonly header: string
  /** Text for people; default: the member. `when` formats a time: "3 min ago" in a list, absolute in a card. */
  readonly show?: (row: Row, when: (iso: string | null | undefined) => string) => string
  readonly paint?: (text: string, row: Row, paint: Paint) => string
  /** First column of a table; does not affect TSV and CSV. */
  readonly leads?: boolean
  /**
   * On a narrow terminal, a table drops the lowest first. 0: printed with --wide only. From 5 (default): addresses are
   * shortened before the column is dropped.
   */
  readonly importance?: number
  /**
   * How a table shortens the value. `id`: always, to the end that commands accept. `whole-id`: only when it does not fit,
   * because a script needs the whole id. `address`: only when it does not fit. `text` (default): cut at its end. `phrase`: a
   * text whose addresses are shortened before it is cut. `time`: a text formatted by `when`.
   */
  readonly kind?: 'id' | 'whole-id' | 'address' | 'text' | 'phrase' | 'time'
}

export interface View<Row> {
  /** The verdict of a row, which becomes its first member. Undefined: the row has none. */
  readonly verdict?: (row: Row) => Verdict | undefined
  readonly columns: readonly Column<Row>[]
  /** Members that a response has only at times, for --fields. */
  readonly optional?: readonly string[]
  /** Nothing but counts: TSV has a line of name and value for each, for a row of them says nothing. */
  readonly isCounts?: true
  /** First line of a card. */
  readonly title?: (row: Row, paint: Paint) => string
}

/** Columns of unformatted members. The header is the last name in the path: `routing.moduleId` is under MODULE ID. */
export function plainColumns(...fields: readonly string[]): Column<unknown>[] {
  return fields.map((field) => {
    const name = field.slice(field.lastIndexOf('.') + 1)
    return { field, header: name.replace(/[A-Z]/g, ' $&').toUpperCase() }
  })
}

/** The same, printed with --wide only. */
export function wideColumns(...fields: readonly string[]): Column<unknown>[] {
  return plainColumns(...fields).map((column) => ({ ...column, importance: 0 }))
}

/** Without a value it is left out. */
export type Fact = readonly [label: string, value: string | false | null | undefined]

export function knownFacts(facts: readonly Fact[]): (readonly [label: string, value: string])[] {
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []))
}

/**
 * Lines of a card: "label  value", with the values aligned.
 * @param width of the terminal in characters: a longer value is wrapped, but for a command
 */
export function cardLines(facts: readonly Fact[], paint: Paint, width = Number.POSITIVE_INFINITY): string {
  const lines = knownFacts(facts)
  const longest = Math.max(...lines.map(([label]) => label.length))
  const left = width - longest - GAPS
  const margin = ' '.repeat(longest + GAPS)
  const wrapped = (value: string) =>
    value.startsWith('txwarden ') ? value : wrapWords(value, left).join(`\n${margin}`)
  return lines.map(([label, value]) => `  ${paint.dim(label.padEnd(longest))}  ${wrapped(value)}\n`).join('')
}

/** Blanks before labels and values of a card. */
const GAPS = 4

/** The row with its verdict as the first member, where it has one. */
export function shownRow<Row>(row: Row, view: View<Row>): Row {
  const verdict = view.verdict?.(row)
  return verdict === undefined ? row : (withVerdict(row as object, verdict) as Row)
}

/** Those of the view, or the fields that the user selected. */
export function columnsOf<Row>({ columns }: View<Row>, fields: readonly string[] | undefined): readonly Column<Row>[] {
  return fields?.map((field) => ({ field, header: field.toUpperCase() })) ?? columns
}

/** The unformatted value of a column. */
export function columnValue<Row>(row: Row, column: Column<Row>): unknown {
  return column.value ? column.value(row) : fieldAt(row, column.field)
}

/**
 * The cells of a row for a file or a pipe. Without tabs and line breaks, which would break the row, and without control
 * characters, which could reach a terminal through the next pipe.
 */
export function plainCells<Row>(row: Row, columns: readonly Column<Row>[]): string[] {
  return columns.map((column) => safeText(cellText(columnValue(row, column))))
}

/** A row without header, colour or truncation. */
export function tsvLine<Row>(row: Row, columns: readonly Column<Row>[]): string {
  return `${plainCells(row, columns).join('\t')}\n`
}

/** Makes CSV of lines. A cell that starts with = + - @ is escaped: a spreadsheet would run it as a formula. */
export async function csvWriter(): Promise<(lines: readonly (readonly string[])[]) => string> {
  const { stringify } = await import('csv-stringify/sync')
  return (lines) => stringify(lines as string[][], { escape_formulas: true })
}

/** Options of the YAML printer: every text is on one line. */
export const yamlStyle = { blockQuote: false, lineWidth: 0 } as const

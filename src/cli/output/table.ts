import Table from 'cli-table3'
import { cellText } from './fields.ts'
import type { Paint } from './paint.ts'
import { safeText } from './terminal-text.ts'
import { type Column, columnValue, type View } from './view.ts'
import { visibleLength, wrapWords } from './words.ts'

const GAP = 2
const INDENT = 2

/**
 * Rows for a terminal: a table where it fits, otherwise a few lines a row. Nothing is ever shortened: an address whose
 * middle is left out is what address poisoning lives from.
 */
export function renderRows<Row>(rows: readonly Row[], view: View<Row>, width: number, paint: Paint): string {
  const shown = view.columns.filter((column) => !column.cardOnly)
  // A column in which no row says anything takes the room that others need.
  const columns = shown.filter((column) => rows.some((row) => shownCell(row, column, paint) !== ''))
  const cells = rows.map((row) => columns.map((column) => shownCell(row, column, paint)))
  const widths = columns.map((column, index) =>
    Math.max(column.header.length, ...cells.map((line) => visibleLength(line[index] ?? ''))),
  )
  const total = widths.reduce((sum, each) => sum + each + GAP, -GAP)
  return total <= width ? renderTable(columns, cells, paint) : renderStacked(cells, width, paint)
}

function renderTable<Row>(columns: readonly Column<Row>[], cells: string[][], paint: Paint): string {
  const table = new Table({
    head: columns.map((column) => paint.dim(column.header)),
    chars: noBorders,
    // cli-table3 colours heads and borders by itself, also when nobody asked for colour.
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP, compact: true },
  })
  table.push(...cells)
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`
}

/** The first cell of a row, and the others below it. */
export function renderStacked(cells: readonly (readonly string[])[], width: number, paint: Paint): string {
  return `${cells.map(([first = '', ...rest]) => [first, ...fillLines(rest, width - INDENT, paint)].join(`\n${' '.repeat(INDENT)}`)).join('\n')}\n`
}

/** Cells side by side, as many a line as fit. */
function fillLines(cells: readonly string[], width: number, paint: Paint): string[] {
  const lines: string[] = []
  for (const cell of cells.filter((each) => each !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && visibleLength(last) + ' · '.length + visibleLength(cell) <= width)
      lines[lines.length - 1] = `${last}${paint.dim(' · ')}${cell}`
    else lines.push(...wrapWords(cell, width))
  }
  return lines
}

/** One row as lines of "label  value". */
export function renderCard<Row>(row: Row, view: View<Row>, paint: Paint): string {
  const lines = view.columns
    .map((column) => [column.header.toLowerCase(), shownCell(row, column, paint)] as const)
    .filter(([, value]) => value !== '')
  const labelWidth = Math.max(...lines.map(([label]) => label.length))
  const body = lines.map(([label, value]) => `  ${paint.dim(label.padEnd(labelWidth))}  ${value}`)
  return `${[...(view.title ? [view.title(row, paint)] : []), ...body].join('\n')}\n`
}

/** Made safe before it is painted: afterwards its own colours could not be told from ours. */
export function shownCell<Row>(row: Row, column: Column<Row>, paint: Paint): string {
  const text = safeText(column.show ? column.show(row) : cellText(columnValue(row, column)))
  return column.paint && text !== '' ? column.paint(text, row, paint) : text
}

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
}

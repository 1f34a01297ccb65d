import type { OutputFormat } from '../program/globals.ts'
import { checkFields, pickFields } from './fields.ts'
import type { Paint } from './paint.ts'
import type { TimeZone } from './time-zone.ts'
import { type Column, columnsOf, csvWriter, plainCells, shownRow, tsvLine, type View, yamlStyle } from './view.ts'
import { visibleLength } from './words.ts'

/** Prints rows as they arrive, without keeping them in memory. */
export interface RowStream<Row> {
  print(rows: readonly Row[]): Promise<void>
  end(): Promise<void>
}

interface ShapeOptions {
  readonly format: OutputFormat
  /** JSON without the verdict and the envelope. */
  readonly raw: boolean
  readonly paint: () => Promise<Paint>
  readonly zone: () => TimeZone
}

export interface StreamOptions<Row> extends ShapeOptions {
  readonly view: View<Row>
  readonly fields: readonly string[] | undefined
  readonly write: (text: string) => Promise<void>
}

/** Text before the first row, between rows (within `text`), and after the last. */
interface StreamShape<Row> {
  open(): Promise<string>
  rows(rows: readonly Row[], isFirst: boolean): Promise<string>
  close(isEmpty: boolean): string
}

export function streamRows<Row>({ write, fields, view, raw, ...options }: StreamOptions<Row>): RowStream<Row> {
  const picked = (row: Row) => (fields ? pickFields(row, fields) : row)
  const shape = shapeOf({ ...options, raw, columns: columnsOf(view, fields), picked })
  let isOpen = false
  const open = async () => {
    if (!isOpen) await write(await shape.open())
    const wasOpen = isOpen
    isOpen = true
    return !wasOpen
  }
  return {
    async print(given) {
      if (given.length === 0) return
      const rows = raw ? given : given.map((row) => shownRow(row, view))
      if (!isOpen && fields) checkFields(rows, fields)
      const isFirst = await open()
      await write(await shape.rows(rows, isFirst))
    },
    async end() {
      const isEmpty = await open()
      await write(shape.close(isEmpty))
    },
  }
}

interface PickedColumns<Row> {
  readonly columns: readonly Column<Row>[]
  readonly picked: (row: Row) => unknown
}

function shapeOf<Row>(options: ShapeOptions & PickedColumns<Row>): StreamShape<Row> {
  const { format, columns, raw, picked, paint, zone } = options
  const plain = { open: async () => '', close: () => '' }
  switch (format) {
    case 'ndjson':
      return { ...plain, rows: async (rows) => rows.map((row) => `${JSON.stringify(picked(row))}\n`).join('') }
    case 'tsv':
      return { ...plain, rows: async (rows) => rows.map((row) => tsvLine(row, columns)).join('') }
    case 'json':
      return {
        open: async () => (raw ? '[' : '{\n  "content": ['),
        rows: async (rows, isFirst) =>
          `${isFirst ? '' : ','}${rows.map((row) => `\n${indented(picked(row), raw ? 2 : 4)}`).join(',')}`,
        close: (isEmpty) => `${isEmpty ? '' : raw ? '\n' : '\n  '}${raw ? ']' : ']\n}'}\n`,
      }
    case 'yaml':
      return {
        open: async () => '',
        rows: async (rows, isFirst) => {
          const { stringify } = await import('yaml')
          const items = rows.map(picked)
          if (raw) return stringify(items, yamlStyle)
          const text = stringify({ content: items }, yamlStyle)
          return isFirst ? text : text.slice(text.indexOf('\n') + 1)
        },
        close: (isEmpty) => (isEmpty ? (raw ? '[]\n' : 'content: []\n') : ''),
      }
    case 'csv': {
      const csv = async (lines: readonly string[][]) => (await csvWriter())(lines)
      return {
        ...plain,
        open: () => csv([columns.map(({ field }) => field)]),
        rows: (rows) => csv(rows.map((row) => plainCells(row, columns))),
      }
    }
    case 'table':
      return { ...plain, rows: tableOf(columns, paint, zone) }
  }
}

function indented(value: unknown, width: number): string {
  return JSON.stringify(value ?? null, undefined, 2).replace(/^/gm, ' '.repeat(width))
}

const GAP = 2

/** Column widths come from the first rows; a longer cell later shifts its own line. Nothing is shortened. */
function tableOf<Row>(
  columns: readonly Column<Row>[],
  paint: () => Promise<Paint>,
  zone: () => TimeZone,
): StreamShape<Row>['rows'] {
  let widths: readonly number[] = []
  return async (rows, isFirst) => {
    const { shownCell, tableColumns } = await import('./table.ts')
    const shown = tableColumns(columns, true)
    const colours = await paint()
    const lines = rows.map((row) => shown.map((column) => shownCell(row, column, colours, zone())))
    if (isFirst)
      widths = shown.map(({ header }, index) =>
        Math.max(header.length, ...lines.map((line) => visibleLength(line[index] ?? ''))),
      )
    const head = isFirst ? [shown.map(({ header }) => colours.dim(header))] : []
    return [...head, ...lines].map((line) => `${aligned(line, widths)}\n`).join('')
  }
}

function aligned(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - visibleLength(cell)) + GAP))
    .join('')
    .trimEnd()
}

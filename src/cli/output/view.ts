import { fieldAt } from './fields.ts'
import type { Paint } from './paint.ts'

/** How rows of one kind look: feeds tables, cards, TSV and CSV alike. */
export interface Column<Row> {
  /** Path of the member that TSV and CSV print, and its name there. */
  readonly field: string
  /** The value itself, where it is no member but follows from several. */
  readonly value?: (row: Row) => unknown
  readonly header: string
  /** What people see; default: the member itself. `when` writes a time: "3 min ago" in a list, the time in a card. */
  readonly show?: (row: Row, when: (iso: string | null | undefined) => string) => string
  readonly paint?: (text: string, row: Row, paint: Paint) => string
  /** First in a table, whatever its place in TSV and CSV. */
  readonly leads?: boolean
  /**
   * What a table drops first on a narrow terminal: the lowest. 0 is printed with --wide only, 5 (default) and more
   * stay where an address can be shortened instead.
   */
  readonly importance?: number
  /**
   * How a table shortens it. `id`: always, to the end that commands accept. `whole-id`: where it does not fit, for
   * commands accept only the whole one. `address`: where it does not fit. `text` (default): cut at its end. `time`: text,
   * shown as `when` writes it.
   */
  readonly kind?: 'id' | 'whole-id' | 'address' | 'text' | 'time'
}

export interface View<Row> {
  readonly columns: readonly Column<Row>[]
  /** First line of a card. */
  readonly title?: (row: Row, paint: Paint) => string
}

/** Columns of members as they are. The header is the last name in the path: `routing.moduleId` is under MODULE ID. */
export function plainColumns(...fields: readonly string[]): Column<unknown>[] {
  return fields.map((field) => {
    const name = field.slice(field.lastIndexOf('.') + 1)
    return { field, header: name.replace(/[A-Z]/g, ' $&').toUpperCase() }
  })
}

/** Lines of a card: "label  value", with the values aligned. */
export function cardLines(lines: readonly (readonly [label: string, value: string])[], paint: Paint): string {
  const width = Math.max(...lines.map(([label]) => label.length))
  return lines.map(([label, value]) => `  ${paint.dim(label.padEnd(width))}  ${value}\n`).join('')
}

/** What a column says of a row, unformatted. */
export function columnValue<Row>(row: Row, column: Column<Row>): unknown {
  return column.value ? column.value(row) : fieldAt(row, column.field)
}

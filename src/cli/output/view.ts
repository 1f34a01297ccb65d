import { fieldAt } from './fields.ts'
import type { Paint } from './paint.ts'

/** How rows of one kind look: feeds tables, cards, TSV and CSV alike. */
export interface Column<Row> {
  /** Path of the member that TSV and CSV print, and its name there. */
  readonly field: string
  /** The value itself, where it is no member but follows from several. */
  readonly value?: (row: Row) => unknown
  readonly header: string
  /** What people see; default: the member itself. */
  readonly show?: (row: Row) => string
  readonly paint?: (text: string, row: Row, paint: Paint) => string
  /** Left out of tables, shown in cards. */
  readonly cardOnly?: boolean
}

export interface View<Row> {
  readonly columns: readonly Column<Row>[]
  /** First line of a card. */
  readonly title?: (row: Row, paint: Paint) => string
}

/** What a column says of a row, unformatted. */
export function columnValue<Row>(row: Row, column: Column<Row>): unknown {
  return column.value ? column.value(row) : fieldAt(row, column.field)
}

import type { Paint } from '../paint.ts'

/** How rows of one kind look: feeds tables, cards, TSV and CSV alike. */
export interface Column<Row> {
  /** Path of the member that TSV and CSV print. */
  readonly field: string
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

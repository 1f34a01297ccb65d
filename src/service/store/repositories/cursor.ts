import { type RawBuilder, sql } from 'kysely'
import type { SortTerm } from '../../../api/schemas/page.ts'
import { parseJson } from '../../../shared/json/json.ts'

export interface PageOrder {
  /** Columns by the API's sort names. Never null. */
  readonly columns: Readonly<Record<string, string>>
  /** Columns, including `tieBreak`, that contain numbers. */
  readonly numbers: readonly string[]
  /**
   * Appended to every order, so that it is the same on all pages; the last column is unique. They take the direction of
   * the last sort term, so that one index serves both directions.
   */
  readonly tieBreak: readonly string[]
  /** Without sort terms. */
  readonly byDefault?: readonly SortTerm[]
}

/** The default order of lists of what happened. @param field a time */
export function newestFirst(field: string): readonly SortTerm[] {
  return [
    { field, direction: 'desc' },
    { field: 'id', direction: 'desc' },
  ]
}

export interface OrderTerm {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

/** The text is not a cursor of this order. */
export class InvalidCursor extends Error {
  override readonly name = 'InvalidCursor'
}

/**
 * An opaque cursor after a row: the order and the row's values. Stays valid when the row is deleted. Undefined for an
 * order with mixed directions, which no index supports.
 */
export function encodeCursor(row: object, terms: readonly OrderTerm[]): string | undefined {
  if (!isOneWay(terms)) return undefined
  return Buffer.from(JSON.stringify([orderName(terms), ...valuesOf(row, terms)])).toString('base64url')
}

/** What a row has in the columns of an order. */
export function valuesOf(row: object, terms: readonly OrderTerm[]): (string | number)[] {
  return terms.map(({ column }) => (row as Record<string, string | number>)[column] as string | number)
}

/**
 * The values of a cursor.
 * @throws InvalidCursor
 */
export function decodeCursor(text: string, terms: readonly OrderTerm[], { numbers }: PageOrder): (string | number)[] {
  const [name, ...values] = partsOf(text)
  const isValid =
    name === orderName(terms) &&
    isOneWay(terms) &&
    values.length === terms.length &&
    terms.every(({ column }, at) =>
      numbers.includes(column) ? Number.isSafeInteger(values[at]) : typeof values[at] === 'string',
    )
  if (!isValid) throw new InvalidCursor('not a cursor of this order')
  return values as (string | number)[]
}

/**
 * Condition for the rows after a cursor. Compares row values, so that an index finds the start.
 * @param isIncluded whether the row of the cursor is among them
 */
export function afterCursor(
  terms: readonly OrderTerm[],
  values: readonly (string | number)[],
  isIncluded = false,
): RawBuilder<boolean> {
  const columns = sql.join(terms.map(({ column }) => sql.ref(column)))
  const sign = sql.raw(`${terms[0]?.direction === 'desc' ? '<' : '>'}${isIncluded ? '=' : ''}`)
  return sql<boolean>`(${columns}) ${sign} (${sql.join(values)})`
}

function partsOf(text: string): unknown[] {
  const parsed = parseJson(Buffer.from(text, 'base64url').toString())
  return Array.isArray(parsed) ? parsed : []
}

export function isOneWay(terms: readonly OrderTerm[]): boolean {
  return terms.every(({ direction }) => direction === terms[0]?.direction)
}

export function orderName(terms: readonly OrderTerm[]): string {
  return terms.map(({ column, direction }) => `${column} ${direction}`).join()
}

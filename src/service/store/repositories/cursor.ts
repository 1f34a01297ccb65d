import { type RawBuilder, sql } from 'kysely'
import type { SortTerm } from '../../../api/schemas/page.ts'

export interface PageOrder {
  /** Columns by the names the contract sorts by; none of them is ever null. */
  readonly columns: Readonly<Record<string, string>>
  /** Those of the columns, and of `tieBreak`, that hold numbers. */
  readonly numbers: readonly string[]
  /**
   * What decides among equals, so that the order never changes between pages; the last one is unique. It goes up or down
   * with the last of the others: one index leads through the list from either end.
   */
  readonly tieBreak: readonly string[]
  /** When nothing is asked for. */
  readonly byDefault?: readonly SortTerm[]
}

export interface OrderTerm {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

/** The text of a place does not name one in this order. */
export class NoSuchPlace extends Error {
  override readonly name = 'NoSuchPlace'
}

/**
 * Where a row stands in an order, as text that means nothing to others: what it is sorted by, and its own values. It
 * stays a place when the row is gone. Undefined in an order that goes both up and down: no index leads to a place in it.
 */
export function placeOf(row: object, terms: readonly OrderTerm[]): string | undefined {
  if (!isOneWay(terms)) return undefined
  const values = terms.map(({ column }) => (row as Record<string, unknown>)[column])
  return Buffer.from(JSON.stringify([nameOf(terms), ...values])).toString('base64url')
}

/** The values of a place in an order. Throws NoSuchPlace. */
export function readPlace(text: string, terms: readonly OrderTerm[], { numbers }: PageOrder): (string | number)[] {
  const [name, ...values] = partsOf(text)
  const fits =
    name === nameOf(terms) &&
    isOneWay(terms) &&
    values.length === terms.length &&
    terms.every(({ column }, at) =>
      numbers.includes(column) ? Number.isSafeInteger(values[at]) : typeof values[at] === 'string',
    )
  if (!fits) throw new NoSuchPlace('no such place')
  return values as (string | number)[]
}

/** Holds for the rows behind a place. Compared as a whole: an index leads there, however many are equal in the first. */
export function after(terms: readonly OrderTerm[], values: readonly (string | number)[]): RawBuilder<boolean> {
  const columns = sql.join(terms.map(({ column }) => sql.ref(column)))
  const sign = sql.raw(terms[0]?.direction === 'desc' ? '<' : '>')
  return sql<boolean>`(${columns}) ${sign} (${sql.join(values)})`
}

function partsOf(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

function isOneWay(terms: readonly OrderTerm[]): boolean {
  return terms.every(({ direction }) => direction === terms[0]?.direction)
}

function nameOf(terms: readonly OrderTerm[]): string {
  return terms.map(({ column, direction }) => `${column} ${direction}`).join()
}

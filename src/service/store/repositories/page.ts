/** Room: The queries, one file a subject. */

import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { PageRequest } from '../../../api/schemas/page.ts'
import type { Db, Schema } from '../schema/schema.ts'
import {
  afterCursor,
  decodeCursor,
  encodeCursor,
  isOneWay,
  type OrderTerm,
  orderName,
  type PageOrder,
} from './cursor.ts'
import type { PageStarts } from './page-starts.ts'

type ColumnOf<Table extends keyof Schema> = keyof Schema[Table] & string

export interface Page<Row> {
  readonly rows: Row[]
  /** Cursor of the next page; undefined on the last page and in an order with mixed directions. */
  readonly next: string | undefined
}

interface NumberedList {
  /** Name of the list with its filter. */
  readonly name: string
  count(): Promise<number>
  /** Changes with every change of the list. */
  revision(): Promise<number>
  readonly starts: PageStarts
}

/**
 * A page of a list with a known total. Reads it from the nearest of the start of the list, its end, and the rows of pages
 * that were read before, as long as the list has not changed since.
 */
export async function readNumberedPage<Table extends keyof Schema>(
  matching: SelectQueryBuilder<Schema, Table, object>,
  request: PageRequest,
  order: PageOrder,
  { name, count, revision, starts }: NumberedList,
): Promise<Page<Pick<Schema[Table], ColumnOf<Table>>> & { readonly total: number }> {
  const total = await count()
  const skip = request.page * request.size
  const terms = termsOf(request, order)
  if (request.after !== undefined || skip === 0) return { ...(await readPage(matching, request, order)), total }
  const list = `${name} ${orderName(terms)}`
  const version = `${await revision()} ${total}`
  const known = isOneWay(terms) ? starts.before(list, version, skip) : undefined
  const distance = skip - (known?.row ?? 0)
  if (distance > total - skip) {
    const size = Math.max(0, Math.min(request.size, total - skip))
    const after = total - skip - size
    const rows = (await readRows(matching, terms.map(reversed), size, after)).reverse()
    // A concurrent insert or delete shifts rows counted from the end.
    if ((await count()) === total) {
      starts.remember(list, version, skip, rows, terms)
      return { rows, next: after > 0 ? nextOf(rows, terms) : undefined, total }
    }
  }
  const rest = known ? matching.where(afterCursor(terms, known.values, true)) : matching
  const found = await readRows(rest, terms, request.size + 1, distance)
  starts.remember(list, version, skip, found, terms)
  const rows = found.slice(0, request.size)
  return { rows, next: found.length > request.size ? nextOf(rows, terms) : undefined, total }
}

/**
 * A page of a query, in the requested order.
 * @throws InvalidCursor
 */
export async function readPage<Table extends keyof Schema, Column extends ColumnOf<Table> = ColumnOf<Table>>(
  matching: SelectQueryBuilder<Schema, Table, object>,
  request: PageRequest,
  order: PageOrder,
  columns?: readonly Column[],
): Promise<Page<Pick<Schema[Table], Column>>> {
  const { size } = request
  const terms = termsOf(request, order)
  const fitting =
    request.after === undefined
      ? matching
      : matching.where(afterCursor(terms, decodeCursor(request.after, terms, order)))
  const skip = request.page * size
  if (columns !== undefined) {
    const keys = await inOrder(fitting, terms, size + 1, skip)
      .select(sql.ref<string>('id').as('id'))
      .execute()
    const rows = await readByKey(
      matching,
      keys.slice(0, size).map(({ id }) => id),
      columns,
    )
    return { rows, next: keys.length > size ? nextOf(rows, terms) : undefined }
  }
  const found = await readRows(fitting, terms, size + 1, skip)
  const rows = found.slice(0, size)
  return { rows, next: found.length > size ? nextOf(rows, terms) : undefined }
}

function inOrder<Table extends keyof Schema>(
  matching: SelectQueryBuilder<Schema, Table, object>,
  terms: readonly OrderTerm[],
  most: number,
  skip: number,
): SelectQueryBuilder<Schema, Table, object> {
  let page = matching.limit(most).offset(Math.max(0, skip))
  for (const { column, direction } of terms) page = page.orderBy(sql.ref(column), direction)
  return page
}

async function readRows<Table extends keyof Schema>(
  matching: SelectQueryBuilder<Schema, Table, object>,
  terms: readonly OrderTerm[],
  most: number,
  skip: number,
): Promise<Pick<Schema[Table], ColumnOf<Table>>[]> {
  // All columns are selected; kysely's own type is equivalent but not assignable.
  return (await inOrder(matching, terms, most, skip).selectAll().execute()) as unknown as Schema[Table][]
}

/** Rows read at a time. SQLite walks through all pages of a row with large columns to get at those behind them. */
const CHUNK = 50

/** Rows by id, in the order of the ids, without those that were deleted; between two reads, other requests are answered. */
async function readByKey<Table extends keyof Schema, Column extends ColumnOf<Table>>(
  matching: SelectQueryBuilder<Schema, Table, object>,
  ids: readonly string[],
  columns: readonly Column[],
): Promise<Pick<Schema[Table], Column>[]> {
  const rows = new Map<string, Pick<Schema[Table], Column>>()
  for (let at = 0; at < ids.length; at += CHUNK) {
    if (at > 0) await setImmediate()
    const found = await matching
      .where(sql<boolean>`id in (${sql.join(ids.slice(at, at + CHUNK))})`)
      .select(columns.map((column) => sql.ref(column).as(column)))
      .execute()
    for (const row of found as unknown as (Pick<Schema[Table], Column> & { id: string })[]) rows.set(row.id, row)
  }
  return ids.flatMap((id) => rows.get(id) ?? [])
}

function nextOf(rows: readonly object[], terms: readonly OrderTerm[]): string | undefined {
  const last = rows.at(-1)
  return last && encodeCursor(last, terms)
}

function reversed({ column, direction }: OrderTerm): OrderTerm {
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' }
}

/** Number of matches; reads all of them. */
export async function countAll<Table extends keyof Schema>(
  matching: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const { total } = await matching.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

/** Limit of an exact total. */
const MAX_COUNTED = 1_000
/** Limit of matches to sort; with more, the query scans in the requested order. */
export const MAX_SORTED = 10_000

export interface CountedPage<Row> extends Page<Row> {
  /** Number of matches, at most 1,000. */
  readonly total: number
  /** Whether there are more matches than `total`. */
  readonly isMore: boolean
}

interface FilteredList<Table extends keyof Schema, Column extends ColumnOf<Table>> {
  /**
   * The filtered query. Without an index for both filter and order, few matches are looked up and sorted; for many the
   * query scans in the requested order and skips other rows. `isScan` forces that with `unindexed` filter columns.
   */
  readonly matching: (isScan: boolean) => SelectQueryBuilder<Schema, Table, object>
  /** Whether an index serves both filter and order. */
  readonly isIndexed: boolean
  /**
   * For a table with large columns: those that the list shows, with `id` and the columns of the order. Only the columns of
   * filter and order are sorted; on SQLite they belong before the large ones, or into an index with all of them.
   */
  readonly columns?: readonly Column[]
}

/** A page of an append-only table, with a capped total. */
export async function readCountedPage<Table extends keyof Schema, Column extends ColumnOf<Table> = ColumnOf<Table>>(
  db: Db,
  { matching, isIndexed, columns }: FilteredList<Table, Column>,
  request: PageRequest,
  order: PageOrder,
): Promise<CountedPage<Pick<Schema[Table], Column>>> {
  const most = isIndexed ? MAX_COUNTED : MAX_SORTED
  const counted = await countUpTo(db, matching(false), most + 1)
  const page = await readPage(matching(!isIndexed && counted > most), request, order, columns)
  return { ...page, total: Math.min(counted, MAX_COUNTED), isMore: counted > MAX_COUNTED }
}

/** An expression equal to a column that no index contains. */
export function unindexed<Value extends string | number>(column: string, nothing: Value): RawBuilder<Value> {
  return typeof nothing === 'number'
    ? sql<Value>`(${sql.ref(column)} + ${sql.lit(nothing)})`
    : sql<Value>`(${sql.ref(column)} || ${sql.lit(nothing)})`
}

/** Whether a column of lower-case text contains a text in any case. */
export function hasPart(column: RawBuilder<string>, part: string): RawBuilder<boolean> {
  const escaped = part.toLowerCase().replace(/[\\%_]/g, '\\$&')
  return sql<boolean>`${column} like ${`%${escaped}%`} escape '\\'`
}

/** Number of matches, at most `most`. */
export async function countUpTo<Table extends keyof Schema>(
  db: Db,
  matching: SelectQueryBuilder<Schema, Table, object>,
  most: number,
): Promise<number> {
  const some = matching.select(sql.lit(1).as('one')).limit(most)
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${some}) as counted`.execute(db)
  return Number(rows[0]?.total)
}

function termsOf({ sort }: PageRequest, { columns, tieBreak, byDefault = [] }: PageOrder): OrderTerm[] {
  const requested = (sort.length > 0 ? sort : byDefault).flatMap(({ field, direction }) => {
    const column = columns[field]
    return column === undefined ? [] : [{ column, direction }]
  })
  const direction = requested.at(-1)?.direction ?? 'asc'
  const rest = tieBreak.filter((column) => !requested.some((term) => term.column === column))
  return [...requested, ...rest.map((column) => ({ column, direction }))]
}

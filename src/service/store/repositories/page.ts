import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { PageRequest } from '../../../api/schemas/page.ts'
import type { Db, Schema } from '../schema.ts'
import { afterCursor, decodeCursor, encodeCursor, type OrderTerm, type PageOrder } from './cursor.ts'

export interface Page<Row> {
  readonly rows: Row[]
  /** Cursor of the next page; undefined on the last page and in an order with mixed directions. */
  readonly next: string | undefined
}

/** A page of a list with a known total. Reads a page in the second half from the end of the list. */
export async function readNumberedPage<Table extends keyof Schema>(
  matching: SelectQueryBuilder<Schema, Table, object>,
  request: PageRequest,
  order: PageOrder,
  count: () => Promise<number>,
): Promise<Page<Schema[Table]> & { readonly total: number }> {
  const total = await count()
  const skip = request.page * request.size
  if (request.after === undefined && skip > total / 2) {
    const terms = termsOf(request, order)
    const size = Math.max(0, Math.min(request.size, total - skip))
    const after = total - skip - size
    const rows = (await readRows(matching, terms.map(reversed), size, after)).reverse()
    // A concurrent insert or delete shifts rows counted from the end.
    if ((await count()) === total) return { rows, next: after > 0 ? nextOf(rows, terms) : undefined, total }
  }
  return { ...(await readPage(matching, request, order)), total }
}

/**
 * A page of a query, in the requested order.
 * @throws InvalidCursor
 */
export async function readPage<Table extends keyof Schema>(
  matching: SelectQueryBuilder<Schema, Table, object>,
  request: PageRequest,
  order: PageOrder,
): Promise<Page<Schema[Table]>> {
  const { size } = request
  const terms = termsOf(request, order)
  const fitting =
    request.after === undefined
      ? matching
      : matching.where(afterCursor(terms, decodeCursor(request.after, terms, order)))
  const found = await readRows(fitting, terms, size + 1, request.page * size)
  const rows = found.slice(0, size)
  return { rows, next: found.length > size ? nextOf(rows, terms) : undefined }
}

async function readRows<Table extends keyof Schema>(
  matching: SelectQueryBuilder<Schema, Table, object>,
  terms: readonly OrderTerm[],
  most: number,
  skip: number,
): Promise<Schema[Table][]> {
  let page = matching.selectAll()
  for (const { column, direction } of terms) page = page.orderBy(sql.ref(column), direction)
  // All columns are selected; kysely's own type is equivalent but not assignable.
  return (await page.limit(most).offset(Math.max(0, skip)).execute()) as unknown as Schema[Table][]
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

interface FilteredList<Table extends keyof Schema> {
  /**
   * The filtered query. Without an index for both filter and order, few matches are looked up and sorted; for many the
   * query scans in the requested order and skips other rows. `isScan` forces that with `unindexed` filter columns.
   */
  readonly matching: (isScan: boolean) => SelectQueryBuilder<Schema, Table, object>
  /** Whether an index serves both filter and order. */
  readonly isIndexed: boolean
}

/** A page of an append-only table, with a capped total. */
export async function readCountedPage<Table extends keyof Schema>(
  db: Db,
  { matching, isIndexed }: FilteredList<Table>,
  request: PageRequest,
  order: PageOrder,
): Promise<CountedPage<Schema[Table]>> {
  const most = isIndexed ? MAX_COUNTED : MAX_SORTED
  const counted = await countUpTo(db, matching(false), most + 1)
  const page = await readPage(matching(!isIndexed && counted > most), request, order)
  return { ...page, total: Math.min(counted, MAX_COUNTED), isMore: counted > MAX_COUNTED }
}

/** An expression equal to a column that no index contains. */
export function unindexed<Value extends string | number>(column: string, nothing: Value): RawBuilder<Value> {
  return typeof nothing === 'number'
    ? sql<Value>`(${sql.ref(column)} + ${sql.lit(nothing)})`
    : sql<Value>`(${sql.ref(column)} || ${sql.lit(nothing)})`
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
  const asked = (sort.length > 0 ? sort : byDefault).flatMap(({ field, direction }) => {
    const column = columns[field]
    return column === undefined ? [] : [{ column, direction }]
  })
  const direction = asked.at(-1)?.direction ?? 'asc'
  const rest = tieBreak.filter((column) => !asked.some((term) => term.column === column))
  return [...asked, ...rest.map((column) => ({ column, direction }))]
}

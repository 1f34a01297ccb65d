import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { PageRequest } from '../../../api/schemas/page.ts'
import type { Db, Schema } from '../schema.ts'
import { after, type OrderTerm, type PageOrder, placeOf, readPlace } from './cursor.ts'

export interface Page<Row> {
  readonly rows: Row[]
  /** Where the next page begins (place.ts); undefined on the last one, and in an order that goes both up and down. */
  readonly next: string | undefined
}

/** A page of a list that knows how many rows it has: by its number it is read from the nearer end. */
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
    const most = Math.max(0, Math.min(request.size, total - skip))
    const behind = total - skip - most
    const rows = (await readRows(matching, terms.map(reversed), most, behind)).reverse()
    // What came or went meanwhile stands behind other rows, counted from the end.
    if ((await count()) === total) return { rows, next: behind > 0 ? nextOf(rows, terms) : undefined, total }
  }
  return { ...(await readPage(matching, request, order)), total }
}

/**
 * One page of what a query matches, in the order that was asked for.
 * @throws NoSuchPlace when it is to begin at one that is not in this order
 */
export async function readPage<Table extends keyof Schema>(
  matching: SelectQueryBuilder<Schema, Table, object>,
  request: PageRequest,
  order: PageOrder,
): Promise<Page<Schema[Table]>> {
  const { size } = request
  const terms = termsOf(request, order)
  const fitting =
    request.after === undefined ? matching : matching.where(after(terms, readPlace(request.after, terms, order)))
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
  // Every column was selected: kysely's own type says so too, in a form nobody can read.
  return (await page.limit(most).offset(Math.max(0, skip)).execute()) as unknown as Schema[Table][]
}

function nextOf(rows: readonly object[], terms: readonly OrderTerm[]): string | undefined {
  const last = rows.at(-1)
  return last && placeOf(last, terms)
}

function reversed({ column, direction }: OrderTerm): OrderTerm {
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' }
}

/** How many a query matches; looks at each of them. */
export async function countAll<Table extends keyof Schema>(
  matching: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const { total } = await matching.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

/** Up to so many are counted one by one. */
const MOST_COUNTED = 1_000
/** Up to so many that fit are looked up and sorted; of more, the order is walked through. */
export const MOST_SORTED = 10_000

export interface CountedPage<Row> extends Page<Row> {
  /** Matches; of more than a thousand so many. */
  readonly total: number
  readonly isMore: boolean
}

interface Growing<Table extends keyof Schema> {
  /**
   * What a filter leaves. Where no index has both filter and order, few that fit are looked up and sorted; of many the
   * order is walked through, and what does not fit left out: that happens when the filter's columns are `unindexed`.
   */
  readonly matching: (walked: boolean) => SelectQueryBuilder<Schema, Table, object>
  /** Whether an index has both. */
  readonly isIndexed: boolean
}

/** The same of a table that only ever grows, with a count that does not grow with it. */
export async function readCountedPage<Table extends keyof Schema>(
  db: Db,
  { matching, isIndexed }: Growing<Table>,
  request: PageRequest,
  order: PageOrder,
): Promise<CountedPage<Schema[Table]>> {
  const most = isIndexed ? MOST_COUNTED : MOST_SORTED
  const counted = await countUpTo(db, matching(false), most + 1)
  const page = await readPage(matching(!isIndexed && counted > most), request, order)
  return { ...page, total: Math.min(counted, MOST_COUNTED), isMore: counted > MOST_COUNTED }
}

/** A column as a value that no index has. */
export function unindexed<Value extends string | number>(column: string, nothing: Value): RawBuilder<Value> {
  return typeof nothing === 'number'
    ? sql<Value>`(${sql.ref(column)} + ${sql.lit(nothing)})`
    : sql<Value>`(${sql.ref(column)} || ${sql.lit(nothing)})`
}

/** How many a query matches, or `most`. */
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

import { type SelectQueryBuilder, sql } from 'kysely'
import type { PageRequest, SortTerm } from '../../../api/schemas/page.ts'
import type { Schema } from '../schema.ts'

export interface Page<Row> {
  readonly rows: Row[]
  readonly total: number
}

export interface PageOrder {
  /** Columns by the names the contract sorts by. */
  readonly columns: Readonly<Record<string, string>>
  /** What decides among equals, so that the order never changes between pages; the last one is unique. */
  readonly tieBreak: readonly string[]
  /** When nothing is asked for. */
  readonly byDefault?: readonly SortTerm[]
}

/** One page of what a query matches, in the order that was asked for, and how many there are in all. */
export async function readPage<Table extends keyof Schema>(
  matching: SelectQueryBuilder<Schema, Table, object>,
  request: PageRequest,
  order: PageOrder,
): Promise<Page<Schema[Table]>> {
  const { total } = await matching.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  let page = matching.selectAll()
  for (const { column, direction } of termsOf(request, order)) page = page.orderBy(sql.ref(column), direction)
  const rows = await page
    .limit(request.size)
    .offset(request.page * request.size)
    .execute()
  // Every column was selected: kysely's own type says so too, in a form nobody can read.
  return { rows: rows as unknown as Schema[Table][], total: Number(total) }
}

function termsOf(
  { sort }: PageRequest,
  { columns, tieBreak, byDefault = [] }: PageOrder,
): { column: string; direction: 'asc' | 'desc' }[] {
  const asked = (sort.length > 0 ? sort : byDefault).flatMap(({ field, direction }) => {
    const column = columns[field]
    return column === undefined ? [] : [{ column, direction }]
  })
  const rest = tieBreak
    .filter((column) => !asked.some((term) => term.column === column))
    .map((column) => ({ column, direction: 'asc' as const }))
  return [...asked, ...rest]
}

import type { PageRequest } from '../../../api/schemas/page.ts'

export interface Page<Row> {
  readonly rows: Row[]
  readonly total: number
}

/** The order a page is read in: what was asked for, then creation, then id, so that it never changes between pages. */
export function orderOf<Column extends string>(
  request: PageRequest,
  columns: Readonly<Record<string, Column>>,
  tieBreak: readonly Column[],
): { column: Column; direction: 'asc' | 'desc' }[] {
  const asked = request.sort.flatMap(({ field, direction }) => {
    const column = columns[field]
    return column === undefined ? [] : [{ column, direction }]
  })
  const rest = tieBreak
    .filter((column) => !asked.some((term) => term.column === column))
    .map((column) => ({ column, direction: 'asc' as const }))
  return [...asked, ...rest]
}

import { MAX_PAGE_SIZE } from '../api/page-size.ts'
import type { Context } from '../cli/context.ts'
import type { View } from '../cli/output/view.ts'
import { usageError } from '../cli/usage.ts'
import type { PageInput } from './page-options.ts'

interface Page<Row> {
  readonly content: Row[]
  readonly size: number
  readonly number: number
  readonly totalElements: number
}

export interface PageQuery {
  page?: number
  size?: number
  sort?: string[]
}

/** Prints one page, or with --all every page as one; says on a terminal how to go on. */
export async function printPages<Row>(
  context: Context,
  input: PageInput,
  fetch: (query: PageQuery) => Promise<Page<Row>>,
  view: View<Row>,
  empty: string,
): Promise<void> {
  if (input.limit !== undefined && !input.all) throw usageError('--limit goes with --all')
  if (input.all && input.page !== undefined) throw usageError('--all and --page exclude each other')
  const sort = input.sort && { sort: [...input.sort] }
  const page = input.all
    ? await fetchAll(fetch, { ...sort }, input.limit ?? Number.POSITIVE_INFINITY)
    : await fetch({
        ...sort,
        ...(input.page !== undefined && { page: input.page }),
        ...(input.size !== undefined && { size: input.size }),
      })
  await context.out.list(page, page.content, view, { empty, withRows: (rows) => ({ ...page, content: rows }) })
  const last = Math.ceil(page.totalElements / page.size) - 1
  if (!input.all && context.out.isForPeople && page.number < last)
    await context.note(
      `Page ${page.number + 1} of ${last + 1}, ${page.totalElements} in all. Next: --page ${page.number + 1}, or --all`,
    )
}

async function fetchAll<Row>(
  fetch: (query: PageQuery) => Promise<Page<Row>>,
  query: PageQuery,
  limit: number,
): Promise<Page<Row>> {
  const content: Row[] = []
  for (let number = 0; ; number += 1) {
    const page = await fetch({ ...query, page: number, size: Math.min(MAX_PAGE_SIZE, limit) })
    content.push(...page.content)
    if (page.content.length === 0 || content.length >= Math.min(limit, page.totalElements)) {
      const rows = content.slice(0, limit)
      return { ...page, content: rows, number: 0, size: Math.max(rows.length, 1) }
    }
  }
}

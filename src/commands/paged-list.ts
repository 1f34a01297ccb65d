import { MAX_PAGE_SIZE } from '../api/page-size.ts'
import type { Context } from '../cli/context/context.ts'
import type { View } from '../cli/output/view.ts'
import { usageError } from '../cli/usage.ts'
import { WardenError } from '../shared/errors.ts'
import type { PageInput } from './page-options.ts'

interface Page<Row> {
  readonly content: Row[]
  readonly size: number
  readonly number: number
  readonly totalElements: number
  /** Whether there are more than that. */
  readonly totalIsAtLeast?: boolean | undefined
  /** The `after` of the next page, where the list takes one. */
  readonly next?: string | undefined
}

export interface PageQuery {
  page?: number
  after?: string
  size?: number
  sort?: string[]
}

export interface Listing<Row> {
  /** `tx list`. */
  readonly command: string
  fetch(query: PageQuery): Promise<Page<Row>>
  readonly view: View<Row>
  /** What a person reads where there is no row. */
  readonly empty: string
}

/** Prints one page, or with --all every page as one; says on stderr how to go on. */
export async function printPages<Row>(
  context: Context,
  input: PageInput,
  { command, fetch, view, empty }: Listing<Row>,
): Promise<void> {
  if (input.limit !== undefined && !input.all)
    throw usageError('--limit goes with --all', { try: `txwarden ${command} --all --limit ${input.limit}` })
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
  // A script that takes the first page for the list is not to learn it from what is missing.
  if (!input.all && context.out.isRowsOnly && isMore(page))
    await context.note(`${whereIn(page)}. Next: --page ${page.number + 1}, or --all`)
}

function isMore<Row>({ number, size, totalElements, totalIsAtLeast, next }: Page<Row>): boolean {
  return next !== undefined || totalIsAtLeast === true || (number + 1) * size < totalElements
}

function whereIn<Row>({ number, size, totalElements, totalIsAtLeast }: Page<Row>): string {
  if (totalIsAtLeast) return `Page ${number + 1}, more than ${totalElements} in all`
  return `Page ${number + 1} of ${Math.ceil(totalElements / size)}, ${totalElements} in all`
}

/**
 * Every row, as one page.
 * @throws WardenError `unexpected` when the service leads back to a place it led to before: that would never end
 */
export async function fetchAll<Row>(
  fetch: (query: PageQuery) => Promise<Page<Row>>,
  query: PageQuery,
  limit: number,
): Promise<Page<Row>> {
  const content: Row[] = []
  const paths = new Set<string>()
  let after: string | undefined
  for (let number = 0; ; number += 1) {
    const place = after === undefined ? { page: number } : { after }
    const page = await fetch({ ...query, ...place, size: Math.min(MAX_PAGE_SIZE, limit) })
    content.push(...page.content)
    if (content.length >= limit || isLast(page, { read: content.length, after })) return asOne(page, content, limit)
    after = page.next
    if (after === undefined) continue
    if (paths.has(after)) throw circle(number + 1)
    paths.add(after)
  }
}

function circle(pages: number): WardenError {
  return new WardenError({
    kind: 'unexpected',
    code: 'circular-list',
    message: `the service names the same next page twice: after ${pages} pages the list would begin again`,
    try: 'txwarden doctor',
  })
}

/** A list that names paths says by naming none that it ends; by page numbers it ends with its total. */
function isLast<Row>(page: Page<Row>, { read, after }: { read: number; after: string | undefined }): boolean {
  if (page.next !== undefined) return false
  return page.content.length === 0 || after !== undefined || (!page.totalIsAtLeast && read >= page.totalElements)
}

function asOne<Row>({ next, totalIsAtLeast, ...page }: Page<Row>, content: readonly Row[], limit: number): Page<Row> {
  const rows = content.slice(0, limit)
  const isWhole = next === undefined && rows.length === content.length
  return {
    ...page,
    content: rows,
    number: 0,
    size: Math.max(rows.length, 1),
    totalElements: isWhole ? Math.max(rows.length, totalIsAtLeast ? 0 : page.totalElements) : page.totalElements,
    ...(totalIsAtLeast && !isWhole && { totalIsAtLeast }),
  }
}

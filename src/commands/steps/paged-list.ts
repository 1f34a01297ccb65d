import { MAX_PAGE_SIZE } from '../../api/page-size.ts'
import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import type { View } from '../../cli/output/view.ts'
import { type CommandWords, commandLine } from '../../cli/program/command-line.ts'
import { type ListPage, type ListPageQuery, pageOf, type Resource } from '../../cli/resource/resource.ts'
import { unexpected, WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import type { PageInput } from '../options/page-options.ts'

export interface PagedList<Row> {
  /** `tx list`. */
  readonly command: string
  fetch(query: ListPageQuery): Promise<ListPage<Row>>
  /** What the rows are narrowed down to, as flags. */
  readonly filters: CommandWords['flags']
  readonly view: View<Row>
  /** What a person reads where there is no row. */
  readonly empty: string
  /** The same where a filter was given. */
  readonly noMatch?: string
}

/** Prints one page, or with --all or --limit the rows of several as one; says on stderr how to go on. */
export async function printPages<Row>(context: Context, input: PageInput, listing: PagedList<Row>): Promise<void> {
  const { view, empty, noMatch = empty, filters } = listing
  const fetch = (query: ListPageQuery) =>
    listing.fetch(query).catch((error: unknown) => Promise.reject(asUsage(context, error)))
  const { all, limit, page: number, size, sort: order } = input
  const isMerged = all || limit !== undefined
  if (isMerged && number !== undefined) throw usageError(`${all ? '--all' : '--limit'} and --page exclude each other`)
  const sort = order && { sort: [...order] }
  const page = isMerged ? await fetchAll(fetch, { ...sort }, limit) : await fetch({ ...sort, page: number, size })
  const isFiltered = Object.values(filters ?? {}).some((value) => value !== undefined)
  await context.out.list(page, page.content, view, { empty: isFiltered ? noMatch : empty })
  // A script that takes the first page for the list is not to learn it from what is missing.
  if (!isMerged && context.out.isRowsOnly && isMore(page))
    await context.note(`${moreText(page)}: ${nextPage(context, input, listing, page.number + 1)} (or --all)`)
}

/** A query has nothing but flags: what the local service refuses of it is an invalid flag. */
function asUsage(context: Context, error: unknown): unknown {
  const isOfFlags = error instanceof WardenError && error.code === 'invalid-query'
  if (!isOfFlags || context.isRemote()) return error
  return usageError(error.message, { details: error.details })
}

function isMore<Row>({ number, size, totalElements, totalIsAtLeast, next }: ListPage<Row>): boolean {
  return next !== undefined || totalIsAtLeast === true || (number + 1) * size < totalElements
}

function moreText<Row>({ number, size, totalElements, totalIsAtLeast }: ListPage<Row>): string {
  const left = totalElements - (number + 1) * size
  return left > 0 ? `${left}${totalIsAtLeast ? '+' : ''} more` : 'More'
}

/** The command line of another page of the same list. */
function nextPage<Row>(context: Context, { size, sort = [] }: PageInput, list: PagedList<Row>, page: number): string {
  const line = commandLine({ name: list.command, flags: { ...list.filters, size, page } }, context.globals)
  return [line, ...sort.map((order) => `--sort ${quoteWord(order)}`)].join(' ')
}

/** The objects of a kind, as one page: all of them, or `limit`, of those that the filter leaves. */
export function readAll<Row, Filter>(
  context: Context,
  resource: Resource<Row, Filter>,
  limit?: number,
  filter?: Filter,
): Promise<ListPage<Row>> {
  return fetchAll(async (query) => pageOf(await resource.list(context, { ...query, ...(filter as Filter) })), {}, limit)
}

/**
 * Every row, as one page.
 * @throws WardenError `unexpected` when the service leads back to a place it led to before: that would never end
 */
export async function fetchAll<Row>(
  fetch: (query: ListPageQuery) => Promise<ListPage<Row>>,
  query: ListPageQuery = {},
  limit = Number.POSITIVE_INFINITY,
): Promise<ListPage<Row>> {
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
  return unexpected(
    'circular-list',
    `the service names the same next page twice: after ${pages} pages the list would begin again`,
    { try: 'txwarden doctor' },
  )
}

/** A list that names paths says by naming none that it ends; by page numbers it ends with its total. */
function isLast<Row>(page: ListPage<Row>, { read, after }: { read: number; after: string | undefined }): boolean {
  if (page.next !== undefined) return false
  return page.content.length === 0 || after !== undefined || (!page.totalIsAtLeast && read >= page.totalElements)
}

function asOne<Row>(
  { next, totalIsAtLeast, ...page }: ListPage<Row>,
  content: readonly Row[],
  limit: number,
): ListPage<Row> {
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

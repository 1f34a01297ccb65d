import * as z from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../page-size.ts'
import { list } from './primitives.ts'

const MAX_SORT_TERMS = 16
/** With the largest size, the number of a row is still exact. */
const MAX_PAGE = 1_000_000_000

/** Only for non-numbers; out-of-range numbers get the range message. */
const notANumber = {
  error: (issue: { code?: string }) => (issue.code === 'invalid_type' ? 'is not a number' : undefined),
}

/** Query of a paged list. @param fields sortable fields */
export function pageQuery<F extends string>(fields: readonly [F, ...F[]]) {
  const term = new RegExp(`^(?:${fields.join('|')})(?:,(?:asc|desc))?$`)
  const checked = z
    .string()
    .regex(term, `is not a sort order: one of ${fields.join(', ')}, then ,asc or ,desc`)
    .meta({ maxLength: 64 })
  return z.object({
    page: z.coerce
      .number<string | number>(notANumber)
      .int()
      .min(0)
      .max(MAX_PAGE)
      .optional()
      .meta({ description: 'Zero-based.', default: 0 }),
    size: z.coerce
      .number<string | number>(notANumber)
      .int()
      .min(1)
      .max(MAX_PAGE_SIZE)
      .optional()
      .meta({ description: 'Elements of a page.', default: DEFAULT_PAGE_SIZE }),
    sort: z
      .union([checked, list(checked, { max: MAX_SORT_TERMS })])
      .optional()
      .meta({ description: `Repeatable: ${fields.join(', ')}, with ,asc or ,desc.` }),
  })
}

/** Query of an append-only list: a page can also start at a cursor. */
export function growingPageQuery<F extends string>(fields: readonly [F, ...F[]]) {
  return pageQuery(fields).extend({
    after: z.string().min(1).max(1000).optional().meta({
      description: 'Cursor: `next` of the previous page, with the same sort. Equally fast at any position.',
    }),
  })
}

/** Members of a page of a list. */
export function numberedPage<Item extends z.ZodType>(item: Item) {
  return { content: z.array(item), size: z.int(), number: z.int(), totalElements: z.int() }
}

/** Members of a page of an append-only list. */
export function growingPage<Item extends z.ZodType>(item: Item) {
  return {
    content: z.array(item),
    size: z.int(),
    number: z.int(),
    totalElements: z.int().meta({ description: 'Exact up to 1,000.' }),
    totalIsAtLeast: z.boolean().optional().meta({ description: '`true`: there are more than totalElements.' }),
    next: z.string().optional().meta({
      description: '`after` of the next page; absent on the last page and for a mixed sort order.',
    }),
  }
}

export interface SortTerm {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

export interface PageRequest {
  readonly page: number
  readonly size: number
  readonly sort: readonly SortTerm[]
  /** Cursor to start after. */
  readonly after?: string | undefined
}

export interface PageQuery {
  page?: number
  size?: number
  sort?: string | string[]
  after?: string
}

/** Applies the defaults to a parsed query. */
export function pageOf(query: PageQuery): PageRequest {
  const terms = query.sort === undefined ? [] : Array.isArray(query.sort) ? query.sort : [query.sort]
  return {
    page: query.page ?? 0,
    size: query.size ?? DEFAULT_PAGE_SIZE,
    after: query.after,
    sort: terms.map((term) => {
      const [field = '', direction] = term.split(',')
      return { field, direction: direction === 'desc' ? 'desc' : 'asc' }
    }),
  }
}

import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../page-size.ts'

/** Only for what is none: a number outside its range hears about the range. */
const notANumber = {
  error: (issue: { code?: string }) => (issue.code === 'invalid_type' ? 'is not a number' : undefined),
}

/** The query of a paged list; `fields` are those it can be sorted by. */
export function pageQuery<F extends string>(fields: readonly [F, ...F[]]) {
  const term = new RegExp(`^(?:${fields.join('|')})(?:,(?:asc|desc))?$`)
  const checked = z.string().regex(term, `is not a sort order: one of ${fields.join(', ')}, then ,asc or ,desc`)
  return z.object({
    page: z.coerce
      .number<string | number>(notANumber)
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Zero-based; default 0.' }),
    size: z.coerce
      .number<string | number>(notANumber)
      .int()
      .min(1)
      .max(MAX_PAGE_SIZE)
      .optional()
      .meta({ description: `Default ${DEFAULT_PAGE_SIZE}.` }),
    sort: z
      .union([checked, z.array(checked)])
      .optional()
      .meta({ description: `Repeatable: ${fields.join(', ')}, with ,asc or ,desc.` }),
  })
}

/** The query of a list that only ever grows: a place in it can be named as well. */
export function growingPageQuery<F extends string>(fields: readonly [F, ...F[]]) {
  return pageQuery(fields).extend({
    after: z.string().min(1).max(1000).optional().meta({
      description:
        'Goes on where another page ended: its `next`, with the same sort. As quick at the end of the list as at its beginning.',
    }),
  })
}

/** Of a page of such a list, beside its content. */
export const growingPage = lazily(() =>
  z.object({
    size: z.int(),
    number: z.int(),
    totalElements: z.int().meta({ description: 'Exact up to 1,000.' }),
    totalIsAtLeast: z.boolean().optional().meta({ description: 'True when there are more than totalElements.' }),
    next: z.string().optional().meta({
      description: 'The `after` of the next page; absent on the last one, and for a sort both up and down.',
    }),
  }),
)

export interface SortTerm {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

export interface PageRequest {
  readonly page: number
  readonly size: number
  readonly sort: readonly SortTerm[]
  /** Begin behind this place instead of at the beginning. */
  readonly after?: string | undefined
}

export interface PageQuery {
  page?: number
  size?: number
  sort?: string | string[]
  after?: string
}

/** The page a parsed query asks for, with the defaults of the contract. */
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

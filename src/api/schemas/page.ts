import * as z from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../page-size.ts'

/** `field`, `field,asc` or `field,desc`. */
const sortTerm = z.string()

/** Only for what is none: a number outside its range hears about the range. */
const notANumber = {
  error: (issue: { code?: string }) => (issue.code === 'invalid_type' ? 'is not a number' : undefined),
}

/** The query of a paged list; `fields` are those it can be sorted by. */
export function pageQuery<F extends string>(fields: readonly [F, ...F[]]) {
  const term = new RegExp(`^(?:${fields.join('|')})(?:,(?:asc|desc))?$`)
  const checked = sortTerm.regex(term, `is not a sort order: one of ${fields.join(', ')}, then ,asc or ,desc`)
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

export interface SortTerm {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

export interface PageRequest {
  readonly page: number
  readonly size: number
  readonly sort: readonly SortTerm[]
}

/** The page a parsed query asks for, with the defaults of the contract. */
export function pageOf(query: { page?: number; size?: number; sort?: string | string[] }): PageRequest {
  const terms = query.sort === undefined ? [] : Array.isArray(query.sort) ? query.sort : [query.sort]
  return {
    page: query.page ?? 0,
    size: query.size ?? DEFAULT_PAGE_SIZE,
    sort: terms.map((term) => {
      const [field = '', direction] = term.split(',')
      return { field, direction: direction === 'desc' ? 'desc' : 'asc' }
    }),
  }
}

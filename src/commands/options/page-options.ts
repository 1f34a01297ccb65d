import { MAX_PAGE_SIZE } from '../../api/page-size.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { flag, integer, list, type OptionValues } from '../../cli/options.ts'

const limit = integer('n', 'maximum number of rows, over several pages if needed', { min: 1 })

export const pageOptions = {
  page: integer('n', 'page to show, from 0', { min: 0 }),
  size: integer('n', `rows per page, 1 to ${MAX_PAGE_SIZE}`, { min: 1, max: MAX_PAGE_SIZE }),
  sort: {
    ...list('field,order', 'order, such as createdAt,desc (repeatable)'),
    parse: (flagName: string, texts: readonly string[]) => {
      const odd = texts.find((text) => !/^\w+(?:,(?:asc|desc))?$/i.test(text))
      if (odd === undefined) return texts
      throw usageError(`${flagName}: ${JSON.stringify(odd)} is not a field, or a field and asc or desc: createdAt,desc`)
    },
  },
  all: flag('every page'),
  limit,
}

/** Options of a list without pages, so that scripts can write `--all` and `--limit` everywhere. */
export const wholeListOptions = {
  all: flag('every row; this list has no pages, so it is whole without --limit'),
  limit: { ...limit, help: 'maximum number of rows' },
}

export type PageInput = Partial<OptionValues<typeof pageOptions>>

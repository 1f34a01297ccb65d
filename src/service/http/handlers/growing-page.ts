import { type PageQuery, pageOf } from '../../../api/schemas/page.ts'
import { Problem } from '../../problems/problem.ts'
import { NoSuchPlace } from '../../store/repositories/cursor.ts'
import type { CountedPage } from '../../store/repositories/page.ts'

type Request = ReturnType<typeof pageOf>

/** A page of a list that only ever grows, as it is answered. */
export async function growingPage<Row, Content>(
  query: PageQuery,
  read: (request: Request) => Promise<CountedPage<Row>>,
  toContent: (rows: readonly Row[]) => Content[] | Promise<Content[]>,
) {
  const request = pageOf(query)
  const { rows, total, isMore, next } = await read(request).catch(explainPlace)
  return {
    content: await toContent(rows),
    size: request.size,
    number: request.page,
    totalElements: total,
    ...(isMore && { totalIsAtLeast: true }),
    ...(next !== undefined && { next }),
  }
}

function explainPlace(error: unknown): never {
  if (!(error instanceof NoSuchPlace)) throw error
  const message = 'is not the `next` of a page of this list in this order'
  throw new Problem('invalid-query', `after ${message}.`, { errors: [{ path: 'after', message }] })
}

import { type PageQuery, pageOf } from '../../../api/schemas/page.ts'
import { invalidQuery } from '../../problems/problem.ts'
import { InvalidCursor } from '../../store/repositories/cursor.ts'
import type { CountedPage } from '../../store/repositories/page.ts'

type Request = ReturnType<typeof pageOf>

/** The response for a page of an append-only list. */
export async function growingPage<Row, Content>(
  query: PageQuery,
  read: (request: Request) => Promise<CountedPage<Row>>,
  toContent: (rows: readonly Row[]) => Content[] | Promise<Content[]>,
) {
  const request = pageOf(query)
  const { rows, total, isMore, next } = await read(request).catch(explainCursor)
  return {
    content: await toContent(rows),
    size: request.size,
    number: request.page,
    totalElements: total,
    ...(isMore && { totalIsAtLeast: true }),
    next,
  }
}

function explainCursor(error: unknown): never {
  if (!(error instanceof InvalidCursor)) throw error
  throw invalidQuery('after', 'is not a cursor (`next`) of this list in this order')
}

import type { ServeProcess } from './serve-process.ts'

/** All rows of a cursor-paged list; new rows do not shift it. */
// biome-ignore lint/suspicious/noExplicitAny: of each row a few members are read.
export async function* everyPage(server: ServeProcess, path: string): AsyncGenerator<any> {
  let after: string | undefined
  do {
    const page = await server.must(
      'GET',
      `${path}?size=1000&sort=id,asc${after === undefined ? '' : `&after=${after}`}`,
    )
    yield* page.content
    after = page.next
  } while (after !== undefined)
}

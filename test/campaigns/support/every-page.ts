import type { ServeProcess } from './serve-process.ts'

/** Every row of a list that goes on by places: new rows meanwhile do not shift it. */
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

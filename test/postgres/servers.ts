import { onTestFinished } from 'vitest'
import { openService, type Service } from '../../src/service/index.ts'
import { type Clock, systemClock } from '../../src/shared/time/clock.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  // biome-ignore lint/suspicious/noExplicitAny: of each body a few members are read.
  readonly body: any
}

const NOTHING_REPORTED = (error: unknown) => {
  throw error
}

/** Services on one database, each with connections of its own, as in so many processes. */
export async function openServices(
  count: number,
  given?: { database: string; keyFolder: string },
  report: (error: unknown) => void = NOTHING_REPORTED,
  clock: Clock = systemClock,
): Promise<Service[]> {
  const place = given ?? (await freshDatabase(temporaryFolder()))
  return Promise.all(
    Array.from({ length: count }, async () => {
      const service = await openService({
        ...place,
        env: {},
        clock,
        random: (length) => crypto.getRandomValues(new Uint8Array(length)),
        report,
      })
      onTestFinished(() => service.close())
      return service
    }),
  )
}

export async function call(
  { handle }: Service,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const [pathname = '', query = ''] = path.split('?')
  const answer = await handle(
    {
      method,
      path: pathname,
      query,
      headers: { 'content-type': 'application/json', 'x-validation-product': 'SONAR', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
    { kind: 'in-process' },
  )
  return { ...answer, body: answer.body === '' ? undefined : JSON.parse(answer.body) }
}

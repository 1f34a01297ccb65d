import type { Service } from '../../src/service/index.ts'
import { type Clock, systemClock } from '../../src/shared/time/clock.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { openForTest, raise } from '../support/open-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Services on one database, each with connections of its own, as in so many processes. */
export async function openServices(
  count: number,
  given?: { database: string; keyFolder: string },
  report: (error: unknown) => void = raise,
  clock: Clock = systemClock,
): Promise<Service[]> {
  const place = given ?? (await freshDatabase(temporaryFolder()))
  return Promise.all(
    Array.from({ length: count }, () => {
      const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
      return openForTest({ ...place, clock, random, report })
    }),
  )
}

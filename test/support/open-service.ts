import { test as base, onTestFinished } from 'vitest'
import { openService, type Service, type ServiceOptions } from '../../src/service/index.ts'
import { seededRandom, TestClock } from './deterministic.ts'
import { freshDatabase } from './fresh-database.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** What fails besides an answer fails the test. */
export function raise(error: unknown): never {
  throw error
}

/** A service of a test, which is closed after it. @param more where it differs from one on an empty database */
export async function openForTest(more: Partial<ServiceOptions> = {}): Promise<Service> {
  const place = more.database === undefined ? await freshDatabase(temporaryFolder()) : { database: more.database }
  const service = await openService({ ...defaults(), ...more, ...place })
  onTestFinished(() => service.close())
  return service
}

/** Without a variable, on a clock that stands. */
export function defaults() {
  return { env: {}, clock: new TestClock(), random: seededRandom(), report: raise }
}

/** A test with a service on an empty database. */
export const test = base.extend('service', () => openForTest())

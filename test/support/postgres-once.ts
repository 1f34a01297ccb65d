import type { TestProject } from 'vitest/node'
import { openStore } from '../../src/service/store/open.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Name of a PostgreSQL database with the schema and no rows; absent on SQLite. */
    readonly emptyPostgres?: string
  }
}

/**
 * One server per run, and the schema once: a copy takes a tenth of the time. Tests of durability start their own server.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const server = await startPostgres()
  const database = await server.createDatabase()
  const store = await openStore(database, { env: {} })
  await store.close()
  project.provide('postgres', server.url)
  project.provide('emptyPostgres', new URL(database).pathname.slice(1))
  return () => server.stop()
}

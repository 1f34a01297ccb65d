import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { copyEmptyDatabase } from './empty-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a PostgreSQL server; absent: the tests run on SQLite. */
    readonly postgres?: string
  }
}

/** Names of the databases that the file created on the server of the run: all tests together would use gigabytes. */
const created: string[] = []
afterAll(() =>
  asAdministrator(async (client) => {
    for (const name of created) await client.query(`drop database ${name} with (force)`)
  }),
)

/** A new database without rows: a file in the folder, or one on the PostgreSQL server of the run. */
export async function freshDatabase(folder: string): Promise<{ database: string; keyFolder: string }> {
  const database = await emptyPlace(folder, inject('emptyPostgres'))
  if (inject('postgres') === undefined) copyEmptyDatabase(database)
  return { database, keyFolder: folder }
}

/** A database without tables, or the path for one. @param template the database that one on PostgreSQL is a copy of */
export async function emptyPlace(folder: string, template = 'template1'): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const server = await asAdministrator((client) => client.query(`create database ${name} template ${template}`))
  if (server === undefined) return join(folder, 'local.db')
  created.push(name)
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Address of the server; undefined when the tests run on SQLite. */
async function asAdministrator(work: (client: pg.Client) => Promise<unknown>): Promise<string | undefined> {
  const server = inject('postgres')
  if (server === undefined) return undefined
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
  return server
}

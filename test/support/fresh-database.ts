import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { copyEmptyDatabase } from './empty-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a PostgreSQL server; absent: the tests run on SQLite. */
    readonly postgres?: string
  }
}

/** A new database without rows: a file in the folder, or one on the PostgreSQL server of the run. */
export async function freshDatabase(folder: string): Promise<{ database: string; keyFolder: string }> {
  const database = await emptyPlace(folder, inject('emptyPostgres'))
  if (inject('postgres') === undefined) copyEmptyDatabase(database)
  return { database, keyFolder: folder }
}

/** A database without tables, or the path for one. @param template the database that one on PostgreSQL is a copy of */
export async function emptyPlace(folder: string, template = 'template1'): Promise<string> {
  const server = inject('postgres')
  if (server === undefined) return join(folder, 'local.db')
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
    await client.query(`create database ${name} template ${template}`)
    const url = new URL(server)
    url.pathname = name
    return url.href
  } finally {
    await client.end()
  }
}

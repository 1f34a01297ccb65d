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

/** A new empty database: a file in the folder, or one on the PostgreSQL server of the run. */
export async function freshDatabase(folder: string): Promise<{ database: string; keyFolder: string }> {
  const server = inject('postgres')
  if (server === undefined) {
    const database = join(folder, 'local.db')
    copyEmptyDatabase(database)
    return { database, keyFolder: folder }
  }
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
    await client.query(`create database ${name}`)
    const url = new URL(server)
    url.pathname = name
    return { database: url.href, keyFolder: folder }
  } finally {
    await client.end()
  }
}

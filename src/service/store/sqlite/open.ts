import { Kysely, sql } from 'kysely'
import { WardenError } from '../../../api/errors.ts'
import { sqliteDialect } from '../dialect.ts'
import { appliedMigrations, migrate } from '../migrate.ts'
import type { Db, Schema } from '../schema.ts'
import type { Store } from '../store.ts'
import { APPLICATION_ID, openConnection } from './connection.ts'
import { GroupCommit } from './group-commit.ts'
import { kyselyDialect } from './kysely-dialect.ts'

/**
 * Opens a SQLite file as the store: one connection that reads and, once something is written, one that writes.
 * A missing file is made; an older schema is brought up to date.
 */
export async function openSqliteStore(path: string): Promise<Store> {
  const read = connect(path)
  try {
    await prepareSchema(path, read)
  } catch (error) {
    await read.destroy()
    throw error
  }
  let writer: { db: Db; commits: GroupCommit } | undefined
  const openWriter = () => {
    const db = connect(path)
    return { db, commits: new GroupCommit(db) }
  }
  return {
    read,
    write(work) {
      writer ??= openWriter()
      return writer.commits.run(work)
    },
    async close() {
      await writer?.commits.idle()
      await writer?.db.destroy()
      await read.destroy()
    },
  }
}

function connect(path: string): Db {
  return new Kysely<Schema>({ dialect: kyselyDialect(openConnection(path)) })
}

async function prepareSchema(path: string, db: Db): Promise<void> {
  const applied = await appliedMigrations(db)
  if (applied === undefined) {
    await refuseForeign(path, db)
    await sql`pragma application_id = ${sql.lit(APPLICATION_ID)}`.execute(db)
  }
  await migrate(db, applied ?? [], sqliteDialect)
}

async function refuseForeign(path: string, db: Db): Promise<void> {
  const tables = await sql<{
    count: number
  }>`select count(*) as count from sqlite_master where name not like 'kysely%'`.execute(db)
  const own = await sql<{ application_id: number }>`pragma application_id`.execute(db)
  if (tables.rows[0]?.count === 0 || own.rows[0]?.application_id === APPLICATION_ID) return
  throw new WardenError({
    kind: 'refused',
    code: 'foreign-database',
    message: `${path} is a database of another program`,
    try: 'txwarden local path',
  })
}

import { Kysely, sql } from 'kysely'
import { sqliteDialect } from '../dialect.ts'
import { appliedMigrations, migrate } from '../migrate.ts'
import type { Db, Schema } from '../schema.ts'
import type { Store } from '../store.ts'
import type { WriteQueue } from '../write-queue.ts'
import { APPLICATION_ID, type ConnectionOptions, OPEN_DEADLINE_MS, openConnection } from './connection.ts'
import { sqliteFacts, validationsSince } from './facts.ts'
import { failureOf, isBusy } from './failures.ts'
import { groupCommit } from './group-commit.ts'
import { tryImportLock } from './import-lock.ts'
import { kyselyDialect } from './kysely-dialect.ts'

/** Waiting for the write lock is the group commit's, which lets other work go on meanwhile. */
const NO_WAIT: ConnectionOptions = { busyTimeoutMs: 0 }

/**
 * Opens a SQLite file as the store: one connection that reads and, once something is written, one that writes.
 * A missing file is made; an older schema is brought up to date.
 */
export async function openSqliteStore(path: string): Promise<Store> {
  const read = connect(path)
  try {
    await prepareSchema(read)
  } catch (error) {
    await read.destroy()
    throw error
  }
  let writer: { db: Db; commits: WriteQueue } | undefined
  let closed = false
  const openWriter = () => {
    const db = connect(path, NO_WAIT)
    return { db, commits: groupCommit(db) }
  }
  const commits = () => {
    if (closed) throw new Error('the store is closed')
    writer ??= openWriter()
    return writer.commits
  }
  return {
    read,
    isShared: false,
    failureOf,
    tryLock: async () => tryImportLock(path),
    facts: () => sqliteFacts(path, read),
    validationsSince: (time) => validationsSince(read, time),
    write: async (work) => commits().run(work),
    // Nobody waits on a store that nothing was written to yet.
    announceWrite: () => writer?.commits.announce() ?? ignored,
    async close() {
      closed = true
      await writer?.commits.idle()
      await writer?.db.destroy()
      await read.destroy()
    },
  }
}

function ignored(): void {}

function connect(path: string, options: ConnectionOptions = {}): Db {
  return new Kysely<Schema>({ dialect: kyselyDialect(openConnection(path, options)) })
}

/** Processes that start at once make the schema one after another: the first does it, the others find it done. */
async function prepareSchema(db: Db): Promise<void> {
  const deadline = performance.now() + OPEN_DEADLINE_MS
  for (;;) {
    try {
      return await prepareSchemaOnce(db)
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
  }
}

async function prepareSchemaOnce(db: Db): Promise<void> {
  const applied = await appliedMigrations(db, sqliteDialect)
  if (applied === undefined) await sql`pragma application_id = ${sql.lit(APPLICATION_ID)}`.execute(db)
  await migrate(db, applied ?? [], sqliteDialect)
}

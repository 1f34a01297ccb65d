import { realpathSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { tryExclusiveFile } from '../../../shared/exclusive-file.ts'
import { sqliteDialect } from '../dialect.ts'
import { appliedMigrations, migrate } from '../migrate.ts'
import type { Db, Schema } from '../schema.ts'
import { GROWING_TABLES, type RowEstimates, type Store, type StoreFacts } from '../store.ts'
import type { WriteQueue } from '../write-queue.ts'
import { APPLICATION_ID } from './checks.ts'
import { type ConnectionOptions, OPEN_DEADLINE_MS, openConnection } from './connection.ts'
import { failureOf, isBusy } from './failures.ts'
import { bytesOf } from './files.ts'
import { groupCommit } from './group-commit.ts'
import { MarkWriter } from './high-water-mark.ts'
import { kyselyDialect } from './kysely-dialect.ts'
import { isServed } from './serve-lock.ts'

/** The group commit waits for the write lock without blocking the event loop. */
const NO_WAIT: ConnectionOptions = { busyTimeoutMs: 0 }

/**
 * Opens a SQLite file as a store, with one connection for reads and, from the first write on, one for writes. Creates a
 * missing file and migrates an older schema.
 */
export async function openSqliteStore(path: string): Promise<Store> {
  const connection = openConnection(path)
  const read = toDb(connection)
  try {
    await prepareSchema(read)
  } catch (error) {
    await read.destroy()
    throw error
  }
  let writer: { db: Db; commits: WriteQueue } | undefined
  let closed = false
  const mark = path === ':memory:' ? undefined : new MarkWriter(connection, path)
  const openWriter = () => {
    const db = toDb(openConnection(path, NO_WAIT))
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
    tryLock: async (name) => tryExclusiveFile(`${realpathSync(path)}.${name}-lock`),
    facts: () => sqliteFacts(path, read),
    validationsSince: (time) => validationsSince(read, time),
    async write(work) {
      const result = await commits().run(work)
      mark?.touch()
      return result
    },
    // Without a writer no write waits.
    announceWrite: () => writer?.commits.announce() ?? ignored,
    async close() {
      closed = true
      await writer?.commits.idle()
      await writer?.db.destroy()
      mark?.flush()
      await read.destroy()
    },
  }
}

function ignored(): void {}

function toDb(connection: DatabaseSync): Db {
  return new Kysely<Schema>({ dialect: kyselyDialect(connection) })
}

/** Concurrent processes create the schema one after another. */
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

/** Without reading the whole file. */
async function sqliteFacts(path: string, db: Db): Promise<StoreFacts> {
  const disk = statfsSync(dirname(path))
  return {
    bytes: bytesOf(path),
    logBytes: sizeOf(`${path}-wal`),
    reusableBytes: await reusableBytes(db),
    freeDiskBytes: disk.bavail * disk.bsize,
    served: isServed(path),
    rowEstimates: await rowEstimates(db),
  }
}

/** Size of the free pages, which new rows use. */
async function reusableBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select freelist_count * page_size as bytes
    from pragma_freelist_count, pragma_page_size`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** From the row ids: rows are numbered on insert and deleted oldest first. */
async function rowEstimates(db: Db): Promise<RowEstimates> {
  const estimates = GROWING_TABLES.map(
    (table) => sql`(select coalesce(max(rowid), 0) from ${sql.table(table)})
      - (select coalesce(min(rowid), 1) from ${sql.table(table)}) + 1 as ${sql.ref(table)}`,
  )
  const { rows } = await sql<RowEstimates>`select ${sql.join(estimates)}`.execute(db)
  return rows[0] as RowEstimates
}

/** From the row ids of the first and the last one. */
async function validationsSince(db: Db, time: number): Promise<number> {
  const { rows } = await sql<{ about: number }>`select (select max(rowid) from transactions) - rowid + 1 as about
    from transactions where created_at > ${time} order by created_at, id limit 1`.execute(db)
  return Math.max(rows[0]?.about ?? 0, 0)
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Makes a connection overwrite deleted and replaced content, so that no old secret stays in free parts of the file. */
export async function overwriteFreed(db: Db): Promise<void> {
  await sql`pragma secure_delete = 1`.execute(db)
}

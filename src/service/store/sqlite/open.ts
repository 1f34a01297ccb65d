/** Room: SQLite: the file, its locks, checks against damage, commits in groups. */

import { realpathSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { tryExclusiveFile } from '../../../shared/files/exclusive-file.ts'
import { appliedMigrations, isUpToDate, type Migrations, migrate } from '../migrate.ts'
import { cachedQuery } from '../repositories/cached-query.ts'
import { sqliteDialect } from '../schema/dialect.ts'
import type { Db } from '../schema/schema.ts'
import { ESTIMATED_TABLES, type RowEstimates, type Store, type StoreFacts, type StoreSizes } from '../store.ts'
import { APPLICATION_ID } from './checks.ts'
import { openConnection } from './connection.ts'
import { failureOf } from './failures.ts'
import { bytesOf, sizeOf } from './files.ts'
import { groupCommit } from './group-commit.ts'
import { GuardedWriter } from './guarded-writer.ts'
import { MarkWriter } from './high-water-mark.ts'
import { toDb } from './kysely-dialect.ts'
import { requireNotLost } from './lost-database.ts'
import { OpenFiles } from './open-files.ts'
import { OPEN_DEADLINE_MS, retryBusy, untilFree } from './retry-busy.ts'
import { isServed } from './serve-lock.ts'

/**
 * Opens a SQLite file as a store, with one connection for reads and, from the first write on, one for writes. Creates a
 * missing file and migrates an older schema.
 * @throws WardenError `lost-writes`, `database-moved`, and what `openConnection` throws
 */
export async function openSqliteStore(
  path: string,
  { isServer = false, migrations }: { readonly isServer?: boolean; readonly migrations?: Migrations | undefined } = {},
): Promise<Store> {
  const requireWhole = requireNotLost(path, isServer)
  const connection = openConnection(path)
  const read = toDb(connection)
  const isInMemory = path === ':memory:'
  let writer: GuardedWriter
  try {
    requireWhole(connection)
    // Concurrent processes create the schema one after another.
    await untilFree(OPEN_DEADLINE_MS, () => prepareSchema(read, migrations))
    const files = isInMemory ? undefined : new OpenFiles(path)
    writer = new GuardedWriter(path, { reader: connection, files, isServer })
    // Before the first request: it reads all rows when they have no checksums yet.
    if (isServer) retryBusy(OPEN_DEADLINE_MS, () => writer.db())
  } catch (error) {
    await read.destroy()
    throw error
  }
  const commits = groupCommit(writer, { isAlone: () => writer.isAlone() })
  const mark = isInMemory ? undefined : new MarkWriter(connection, path)
  let closed = false
  return {
    read,
    isShared: false,
    failureOf,
    tryLock: async (name) => tryExclusiveFile(`${realpathSync(path)}.${name}-lock`),
    facts: () => sqliteFacts(path, read),
    sizes: () => sqliteSizes(path, read),
    usedBytes: () => usedBytes(read),
    validationsSince: (time) => validationsSince(read, time),
    requireWritable: () => writer.requireWritable(),
    refuse: (damage) => writer.refuse(damage),
    async write(work) {
      if (closed) throw new Error('the store is closed')
      const result = await commits.run(work)
      mark?.touch()
      return result
    },
    announceWrite: () => commits.announce(),
    isBusy: () => commits.isBusy,
    async close() {
      closed = true
      await commits.idle()
      await writer.close()
      mark?.flush()
      await read.destroy()
    },
  }
}

async function prepareSchema(db: Db, migrations: Migrations | undefined): Promise<void> {
  const applied = await appliedMigrations(db, sqliteDialect)
  if (applied === undefined) await sql`pragma application_id = ${sql.lit(APPLICATION_ID)}`.execute(db)
  if (isUpToDate(applied ?? [], migrations)) return
  // Off while migrations rebuild tables that others reference, which check the references themselves.
  await sql`pragma foreign_keys = off`.execute(db)
  try {
    await migrate(db, applied ?? [], sqliteDialect, migrations)
  } finally {
    await sql`pragma foreign_keys = on`.execute(db)
  }
}

/** Without reading the whole file. */
async function sqliteFacts(path: string, db: Db): Promise<StoreFacts> {
  return { ...(await sqliteSizes(path, db)), served: isServed(path), rowEstimates: await rowEstimates(db) }
}

async function sqliteSizes(path: string, db: Db): Promise<StoreSizes> {
  const disk = statfsSync(dirname(path))
  return {
    bytes: bytesOf(path),
    logBytes: sizeOf(`${path}-wal`),
    reusableBytes: await reusableBytes(db),
    freeDiskBytes: disk.bavail * disk.bsize,
  }
}

/** Also of pages that are in the log only. */
async function usedBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select (page_count - freelist_count) * page_size as bytes
    from pragma_page_count, pragma_freelist_count, pragma_page_size`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Size of the free pages, which new rows use. */
async function reusableBytes(db: Db): Promise<number> {
  const [row] = await freePages(db)
  return row?.bytes ?? 0
}

const freePages = cachedQuery((db) =>
  sql<{
    bytes: number
  }>`select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size`.compile(db),
)

/** From the row ids: rows are numbered on insert and deleted oldest first. */
async function rowEstimates(db: Db): Promise<RowEstimates> {
  const estimates = ESTIMATED_TABLES.map(
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

/** Makes a connection overwrite deleted and replaced content, so that no old secret stays in free parts of the file. */
export async function overwriteFreed(db: Db): Promise<void> {
  await sql`pragma secure_delete = 1`.execute(db)
}

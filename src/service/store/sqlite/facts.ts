import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { GROWING_TABLES, type RowEstimates, type StoreFacts } from '../store.ts'
import { bytesOf } from './files.ts'
import { isServed } from './serve-lock.ts'

/** What can be said of a file without reading through it. */
export async function sqliteFacts(path: string, db: Db): Promise<StoreFacts> {
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

/** Pages that were freed: the next rows go there. */
async function reusableBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select freelist_count * page_size as bytes
    from pragma_freelist_count, pragma_page_size`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Rows are numbered as they come, and the oldest go first. */
async function rowEstimates(db: Db): Promise<RowEstimates> {
  const estimates = GROWING_TABLES.map(
    (table) => sql`(select coalesce(max(rowid), 0) from ${sql.table(table)})
      - (select coalesce(min(rowid), 1) from ${sql.table(table)}) + 1 as ${sql.ref(table)}`,
  )
  const { rows } = await sql<RowEstimates>`select ${sql.join(estimates)}`.execute(db)
  return rows[0] as RowEstimates
}

/** By the numbers of the first one and of the last one. */
export async function validationsSince(db: Db, time: number): Promise<number> {
  const { rows } = await sql<{ about: number }>`select (select max(rowid) from transactions) - rowid + 1 as about
    from transactions where created_at > ${time} order by created_at, id limit 1`.execute(db)
  return Math.max(rows[0]?.about ?? 0, 0)
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

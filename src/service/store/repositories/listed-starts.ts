import { PostgresAdapter, sql } from 'kysely'
import type { Db } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'

/**
 * First four bytes (big endian) of all addresses with a BLOCK entry or a record, with repeats. One row each: a hundred
 * thousand rows take ten times as long. Only the index of the records is read, so that records of all kinds are among
 * them.
 */
export async function listedStarts(db: Db): Promise<Uint32Array[]> {
  const texts = await Promise.all([recordStarts(db), blockStarts(db)])
  return texts.map(([row]) => {
    const bytes = Buffer.from(row?.starts ?? '', 'hex')
    return Uint32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4))
  })
}

const recordStarts = cachedQuery<{ starts: string | null }>((db) => {
  const start = sql`substr(key, 1, 4)`
  const hex = db.getExecutor().adapter instanceof PostgresAdapter ? sql`encode(${start}, 'hex')` : sql`hex(${start})`
  return sql<{ starts: string | null }>`select string_agg(${hex}, '') as starts from intel_entries
    where length(key) = 20`.compile(db)
})

const blockStarts = cachedQuery<{ starts: string | null }>((db) =>
  sql<{ starts: string | null }>`select string_agg(substr(address_key, 3, 8), '') as starts from control_list_entries
    where type = 'BLOCK'`.compile(db),
)

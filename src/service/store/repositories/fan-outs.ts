import { sql } from 'kysely'
import type { Db, FanOutRow } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'
import { hasRow, inserter, remover, updateRows } from './rows.ts'

export const insertFanOuts = inserter('fan_outs')

/** The oldest one that no other server plans, locked until the transaction ends. */
export function lockFanOut(db: Db): Promise<FanOutRow | undefined> {
  return db.selectFrom('fan_outs').selectAll().orderBy('id').limit(1).forUpdate().skipLocked().executeTakeFirst()
}

/** The oldest one about one of the subjects, locked until the transaction ends. */
export function lockFanOutOf(db: Db, subjects: readonly string[]): Promise<FanOutRow | undefined> {
  const about = db.selectFrom('fan_outs').selectAll().where('subject', 'in', subjects)
  return about.orderBy('id').limit(1).forUpdate().executeTakeFirst()
}

export async function updateFanOut(
  db: Db,
  { id, planned, unplanned_deliveries }: Pick<FanOutRow, 'id' | 'planned' | 'unplanned_deliveries'>,
): Promise<void> {
  await updateRows(db, 'fan_outs', { id }, { planned, unplanned_deliveries }).execute()
}

export const deleteFanOut = remover('fan_outs', 'id')

export async function isAnyFanOut(db: Db): Promise<boolean> {
  return (await selectAny(db)).length > 0
}

const selectAny = cachedQuery<{ id: string }>((db) => db.selectFrom('fan_outs').select('id').limit(1).compile())

/** Whether deliveries to the destination may still be planned. Reads all rows, which are few. */
export async function isDestinationInFanOut(db: Db, destinationId: string): Promise<boolean> {
  const fanOuts = db.selectFrom('fan_outs').select('id')
  return hasRow(fanOuts.where('alerts', 'like', `%${JSON.stringify(destinationId)}%`))
}

export interface UnplannedCounts {
  readonly unplanned: number
  /** Time of the match (ms); null without one. */
  readonly oldestUnplanned: number | null
}

export async function countUnplanned(db: Db): Promise<UnplannedCounts> {
  const [row] = await unplanned(db)
  return { unplanned: Number(row?.count), oldestUnplanned: row?.oldest == null ? null : Number(row.oldest) }
}

const unplanned = cachedQuery((db) =>
  db
    .selectFrom('fan_outs')
    .select([
      sql<number>`coalesce(sum(unplanned_deliveries), 0)`.as('count'),
      sql<number | null>`min(created_at)`.as('oldest'),
    ])
    .compile(),
)

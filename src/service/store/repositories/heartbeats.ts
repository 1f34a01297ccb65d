import { sql } from 'kysely'
import { DAY_MS } from '../../../shared/time/units.ts'
import type { Db, DestinationRow } from '../schema/schema.ts'
import { PENDING } from './deliveries.ts'
import { hasChanged, hasRow, rowsWith, updateRows } from './rows.ts'

/** Longer than any schedule of attempts (ms): what was sent lately was not created before. */
const OLDEST_MS = 4 * DAY_MS

/** A time more than an interval ahead was written while the clock was ahead. */
export function dueHeartbeats(db: Db, now: number): Promise<DestinationRow[]> {
  return rowsWith(db, 'destinations', { state: 'ACTIVE' })
    .where('heartbeat_ms', 'is not', null)
    .where(sql<boolean>`(heartbeat_at <= ${now} or heartbeat_at > ${now} + heartbeat_ms)`)
    .execute()
}

/** Sets when the next one is due. False when another server did. */
export async function claimHeartbeat(
  db: Db,
  { id, heartbeat_ms, heartbeat_at }: DestinationRow,
  next: number,
): Promise<boolean> {
  return hasChanged(updateRows(db, 'destinations', { id, heartbeat_ms, heartbeat_at }, { heartbeat_at: next }))
}

/** When the last message was accepted after `since` (ms), or that a heartbeat waits; undefined: neither. */
export async function lastSent(db: Db, destinationId: string, since: number): Promise<number | 'waits' | undefined> {
  const waiting = db
    .selectFrom('deliveries')
    .innerJoin('alert_events', 'alert_events.id', 'deliveries.event_id')
    .select('deliveries.id')
    .where('deliveries.destination_id', '=', destinationId)
    .where('deliveries.state', '=', PENDING)
    .where('alert_events.kind', '=', 'heartbeat')
  if (await hasRow(waiting)) return 'waits'
  const { at } = await db
    .selectFrom('deliveries')
    .select((e) => e.fn.max('updated_at').as('at'))
    .where('destination_id', '=', destinationId)
    .where('created_at', '>', since - OLDEST_MS)
    .where('state', '=', 'SENT')
    .where('updated_at', '>', since)
    .executeTakeFirstOrThrow()
  return at === null ? undefined : Number(at)
}

import { sql } from 'kysely'
import type { AlertRow, Db } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'
import { bumpRevision } from './revisions.ts'
import { updateRows } from './rows.ts'

export interface StoredAlert extends AlertRow {
  readonly destinationIds: string[]
}

/** Oldest first. */
export async function listAlerts(db: Db): Promise<StoredAlert[]> {
  return (await oldestFirst(db).execute()).map(toStored)
}

export async function findAlert(db: Db, id: string): Promise<StoredAlert | undefined> {
  const row = await oldestFirst(db).where('id', '=', id).executeTakeFirst()
  return row && toStored(row)
}

/** Oldest first. */
export async function activeAlerts(db: Db): Promise<StoredAlert[]> {
  return (await selectActive(db)).map(toStored)
}

const selectActive = cachedQuery((db) => oldestFirst(db).where('is_active', '=', 1).compile())

/** With the ids of their destinations in the order of the request that set them. */
function oldestFirst(db: Db) {
  return db
    .selectFrom('alerts')
    .selectAll('alerts')
    .select(({ selectFrom }) =>
      selectFrom('alert_destinations')
        .whereRef('alert_destinations.alert_id', '=', 'alerts.id')
        .select(sql<string | null>`string_agg(destination_id, ',' order by position)`.as('ids'))
        .as('destinations'),
    )
    .orderBy('created_at')
    .orderBy('id')
}

function toStored({ destinations, ...row }: AlertRow & { readonly destinations: string | null }): StoredAlert {
  return { ...row, destinationIds: destinations?.split(',') ?? [] }
}

export async function insertAlert(db: Db, { destinationIds, ...row }: StoredAlert): Promise<void> {
  await db.insertInto('alerts').values(row).execute()
  await linkDestinations(db, row.id, destinationIds)
  await bumpRevision(db, 'alerts')
}

export async function updateAlert(db: Db, { destinationIds, ...row }: StoredAlert): Promise<void> {
  const { name, filter, on_no_data, chain_filter, is_active, updated_at } = row
  const changes = { name, filter, on_no_data, chain_filter, is_active, updated_at }
  await updateRows(db, 'alerts', { id: row.id }, changes).execute()
  await db.deleteFrom('alert_destinations').where('alert_id', '=', row.id).execute()
  await linkDestinations(db, row.id, destinationIds)
  await bumpRevision(db, 'alerts')
}

export async function silenceAlert(
  db: Db,
  id: string,
  silence: Pick<AlertRow, 'silenced_until' | 'silences_blocked' | 'updated_at'>,
): Promise<void> {
  await updateRows(db, 'alerts', { id }, silence).execute()
  await bumpRevision(db, 'alerts')
}

export async function deleteAlert(db: Db, id: string): Promise<void> {
  await db.deleteFrom('alerts').where('id', '=', id).execute()
  await bumpRevision(db, 'alerts')
}

/** Alerts that send to a destination, oldest first. */
export function alertsUsing(db: Db, destinationId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('alerts')
    .innerJoin('alert_destinations', 'alert_destinations.alert_id', 'alerts.id')
    .select(['alerts.id', 'alerts.name'])
    .where('alert_destinations.destination_id', '=', destinationId)
    .orderBy('alerts.created_at')
    .orderBy('alerts.id')
    .execute()
}

async function linkDestinations(db: Db, alertId: string, destinationIds: readonly string[]): Promise<void> {
  if (destinationIds.length === 0) return
  await db
    .insertInto('alert_destinations')
    .values(destinationIds.map((id, position) => ({ alert_id: alertId, destination_id: id, position })))
    .execute()
}

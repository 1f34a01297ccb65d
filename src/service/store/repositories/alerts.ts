import { sql } from 'kysely'
import type { AlertRow, Db } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'
import { bumpRevision } from './revisions.ts'
import { updateRows } from './rows.ts'

export interface StoredAlert extends AlertRow {
  readonly destinationIds: string[]
}

export async function listAlerts(db: Db): Promise<StoredAlert[]> {
  const rows = await db.selectFrom('alerts').selectAll().orderBy('created_at').orderBy('id').execute()
  const links = await db.selectFrom('alert_destinations').selectAll().orderBy('position').execute()
  const byAlert = Map.groupBy(links, (link) => link.alert_id)
  return rows.map((row) => ({ ...row, destinationIds: (byAlert.get(row.id) ?? []).map((link) => link.destination_id) }))
}

export async function findAlert(db: Db, id: string): Promise<StoredAlert | undefined> {
  const row = await db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  return { ...row, destinationIds: await destinationIdsOf(db, id) }
}

/** Oldest first, from one state of the database. */
export async function activeAlerts(db: Db): Promise<StoredAlert[]> {
  const rows = await selectActive(db)
  return rows.map(({ destinations, ...row }) => ({ ...row, destinationIds: destinations?.split(',') ?? [] }))
}

const selectActive = cachedQuery<AlertRow & { destinations: string | null }>((db) =>
  db
    .selectFrom('alerts')
    .selectAll('alerts')
    .select(({ selectFrom }) =>
      selectFrom('alert_destinations')
        .whereRef('alert_destinations.alert_id', '=', 'alerts.id')
        .select(sql<string | null>`string_agg(destination_id, ',' order by position)`.as('ids'))
        .as('destinations'),
    )
    .where('is_active', '=', 1)
    .orderBy('created_at')
    .orderBy('id')
    .compile(),
)

/** In the order of the request that set them. */
async function destinationIdsOf(db: Db, alertId: string): Promise<string[]> {
  const links = await db
    .selectFrom('alert_destinations')
    .select('destination_id')
    .where('alert_id', '=', alertId)
    .orderBy('position')
    .execute()
  return links.map((link) => link.destination_id)
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

import type { Db, DestinationRow } from '../schema/schema.ts'
import { finder, inserter, lister, remover, unknownIn, updateRows } from './rows.ts'

export const listDestinations = lister('destinations', 'created_at', 'id')

export const findDestination = finder('destinations', 'id')

/** Those that exist, oldest first. */
export async function destinationsOf(db: Db, ids: readonly string[]): Promise<DestinationRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('destinations').selectAll().where('id', 'in', ids).orderBy('created_at').orderBy('id').execute()
}

export const unknownDestinations = unknownIn('destinations')

export const insertDestination = inserter('destinations')

export async function updateDestination(db: Db, row: DestinationRow): Promise<void> {
  const { id, created_at: _, ...changes } = row
  await updateRows(db, 'destinations', { id }, changes).execute()
}

/** Sets the error of the last message, '' after a success. Writes nothing when it is unchanged. */
export async function noteDestinationError(db: Db, id: string, errorMessage: string): Promise<void> {
  await updateRows(db, 'destinations', { id }, { error_message: errorMessage })
    .where('error_message', '!=', errorMessage)
    .execute()
}

/** Sends nothing more to it until a user switches it on again. */
export async function disableDestination(db: Db, id: string, errorMessage: string): Promise<void> {
  await updateRows(db, 'destinations', { id }, { state: 'INACTIVE', error_message: errorMessage }).execute()
}

export const deleteDestination = remover('destinations', 'id')

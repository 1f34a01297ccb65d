import { sql } from 'kysely'
import type { Db } from '../schema/schema.ts'
import { finder, inserter, lister, updateRows } from './rows.ts'

export const insertKey = inserter('api_keys')

export const listKeys = lister('api_keys', 'created_at', 'id')

export const findKey = finder('api_keys', 'id')

export const findKeyByHash = finder('api_keys', 'hash')

export async function revokeKey(db: Db, id: string, now: number): Promise<void> {
  await updateRows(db, 'api_keys', { id }, { revoked_at: now }).where('revoked_at', 'is', null).execute()
}

export async function touchKey(db: Db, id: string, now: number): Promise<void> {
  await updateRows(db, 'api_keys', { id }, { last_used_at: now }).execute()
}

export interface KeyNames {
  readonly of: (id: string | null) => string | undefined
}

/** The names of the keys among these actors. */
export async function readKeyNames(db: Db, actors: readonly (string | null)[]): Promise<KeyNames> {
  const ids = [...new Set(actors.filter((actor) => actor !== null))]
  const named = db.selectFrom('api_keys').select(['id', 'name']).where('name', 'is not', null)
  const rows = ids.length === 0 ? [] : await named.where(sql<boolean>`id in (${sql.join(ids)})`).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name ?? undefined]))
  return { of: (id) => (id === null ? undefined : names.get(id)) }
}

/** Ids of all keys of a name, also of revoked ones. */
export async function idsOfKeysNamed(db: Db, name: string): Promise<string[]> {
  const rows = await db.selectFrom('api_keys').select('id').where('name', '=', name).execute()
  return rows.map(({ id }) => id)
}

import type { PageRequest } from '../../../api/schemas/page.ts'
import type { Db, SafeRow } from '../schema/schema.ts'
import type { PageOrder } from './cursor.ts'
import { countAll, type Page, readPage } from './page.ts'
import { bumpRevision } from './revisions.ts'
import { finder, lister, updateRows } from './rows.ts'

const LEFT_OUT = 'its transaction service was left out: enter URL and key again'

const ORDER: PageOrder = {
  columns: { createdAt: 'created_at', name: 'name', chainId: 'chain_id', address: 'address_key', id: 'id' },
  numbers: ['created_at'],
  tieBreak: ['created_at', 'id'],
}

export interface SafeFilter {
  readonly chainId?: string | undefined
  /** In any case of letters. */
  readonly address?: string | undefined
  /** The whole name. */
  readonly name?: string | undefined
}

export async function pageOfSafes(
  db: Db,
  { chainId, address, name }: SafeFilter,
  request: PageRequest,
): Promise<Page<SafeRow> & { readonly total: number }> {
  let matching = db.selectFrom('safes')
  if (chainId !== undefined) matching = matching.where('chain_id', '=', chainId)
  if (address !== undefined) matching = matching.where('address_key', '=', address.toLowerCase())
  if (name !== undefined) matching = matching.where('name', '=', name)
  return { ...(await readPage(matching, request, ORDER)), total: await countAll(matching) }
}

/** All Safes, oldest first. */
export const listSafes = lister('safes', 'created_at', 'id')

export const findSafe = finder('safes', 'id')

export function findSafeAt(db: Db, chainId: string, address: string): Promise<SafeRow | undefined> {
  const safes = db.selectFrom('safes').selectAll().where('chain_id', '=', chainId)
  return safes.where('address_key', '=', address.toLowerCase()).executeTakeFirst()
}

/** The addresses (lower case) at which a Safe was added. */
export async function safesAmong(db: Db, chainId: string, addresses: readonly string[]): Promise<string[]> {
  const safes = await db.selectFrom('safes').select('address_key').where('chain_id', '=', chainId).execute()
  const given = new Set(addresses)
  return safes.flatMap(({ address_key }) => (given.has(address_key) ? address_key : []))
}

/** What an operator configures. The rest belongs to the poller. */
export type ConfiguredSafe = Pick<
  SafeRow,
  'id' | 'chain_id' | 'address_key' | 'name' | 'service_host' | 'sealed_service' | 'budget_id' | 'created_at'
>

export async function insertSafe(db: Db, safe: ConfiguredSafe): Promise<SafeRow> {
  const row: SafeRow = {
    ...safe,
    updated_at: safe.created_at,
    turn: 0,
    polled_at: null,
    next_poll_at: 0,
    queue_at: null,
    state: null,
    delegates: null,
    error_code: null,
    error: null,
    holder: null,
    claim_id: null,
    lease_until: 0,
  }
  await db.insertInto('safes').values(row).execute()
  await bumpRevision(db, 'names')
  return row
}

/** Changes what is configured, and has it polled at once: another service can have another queue. */
export async function updateSafe(
  db: Db,
  id: string,
  changes: Partial<Pick<SafeRow, 'name' | 'service_host' | 'sealed_service' | 'budget_id'>>,
  now: number,
): Promise<void> {
  await updateRows(
    db,
    'safes',
    { id },
    { ...changes, updated_at: now, next_poll_at: 0, error_code: null, error: null },
  ).execute()
  if (changes.name !== undefined) await bumpRevision(db, 'names')
}

/** Forgets the services that are sealed with a lost key. The hosts stay, so that they can be entered again. */
export async function forgetSafeServices(
  db: Db,
  sealedLike: string,
  now: number,
): Promise<Pick<SafeRow, 'id' | 'name'>[]> {
  return db
    .updateTable('safes')
    .set({ sealed_service: null, budget_id: null, updated_at: now, error_code: 'service-forgotten', error: LEFT_OUT })
    .where('sealed_service', 'like', sealedLike)
    .returning(['id', 'name'])
    .execute()
}

/** Deletes a Safe with the items of its queue; their validations stay. */
export async function deleteSafe(db: Db, id: string): Promise<void> {
  await db.deleteFrom('safe_items').where('safe_id', '=', id).execute()
  await db.deleteFrom('safes').where('id', '=', id).execute()
}

/** What a poll remembers. */
export type PollChanges = Partial<
  Pick<SafeRow, 'turn' | 'polled_at' | 'next_poll_at' | 'queue_at' | 'state' | 'delegates' | 'error_code' | 'error'>
>

/**
 * Has a Safe polled at once, unless its last poll started less than `minMs` ago: then as soon as that is over.
 * @returns when it is polled (ms); undefined: there is no such Safe
 */
export async function requestPoll(db: Db, id: string, minMs: number, now: number): Promise<number | undefined> {
  const row = await findSafe(db, id)
  if (!row) return undefined
  const at = Math.min(row.next_poll_at, Math.max(now, (row.polled_at ?? 0) + minMs))
  // Only earlier than it was read: a poll that ends meanwhile decides when the next one is.
  const earlier = updateRows(db, 'safes', { id }, { next_poll_at: at })
  if (at < row.next_poll_at) await earlier.where('next_poll_at', '=', row.next_poll_at).execute()
  return at
}

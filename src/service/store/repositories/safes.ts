import type { PageRequest } from '../../../api/schemas/page.ts'
import type { Db, SafeRow } from '../schema/schema.ts'
import type { PageOrder } from './cursor.ts'
import { countAll, type Page, readPage } from './page.ts'

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
export function listSafes(db: Db): Promise<SafeRow[]> {
  return db.selectFrom('safes').selectAll().orderBy('created_at').orderBy('id').execute()
}

export function findSafe(db: Db, id: string): Promise<SafeRow | undefined> {
  return db.selectFrom('safes').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findSafeAt(db: Db, chainId: string, address: string): Promise<SafeRow | undefined> {
  const safes = db.selectFrom('safes').selectAll().where('chain_id', '=', chainId)
  return safes.where('address_key', '=', address.toLowerCase()).executeTakeFirst()
}

/** The addresses (lower case) at which a Safe was added. */
export async function safesAmong(db: Db, chainId: string, addresses: readonly string[]): Promise<string[]> {
  const safes = db.selectFrom('safes').select('address_key').where('chain_id', '=', chainId)
  return (await safes.where('address_key', 'in', addresses).execute()).map(({ address_key }) => address_key)
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
  return row
}

/** Changes what is configured, and has it polled at once: another service can have another queue. */
export async function updateSafe(
  db: Db,
  id: string,
  changes: Partial<Pick<SafeRow, 'name' | 'service_host' | 'sealed_service' | 'budget_id'>>,
  now: number,
): Promise<void> {
  await db
    .updateTable('safes')
    .set({ ...changes, updated_at: now, next_poll_at: 0, error_code: null, error: null })
    .where('id', '=', id)
    .execute()
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

export interface SafeClaim {
  readonly safeId: string
  readonly claimId: string
  /** Server. */
  readonly holder: string
  /** End of the lease (ms). */
  readonly until: number
}

/** Takes the lease of a Safe when it is free, expired, or ours. False while another server has it, or the Safe was removed. */
export async function claimSafe(db: Db, { safeId, claimId, holder, until }: SafeClaim, now: number): Promise<boolean> {
  const claimed = await db
    .updateTable('safes')
    .set({ claim_id: claimId, holder, lease_until: until })
    .where('id', '=', safeId)
    .where((e) => e.or([e('claim_id', 'is', null), e('claim_id', '=', claimId), e('lease_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** What a poll remembers. */
export type PollChanges = Partial<
  Pick<
    SafeRow,
    'turn' | 'polled_at' | 'next_poll_at' | 'queue_at' | 'state' | 'delegates' | 'error_code' | 'error' | 'lease_until'
  >
>

/**
 * The first statement of every write of a poll: fails for a holder whose lease another server took, and when the Safe was
 * removed or its service changed, so that nothing else of the transaction is stored.
 * @throws SafeLeaseLost
 */
export async function fenceSafe(
  db: Db,
  { id, claimId, updatedAt }: { readonly id: string; readonly claimId: string; readonly updatedAt: number },
  changes: PollChanges,
): Promise<void> {
  const updated = await db
    .updateTable('safes')
    .set({ ...changes, claim_id: claimId })
    .where('id', '=', id)
    .where('claim_id', '=', claimId)
    .where('updated_at', '=', updatedAt)
    .returning('id')
    .executeTakeFirst()
  if (!updated) throw new SafeLeaseLost(id)
}

/** Another server polls the Safe now, or it was changed or removed. */
export class SafeLeaseLost extends Error {
  override readonly name = 'SafeLeaseLost'

  constructor(id: string) {
    super(`Safe ${id} has another holder or another configuration`)
  }
}

/** @param claimId undefined: of any holder, which stopped */
export async function releaseSafe(db: Db, id: string, claimId: string | undefined): Promise<void> {
  let held = db.updateTable('safes').set({ claim_id: null, holder: null, lease_until: 0 }).where('id', '=', id)
  if (claimId !== undefined) held = held.where('claim_id', '=', claimId)
  await held.execute()
}

/**
 * Has a Safe polled at once, unless its last poll started less than `minMs` ago: then as soon as that is over.
 * @returns when it is polled (ms); undefined: there is no such Safe
 */
export async function requestPoll(db: Db, id: string, minMs: number, now: number): Promise<number | undefined> {
  const row = await findSafe(db, id)
  if (!row) return undefined
  const at = Math.min(row.next_poll_at, Math.max(now, (row.polled_at ?? 0) + minMs))
  // Only earlier than it was read: a poll that ends meanwhile decides when the next one is.
  const earlier = db.updateTable('safes').set({ next_poll_at: at }).where('id', '=', id)
  if (at < row.next_poll_at) await earlier.where('next_poll_at', '=', row.next_poll_at).execute()
  return at
}

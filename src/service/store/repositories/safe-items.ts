import { chunksOf } from '../../../shared/chunks-of.ts'
import type { Db, SafeItemRow, SafeItemState } from '../schema/schema.ts'

/** States in which an item can still be executed. */
export const OPEN_STATES = ['queued', 'executable'] as const satisfies readonly SafeItemState[]

export async function insertSafeItem(db: Db, row: SafeItemRow): Promise<void> {
  await db.insertInto('safe_items').values(row).execute()
}

export async function updateSafeItem(
  db: Db,
  id: string,
  changes: Partial<Omit<SafeItemRow, 'id' | 'safe_id' | 'kind' | 'safe_tx_hash' | 'first_seen_at'>>,
): Promise<void> {
  await db.updateTable('safe_items').set(changes).where('id', '=', id).execute()
}

/** Items of a Safe in some states. Nonces are compared as numbers by the caller: they are decimal texts. */
export function safeItemsOf(db: Db, safeId: string, states: readonly SafeItemState[]): Promise<SafeItemRow[]> {
  return db
    .selectFrom('safe_items')
    .selectAll()
    .where('safe_id', '=', safeId)
    .where('state', 'in', states)
    .orderBy('first_seen_at')
    .orderBy('id')
    .execute()
}

export function findSafeItem(
  db: Db,
  { safeId, kind, hash }: { readonly safeId: string; readonly kind: SafeItemRow['kind']; readonly hash: string },
): Promise<SafeItemRow | undefined> {
  return db
    .selectFrom('safe_items')
    .selectAll()
    .where('safe_id', '=', safeId)
    .where('kind', '=', kind)
    .where('safe_tx_hash', '=', hash)
    .executeTakeFirst()
}

/** Items with a hash, of any Safe. */
export function safeItemsWithHash(db: Db, hash: string): Promise<SafeItemRow[]> {
  return db.selectFrom('safe_items').selectAll().where('safe_tx_hash', '=', hash).execute()
}

/** Items whose validation is one of these. */
export async function safeItemsOfValidations(db: Db, svcTxIds: readonly string[]): Promise<SafeItemRow[]> {
  if (svcTxIds.length === 0) return []
  return db.selectFrom('safe_items').selectAll().where('svc_tx_id', 'in', svcTxIds).execute()
}

/** A statement has a limited number of values. */
const HASHES_PER_QUERY = 1000

/** Items of a Safe that are open, have one of these hashes, or were executed lately. */
export async function knownSafeItems(
  db: Db,
  {
    safeId,
    kind,
    hashes,
    executedSince,
  }: {
    readonly safeId: string
    readonly kind: SafeItemRow['kind']
    readonly hashes: readonly string[]
    /** ms since 1970; absent: none. */
    readonly executedSince?: number
  },
): Promise<SafeItemRow[]> {
  const ofSafe = db.selectFrom('safe_items').selectAll().where('safe_id', '=', safeId).where('kind', '=', kind)
  const open = ofSafe.where((e) =>
    e.or([
      e('state', 'in', OPEN_STATES),
      ...(executedSince === undefined
        ? []
        : [e.and([e('state', '=', 'executed'), e('updated_at', '>=', executedSince)])]),
    ]),
  )
  const found = new Map((await open.execute()).map((row) => [row.id, row]))
  for (const some of chunksOf([...new Set(hashes)], HASHES_PER_QUERY))
    for (const row of await ofSafe.where('safe_tx_hash', 'in', some).execute()) found.set(row.id, row)
  return [...found.values()].sort((a, b) => a.first_seen_at - b.first_seen_at || (a.id < b.id ? -1 : 1))
}

/** Whether an address (lower case) proposed another item of the Safe that was seen before a time (ms). */
export async function proposedBefore(
  db: Db,
  safeId: string,
  { proposer, hash, before }: { readonly proposer: string; readonly hash: string; readonly before: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('safe_items')
    .select('id')
    .where('safe_id', '=', safeId)
    .where('proposer', '=', proposer)
    .where('safe_tx_hash', '!=', hash)
    .where('first_seen_at', '<', before)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether an address proposed an item of the Safe that was executed. */
export async function hasProposed(db: Db, safeId: string, proposer: string): Promise<boolean> {
  const found = await db
    .selectFrom('safe_items')
    .select('id')
    .where('safe_id', '=', safeId)
    .where('proposer', '=', proposer)
    .where('state', '=', 'executed')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

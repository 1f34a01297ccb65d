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

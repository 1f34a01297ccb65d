import { sql } from 'kysely'
import type { Db, SafeBudgetRow } from '../schema/schema.ts'
import { finder, hasChanged, insertMissing, updateRows } from './rows.ts'

export const findSafeBudget = finder('safe_budgets', 'id')

/**
 * Counts a request before it is sent, so that a killed process leaves none uncounted. Servers that share the database
 * never pass the quota together.
 * @param window what begins when the window is over: its end (ms), and the quota until the service says one
 * @returns false when nothing is left, or the service refuses requests
 */
export async function countSafeRequest(
  db: Db,
  id: string,
  { windowEnd, quota, now }: { readonly windowEnd: number; readonly quota: number; readonly now: number },
): Promise<boolean> {
  const unused = { id, window_end: windowEnd, used: 0, quota: null, paused_until: 0, updated_at: now }
  await insertMissing(db, 'safe_budgets', unused)
  await updateRows(db, 'safe_budgets', { id }, { used: 0, window_end: windowEnd })
    .where('window_end', '<=', now)
    .execute()
  const counted = updateRows(db, 'safe_budgets', { id }, { used: sql<number>`used + 1`, updated_at: now })
  const allowed = counted.where('paused_until', '<=', now)
  return hasChanged(allowed.where(sql<boolean>`used < coalesce(quota, ${sql.lit(quota)})`))
}

/** Stores what the service said about its quota. */
export async function noteSafeQuota(
  db: Db,
  id: string,
  changes: Partial<Pick<SafeBudgetRow, 'used' | 'quota' | 'window_end' | 'paused_until'>>,
  now: number,
): Promise<void> {
  await updateRows(db, 'safe_budgets', { id }, { ...changes, updated_at: now }).execute()
}

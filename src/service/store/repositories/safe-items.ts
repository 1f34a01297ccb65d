import { chunksOf } from '../../../shared/chunks-of.ts'
import type { Db, SafeItemRow, SafeItemState } from '../schema/schema.ts'
import { rowsWith, saveRow } from './rows.ts'

/** States in which an item can still be executed. */
export const OPEN_STATES = ['queued', 'executable'] as const satisfies readonly SafeItemState[]

export async function saveSafeItem(db: Db, row: SafeItemRow): Promise<void> {
  await saveRow(db, 'safe_items', ['id'], row)
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
  const ofSafe = rowsWith(db, 'safe_items', { safe_id: safeId, kind })
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

/** When the first item of each proposer (lower case) was seen (ms). */
export type FirstProposals = ReadonlyMap<string, number>

export async function firstProposals(db: Db, safeId: string): Promise<FirstProposals> {
  const rows = await db
    .selectFrom('safe_items')
    .select(({ fn }) => ['proposer', fn.min('first_seen_at').as('seen')])
    .where('safe_id', '=', safeId)
    .where('proposer', 'is not', null)
    .groupBy('proposer')
    .execute()
  return new Map(rows.map(({ proposer, seen }) => [proposer ?? '', Number(seen)]))
}

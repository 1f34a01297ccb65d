import { sql } from 'kysely'
import type { ChainHeadRow, Db } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'
import { fence, type Lease } from './leases.ts'
import { hasChanged, insertMissing, updateRows } from './rows.ts'

export const listChainHeads = cachedQuery<ChainHeadRow>((db) => db.selectFrom('chain_heads').selectAll().compile())

export async function findChainHead(db: Db, chainId: string): Promise<ChainHeadRow | undefined> {
  const [row] = await headOf(db, [chainId])
  return row
}

const headOf = cachedQuery<ChainHeadRow>((db) =>
  db.selectFrom('chain_heads').selectAll().where('chain_id', '=', '').compile(),
)

/** A chain that no server followed yet. */
export async function ensureChainHead(db: Db, chainId: string, now: number): Promise<void> {
  await insertMissing(db, 'chain_heads', {
    chain_id: chainId,
    mode: 'full',
    state: 'STARTING',
    reason: null,
    reason_code: null,
    start_number: null,
    tip_number: null,
    tip_hash: null,
    tip_time: null,
    head_number: null,
    head_time: null,
    finalized_number: null,
    node: null,
    node_id: null,
    holder: null,
    claim_id: null,
    lease_until: 0,
    calls_day: null,
    calls: 0,
    lag_told_at: null,
    silent_since: null,
    updated_at: now,
  })
}

export type HeadChanges = Partial<
  Omit<ChainHeadRow, 'chain_id' | 'claim_id' | 'holder' | 'calls' | 'calls_day' | 'lag_told_at'>
> & {
  /** Requests since the last change, and the day (UTC) they count for. */
  readonly requests?: { readonly count: number; readonly day: string }
}

/**
 * The first statement of every write about a chain.
 * @param tipHash null: nothing is applied yet
 * @throws LeaseLost
 */
export async function fenceChain(
  db: Db,
  lease: Lease<'chain_heads'>,
  tipHash: string | null,
  { requests, ...changes }: HeadChanges,
): Promise<void> {
  const { count = 0, day = null } = requests ?? {}
  const counted =
    requests === undefined
      ? {}
      : {
          calls: sql<number>`case when calls_day = ${day} then calls + ${count} else ${count} end`,
          calls_day: day,
        }
  await fence(db, lease, { ...changes, ...counted }, { tip_hash: tipHash })
}

/** Notes that a notice about a lag was sent, or that the lag is over. False when another server did so first. */
export async function noteLag(
  db: Db,
  { chain_id, lag_told_at }: Pick<ChainHeadRow, 'chain_id' | 'lag_told_at'>,
  notifiedAt: number | null,
): Promise<boolean> {
  const noted = updateRows(db, 'chain_heads', { chain_id }, { lag_told_at: notifiedAt })
  return hasChanged(noted.where('lag_told_at', lag_told_at === null ? 'is' : '=', lag_told_at))
}

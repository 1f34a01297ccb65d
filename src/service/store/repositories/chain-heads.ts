import { sql } from 'kysely'
import type { ChainHeadRow, Db } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'

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
  await db
    .insertInto('chain_heads')
    .values({
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
    .onConflict((conflict) => conflict.column('chain_id').doNothing())
    .execute()
}

export interface ChainClaim {
  readonly chainId: string
  readonly claimId: string
  /** Server. */
  readonly holder: string
  /** End of the lease (ms). */
  readonly until: number
}

/** Takes the lease of a chain when it is free, expired, or ours. False while another server has it. */
export async function claimChain(
  db: Db,
  { chainId, claimId, holder, until }: ChainClaim,
  now: number,
): Promise<boolean> {
  const claimed = await db
    .updateTable('chain_heads')
    .set({ claim_id: claimId, holder, lease_until: until })
    .where('chain_id', '=', chainId)
    .where((e) => e.or([e('claim_id', 'is', null), e('claim_id', '=', claimId), e('lease_until', '<=', now)]))
    .returning('chain_id')
    .executeTakeFirst()
  return claimed !== undefined
}

export type HeadChanges = Partial<
  Omit<ChainHeadRow, 'chain_id' | 'claim_id' | 'holder' | 'calls' | 'calls_day' | 'lag_told_at'>
> & {
  /** Requests since the last change, and the day (UTC) they count for. */
  readonly requests?: { readonly count: number; readonly day: string }
}

/**
 * The first statement of every write about a chain: fails for a holder whose lease another server took, or who knows
 * another tip, so that nothing else of the transaction is stored.
 * @throws LeaseLost
 */
export async function fenceChain(
  db: Db,
  { chainId, claimId, tipHash }: Fence,
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
  const updated = await db
    .updateTable('chain_heads')
    .set({ ...changes, ...counted })
    .where('chain_id', '=', chainId)
    .where('claim_id', '=', claimId)
    .where('tip_hash', tipHash === null ? 'is' : '=', tipHash)
    .returning('chain_id')
    .executeTakeFirst()
  if (!updated) throw new LeaseLost(chainId)
}

/** What a holder knows of the chain. */
export interface Fence extends Pick<ChainClaim, 'chainId' | 'claimId'> {
  /** Null: nothing is applied yet. */
  readonly tipHash: string | null
}

/** Another server follows the chain now, or somebody moved its tip. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor(chainId: string) {
    super(`chain ${chainId} has another holder or another tip`)
  }
}

/** Notes that a notice about a lag was sent, or that the lag is over. False when another server did so first. */
export async function noteLag(
  db: Db,
  { chain_id, lag_told_at }: Pick<ChainHeadRow, 'chain_id' | 'lag_told_at'>,
  notifiedAt: number | null,
): Promise<boolean> {
  const noted = await db
    .updateTable('chain_heads')
    .set({ lag_told_at: notifiedAt })
    .where('chain_id', '=', chain_id)
    .where('lag_told_at', lag_told_at === null ? 'is' : '=', lag_told_at)
    .returning('chain_id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Takes the lease from its holder, which stopped. */
export async function freeChain(db: Db, chainId: string): Promise<void> {
  await db
    .updateTable('chain_heads')
    .set({ claim_id: null, holder: null, lease_until: 0 })
    .where('chain_id', '=', chainId)
    .execute()
}

export async function releaseChain(
  db: Db,
  { chainId, claimId }: Pick<ChainClaim, 'chainId' | 'claimId'>,
): Promise<void> {
  await db
    .updateTable('chain_heads')
    .set({ claim_id: null, holder: null, lease_until: 0 })
    .where('chain_id', '=', chainId)
    .where('claim_id', '=', claimId)
    .execute()
}

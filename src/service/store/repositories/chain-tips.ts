import type { FollowMode } from '../../../api/vocabulary.ts'
import type { ChainBlockRow, Db } from '../schema/schema.ts'
import { insertChainBlocks } from './chain-blocks.ts'
import { updateRows } from './rows.ts'

/**
 * Moves the tip of a chain to a block that was not applied. The server that follows the chain notices it with its next write.
 * @param below blocks under it, in place of those that were kept
 */
export async function moveTip(
  db: Db,
  { to, below, now }: { to: ChainBlockRow; below: readonly ChainBlockRow[]; now: number },
): Promise<void> {
  const changes = {
    state: 'STARTING',
    reason: null,
    reason_code: null,
    start_number: to.number + 1,
    tip_number: to.number,
    tip_hash: to.hash,
    tip_time: to.time,
    updated_at: now,
  } as const
  await updateRows(db, 'chain_heads', { chain_id: to.chain_id }, changes).execute()
  await db.deleteFrom('chain_blocks').where('chain_id', '=', to.chain_id).execute()
  await insertChainBlocks(db, [to, ...below])
}

export async function setFollowMode(db: Db, chainId: string, mode: FollowMode, now: number): Promise<void> {
  await updateRows(db, 'chain_heads', { chain_id: chainId }, { mode, updated_at: now }).execute()
}

export interface EnabledMonitors {
  readonly count: number
  /** When the first of them was added (ms). */
  readonly oldest: number
}

/** Enabled monitored addresses by chain id. */
export async function enabledMonitors(db: Db): Promise<ReadonlyMap<string, EnabledMonitors>> {
  const rows = await db
    .selectFrom('monitored_addresses')
    .select((e) => ['chain_id', e.fn.countAll<number>().as('count'), e.fn.min('created_at').as('oldest')])
    .where('enabled', '=', 1)
    .groupBy('chain_id')
    .execute()
  return new Map(
    rows.map(({ chain_id: chainId, count, oldest }) => [chainId, { count: Number(count), oldest: Number(oldest) }]),
  )
}

import type { Db, MonitorBackfillRow } from '../schema/schema.ts'
import { unindexed } from './page.ts'
import { remover, updateRows } from './rows.ts'

/** Earlier blocks to read for an enabled monitored address. */
export interface OpenBackfill extends MonitorBackfillRow {
  /** Lower case. */
  readonly address: string
}

export async function insertBackfill(
  db: Db,
  { monitorId, chainId, from }: { monitorId: string; chainId: string; from: number },
): Promise<void> {
  await db
    .insertInto('monitor_backfills')
    .values({ monitor_id: monitorId, chain_id: chainId, next_number: from, last_number: null, reason: null })
    .execute()
}

/** Those of a chain, the lowest block first. */
export function openBackfills(db: Db, chainId: string, limit: number): Promise<OpenBackfill[]> {
  return (
    db
      .selectFrom('monitor_backfills')
      .innerJoin('monitored_addresses', 'monitored_addresses.id', 'monitor_backfills.monitor_id')
      .selectAll('monitor_backfills')
      .select('monitored_addresses.address_key as address')
      .where('monitor_backfills.chain_id', '=', chainId)
      // SQLite would rather begin with all that are enabled.
      .where(unindexed<number>('monitored_addresses.enabled', 0), '=', 1)
      .orderBy('next_number')
      .orderBy('monitor_id')
      .limit(limit)
      .execute()
  )
}

/** Where each one goes on. */
export async function updateBackfills(
  db: Db,
  rows: readonly Pick<MonitorBackfillRow, 'monitor_id' | 'next_number' | 'last_number' | 'reason'>[],
): Promise<void> {
  for (const { monitor_id, ...values } of rows)
    await updateRows(db, 'monitor_backfills', { monitor_id }, values).execute()
}

export const deleteBackfill = remover('monitor_backfills', 'monitor_id')

/** What is left to read of a chain. */
export interface BackfillState {
  readonly chain_id: string
  readonly addresses: number
  /** Lowest block that was not read. */
  readonly next: number
  readonly reason: string | null
}

export async function backfillStates(db: Db): Promise<BackfillState[]> {
  const rows = await db
    .selectFrom('monitor_backfills')
    .select((e) => [
      'chain_id',
      e.fn.countAll<number>().as('addresses'),
      e.fn.min('next_number').as('next'),
      e.fn.max('reason').as('reason'),
    ])
    .groupBy('chain_id')
    .execute()
  return rows.map((row) => ({ ...row, addresses: Number(row.addresses), next: Number(row.next) }))
}

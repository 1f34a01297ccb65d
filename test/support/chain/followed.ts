import { join } from 'node:path'
import { openStore } from '../../../src/service/store/open.ts'
import type { ChainHeadRow, Db } from '../../../src/service/store/schema/schema.ts'
import type { Cli } from '../cli.ts'

/** Changes the local database of a test beside its commands, as a server does. */
export async function writeTo<T>(cli: Cli, work: (db: Db) => Promise<T>): Promise<T> {
  const store = await openStore(join(cli.home, 'local.db'), { env: {} })
  try {
    return await store.write(work)
  } finally {
    await store.close()
  }
}

/** A chain as its follower left it: at the head, 4 s ago, by a server that has the lease. */
export function followedChain(cli: Cli, more: Partial<ChainHeadRow> = {}): ChainHeadRow {
  const now = cli.clock.now()
  const time = Math.floor(now / 1000) - 4
  return {
    chain_id: '1',
    mode: 'full',
    state: 'AT_HEAD',
    reason: null,
    reason_code: null,
    start_number: 19_999_000,
    tip_number: 20_000_000,
    tip_hash: hashOf(20_000_000),
    tip_time: time,
    head_number: 20_000_000,
    head_time: time,
    finalized_number: 19_999_936,
    node: 'node.example',
    node_id: 'node.example 1',
    holder: 'server-a',
    claim_id: 'claim-a',
    lease_until: now + 10_000,
    calls_day: new Date(now).toISOString().slice(0, 10),
    calls: 1234,
    lag_told_at: null,
    silent_since: null,
    updated_at: now,
    ...more,
  }
}

/** Of a block of a `FakeChain`. */
export function hashOf(number: number): string {
  return `0x${(number + 1).toString(16).padStart(64, '0')}`
}

export async function follow(cli: Cli, more: Partial<ChainHeadRow> = {}): Promise<void> {
  await writeTo(cli, async (db) => {
    await db.insertInto('chain_heads').values(followedChain(cli, more)).execute()
  })
}

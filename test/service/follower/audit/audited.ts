import { expect, onTestFinished } from 'vitest'
import { type CheckedBlock, minedIn } from '../../../../src/service/chain/blocks/block.ts'
import { StepTraces } from '../../../../src/service/chain/traces.ts'
import type { Activity } from '../../../../src/service/follower/activity/activity.ts'
import type { AuditContext, AuditResult } from '../../../../src/service/follower/audit/audit.ts'
import { Auditor } from '../../../../src/service/follower/audit/auditor.ts'
import { recordBalanceChanges } from '../../../../src/service/follower/audit/ledger.ts'
import { openStore } from '../../../../src/service/store/open.ts'
import { deleteChainBlocksFrom, insertChainBlocks } from '../../../../src/service/store/repositories/chain-blocks.ts'
import { deleteMonitorBalancesFrom } from '../../../../src/service/store/repositories/monitor-balances.ts'
import { insertMonitor } from '../../../../src/service/store/repositories/monitors.ts'
import type { Store } from '../../../../src/service/store/store.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { nodeOf, only, SimulatedChain, type SourceOptions } from './simulated-chain.ts'

export const CHAIN = '1'

export interface Following extends SourceOptions {
  readonly chainId?: string
  /** When the addresses were monitored first (ms). */
  readonly since?: number
  readonly secondSource?: SourceOptions
}

/** A follower that only audits, on a database of its own. */
export async function followed(addresses: readonly string[], options: Following = {}) {
  const { chainId = CHAIN, since = 0 } = options
  const { database } = await freshDatabase(temporaryFolder())
  const store = await openStore(database, { env: process.env })
  onTestFinished(() => store.close())
  await monitor(store, addresses, { chainId, since })
  const chain = new SimulatedChain()
  const { source, asked } = nodeOf(chain, options)
  let auditor = new Auditor()
  const reread: CheckedBlock[] = []
  const context: AuditContext = {
    chainId,
    db: store.read,
    source,
    // Each audit is a step of its own.
    get traces() {
      return new StepTraces()
    },
    ...(options.secondSource && { secondSource: nodeOf(chain, { host: 'another', ...options.secondSource }).source }),
    activitiesOf: async (block, among) => {
      reread.push(block)
      return block.matched.flatMap((matched): Activity[] => {
        const mined = minedIn(chainId, block.header, matched)
        const { from, to } = mined.transaction
        return [from, to ?? ''].flatMap((address) =>
          among.has(address) ? [{ address, kind: address === from ? 'sent' : 'received', mined, details: {} }] : [],
        )
      })
    },
  }
  const watched = new Set(addresses)

  const apply = (block: CheckedBlock, seen: CheckedBlock = block) =>
    store.write(async (db) => {
      const { number, hash, parentHash, timestamp } = block.header
      await insertChainBlocks(db, [{ chain_id: chainId, number, hash, parent_hash: parentHash, time: timestamp }])
      await recordBalanceChanges(db, chainId, only(seen, watched), watched)
    })
  await apply(chain.tip.block)

  return {
    chain,
    store,
    asked,
    reread,
    apply,
    async undo(depth: number) {
      chain.fork(depth)
      await store.write(async (db) => {
        await deleteChainBlocksFrom(db, chainId, chain.head.number + 1)
        await deleteMonitorBalancesFrom(db, chainId, chain.head.number + 1)
      })
    },
    /** Another process goes on: what is not stored is forgotten. */
    restart() {
      auditor = new Auditor()
    },
    /** Audits the head and stores what it learns, as the follower does. */
    async audit(): Promise<AuditResult> {
      const result = await auditor.audit(chain.head, context)
      const moves = result.found.flatMap(({ activities }) => activities.flatMap(({ details }) => details.moves ?? []))
      for (const { other } of moves) expect(other).toMatch(/^0x[0-9a-f]{40}$/)
      const { record } = result
      if (record) await store.write(record)
      return result
    },
  }
}

export function monitor(
  store: Store,
  addresses: readonly string[],
  { chainId, since, from = null }: { chainId: string; since: number; from?: number | null },
): Promise<void> {
  return store.write(async (db) => {
    for (const address of addresses)
      await insertMonitor(db, {
        id: `m-${address}`,
        address,
        address_key: address,
        chain_id: chainId,
        name: '',
        name_key: '',
        enabled: 1,
        created_at: since,
        kinds: null,
        from_block: from,
      })
  })
}

/** What an audit found, in short. */
export function shown({ found }: AuditResult) {
  return found.flatMap(({ header, activities }) =>
    activities.map(({ address, kind, mined, details }) => ({
      block: header.number,
      hash: header.hash,
      address,
      kind,
      transaction: mined?.transaction.hash,
      amounts: details.moves?.map(({ amount, direction }) => `${direction === 'in' ? '+' : '-'}${amount}`),
    })),
  )
}

import { onTestFinished } from 'vitest'
import type { ReadyNode } from '../../../../src/service/chain/nodes/chain-node.ts'
import { environmentNodes } from '../../../../src/service/chain/nodes/environment-nodes.ts'
import { NodePool, type NodePoolDeps, type RaceResult } from '../../../../src/service/chain/nodes/node-pool.ts'
import { MasterKey } from '../../../../src/service/secrets/keyring.ts'
import { openStore } from '../../../../src/service/store/open.ts'
import { NO_CHAINS, type StoredChains } from '../../../../src/service/store/repositories/chain-nodes.ts'
import { seededRandom, TestClock } from '../../../support/deterministic.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

export const PLENTY_MS = 30_000

export interface TestPool {
  readonly pool: NodePool
  readonly clock: TestClock
  /** Nodes in the order in which they are used now. */
  readonly order: () => string[]
  /** Races on all nodes; the work takes the host it ran on. */
  readonly race: (work?: (ready: ReadyNode) => Promise<string>) => Promise<RaceResult<string>>
  readonly database: string
}

/** A pool over nodes of the environment, on a database of its own or a given one. */
export async function poolOf(
  nodes: readonly { readonly url: string }[],
  more: Partial<NodePoolDeps> & { database?: string; clock?: TestClock; chains?: StoredChains } = {},
): Promise<TestPool> {
  const { chains = NO_CHAINS, clock = new TestClock(), ...deps } = more
  const database = more.database ?? (await freshDatabase(temporaryFolder())).database
  const store = await openStore(database, { env: {} })
  const env = { TXWARDEN_MASTER_KEY: '07'.repeat(32) }
  const masterKey = new MasterKey({ env, keyFile: '', random: seededRandom('keyring') })
  const { nodes: environment } = environmentNodes({
    TXWARDEN_CHAIN_ETHEREUM_URL: nodes.map(({ url }) => url).join(' '),
  })
  const pool = new NodePool({
    store,
    masterKey,
    clock,
    environment,
    keepsHeadsFresh: false,
    report: (error) => {
      throw error
    },
    connection: { sleep: async () => {} },
    ...deps,
  })
  onTestFinished(async () => {
    await pool.close()
    await store.close()
  })
  return {
    pool,
    clock,
    database,
    order: () => pool.nodesOf('1', chains).map(({ source }) => source.id),
    race: (work = async ({ node }) => node.id) =>
      pool.race(pool.nodesOf('1', chains), clock.elapsed() + PLENTY_MS, async (ready) => ({
        value: await work(ready),
      })),
  }
}

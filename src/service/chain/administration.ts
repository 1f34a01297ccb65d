import { chains as knownChains } from '../../api/chains.ts'
import { chainName } from '../../api/text/chains.ts'
import type { Clock } from '../../shared/clock.ts'
import { WardenError } from '../../shared/errors.ts'
import { LOCAL_ACTOR } from '../keys/authenticate.ts'
import { keyringForSealing } from '../records/master-key.ts'
import type { Ids } from '../runtime/deps.ts'
import type { MasterKey } from '../secrets/keyring.ts'
import { seal, sealingContext } from '../secrets/sealing.ts'
import { type Author, recordChange } from '../store/repositories/audit.ts'
import {
  deleteChainNode,
  insertChainNode,
  pauseChain,
  readChains,
  resumeChain,
  type StoredChains,
  saveProbe,
} from '../store/repositories/chain-nodes.ts'
import type { ChainNodeRow } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { statusOf, testOf } from './examine-node.ts'
import { type NodeRecord, type NodeStatus, type NodeTest, recordOf } from './node-record.ts'
import type { NodePool } from './nodes/node-pool.ts'
import { PooledNode } from './nodes/pooled-node.ts'
import { type Probe, probeText } from './nodes/probe.ts'
import type { RpcFailure } from './rpc/json-rpc.ts'
import { parseNodeUrl } from './rpc/node-url.ts'

export interface ChainDeps {
  readonly store: Store
  readonly masterKey: MasterKey
  readonly clock: Clock
  readonly newId: Ids
  readonly pool: NodePool
}

export interface NewNode {
  readonly chainId: string
  /** A secret. */
  readonly url: string
  /** The lowest number is asked first. */
  readonly priority: number
}

export interface ChainState {
  readonly chainId: string
  readonly chain: string
  readonly paused: boolean
  /** Whether it was another state before. */
  readonly changed: boolean
}

/** Budget for one node (ms): a probe takes up to eight trips. */
const PROBE_MS = 10_000
export const STATUS_MS = 3000

/** Nodes of chains. In process only: no endpoint exposes them. */
export class ChainAdministration {
  readonly #deps: ChainDeps

  constructor(deps: ChainDeps) {
    this.#deps = deps
  }

  /**
   * Stores a node that answered, with what it can.
   * @throws WardenError `bad-node-url`, `wrong-chain`, `another-master-key`, `node-exists`, `node-refused` (a forbidden address), `node-unreachable`
   */
  async add({ chainId, url, priority }: NewNode): Promise<NodeRecord> {
    const { store, masterKey, clock, newId } = this.#deps
    const { host, href } = parseNodeUrl(url)
    const id = newId()
    this.#refuseKnown(chainId, href, await readChains(store.read))
    const node = new PooledNode(
      { id, chainId, host, priority, url: () => href, probeKey: () => id },
      { clock, loadProbe: async () => undefined, saveProbe: async () => {}, isRenewed: false },
    )
    try {
      const probe = await this.#probed(node)
      // After the node answered: without a secret there need not be a master key.
      await store.write(async (db) => {
        const keyring = await keyringForSealing(db, masterKey)
        const sealed_url = seal(keyring, href, sealingContext.chainNode({ id, chain_id: chainId }))
        const row = { id, chain_id: chainId, host, sealed_url, priority, created_at: clock.now() }
        await insertChainNode(db, row)
        await saveProbe(db, { key: id, content: probeText(probe), probed_at: probe.probedAt })
        await recordChange(db, this.#author(), 'chain.add', id, { after: audited(row) })
      })
      const { paused } = await readChains(store.read)
      return await recordOf(node, paused.has(chainId))
    } finally {
      await node.close()
    }
  }

  /** Asks no node. In the order in which they are asked, chain by chain. */
  async list(chainId?: string): Promise<NodeRecord[]> {
    return this.#each(chainId, (node, isPaused) => recordOf(node, isPaused))
  }

  /** Asks each node for its head. */
  async status(chainId?: string): Promise<NodeStatus[]> {
    const { clock } = this.#deps
    const until = clock.elapsed() + STATUS_MS
    return this.#each(chainId, (node, isPaused) => statusOf(node, { clock, until, isPaused }))
  }

  /** Probes each node and runs a known simulation on it. */
  async test(chainId?: string): Promise<NodeTest[]> {
    const { clock } = this.#deps
    const until = clock.elapsed() + PROBE_MS
    return this.#each(chainId, (node, isPaused) => testOf(node, { clock, until, isPaused }))
  }

  /** @throws WardenError `not-found`, `configured-by-environment` */
  async remove(id: string): Promise<NodeRecord> {
    const { store } = this.#deps
    const found = (await this.list()).find((node) => node.id === id)
    if (found?.source === 'environment') throw configuredByEnvironment(found)
    await store.write(async (db) => {
      const row = await deleteChainNode(db, id)
      if (!row) throw unknownNode(id)
      await recordChange(db, this.#author(), 'chain.remove', id, { before: audited(row) })
    })
    if (!found) throw unknownNode(id)
    return found
  }

  /** Idempotent, as is `resume`. */
  async pause(chainId: string): Promise<ChainState> {
    return this.#setPaused(chainId, true)
  }

  async resume(chainId: string): Promise<ChainState> {
    return this.#setPaused(chainId, false)
  }

  async #setPaused(chainId: string, paused: boolean): Promise<ChainState> {
    const { store, clock } = this.#deps
    const changed = await store.write(async (db) => {
      const isChanged = paused ? await pauseChain(db, chainId, clock.now()) : await resumeChain(db, chainId)
      if (isChanged)
        await recordChange(db, this.#author(), paused ? 'chain.pause' : 'chain.resume', chainId, {
          before: { paused: !paused },
          after: { paused },
        })
      return isChanged
    })
    return { chainId, chain: chainName(chainId), paused, changed }
  }

  async #each<T>(
    chainId: string | undefined,
    examine: (node: PooledNode, isPaused: boolean) => Promise<T>,
  ): Promise<T[]> {
    const { store, pool } = this.#deps
    const chains = await readChains(store.read)
    const wanted = knownChains.filter(({ id }) => chainId === undefined || id === chainId)
    return Promise.all(
      wanted.flatMap(({ id }) => pool.allNodesOf(id, chains).map((node) => examine(node, chains.paused.has(id)))),
    )
  }

  #refuseKnown(chainId: string, href: string, chains: StoredChains): void {
    const known = this.#deps.pool.allNodesOf(chainId, chains).find(({ source }) => urlOf(source) === href)
    if (!known) return
    throw new WardenError({
      kind: 'refused',
      code: 'node-exists',
      message: `${chainName(chainId)} already has this node: ${known.source.id} (${known.source.host})`,
      try: 'txwarden chain list',
    })
  }

  async #probed(node: PooledNode): Promise<Probe> {
    const probe = await node.renewProbe(this.#deps.clock.elapsed() + PROBE_MS)
    if (!('kind' in probe)) return probe
    if (node.otherChain !== undefined) throw wrongChain(probe)
    if (probe.kind === 'refused-address')
      throw new WardenError({ kind: 'refused', code: 'node-refused', message: probe.message })
    throw new WardenError({
      kind: 'unavailable',
      code: 'node-unreachable',
      message: probe.message,
      details: ['Nothing was stored: a node has to answer when it is added.'],
    })
  }

  #author(): Author {
    return { newId: this.#deps.newId, now: this.#deps.clock.now(), actor: LOCAL_ACTOR }
  }
}

/** The URL for comparison; undefined for one that cannot be decrypted. */
function urlOf(source: PooledNode['source']): string | undefined {
  try {
    return parseNodeUrl(source.url()).href
  } catch {
    return undefined
  }
}

function audited({ chain_id: chainId, host, priority }: ChainNodeRow) {
  return { chainId, host, priority }
}

function wrongChain({ message }: RpcFailure): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'wrong-chain',
    message,
    details: ['Nothing was stored.'],
    try: 'txwarden chain add --help',
  })
}

function unknownNode(id: string): WardenError {
  return new WardenError({
    kind: 'not-found',
    code: 'not-found',
    message: `there is no node ${JSON.stringify(id)}`,
    try: 'txwarden chain list',
  })
}

function configuredByEnvironment({ id, chain }: NodeRecord): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'configured-by-environment',
    message: `the node ${id} comes from TXWARDEN_CHAIN_${chain.toUpperCase().replaceAll('-', '_')}_URL; unset the variable to remove it`,
    try: 'txwarden chain list',
  })
}

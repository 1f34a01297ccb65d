import { chainById, nodeVariableOf } from '../../api/chains.ts'
import type { NodeRecord } from '../../api/schemas/chain.ts'
import { chainName } from '../../api/text/chains.ts'
import { notFound, refusal, unavailable, type WardenError } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { localAuthor } from '../keys/authenticate.ts'
import { keyringForSealing } from '../records/master-key.ts'
import type { Ids } from '../runtime/deps.ts'
import type { MasterKey } from '../secrets/keyring.ts'
import { seal, sealingContext } from '../secrets/sealing.ts'
import { recordChange } from '../store/repositories/audit.ts'
import {
  deleteChainNode,
  insertChainNode,
  readChains,
  type StoredChains,
  saveProbe,
} from '../store/repositories/chain-nodes.ts'
import type { ChainNodeRow } from '../store/schema/schema.ts'
import type { Store } from '../store/store.ts'
import type { SafeState } from './accounts/read-safe.ts'
import { eachNode, listNodes, type NodeTest, recordOf, testOf } from './nodes/list-nodes.ts'
import type { NodePool } from './nodes/node-pool.ts'
import { type NodeDeps, PooledNode } from './nodes/pooled-node.ts'
import { type Probe, probeText } from './nodes/probe.ts'
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
  /** The node with the lowest number is used first. */
  readonly priority: number
}

/** Budget for one node (ms): a probe takes up to eight trips. */
const PROBE_MS = 10_000

/** A node that is added is stored with its probe, or not at all. */
const NOTHING_STORED: Omit<NodeDeps, 'clock' | 'isRenewed'> = {
  loadProbe: async () => undefined,
  saveProbe: async () => {},
  loadSilence: async () => undefined,
  saveAnswer: async () => {},
}

/** Changes and tests nodes of chains. In process only: no endpoint takes the URL of a node. */
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
      { clock, ...NOTHING_STORED, isRenewed: false },
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
        await recordChange(db, localAuthor(this.#deps), 'chain.add', id, { after: audited(row) })
      })
      const { paused } = await readChains(store.read)
      return await recordOf(node, paused.has(chainId))
    } finally {
      await node.close()
    }
  }

  /** Lists the nodes in the order of use, chain by chain, from what is stored: no request is sent. */
  async list(): Promise<NodeRecord[]> {
    return listNodes(this.#deps, undefined)
  }

  /** Probes each node and runs a known simulation on it. */
  async test(chainId?: string): Promise<NodeTest[]> {
    const { clock } = this.#deps
    const until = clock.elapsed() + PROBE_MS
    return eachNode(this.#deps, chainId, (node, isPaused) => testOf(node, { clock, until, isPaused }))
  }

  /** @throws WardenError `no-node`, `node-unreachable`, `not-a-safe` */
  async readSafe(chainId: string, address: string): Promise<SafeState> {
    const { store, clock, pool } = this.#deps
    const { readSafe } = await import('./accounts/read-safe.ts')
    return readSafe({ store, clock, pool: async () => pool }, chainId, address)
  }

  /** @throws WardenError `not-found`, `configured-by-environment` */
  async remove(id: string): Promise<NodeRecord> {
    const { store } = this.#deps
    const found = (await this.list()).find((node) => node.id === id)
    if (found?.source === 'environment') throw configuredByEnvironment(found)
    await store.write(async (db) => {
      const row = await deleteChainNode(db, id)
      if (!row) throw unknownNode(id)
      await recordChange(db, localAuthor(this.#deps), 'chain.remove', id, { before: audited(row) })
    })
    if (!found) throw unknownNode(id)
    return found
  }

  #refuseKnown(chainId: string, href: string, chains: StoredChains): void {
    const known = this.#deps.pool.allNodesOf(chainId, chains).find(({ source }) => urlOf(source) === href)
    if (!known) return
    const { id, host } = known.source
    throw refusal('node-exists', `${chainName(chainId)} already has this node: ${id} (${host})`)
  }

  async #probed(node: PooledNode): Promise<Probe> {
    const probe = await node.renewProbe(this.#deps.clock.elapsed() + PROBE_MS)
    if (!('kind' in probe)) return probe
    if (node.otherChain !== undefined) throw wrongChain(probe.message, node.otherChain)
    if (probe.kind === 'refused-address') throw refusal('node-refused', probe.message)
    throw unavailable('node-unreachable', probe.message, {
      details: ['Nothing was stored: a node has to answer when it is added.'],
    })
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

function wrongChain(message: string, found: bigint): WardenError {
  const chain = chainById(String(found))?.name
  return refusal('wrong-chain', message, {
    details: ['Nothing was stored.'],
    ...(chain !== undefined && { parameters: { chain } }),
  })
}

function unknownNode(id: string): WardenError {
  return notFound('not-found', `there is no node ${JSON.stringify(id)}`, { parameters: { what: 'node' } })
}

function configuredByEnvironment({ id, chain }: NodeRecord): WardenError {
  const variable = nodeVariableOf(chain)
  return refusal('configured-by-environment', `the node ${id} comes from ${variable}; unset the variable to remove it`)
}

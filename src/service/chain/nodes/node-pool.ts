/** Room: The nodes of a chain: which can do what, which is asked, which is let rest. */

import type { Clock } from '../../../shared/time/clock.ts'
import { sleep as realSleep, type Sleep } from '../../../shared/time/sleep.ts'
import { keyringForSealing } from '../../records/master-key.ts'
import type { MasterKey } from '../../secrets/keyring.ts'
import { findProbe, type StoredChains, saveAnswer, saveProbe } from '../../store/repositories/chain-nodes.ts'
import type { ChainProbeRow, Db } from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import { NODE_FAILURES, nodeFailure, type RpcFailure } from '../rpc/json-rpc.ts'
import { canSimulate, type ReadyNode } from './chain-node.ts'
import { chainsWithNodes, type EnvironmentNode } from './environment-nodes.ts'
import { type NodeSource, sourcesOf } from './node-sources.ts'
import { type NodeDeps, PooledNode } from './pooled-node.ts'
import { probeText, readProbeText } from './probe.ts'

/** The time of the last answer is stored to this (ms). */
const EXACT_MS = 60_000

export interface NodePoolDeps {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly masterKey: MasterKey
  readonly clock: Clock
  readonly environment: readonly EnvironmentNode[]
  /** Whether heads are polled while a chain is in use, so that a verdict need not request one. */
  readonly keepsHeadsFresh: boolean
  /** Called for errors of the program while it reads answers. */
  readonly report: (error: unknown) => void
  readonly sleep?: Sleep
  /** Options of each connection. */
  readonly connection?: NodeDeps['connection']
  readonly meters?: NodeDeps['meters']
}

/** The result of work on one node. With a failure, the same work is tried on another node. */
export interface WorkResult<T> {
  readonly value: T
  /** The node's fault, if it was one: it counts against its health. */
  readonly failure?: RpcFailure | undefined
}

export interface RaceResult<T> {
  /** Result of the first node without a failure, else of the first that gave one; undefined: no node was ready. */
  readonly value: T | undefined
  /** Failures of the nodes that were tried, in the order of their end. */
  readonly failures: readonly RpcFailure[]
}

const POLL_MS = 1000
const POLLED_FOR_MS = 60_000
/** Budget of a probe in the background. */
const PROBE_MS = 10_000

/** Keeps the nodes of all chains: their order of use, their recent failures, their capabilities. */
export class NodePool {
  readonly #deps: NodePoolDeps
  readonly #nodeDeps: NodeDeps
  readonly #sleep: Sleep
  readonly #nodes = new Map<string, PooledNode>()
  readonly #lastUse = new Map<PooledNode, number>()
  readonly #closed = new AbortController()

  constructor(deps: NodePoolDeps) {
    this.#deps = deps
    this.#sleep = deps.sleep ?? realSleep
    this.#nodeDeps = {
      clock: deps.clock,
      connection: deps.connection,
      isRenewed: deps.keepsHeadsFresh,
      meters: deps.meters,
      ...probeStore(deps),
    }
  }

  /**
   * Lists the nodes to use, the preferred one first; none while the chain is paused. Those that cannot simulate come after
   * the others, those that failed lately or lag come last.
   */
  nodesOf(chainId: string, chains: StoredChains): readonly PooledNode[] {
    if (chains.paused.has(chainId)) return []
    return this.allNodesOf(chainId, chains).toSorted(
      (a, b) => restUntil(a) - restUntil(b) || Number(a.cannotSimulate) - Number(b.cannotSimulate),
    )
  }

  /** Ids of the chains that have nodes, paused or not. */
  chainIds(chains: StoredChains): string[] {
    return chainsWithNodes(chains, this.#deps.environment)
  }

  /** Lists the nodes in the order of configuration, also while the chain is paused. */
  allNodesOf(chainId: string, chains: StoredChains): readonly PooledNode[] {
    const { environment, masterKey } = this.#deps
    return sourcesOf(chainId, { chains, environment, masterKey }).map((source) => {
      let node = this.#nodes.get(source.id)
      if (!node) {
        node = new PooledNode(source, this.#nodeDeps)
        this.#nodes.set(source.id, node)
      }
      return node
    })
  }

  /**
   * Does the whole work on one node, and takes the result of the first node that succeeds. A second node starts when the
   * first has not answered for as long as it usually takes, the next ones after failures. Work that throws is reported, and
   * counts as a failure.
   * @param until end of the budget, in ms of `clock.elapsed()`
   */
  async race<T>(
    nodes: readonly PooledNode[],
    until: number,
    work: (ready: ReadyNode) => Promise<WorkResult<T>>,
  ): Promise<RaceResult<T>> {
    const waiting = nodes.map((node) => ({ node, isLast: false }))
    const failures: RpcFailure[] = []
    const running = new Map<PooledNode, Promise<NodeAttempt<T>>>()
    const over = new AbortController()
    let best: T | undefined
    const start = () => {
      const next = waiting.shift()
      if (!next) return
      const attempt = this.#attempt(next.node, until, work, next.isLast || waiting.length === 0)
      running.set(next.node, attempt)
      // The one that loses is not awaited.
      attempt.catch(() => {})
    }
    start()
    let hedge = nodes[0] && nodes.length > 1 ? this.#hedge(nodes[0], over.signal) : undefined
    try {
      while (running.size > 0) {
        const ended = await Promise.race([...running.values(), ...(hedge ? [hedge] : [])])
        if (ended === 'late') {
          hedge = undefined
          start()
          continue
        }
        running.delete(ended.node)
        if (!ended.failure) return { value: ended.value, failures }
        failures.push(ended.failure)
        best ??= ended.value
        // One that lags, or cannot simulate, is better than none.
        if (ended.isFallback) waiting.push({ node: ended.node, isLast: true })
        if (this.#deps.clock.elapsed() < until) start()
      }
      return { value: best, failures }
    } finally {
      over.abort()
    }
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await Promise.all([...this.#nodes.values()].map((node) => node.close()))
  }

  async #hedge(first: PooledNode, signal: AbortSignal): Promise<'late'> {
    await this.#sleep(first.health.hedgeAfterMs, signal)
    return 'late'
  }

  /** @param isLast whether a node that lags or cannot simulate is used nevertheless */
  async #attempt<T>(
    node: PooledNode,
    until: number,
    work: (ready: ReadyNode) => Promise<WorkResult<T>>,
    isLast: boolean,
  ): Promise<NodeAttempt<T>> {
    const { clock } = this.#deps
    const ready = await node.prepare(until)
    if ('kind' in ready) {
      node.health.noteFailure(ready)
      return { node, failure: ready }
    }
    if (ready.lag !== undefined && !isLast) {
      node.health.noteFailure(ready.lag)
      return { node, failure: ready.lag, isFallback: true }
    }
    if (!isLast && !canSimulate(ready.node.can)) {
      const failure = nodeFailure(ready.node.rpc.host, 'closed', 'the node offers no method that simulates')
      return { node, failure, isFallback: true }
    }
    if (this.#deps.keepsHeadsFresh) this.#keepFresh(node)
    const started = clock.elapsed()
    const { value, failure } = await work(ready).catch((error: unknown) => this.#internalError(node, error))
    if (!failure) node.health.noteSuccess(clock.elapsed() - started)
    else if (NODE_FAILURES.includes(failure.kind)) node.health.noteFailure(failure)
    return { node, value, failure }
  }

  /** What the program cannot read must not fail the verdict. It does not count against the health of the node. */
  #internalError({ source }: PooledNode, error: unknown): { readonly value: undefined; readonly failure: RpcFailure } {
    this.#deps.report(error)
    const message = `internal error while reading the answers of ${source.host}`
    return { value: undefined, failure: { kind: 'failed', message } }
  }

  /** Polls the head of a node until it was not used for a minute. */
  #keepFresh(node: PooledNode): void {
    const isPolled = this.#lastUse.has(node)
    this.#lastUse.set(node, this.#deps.clock.elapsed())
    if (!isPolled) void this.#poll(node)
  }

  async #poll(node: PooledNode): Promise<void> {
    const { clock } = this.#deps
    const isUsed = () => clock.elapsed() - (this.#lastUse.get(node) ?? 0) < POLLED_FOR_MS
    while (!this.#closed.signal.aborted && isUsed()) {
      await this.#sleep(POLL_MS, this.#closed.signal)
      if (this.#closed.signal.aborted) break
      const head = await node.refreshHead(clock.elapsed() + POLL_MS)
      if ('kind' in head) node.health.noteFailure(head)
      else node.renewEarly(clock.elapsed() + PROBE_MS)
    }
    this.#lastUse.delete(node)
  }
}

/** The end of one node's work. */
interface NodeAttempt<T> {
  readonly node: PooledNode
  readonly value?: T
  readonly failure?: RpcFailure | undefined
  readonly isFallback?: true
}

/** Nodes without a break come first, then the one whose break ends first. */
function restUntil({ health }: PooledNode): number {
  return health.isOnBreak ? health.breakUntil : Number.NEGATIVE_INFINITY
}

/** Keeps probes and silence between processes. A database that takes no writes, or a missing master key, must not cost a verdict. */
function probeStore({
  store,
  masterKey,
}: {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly masterKey: MasterKey
}): Pick<NodeDeps, 'loadProbe' | 'saveProbe' | 'loadSilence' | 'saveAnswer'> {
  /** Finds the stored probe; undefined when there is none, or the master key is missing. */
  const find = async (source: NodeSource): Promise<ChainProbeRow | undefined> => {
    try {
      return await findProbe(store.read, source.probeKey())
    } catch {
      return undefined
    }
  }
  const save = async (work: (db: Db) => Promise<void>): Promise<void> => {
    try {
      await store.write(async (db) => {
        await keyringForSealing(db, masterKey)
        await work(db)
      })
    } catch {
      // The next process probes again, and the next minute notes the answer.
    }
  }
  return {
    async loadProbe(source) {
      const row = await find(source)
      return row && readProbeText(row.content, row.probed_at)
    },
    saveProbe: (source, probe) =>
      save((db) => saveProbe(db, { key: source.probeKey(), content: probeText(probe), probed_at: probe.probedAt })),
    async loadSilence(source) {
      const { answered_at = null, failed_at = null } = (await find(source)) ?? {}
      return failed_at === null ? undefined : (answered_at ?? failed_at)
    },
    async saveAnswer(source, answers, now) {
      const { answered_at = null, failed_at = null } = (await find(source)) ?? {}
      const isKnown = answers
        ? failed_at === null && answered_at !== null && Math.abs(now - answered_at) < EXACT_MS
        : failed_at !== null
      if (isKnown) return
      const answer = answers ? { answered_at: now, failed_at: null } : { answered_at, failed_at: now }
      await save((db) => saveAnswer(db, source.probeKey(), answer, now))
    },
  }
}

import { chainIdText } from '../../../api/text/chains.ts'
import { WardenError } from '../../../shared/errors.ts'
import { quantityOf } from '../../../shared/json/evm-json.ts'
import { ageText } from '../../../shared/text/age-text.ts'
import { atMost } from '../../../shared/time/sleep.ts'
import type { Meters, NodeOutcome } from '../../runtime/meters.ts'
import { isReply, nodeFailure, type RpcFailure, type RpcNode, type RpcReply } from '../rpc/json-rpc.ts'
import { Refusals } from '../rpc/refusals.ts'
import { type ConnectedRpcNode, createRpcNode, type RpcNodeOptions } from '../rpc/rpc-node.ts'
import { knownSimulation } from './capabilities.ts'
import { canSimulate, type ReadyNode } from './chain-node.ts'
import { NodeHealth } from './node-health.ts'
import { NodeSilence, type NodeSilenceDeps } from './node-silence.ts'
import type { NodeSource } from './node-sources.ts'
import { findPast, isOutdated } from './past-block.ts'
import { assessProbe, hasState, lifetimeOf, PROBE_LIFETIME_MS, type Probe, probeNode } from './probe.ts'
import { HEAD_REQUEST, type ReadBlock, readBlock } from './read-block.ts'
import { SharedQuestion } from './shared-question.ts'

export interface NodeDeps extends NodeSilenceDeps {
  readonly connection?: Pick<RpcNodeOptions, 'sleep' | 'resolve'> | undefined
  readonly loadProbe: (source: NodeSource) => Promise<Probe | undefined>
  readonly saveProbe: (source: NodeSource, probe: Probe) => Promise<void>
  /** Somebody calls `renewEarly` while the node is in use. */
  readonly isRenewed: boolean
  readonly meters?: Pick<Meters, 'nodeAnswered'> | undefined
}

export interface KnownSimulation {
  readonly method: string
  readonly ms: number
}

/** Age at which a kept head is no longer used (ms). */
const HEAD_LIFETIME_MS = 2000
/** A head of this age (s): the node does not follow the chain, or the chain stands still. */
const LAGGING_S = 300
/** What a probe found, as what a node refuses: it is probed again once while that is remembered. */
const PROBED = 'probed'
/** Methods whose refusal puts a probe in doubt. */
const PROBED_METHODS = ['debug_traceCall', 'eth_simulateV1']
/** Budget of a probe (ms), also where the request that needs it has less. */
const WHOLE_PROBE_MS = 10_000
/** Age at which a server renews a probe (ms). */
const EARLY_MS = 0.9 * PROBE_LIFETIME_MS

export class PooledNode {
  readonly source: NodeSource
  readonly health: NodeHealth
  readonly refusals: Refusals
  readonly #silence: NodeSilence
  readonly #deps: NodeDeps
  #rpc: ConnectedRpcNode | undefined
  #requests = 0
  #isOnChain = false
  #head: { readonly block: ReadBlock; readonly at: number } | undefined
  readonly #headRead = new SharedQuestion<ReadBlock>()
  /** The probe in use. */
  #probe: Probe | undefined
  /** The probe as it is stored. */
  #kept: Probe | undefined
  #isLoaded = false
  readonly #probing = new SharedQuestion<Probe>()
  #renewing: Promise<unknown> | undefined
  #isDoubted = false
  #otherChain: bigint | undefined
  #saving: Promise<void> | undefined

  constructor(source: NodeSource, deps: NodeDeps) {
    this.source = source
    this.health = new NodeHealth(deps.clock)
    this.refusals = new Refusals(deps.clock)
    this.#silence = new NodeSilence(source, deps)
    this.#deps = deps
  }

  /** Gives the probe in use from memory or the store, without a request. */
  async keptProbe(): Promise<Probe | undefined> {
    await this.#load()
    return this.#probe
  }

  /** Since when it gives no head, or an old one, as any process found (ms). */
  silentSince(): Promise<number | undefined> {
    return this.#silence.since()
  }

  /** Whether the node is known to lack every method that simulates: other nodes are preferred. */
  get cannotSimulate(): boolean {
    return this.#probe !== undefined && !canSimulate(this.#probe.can)
  }

  /** Id of the chain behind the URL, when that is another one. */
  get otherChain(): bigint | undefined {
    return this.#otherChain
  }

  /** Seconds that its last head is behind the clock, when that is too much. */
  get lag(): number | undefined {
    if (!this.#head) return undefined
    const age = Math.floor(this.#deps.clock.now() / 1000) - this.#head.block.timestamp
    return age > LAGGING_S ? age : undefined
  }

  /** That as a failure. */
  get lagFailure(): RpcFailure | undefined {
    if (this.lag === undefined) return undefined
    return nodeFailure(this.source.host, 'lagging', `the head is ${ageText(this.lag)} old`)
  }

  /**
   * Connects, and requests what is not known yet: the chain, the head, the capabilities. Nothing of it is requested again
   * while it is fresh.
   */
  async prepare(until: number): Promise<ReadyNode | RpcFailure> {
    const kept = this.#head
    return this.#atHead(until, async (rpc, head): Promise<ReadyNode | RpcFailure> => {
      const probe = await this.#freshProbe(rpc, head, until)
      if ('kind' in probe) return probe
      const { id, chainId } = this.source
      const { transactions: _, ...block } = head
      return {
        node: { id, chainId, rpc: this.#watched(rpc), can: probe.can, refusals: this.refusals },
        head: block,
        past: typeof probe.past === 'string' ? undefined : probe.past.block,
        lag: this.lagFailure,
        isHeadKept: head === kept?.block,
      }
    })
  }

  /** Makes the next request for the head check the chain, because the URL may lead to another one now. */
  doubtChain(): void {
    this.#isOnChain = false
  }

  /** Connects for requests after `refreshHead`, which checked the chain. Sends no request itself. */
  connect(): RpcNode | RpcFailure {
    const rpc = this.#connected()
    return 'kind' in rpc ? rpc : this.#watched(rpc)
  }

  /** Requests the head, and once the chain. */
  async refreshHead(until: number): Promise<ReadBlock | RpcFailure> {
    const rpc = this.#connected()
    return 'kind' in rpc ? rpc : this.#requestHead(rpc, until)
  }

  /** Probes again whether or not the kept probe is fresh. */
  renewProbe(until: number): Promise<Probe | RpcFailure> {
    return this.#atHead(until, (rpc, head) => this.#probeNow(rpc, head, until))
  }

  /** The known simulation, by the best method that the node has. Undefined: it has none. */
  simulateKnown(until: number): Promise<KnownSimulation | RpcFailure | undefined> {
    return this.#atHead(until, async (rpc, head) => {
      const known = this.#probe && knownSimulation(this.#probe.can, head)
      if (!known) return undefined
      const started = this.#deps.clock.elapsed()
      const [reply] = await rpc.send([known.request], until)
      if (!reply || !isReply(reply)) return reply?.failure ?? badAnswer(this.source.host, 'no answer')
      const { method } = known.request
      if (!known.isRight(reply.result))
        return badAnswer(this.source.host, `${method} gave a wrong answer to a known question`)
      return { method, ms: this.#deps.clock.elapsed() - started }
    })
  }

  /** Does the work with the connection and a fresh head. */
  async #atHead<T>(
    until: number,
    work: (rpc: RpcNode, head: ReadBlock) => Promise<T | RpcFailure>,
  ): Promise<T | RpcFailure> {
    const rpc = this.#connected()
    if ('kind' in rpc) return rpc
    const head = await this.#freshHead(rpc, until)
    return 'kind' in head ? head : work(rpc, head)
  }

  /** Probes before the probe in use expires, or when it is in doubt, so that no verdict waits for it. */
  renewEarly(until: number): void {
    this.#renewing ??= this.#renewIfDue(until).finally(() => {
      this.#renewing = undefined
    })
  }

  async #renewIfDue(until: number): Promise<void> {
    const probe = await this.keptProbe()
    if (!probe || this.#isDoubted || this.#ageOf(probe) > Math.min(lifetimeOf(probe), EARLY_MS))
      await this.renewProbe(until)
  }

  /** Counts the requests since the last call; one that is repeated counts once. */
  takeRequests(): number {
    const taken = this.#requests
    this.#requests = 0
    return taken
  }

  async close(): Promise<void> {
    await this.#silence.close()
    await this.#saving
    await this.#rpc?.close()
    await this.#renewing
    await this.#probing.running
  }

  #connected(): RpcNode | RpcFailure {
    const { clock, connection } = this.#deps
    try {
      this.#rpc ??= this.#counted(createRpcNode({ url: this.source.url(), clock, ...connection }))
      return this.#rpc
    } catch (error) {
      // Sealed with another key, for example.
      const text = error instanceof WardenError ? error.message : 'the URL cannot be used'
      return nodeFailure(this.source.host, 'failed', text)
    }
  }

  #counted(rpc: ConnectedRpcNode): ConnectedRpcNode {
    return {
      ...rpc,
      send: async (requests, until) => {
        this.#requests += requests.length
        const replies = await rpc.send(requests, until)
        const { meters } = this.#deps
        if (meters) for (const reply of replies) meters.nodeAnswered(this.source.chainId, outcomeOf(reply))
        return replies
      },
    }
  }

  /** Reports a refusal of a method that the node was said to have. */
  #watched(rpc: RpcNode): RpcNode {
    return {
      ...rpc,
      send: async (requests, until) => {
        const replies = await rpc.send(requests, until)
        for (const [index, reply] of replies.entries())
          if (!isReply(reply) && PROBED_METHODS.includes(requests[index]?.method ?? '')) this.#doubt(reply.failure)
        return replies
      },
    }
  }

  /** The node is probed again when it is used next, also by the next process where the method is closed. */
  #doubt({ kind }: RpcFailure): void {
    if (kind !== 'closed' && kind !== 'failed') return
    if (this.refusals.has(PROBED)) return
    this.refusals.note(PROBED)
    this.#isDoubted = true
    if (kind === 'closed' && this.#kept)
      this.#saving = this.#deps.saveProbe(this.source, { ...this.#kept, probedAt: 0 })
  }

  #ageOf({ probedAt }: Probe): number {
    const age = this.#deps.clock.now() - probedAt
    // The wall clock was set back.
    return age < 0 ? Number.POSITIVE_INFINITY : age
  }

  async #freshHead(rpc: RpcNode, until: number): Promise<ReadBlock | RpcFailure> {
    const kept = this.#head
    if (kept && this.#deps.clock.elapsed() - kept.at <= HEAD_LIFETIME_MS) return kept.block
    return this.#requestHead(rpc, until)
  }

  #requestHead(rpc: RpcNode, until: number): Promise<ReadBlock | RpcFailure> {
    return this.#headRead.read(until, async (till) => {
      const head = await this.#readHead(rpc, till)
      this.#silence.note(!('kind' in head) && this.lag === undefined)
      return head
    })
  }

  async #readHead(rpc: RpcNode, until: number): Promise<ReadBlock | RpcFailure> {
    const { host, chainId } = this.source
    const at = this.#deps.clock.elapsed()
    const [reply, chain] = await rpc.send(
      [HEAD_REQUEST, ...(this.#isOnChain ? [] : [{ method: 'eth_chainId', params: [] }])],
      until,
    )
    if (!reply || !isReply(reply)) return reply?.failure ?? badAnswer(host, 'no answer')
    if (!this.#isOnChain) {
      if (!chain || !isReply(chain)) return chain?.failure ?? badAnswer(host, 'no answer to eth_chainId')
      const found = quantityOf(chain.result)
      if (found === undefined) return badAnswer(host, 'eth_chainId gave no chain id')
      this.#otherChain = String(found) === chainId ? undefined : found
      if (this.#otherChain !== undefined)
        return badAnswer(host, `the node is on chain ${found}, not on ${chainIdText(chainId)}`)
      this.#isOnChain = true
    }
    const block = readBlock(reply.result)
    if (!block) return badAnswer(host, 'gave no head')
    this.#head = { block, at }
    return block
  }

  async #freshProbe(rpc: RpcNode, head: ReadBlock, until: number): Promise<Probe | RpcFailure> {
    await this.#load()
    const probe = this.#probe
    if (!probe || !this.#isUsable(probe)) return this.#probeNow(rpc, head, until)
    if (probe.past === 'none' || (probe.past !== 'unknown' && !isOutdated(probe.past, head))) return probe
    const past = await findPast(rpc, head, this.#halfOf(until))
    const withPast = (one: Probe): Probe => ({ ...one, past, can: { ...one.can, archive: hasState(past) } })
    return this.#keep(withPast(this.#probe ?? probe), withPast(this.#kept ?? probe))
  }

  /** One that is in doubt is used until it is renewed. */
  #isUsable(probe: Probe): boolean {
    const age = this.#ageOf(probe)
    if (this.#deps.isRenewed) return age <= PROBE_LIFETIME_MS
    return !this.#isDoubted && age <= lifetimeOf(probe)
  }

  async #load(): Promise<void> {
    if (this.#isLoaded) return
    const stored = await this.#deps.loadProbe(this.source)
    if (this.#isLoaded) return
    this.#kept = stored
    this.#probe = stored
    this.#isLoaded = true
  }

  /** Waits for the probe. One that takes longer goes on for the next request: a slow node is never known otherwise. */
  async #probeNow(rpc: RpcNode, head: ReadBlock, until: number): Promise<Probe | RpcFailure> {
    const now = this.#deps.clock.elapsed()
    const pastUntil = this.#halfOf(until)
    const probing = this.#probing.read(Math.max(until, now + WHOLE_PROBE_MS), (till) =>
      this.#requestProbe(rpc, head, { until: till, pastUntil }),
    )
    return (await atMost(until - now, probing)) ?? this.#notProbed('no answer yet')
  }

  async #requestProbe(
    rpc: RpcNode,
    head: ReadBlock,
    budget: { readonly until: number; readonly pastUntil: number },
  ): Promise<Probe | RpcFailure> {
    await this.#load()
    const probe = await probeNode(rpc, head, { now: this.#deps.clock.now(), ...budget })
    if (!probe) return this.#notProbed('no answer')
    this.#isDoubted = false
    const { use, keep } = assessProbe(probe, this.#kept)
    return this.#keep(use, keep)
  }

  #notProbed(what: string): RpcFailure {
    return nodeFailure(this.source.host, 'timeout', `${what} to what it can do`)
  }

  #halfOf(until: number): number {
    const now = this.#deps.clock.elapsed()
    return now + (until - now) / 2
  }

  async #keep(probe: Probe, kept: Probe): Promise<Probe> {
    this.#probe = probe
    this.#kept = kept
    await this.#deps.saveProbe(this.source, kept)
    return probe
  }
}

/** A call that reverted is an answer. */
function outcomeOf(reply: RpcReply): NodeOutcome {
  if (isReply(reply) || reply.failure.kind === 'reverted') return 'answered'
  const { kind } = reply.failure
  if (kind === 'rate') return 'limited'
  return kind === 'timeout' ? 'timeout' : 'failed'
}

function badAnswer(host: string, text: string): RpcFailure {
  return nodeFailure(host, 'bad-answer', text)
}

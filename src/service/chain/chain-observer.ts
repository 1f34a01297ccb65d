import type { MissingData } from '../../api/text/missing.ts'
import type { Clock } from '../../shared/time/clock.ts'
import type { Analysis } from '../risk/analyze.ts'
import type { ChainObservation } from '../risk/chain/observation.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import type { SeenAccounts } from './accounts/seen-accounts.ts'
import type { ReadyNode } from './nodes/chain-node.ts'
import type { NodePool, WorkResult } from './nodes/node-pool.ts'
import type { PooledNode } from './nodes/pooled-node.ts'
import { atBlock } from './nodes/read-block.ts'
import { observeExecuted } from './observe-executed.ts'
import { observeOn } from './observe-on.ts'
import type {
  BlockObserver,
  ChainObserver,
  MinedSubject,
  ObserveBlockRequest,
  Observed,
  ObserveRequest,
  UnknownNode,
} from './observer.ts'
import type { RpcFailure } from './rpc/json-rpc.ts'
import { executedSimulation, minedBlock, unknownsOf } from './simulation/executed.ts'
import { emptySimulation } from './simulation/result.ts'

export interface ChainObserverDeps {
  readonly pool: NodePool
  readonly seen: SeenAccounts
  readonly clock: Clock
  readonly random: RandomBytes
}

/** Validations that may wait for nodes at a time; others get the verdict without a node. */
const MAX_WAITING = 256

const PAUSED: Unobserved = { code: 'chain-paused', reason: 'the nodes of this chain are paused' }

/** Why no node was requested, or answered. */
type Unobserved = Extract<MissingData, { readonly code: 'chain-paused' | 'no-chain-evidence' }>

/** Observes transactions on the nodes of the pool. */
export class PoolObserver implements Omit<ChainObserver, 'hasNode'>, BlockObserver {
  readonly #deps: ChainObserverDeps
  #waiting = 0
  /** Chains with one request in flight after a back-off (half-open circuit): other validations do not wait for it. */
  readonly #trials = new Set<string>()

  constructor(deps: ChainObserverDeps) {
    this.#deps = deps
  }

  async observe({
    analysis,
    chains,
    options,
    trace,
    analyze,
    onRequest,
  }: ObserveRequest): ReturnType<ChainObserver['observe']> {
    const { seen, random } = this.#deps
    const { chainId } = analysis.transaction
    const observed = await this.#request(
      { chainId, chains, node: options.node, timeoutMs: options.timeoutMs },
      async (ready, until) => {
        const at = options.block === undefined ? ready : await atBlock(ready, blockOf(options.block), until)
        if ('kind' in at) return { value: undefined, failure: at }
        return observeOn(at, { analysis, trace, analyze, seen, random, until })
      },
      onRequest,
    )
    if (observed && 'code' in observed) return withoutNode(analysis, observed)
    return observed && 'value' in observed ? observed.value : observed
  }

  async observeBlock({
    chainId,
    chains,
    transactions,
    traces,
    timeoutMs,
  }: ObserveBlockRequest): ReturnType<BlockObserver['observeBlock']> {
    const observed = await this.#request({ chainId, chains, node: undefined, timeoutMs }, (ready, until) =>
      observeExecuted(ready, { ...this.#deps, transactions, traces, until }),
    )
    if (observed && 'code' in observed)
      return transactions.map((subject) => withoutNode(subject.analysis, observed, subject))
    return observed && 'value' in observed ? observed.value : undefined
  }

  /** Runs the work on the nodes of a chain and gives the first result; undefined: none is configured. */
  async #request<T>(
    { chainId, chains, node, timeoutMs }: NodeChoice,
    work: (ready: ReadyNode, until: number) => Promise<WorkResult<T | undefined>>,
    onRequest?: () => void,
  ): Promise<{ readonly value: T } | UnknownNode | Unobserved | undefined> {
    const { pool, clock } = this.#deps
    const isPaused = chains.paused.has(chainId)
    const configured = isPaused ? pool.allNodesOf(chainId, chains) : pool.nodesOf(chainId, chains)
    const nodes = node === undefined ? configured : configured.filter(({ source }) => source.id === node)
    if (node !== undefined && nodes.length === 0) return { unknownNode: node }
    if (isPaused) return PAUSED
    if (nodes.length === 0) return undefined
    const isResting = nodes.every(({ health }) => health.isOnBreak)
    if (isResting && this.#trials.has(chainId)) return without(restText(nodes))
    if (this.#waiting >= MAX_WAITING) return without('too many validations wait for the nodes')

    onRequest?.()
    this.#waiting += 1
    if (isResting) this.#trials.add(chainId)
    try {
      const until = clock.elapsed() + timeoutMs
      const { value, failures } = await pool.race(nodes, until, (ready) => work(ready, until))
      return value === undefined ? without(failuresText(failures) ?? 'no node answered in time') : { value }
    } finally {
      this.#waiting -= 1
      if (isResting) this.#trials.delete(chainId)
    }
  }
}

interface NodeChoice extends Pick<ObserveBlockRequest, 'chainId' | 'chains' | 'timeoutMs'> {
  /** Id of the only node to use. */
  readonly node: string | undefined
}

/** Most faults that a verdict names. */
const MAX_NAMED = 4

/** Joins the texts of the failures, each once. */
function failuresText(failures: readonly RpcFailure[]): string | undefined {
  const texts = [...new Set(failures.map(({ message }) => message))]
  if (texts.length === 0) return undefined
  const more = texts.length - MAX_NAMED
  return [...texts.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])].join('; ')
}

/** Reads a block of a request: a number or a hash. */
function blockOf(text: string): bigint | string {
  return text.startsWith('0x') ? text : BigInt(text)
}

/** Gives the observation where no node answered: the verdict does not depend on one. */
export function withoutNode(analysis: Analysis, why: Unobserved, subject?: MinedSubject): Observed {
  const observation: ChainObservation = {
    node: undefined,
    block: subject && minedBlock(subject.mined),
    accounts: new Map(),
    simulation: subject
      ? executedSimulation(subject, subject.trace)
      : emptySimulation({ status: 'unavailable', method: 'none', reason: why.reason }),
    missing: [why, ...(subject ? unknownsOf(subject) : [])],
  }
  return { observation, analysis }
}

function without(reason: string): Unobserved {
  return { code: 'no-chain-evidence', reason }
}

function restText(nodes: readonly PooledNode[]): string {
  return nodes[0]?.health.fault?.message ?? 'no node answers'
}

import type { MissingData } from '../../api/text/missing.ts'
import type { Clock } from '../../shared/time/clock.ts'
import type { Analysis } from '../risk/analyze.ts'
import type { ChainObservation } from '../risk/chain/observation.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import type { SeenAccounts } from './accounts/seen-accounts.ts'
import type { ReadyNode } from './nodes/chain-node.ts'
import type { NodePool, WorkResult } from './nodes/node-pool.ts'
import type { PooledNode } from './nodes/pooled-node.ts'
import { blockRequest, readBlock } from './nodes/read-block.ts'
import { observeExecuted } from './observe-executed.ts'
import { observeOn } from './observe-on.ts'
import type {
  BlockObserver,
  ChainObserver,
  MinedSubject,
  ObserveBlockRequest,
  Observed,
  UnknownNode,
} from './observer.ts'
import { isReply, nodeFailure, type RpcFailure } from './rpc/json-rpc.ts'
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
export function createChainObserver({
  pool,
  seen,
  clock,
  random,
}: ChainObserverDeps): Omit<ChainObserver, 'hasNode'> & BlockObserver {
  let waiting = 0
  /** Chains with one request in flight after a back-off (half-open circuit): other validations do not wait for it. */
  const trials = new Set<string>()

  /** Runs the work on the nodes of a chain and gives the first result; undefined: none is configured. */
  const request = async <T>(
    { chainId, chains, node, timeoutMs }: NodeChoice,
    work: (ready: ReadyNode, until: number) => Promise<WorkResult<T | undefined>>,
    onRequest?: () => void,
  ): Promise<{ readonly value: T } | UnknownNode | Unobserved | undefined> => {
    const isPaused = chains.paused.has(chainId)
    const configured = isPaused ? pool.allNodesOf(chainId, chains) : pool.nodesOf(chainId, chains)
    const nodes = node === undefined ? configured : configured.filter(({ source }) => source.id === node)
    if (node !== undefined && nodes.length === 0) return { unknownNode: node }
    if (isPaused) return PAUSED
    if (nodes.length === 0) return undefined
    const isResting = nodes.every(({ health }) => health.isOnBreak)
    if (isResting && trials.has(chainId)) return without(restText(nodes))
    if (waiting >= MAX_WAITING) return without('too many validations wait for the nodes')

    onRequest?.()
    waiting += 1
    if (isResting) trials.add(chainId)
    try {
      const until = clock.elapsed() + timeoutMs
      const { value, failures } = await pool.race(nodes, until, (ready) => work(ready, until))
      return value === undefined ? without(failuresText(failures) ?? 'no node answered in time') : { value }
    } finally {
      waiting -= 1
      if (isResting) trials.delete(chainId)
    }
  }

  return {
    async observe({ analysis, chains, options, trace, analyze, onRequest }) {
      const { chainId } = analysis.transaction
      const observed = await request(
        { chainId, chains, node: options.node, timeoutMs: options.timeoutMs },
        async (ready, until) => {
          const at = options.block === undefined ? ready : await atBlock(ready, options.block, until)
          if ('kind' in at) return { value: undefined, failure: at }
          return observeOn(at, { analysis, trace, analyze, seen, random, until })
        },
        onRequest,
      )
      if (observed && 'code' in observed) return withoutNode(analysis, observed)
      return observed && 'value' in observed ? observed.value : observed
    },

    async observeBlock({ chainId, chains, transactions, traces, timeoutMs }) {
      const observed = await request({ chainId, chains, node: undefined, timeoutMs }, (ready, until) =>
        observeExecuted(ready, { transactions, traces, seen, random, until, clock }),
      )
      if (observed && 'code' in observed)
        return transactions.map((subject) => withoutNode(subject.analysis, observed, subject))
      return observed && 'value' in observed ? observed.value : undefined
    },
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

/** Moves a ready node to another block, which a request names. */
async function atBlock(ready: ReadyNode, block: string, until: number): Promise<ReadyNode | RpcFailure> {
  const { rpc } = ready.node
  const [reply] = await rpc.send([blockRequest(block.startsWith('0x') ? block : BigInt(block))], until)
  if (!reply || !isReply(reply)) return reply?.failure ?? nodeFailure(rpc.host, 'bad-answer', 'no answer')
  const head = readBlock(reply.result)
  return head ? { ...ready, head, isHeadKept: false } : nodeFailure(rpc.host, 'failed', `there is no block ${block}`)
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

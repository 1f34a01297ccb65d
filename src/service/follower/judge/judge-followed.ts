import { withoutNode } from '../../chain/chain-observer.ts'
import { type ChainObserver, type Observed, simulateByDefault } from '../../chain/observer.ts'
import type { RpcReply, RpcRequest } from '../../chain/rpc/json-rpc.ts'
import type { Reads } from '../../records/reads.ts'
import { concerning, withDeeds } from '../../risk/bystanders.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { Ids } from '../../runtime/deps.ts'
import type { Db } from '../../store/schema.ts'
import { analyzeWithImports, judge, type SeenExecuted } from '../../validation/validate.ts'
import { type Bystanders, bystandersOf } from './bystander-deeds.ts'
import { prepareHistory } from './followed-history.ts'
import { type Followed, type StoredFollowed, toExecuted, transactionOf } from './followed-transaction.ts'
import { sentCalls } from './match-validation.ts'
import { recordFollowed } from './record-followed.ts'

export type { Followed, StoredFollowed } from './followed-transaction.ts'

export interface JudgeContext {
  readonly reads: Reads
  /** Undefined: no node can be asked. */
  readonly chain: ChainObserver | undefined
  /** Asks the node that gave the block. */
  ask(requests: readonly RpcRequest[]): Promise<readonly RpcReply[]>
  /** ms since 1970. */
  readonly now: number
}

export interface Judged {
  /** Stores it in the caller's transaction, also one that was seen before in another block. */
  record(db: Db, context: { readonly now: number; readonly newId: Ids }): Promise<StoredFollowed>
}

const PRODUCT = 'SONAR'
/** Budget of all questions to nodes (ms). */
const TIMEOUT_MS = 2000

/**
 * Judges a transaction that a block has by what really happened, for the monitored addresses in it. Of one that a monitored
 * address sent, or had sent, the verdict is that of a validation. Of others it says who takes part, and what they do to the
 * monitored addresses; what its sender risks does not count. Without an answer of a node the receipt counts.
 */
export async function judgeFollowed(followed: Followed, context: JudgeContext): Promise<Judged> {
  const { reads, now } = context
  const bystanders = bystandersOf(followed)
  const seen = await observe(followed, bystanders, context)
  const judging = { product: PRODUCT, simulate: simulateByDefault, seen } as const
  const calls = sentCalls(followed, seen.analysis)
  const judgement = await judge(seen.analysis, judging, { reads, now })
  const history = await prepareHistory(followed, judgement.loss.priceOf, reads)
  return {
    record: (db, recording) => recordFollowed({ followed, judgement, calls, history }, { db, ...recording }),
  }
}

async function observe(
  followed: Followed,
  { executed, deeds }: Bystanders,
  { reads, chain }: JudgeContext,
): Promise<SeenExecuted> {
  const transaction = transactionOf(followed)
  const block = toExecuted(followed)
  const analyze = (trace: Trace) => analyzeWithImports(reads, transaction, trace)
  const [analysis, { chains }] = await Promise.all([analyze(block.trace), reads.configuration()])
  const options = { node: undefined, block: undefined, timeoutMs: TIMEOUT_MS }
  const observed: Observed =
    (await chain?.observe({ analysis, chains, options, executed: block, analyze })) ??
    withoutNode(analysis, 'no node of this chain can be asked', block)
  const spenders = executed.spends.map(({ spender }) => spender)
  const whole = withDeeds(observed.analysis, deeds, spenders)
  const owners = new Set(block.owners)
  return {
    observation: observed.observation,
    analysis: executed.isOwn ? whole : concerning(whole, owners),
    executed,
    bystanders: executed.isOwn ? undefined : owners,
  }
}

import { setImmediate } from 'node:timers/promises'
import { chunksOf } from '../../../shared/chunks-of.ts'
import { withoutNode } from '../../chain/chain-observer.ts'
import {
  type BlockObserver,
  type ExecutedSubject,
  type ExecutedTransaction,
  type Observed,
  simulateByDefault,
} from '../../chain/observer.ts'
import type { Reads } from '../../records/reads.ts'
import { concerning, withDeeds } from '../../risk/bystanders.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { Ids } from '../../runtime/deps.ts'
import type { Db } from '../../store/schema.ts'
import { analyzeWithImports, judge, type SeenExecuted } from '../../validation/validate.ts'
import { prepareHistory } from './followed-history.ts'
import { type Followed, type StoredFollowed, toExecuted, transactionOf } from './followed-transaction.ts'
import { sentCalls } from './match-validation.ts'
import { recordFollowed } from './record-followed.ts'
import { bystandersOf } from './third-party-actions.ts'

export type { Followed, StoredFollowed } from './followed-transaction.ts'

export interface JudgeContext {
  readonly reads: Reads
  /** Undefined: no node can be asked. */
  readonly chain: BlockObserver | undefined
  /** ms since 1970. */
  readonly now: number
}

export interface Judged {
  /** Stores it in the caller's transaction, also one that was seen before in another block. */
  record(db: Db, context: { readonly now: number; readonly newId: Ids }): Promise<StoredFollowed>
}

const PRODUCT = 'SONAR'
/** Budget of all questions to nodes (ms): for one transaction, for each further one of a block, and at most. */
const TIMEOUT_MS = { first: 2000, further: 20, most: 4000 }
/** Verdicts that are looked up at the same time. */
const TOGETHER = 32

/**
 * Judges transactions that a block has by what really happened, for the monitored addresses in them. Of one that a monitored
 * address sent, or had sent, the verdict is that of a validation. Of others it says who takes part, and what they do to the
 * monitored addresses; what its sender risks does not count. Without an answer of a node the receipt counts.
 * @param block transactions of one block, the most important first
 * @returns in the same order
 */
export async function judgeFollowed(block: readonly Followed[], context: JudgeContext): Promise<Judged[]> {
  const seen = await observe(block, context)
  const judged: Judged[] = []
  for (const some of chunksOf([...block.entries()], TOGETHER)) {
    const judging = some.map(([at, followed]) => judgeSeen(followed, seen[at] as SeenExecuted, context))
    judged.push(...(await Promise.all(judging)))
    // Its reads wait for no turn of the event loop: others get theirs.
    if (judged.length < block.length) await setImmediate()
  }
  return judged
}

async function judgeSeen(followed: Followed, seen: SeenExecuted, { reads, now }: JudgeContext): Promise<Judged> {
  const judging = { product: PRODUCT, simulate: simulateByDefault, seen } as const
  const calls = sentCalls(followed, seen.analysis)
  const judgement = await judge(seen.analysis, judging, { reads, now })
  const history = await prepareHistory(followed, seen.analysis.actions, judgement.loss.priceOf, reads)
  return {
    record: (db, recording) => recordFollowed({ followed, judgement, calls, history }, { db, ...recording }),
  }
}

async function observe(block: readonly Followed[], { reads, chain }: JudgeContext): Promise<SeenExecuted[]> {
  const [first] = block
  if (first === undefined) return []
  const [transactions, { chains }] = await Promise.all([
    Promise.all(block.map((followed) => toSubject(followed, reads))),
    reads.configuration(),
  ])
  const { first: ofOne, further, most } = TIMEOUT_MS
  const timeoutMs = Math.min(ofOne + further * (block.length - 1), most)
  const observed = await chain?.observeBlock({ chainId: first.chainId, chains, transactions, timeoutMs })
  return transactions.map(({ analysis, executed }, at) => {
    const reason = 'no node of this chain can be asked'
    return seenBy(block[at] as Followed, executed, observed?.[at] ?? withoutNode(analysis, reason, executed))
  })
}

async function toSubject(followed: Followed, reads: Reads): Promise<ExecutedSubject> {
  const transaction = transactionOf(followed)
  const executed = toExecuted(followed)
  const analyze = (trace: Trace) => analyzeWithImports(reads, transaction, trace)
  return { executed, analyze, analysis: await analyze(executed.trace) }
}

function seenBy(followed: Followed, block: ExecutedTransaction, observed: Observed): SeenExecuted {
  const { executed, deeds } = bystandersOf(followed)
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

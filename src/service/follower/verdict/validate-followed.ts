import { setImmediate } from 'node:timers/promises'
import { chunksOf } from '../../../shared/chunks-of.ts'
import { withoutNode } from '../../chain/chain-observer.ts'
import type { BlockObserver, ExecutedSubject, ExecutedTransaction, Observed } from '../../chain/observer.ts'
import type { Configuration, Reads } from '../../records/reads.ts'
import { concerning, withDeeds } from '../../risk/bystanders.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { Ids } from '../../runtime/deps.ts'
import type { Db } from '../../store/schema.ts'
import { analyzeWithImports } from '../../validation/analyze-with-imports.ts'
import { type ValidationSubject, validate } from '../../validation/validate.ts'
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
  if (block.length === 0) return []
  // Read first: the revision must not be newer than the evidence.
  const configuration = await context.reads.configuration()
  const subjects = await observe(block, configuration, context)
  const judged: Judged[] = []
  for (const some of chunksOf([...block.entries()], TOGETHER)) {
    const judging = some.map(([at, followed]) =>
      judgeSubject(followed, subjects[at] as ValidationSubject, { configuration, ...context }),
    )
    judged.push(...(await Promise.all(judging)))
    // Its reads wait for no turn of the event loop: others get theirs.
    if (judged.length < block.length) await setImmediate()
  }
  return judged
}

async function judgeSubject(
  followed: Followed,
  subject: ValidationSubject,
  { configuration, reads, now }: JudgeContext & { readonly configuration: Configuration },
): Promise<Judged> {
  const calls = sentCalls(followed, subject.analysis)
  const outcome = await validate(subject, { product: PRODUCT, configuration, hasNode: false, reads, now })
  const history = await prepareHistory(followed, subject.analysis.actions, outcome.loss.priceOf, reads)
  return {
    record: (db, recording) => recordFollowed({ followed, outcome, calls, history }, { db, ...recording }),
  }
}

async function observe(
  block: readonly Followed[],
  { chains }: Configuration,
  { reads, chain }: JudgeContext,
): Promise<ValidationSubject[]> {
  const [first] = block
  if (first === undefined) return []
  const transactions = await Promise.all(block.map((followed) => toSubject(followed, reads)))
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

function seenBy(followed: Followed, block: ExecutedTransaction, observed: Observed): ValidationSubject {
  const { executed, deeds } = bystandersOf(followed)
  const spenders = executed.spends.map(({ spender }) => spender)
  const whole = withDeeds(observed.analysis, deeds, spenders)
  const owners = new Set(block.owners)
  return {
    observation: observed.observation,
    analysis: executed.isOwn ? whole : concerning(whole, owners),
    executed,
    affected: executed.isOwn ? undefined : owners,
  }
}

/** Room: The verdict about an executed transaction, its match with an earlier validation, its rows. */

import { setImmediate } from 'node:timers/promises'
import { activityKinds } from '../../../api/vocabulary.ts'
import { chunksOf } from '../../../shared/chunks-of.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { withoutNode } from '../../chain/chain-observer.ts'
import type { BlockObserver, MinedSubject, Observed } from '../../chain/observer.ts'
import type { StepTraces } from '../../chain/traces.ts'
import { policiesIn, policiesSince } from '../../policies/check.ts'
import type { Reads, ServiceConfiguration } from '../../records/reads/reads.ts'
import { analyze } from '../../risk/analyze.ts'
import { restrictToOwners, withThirdPartyActions } from '../../risk/parties/third-party.ts'
import type { StoredContracts } from '../../store/repositories/contracts.ts'
import { analyzerOf } from '../../validation/analyze-with-imports.ts'
import { word } from '../../validation/answer.ts'
import { assess } from '../../validation/assess.ts'
import type { ObservedSubject } from '../../validation/evidence/subject.ts'
import { policiesFor } from '../../validation/with-policies.ts'
import type { Activity } from '../activity/activity.ts'
import { asCounted, excessSmallPayments } from '../activity/small-payments.ts'
import { prepareHistory } from './followed-history.ts'
import { engineTransaction, type FollowedTransaction, receiptTrace, shownBy } from './followed-transaction.ts'
import { sentCalls } from './match-validation.ts'
import type { ValidatedTransaction } from './record-followed.ts'
import { executedBy, thirdPartyActions } from './third-party-actions.ts'

export interface FollowedContext {
  readonly reads: Reads
  /** Absent when no node can be read. */
  readonly chain: BlockObserver | undefined
  /** Traces that were read already. */
  readonly traces?: StepTraces | undefined
  /** ms since 1970. */
  readonly now: number
}

const PRODUCT = 'SONAR'
/** Budget of all requests to nodes (ms): for one transaction, for each further one of a block, and at most. */
const TIMEOUT_MS = { first: 2000, further: 20, most: 4000 }
/** Verdicts that are looked up at the same time. */
const TOGETHER = 32

/**
 * Validates transactions that a block has by what really happened, for the monitored addresses in them. A transaction that a
 * monitored address sent, or had sent, gets the verdict of a validation. The verdict about another one says who takes part,
 * and what they do to the monitored addresses; what its sender risks does not count. Without an answer of a node the receipt
 * counts.
 * @param block transactions of one block, the most important first
 * @returns in the same order
 */
export async function validateFollowed(
  block: readonly FollowedTransaction[],
  context: FollowedContext,
): Promise<ValidatedTransaction[]> {
  if (block.length === 0) return []
  // Read first: the revision must not be newer than the evidence.
  const configuration = await context.reads.configuration()
  const subjects = await observe(block, configuration, context)
  const validated: ValidatedTransaction[] = []
  for (const some of chunksOf([...block.entries()], TOGETHER)) {
    const validating = some.map(([at, followed]) =>
      validateSubject(followed, subjects[at] as ObservedSubject, { configuration, ...context }),
    )
    validated.push(...(await Promise.all(validating)))
    // Its reads wait for no turn of the event loop: others get theirs.
    if (validated.length < block.length) await setImmediate()
  }
  return validated
}

async function validateSubject(
  followed: FollowedTransaction,
  subject: ObservedSubject,
  { configuration, reads, now }: FollowedContext & { readonly configuration: ServiceConfiguration },
): Promise<ValidatedTransaction> {
  const calls = sentCalls(followed, subject.analysis)
  const outcome = word(await assess(subject, { product: PRODUCT, configuration, hasNode: false, reads, now }))
  const history = await prepareHistory(followed, subject.analysis.actions, outcome.loss.priceOf, reads)
  const { from } = followed.transaction
  // What others do is theirs.
  const isOwn = followed.activities.some(({ kind, address }) => kind === 'sent' && address === from)
  const at = followed.header.timestamp * 1000
  const then = { ...configuration, policies: policiesSince(configuration.policies, at) }
  const check = isOwn ? policiesFor(outcome, { product: PRODUCT, configuration: then, now: at }) : undefined
  return { followed, outcome, calls, history, policies: policiesIn(configuration.policies), check }
}

async function observe(
  block: readonly FollowedTransaction[],
  { chains, contracts }: ServiceConfiguration,
  { reads, chain, traces }: FollowedContext,
): Promise<ObservedSubject[]> {
  const transactions = await Promise.all(block.map((followed) => toSubject(followed, contracts, reads)))
  const [first] = transactions
  if (first === undefined) return []
  const { first: ofOne, further, most } = TIMEOUT_MS
  const timeoutMs = Math.min(ofOne + further * (block.length - 1), most)
  const { chainId } = first.mined
  const observed = await chain?.observeBlock({ chainId, chains, transactions, traces, timeoutMs })
  return transactions.map((subject, at) => {
    const why = { code: 'no-chain-evidence', reason: 'no node of this chain can be asked' } as const
    return withThirdParties(subject, observed?.[at] ?? withoutNode(subject.analysis, why, subject))
  })
}

interface FollowedSubject extends MinedSubject {
  readonly mined: FollowedTransaction
}

/** Public descriptors are not used: a block shows what the transaction did. */
async function toSubject(
  mined: FollowedTransaction,
  contracts: StoredContracts,
  reads: Reads,
): Promise<FollowedSubject> {
  const transaction = engineTransaction(mined)
  const analyzeShown = analyzerOf(reads, contracts, {
    chainId: transaction.chainId,
    analyze: (found, imported) => analyze(transaction, found, { ...imported, descriptors: undefined }),
  })
  const trace = receiptTrace(mined)
  return { mined, trace, ...shownBy(mined), analyze: analyzeShown, analysis: await analyzeShown(trace) }
}

function withThirdParties({ mined, owners }: FollowedSubject, { observation, analysis }: Observed): ObservedSubject {
  const executed = executedBy(mined)
  const spenders = executed.spends.map(({ spender }) => spender)
  const whole = withThirdPartyActions(analysis, thirdPartyActions(mined, analysis.decoded.root), spenders)
  if (executed.isOwn) return { observation, executed, analysis: whole }
  const affected = new Set(owners)
  return { observation, executed, affected, analysis: restrictToOwners(whole, affected) }
}

/** A group holds what happened to monitored addresses in one transaction, or outside of all. */
export interface ActivityGroup {
  readonly header: BlockHeader
  readonly activities: readonly Activity[]
  /** Absent when it is reported in a digest only. */
  readonly validated: ValidatedTransaction | undefined
}

interface BlockActivities {
  readonly chainId: string
  readonly header: BlockHeader
  readonly activities: readonly Activity[]
}

/**
 * Groups what happened in a block by its transactions, in their order, and validates these together, the gravest first. Excess
 * small payments are counted instead.
 */
export async function validateGroups(
  { chainId, header, activities }: BlockActivities,
  context: FollowedContext,
): Promise<ActivityGroup[]> {
  const groups = [...Map.groupBy(activities, ({ mined }) => mined?.transaction.hash).values()]
  const excess = await excessSmallPayments(groups, { chainId, reads: context.reads })
  const followed = groups
    .filter((some) => !excess.has(some) && some.some(({ kind }) => kind !== 'poison'))
    .flatMap((some): FollowedTransaction[] => (some[0]?.mined ? [{ ...some[0].mined, activities: some }] : []))
    .sort((a, b) => rankOf(a.activities) - rankOf(b.activities))
  const validated = await validateFollowed(followed, context)
  const byActivities = new Map(validated.map((each) => [each.followed.activities, each]))
  return groups.map((some) => ({
    header,
    activities: excess.has(some) ? some.map(asCounted) : some,
    validated: byActivities.get(some),
  }))
}

function rankOf(activities: readonly Activity[]): number {
  return Math.min(...activities.map(({ kind }) => activityKinds.indexOf(kind)))
}

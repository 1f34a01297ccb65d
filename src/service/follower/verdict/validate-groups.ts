import { activityKinds } from '../../../api/vocabulary.ts'
import type { BlockHeader, MatchedTransaction } from '../../chain/blocks/block.ts'
import type { Activity } from '../activity/activity.ts'
import { counted, crowdIn } from '../activity/excess-small-payments.ts'
import type { Followed } from './followed-transaction.ts'
import { type JudgeContext, type Judged, judgeFollowed } from './validate-followed.ts'

/** What happened to monitored addresses in one transaction, or outside of all. */
export interface Group {
  readonly header: BlockHeader
  readonly transaction: MatchedTransaction | undefined
  readonly activities: readonly Activity[]
  /** Undefined: nothing of it is told by itself. */
  readonly judged: Judged | undefined
}

interface BlockActivities {
  readonly chainId: string
  readonly header: BlockHeader
  readonly activities: readonly Activity[]
}

/**
 * Groups what happened in a block by its transactions, in their order, and judges these together, the gravest first. Many
 * small payments are counted instead.
 */
export async function judgeGroups(
  { chainId, header, activities }: BlockActivities,
  context: JudgeContext,
): Promise<Group[]> {
  const groups = [...Map.groupBy(activities, ({ transaction }) => transaction?.transaction.hash).values()]
  const crowd = await crowdIn(groups, { chainId, reads: context.reads })
  const told = groups
    .filter((some) => !crowd.has(some) && some.some(({ kind }) => kind !== 'poison'))
    .flatMap((some): Followed[] => {
      const matched = some[0]?.transaction
      return matched ? [{ chainId, header, matched, activities: some }] : []
    })
    .sort((a, b) => rankOf(a.activities) - rankOf(b.activities))
  const judged = await judgeFollowed(told, context)
  const judgedBy = new Map(told.map((followed, at) => [followed.activities, judged[at]]))
  return groups.map((some) => ({
    header,
    activities: crowd.has(some) ? some.map(counted) : some,
    transaction: some[0]?.transaction,
    judged: judgedBy.get(some),
  }))
}

function rankOf(activities: readonly Activity[]): number {
  return Math.min(...activities.map(({ kind }) => activityKinds.indexOf(kind)))
}

import { activityKinds } from '../../../api/vocabulary.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import type { Activity } from '../activity/activity.ts'
import { asCounted, excessSmallPayments } from '../activity/excess-small-payments.ts'
import type { FollowedTransaction } from './followed-transaction.ts'
import type { ValidatedTransaction } from './record-followed.ts'
import { type FollowedContext, validateFollowed } from './validate-followed.ts'

/** A group holds what happened to monitored addresses in one transaction, or outside of all. */
export interface ActivityGroup {
  readonly header: BlockHeader
  readonly activities: readonly Activity[]
  /** Undefined: it is reported in a digest only. */
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

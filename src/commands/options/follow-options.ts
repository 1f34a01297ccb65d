import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdsOf } from '../../cli/input/check-values.ts'
import { list, parseDuration, parsed } from '../../cli/options.ts'
import type { Following } from '../../service/index.ts'

export const maxGapOption = parsed(
  'duration',
  'longest gap that is caught up without a decision, such as 72h; default 24h. A longer one waits for `chain skip`',
  parseDuration,
)

export const followOption = list(
  'chains',
  'follow these chains (ids, names, or `all`: those with a node or monitored addresses; `none`) and notify about monitored addresses; default none',
)

export const safesOption = list(
  'safes',
  'read the queues of these Safes (names or addresses, or `all`: those with a transaction service; `none`) and notify about what waits there; default none',
)

/** The Safes of `--safes`. */
export function safesToFollow(given: readonly string[] = []): readonly string[] | 'all' {
  for (const word of ['all', 'none']) {
    if (!given.includes(word)) continue
    if (given.length > 1) throw usageError(`--safes: ${word} goes with no other Safe`)
    return word === 'all' ? 'all' : []
  }
  return given
}

/** The chains of `--follow`. */
export async function chainsToFollow(
  context: Context,
  given: readonly string[] | undefined,
): Promise<readonly string[] | 'all'> {
  const words = given ?? []
  for (const word of ['all', 'none']) {
    if (!words.includes(word)) continue
    if (words.length > 1) throw usageError(`--follow: ${word} goes with no other chain`)
    return word === 'all' ? 'all' : []
  }
  return chainIdsOf(context, words, '--follow: ')
}

/** `all` chains are none. */
export function noteNothing(context: Context): Promise<void> {
  return context.note('No chain has a node or monitored addresses. Try: txwarden chain add')
}

/** One line when enabled monitored addresses are on chains that no server follows. */
export async function noteUnfollowed(context: Context, { service, chains }: Following): Promise<void> {
  const follower = await service.follower()
  // A note that cannot be read does not stop the server.
  const unfollowed = await follower.unfollowed().catch(() => [])
  const missing = unfollowed.filter((chainId) => !chains.includes(chainId))
  if (missing.length === 0) return
  const { notFollowedNote } = await import('../monitor/not-followed.ts')
  await context.note(notFollowedNote(missing))
}

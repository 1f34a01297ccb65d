import type { Context } from '../../cli/context/context.ts'
import { WardenError } from '../../shared/errors.ts'
import { callAddition } from '../steps/addition.ts'

const FEEDS = 'feeds by name'

/** A feed as it was enabled. */
interface EnabledFeed {
  readonly source: string
  readonly rescreen: boolean
}

/** The feeds that are enabled by name. A service without the addition has none. @param isNeeded then such a service is refused */
export async function listEnabledFeeds(context: Context, isNeeded: boolean): Promise<readonly EnabledFeed[]> {
  const client = await context.client()
  try {
    const { content } = await callAddition(context, FEEDS, () => client.call('listFeeds'))
    return content.flatMap(({ source, sync }) => (sync ? [{ source, rescreen: sync.rescreens }] : []))
  } catch (error) {
    if (!isNeeded && error instanceof WardenError && error.code === 'not-offered') return []
    throw error
  }
}

/** The names that can be enabled. */
export async function catalogueNames(context: Context): Promise<readonly string[]> {
  const client = await context.client()
  const { content } = await callAddition(context, FEEDS, () => client.call('listFeedCatalogue'))
  return content.map(({ name }) => name)
}

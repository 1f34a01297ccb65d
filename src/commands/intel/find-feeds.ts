import type { Context } from '../../cli/context/context.ts'
import { callAddition } from '../steps/addition.ts'

export const FEEDS = 'feeds by name'

/** The names that can be enabled. */
export async function catalogueNames(context: Context): Promise<readonly string[]> {
  const { content } = await callAddition(context, FEEDS, (client) => client.call('listFeedCatalogue'))
  return content.map(({ name }) => name)
}

import * as z from 'zod'
import { feedEnabling } from '../../api/schemas/intel.ts'
import type { Client } from '../../client/client.ts'
import { callAddition } from '../steps/addition.ts'
import { type BodyOf, type ManifestMembers, managed } from '../steps/managed-kind.ts'
import { readAll } from '../steps/paged-list.ts'
import { FEEDS, feeds } from './resource.ts'

/** The feeds that are enabled by name. */
export const managedFeeds = managed(feeds, {
  // Its address and interval are those of the catalogue of the service.
  schema: z.object(feedEnabling().shape),
  members: ['source', 'rescreen'],
  fixed: ['source'],
  typed: ['rescreen'],
  isAddition: () => true,
  async read(context) {
    const { content } = await callAddition(context, FEEDS, () => readAll(context, feeds))
    return content.filter(({ sync }) => sync)
  },
  membersOf: ({ source, sync }) => ({ source, rescreen: sync?.rescreens }),
  create: ({ client }, members) => enableFeed(client, members),
  update: ({ client }, { members }) => enableFeed(client, members),
  remove: (client, source) => client.call('disableFeed', { params: { source } }),
})

/** Has the server fetch it; a local service fetches it with `serve` or `intel sync`. */
async function enableFeed(client: Client, members: ManifestMembers): Promise<string> {
  const body = members as BodyOf<'enableFeed'>
  return (await client.call('enableFeed', { body })).source
}

import { destinationUpdate } from '../../api/schemas/destination.ts'
import { isRecord } from '../../shared/json/json.ts'
import { type BodyOf, type ManifestMembers, managed } from '../steps/managed-kind.ts'
import { destinations } from './resource.ts'

type Body = BodyOf<'createDestination'>

export const managedDestinations = managed(destinations, {
  schema: destinationUpdate(),
  members: ['name', 'channel', 'webhookUrl', 'attributes', 'state'],
  fixed: ['name'],
  secrets: ['webhookUrl', 'attributes.token'],
  membersOf: ({ name, channel, webhookUrl, state = 'ACTIVE', attributes = {} }) => ({
    name,
    channel,
    webhookUrl: webhookUrl || undefined,
    state,
    attributes: { chatId: attributes.chatId || undefined, token: attributes.token || undefined },
  }),
  create: async ({ client }, members) => (await client.call('createDestination', { body: bodyOf(members) })).id,
  update: ({ client }, { id, members }) =>
    client.call('updateDestination', { params: { destinationId: id }, body: bodyOf(members) }),
})

function bodyOf({ attributes, ...body }: ManifestMembers): Body {
  // Empty attributes would clear the stored ones.
  const isGiven = isRecord(attributes) && Object.keys(attributes).length > 0
  return { ...body, ...(isGiven && { attributes }) } as Body
}

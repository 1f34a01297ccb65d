import { nameGiven } from '../../api/schemas/name.ts'
import { chainNameOrEvery } from '../../api/text/chains.ts'
import { EVERY_CHAIN } from '../../api/vocabulary.ts'
import type { Client } from '../../client/client.ts'
import { type BodyOf, identityText, type ManifestMembers, managed } from '../steps/managed-kind.ts'
import { bookNames } from './resource.ts'

export const managedNames = managed(bookNames, {
  schema: nameGiven(),
  members: ['chainId', 'address', 'name'],
  fixed: ['chainId', 'address'],
  identity: ({ chainId, address }) =>
    `${identityText(address)} on ${chainNameOrEvery(identityText(chainId) || EVERY_CHAIN)}`,
  isAddition: () => true,
  membersOf: ({ chainId, address, name }) => ({
    chainId: chainId === EVERY_CHAIN ? undefined : chainId,
    address,
    name,
  }),
  create: ({ client }, members) => setName(client, members),
  update: ({ client }, { members, stored }) => setName(client, { ...stored, ...members }),
})

async function setName(client: Client, members: ManifestMembers): Promise<string> {
  return bookNames.idOf(await client.call('setName', { body: members as BodyOf<'setName'> }))
}

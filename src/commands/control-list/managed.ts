import { entryCreate } from '../../api/schemas/control-list.ts'
import { type BodyOf, managed } from '../steps/managed-kind.ts'
import { entries } from './resource.ts'

export const managedEntries = managed(entries, {
  schema: entryCreate(),
  members: ['type', 'productType', 'address', 'chainIds'],
  fixed: ['type', 'productType', 'address'],
  membersOf: ({ type, productType, address, chainIds = [] }) => ({ type, productType, address, chainIds }),
  async create({ client }, members) {
    const body = members as BodyOf<'createControlList'>
    return (await client.call('createControlList', { body })).controlListId
  },
  update: ({ client }, { id, members }) =>
    client.call('updateControlList', {
      params: { controlListId: id },
      body: { chainIds: members.chainIds as string[] },
    }),
})

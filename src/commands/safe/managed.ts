import * as z from 'zod'
import { safeCreate } from '../../api/schemas/safe.ts'
import { type BodyOf, managed, onChain } from '../steps/managed-kind.ts'
import { safes } from './resource.ts'

export const managedSafes = managed(safes, {
  // The URL of another service is a secret that does not come back, so that it cannot be compared.
  schema: safeCreate()
    .omit({ serviceKey: true })
    .extend({ serviceUrl: z.literal('hosted').optional() }),
  members: ['chainId', 'address', 'name', 'serviceUrl'],
  fixed: ['chainId', 'address'],
  identity: onChain,
  isAddition: () => true,
  membersOf: ({ chainId, address, name, isHosted }) => ({
    chainId,
    address,
    name: name || undefined,
    ...(isHosted && { serviceUrl: 'hosted' }),
  }),
  async create({ client }, members) {
    return (await client.call('createSafe', { body: members as BodyOf<'createSafe'> })).id
  },
  update({ client }, { id, members, changed }) {
    const { name, serviceUrl } = members as { readonly name?: string; readonly serviceUrl?: string }
    // The key stays where the service is unchanged.
    return client.call('updateSafe', {
      body: { id, ...(name && { name }), ...(serviceUrl && changed.has('serviceUrl') && { serviceUrl }) },
    })
  },
})

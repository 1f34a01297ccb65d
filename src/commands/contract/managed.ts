import { contractGiven } from '../../api/schemas/contract.ts'
import type { Client } from '../../client/client.ts'
import { callAddition } from '../steps/addition.ts'
import { type BodyOf, type ManifestMembers, managed, onChain } from '../steps/managed-kind.ts'
import { readAll } from '../steps/paged-list.ts'
import { givenOf } from './find-contract.ts'
import { contracts } from './resource.ts'

export const managedContracts = managed(contracts, {
  schema: contractGiven().omit({ source: true, messages: true }),
  members: ['chainId', 'address', 'name', 'functions'],
  fixed: ['chainId', 'address'],
  identity: onChain,
  isAddition: () => true,
  async read(context) {
    const { content } = await callAddition(context, 'descriptions of contracts', () => readAll(context, contracts))
    return content.filter(({ source }) => source === 'operator')
  },
  membersOf(contract) {
    const { chainId, address, name, functions } = givenOf(contract)
    return { chainId, address, name, functions }
  },
  create: ({ client }, members) => setContract(client, members),
  // The whole description is replaced.
  update: ({ client }, { members, stored }) => setContract(client, { ...stored, ...members }),
  remove(client, id) {
    const [chainId = '', address = ''] = id.split('/')
    return client.call('deleteContract', { params: { chainId, address } })
  },
})

async function setContract(client: Client, members: ManifestMembers): Promise<string> {
  const body = members as BodyOf<'setContract'>
  return contracts.idOf(await client.call('setContract', { body }))
}

import type { ControlListEntry } from '../../api/schemas/control-list.ts'
import { chainName } from '../../api/text/chains.ts'
import { resource } from '../../cli/resource/resource.ts'

export const entries = resource<ControlListEntry, { type?: 'ALLOW' | 'BLOCK' | undefined }>({
  command: 'control-list',
  noun: 'control list entry',
  plural: 'control list entries',
  list: async (context, query, sending) => (await context.client()).call('listControlLists', { query }, sending),
  idOf: ({ id }) => id,
  nameOf: ({ address }) => address,
  describe: ({ type, address, productType, chainIds }) =>
    `${type} ${address} for ${productType} on ${chainsText(chainIds)}`,
  remove: (client, id, sending) => client.call('deleteControlList', { params: { controlListId: id } }, sending),
  about: ({ type, address, productType }) => `${type} ${address} ${productType}`,
  view: {
    columns: [
      { field: 'address', header: 'ADDRESS', kind: 'address', importance: 8 },
      {
        field: 'type',
        header: 'TYPE',
        leads: true,
        importance: 9,
        paint: (text, row, paint) =>
          row.type === 'BLOCK' ? paint.bad(text) : row.type === 'ALLOW' ? paint.good(text) : text,
      },
      { field: 'productType', header: 'PRODUCT', importance: 4 },
      { field: 'chainIds', header: 'CHAINS', importance: 6, show: (row) => chainsText(row.chainIds) },
      { field: 'id', header: 'ID', kind: 'id', importance: 8, paint: (text, _, paint) => paint.dim(text) },
      { field: 'createdAt', header: 'CREATED', kind: 'time', importance: 3 },
      { field: 'lastUpdatedAt', header: 'UPDATED', kind: 'time', importance: 0 },
    ],
  },
})

/** Whether two entries hold on a chain together; no chains are all of them. */
export function shareChain(some: readonly string[] = [], others: readonly string[] = []): boolean {
  return some.length === 0 || others.length === 0 || some.some((chain) => others.includes(chain))
}

/** "every chain", or names where we know them. */
export function chainsText(ids: readonly string[] = []): string {
  return ids.length === 0 ? 'every chain' : ids.map((id) => chainName(id)).join(', ')
}

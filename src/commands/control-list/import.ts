import { entryTypes, productTypes } from '../../api/vocabulary.ts'
import { defineCommand } from '../../cli/define.ts'
import { chainIdsOf } from '../../cli/input/check-values.ts'
import { choice, list, one } from '../../cli/options.ts'
import { bulkOptions } from '../options/bulk-options.ts'
import { KnownEntries } from './known-entries.ts'
import { chainsText } from './resource.ts'

/** A body as read from a row; the schema checks it. */
interface NewEntry {
  readonly address: string
  readonly type: 'ALLOW' | 'BLOCK'
  readonly productType: 'SONAR'
  readonly chainIds?: string[]
}

/** Columns and the members they fill; columns for people are ignored. */
const members = {
  address: 'address',
  type: 'type',
  product: 'productType',
  producttype: 'productType',
  chain: 'chainIds',
  chains: 'chainIds',
  chainid: 'chainIds',
  chainids: 'chainIds',
  id: '',
  createdat: '',
  lastupdatedat: '',
  note: '',
  comment: '',
  label: '',
} as const

export const controlListImport = defineCommand({
  name: 'control-list import',
  summary: 'Allow or block many addresses, from a file or stdin',
  description:
    'CSV with a header, or one JSON object a line: address, type, product, chain (several with commas). Flags are the defaults of the rows; a row without a chain holds on every chain. Columns id, createdAt, lastUpdatedAt, note, comment and label are ignored, so that the output of control-list list can be imported; other columns and fields are rejected. A row whose entry exists counts as unchanged. A file is checked as a whole before anything is sent, stdin row by row. Ctrl-C stops after the rows in progress; --resume continues and sends no row twice.',
  arguments: { file: one('the file, or - for stdin') },
  options: {
    type: choice(entryTypes, 'allow or block, for rows without a type'),
    product: choice(productTypes, 'product, for rows without one; default SONAR'),
    chain: list('chain', 'chain ids or names, for rows without one; default: every chain'),
    ...bulkOptions,
  },
  examples: [
    { command: 'txwarden control-list import examples/blocklist.csv --type block' },
    {
      command: 'txwarden control-list import examples/blocklist.csv --type block --resume',
      note: 'after an interrupted run',
    },
    { command: 'txwarden control-list import - --report imported.csv < entries.ndjson' },
  ],
  async run(context, { type, product = 'SONAR', chain, ...input }) {
    const { toChainIds, toUpperWord } = await import('../../cli/bulk/row-body.ts')
    const { entryCreate } = await import('../../api/schemas/control-list.ts')
    const chainIds = await chainIdsOf(context, chain)
    const client = await context.client()
    const known = new KnownEntries(client)
    const { importRows } = await import('../steps/import-rows.ts')
    await importRows<NewEntry>(context, input, {
      name: 'control-list import',
      flags: { type, product: product === 'SONAR' ? undefined : product, chain },
      members,
      schema: entryCreate(),
      bodiesOf: (row) => {
        const chains = row.chainIds == null ? chainIds : toChainIds(row.chainIds)
        const isEvery = Array.isArray(chains) && chains.length === 0
        return [
          {
            address: row.address,
            type: toUpperWord(row.type ?? type),
            productType: toUpperWord(row.productType ?? product),
            ...(!isEvery && { chainIds: chains }),
          } as NewEntry,
        ]
      },
      shown: ({ address, type, productType, chainIds = [] }) => ({ address, type, productType, chainIds }),
      async create(body, sending) {
        const { controlListId: id } = await client.call('createControlList', { body }, sending)
        known.added(body, id)
        return { id }
      },
      async findExisting(body) {
        const id = await known.covering(body)
        return id === undefined ? undefined : { id }
      },
      columns: [
        { field: 'type', header: 'TYPE' },
        { field: 'productType', header: 'PRODUCT', importance: 4 },
        { field: 'chainIds', header: 'CHAINS', show: (row) => chainsText(row.chainIds as string[] | undefined) },
      ],
    })
  },
})

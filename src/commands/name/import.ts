import { chainNameOrEvery } from '../../api/text/chains.ts'
import { EVERY_CHAIN } from '../../api/vocabulary.ts'
import { defineCommand } from '../../cli/define.ts'
import { maybeChainIdOf } from '../../cli/input/check-values.ts'
import { one, text } from '../../cli/options.ts'
import { bulkOptions } from '../options/bulk-options.ts'
import type { BodyOf } from '../steps/managed-kind.ts'
import { alikeTexts } from './resource.ts'

/** Column names and their members; '' marks ignored columns. */
const members = {
  address: 'address',
  name: 'name',
  label: 'name',
  chain: 'chainId',
  chainid: 'chainId',
  source: '',
  note: '',
  comment: '',
} as const

export const nameImport = defineCommand({
  name: 'name import',
  summary: 'Name many addresses from a file or stdin',
  description:
    'CSV with a header, or one JSON object per line: address, name, chain. A row without a chain names the address on every chain, or on that of --chain. Columns source, note and comment are ignored; other columns or members are refused. A name that an address already has is replaced. A file is validated completely before anything is sent; stdin row by row.',
  arguments: { file: one('the file, or - for stdin') },
  options: {
    chain: text('chain', 'chain id or name of rows without a chain; default: every chain', { completes: 'chain' }),
    ...bulkOptions,
  },
  examples: [
    { command: 'txwarden name import examples/names.csv' },
    { command: 'txwarden name import - --chain base < names.ndjson' },
  ],
  async run(context, { chain, ...input }) {
    const { toChainId } = await import('../../cli/bulk/row-body.ts')
    const byDefault = await maybeChainIdOf(context, chain)
    const client = await context.client()
    const { nameGiven } = await import('../../api/schemas/name.ts')
    const { importRows } = await import('../steps/import-rows.ts')
    await importRows<BodyOf<'setName'>>(context, input, {
      name: 'name import',
      flags: { chain },
      unit: 'name',
      members,
      schema: nameGiven(),
      bodiesOf: ({ address, name, chainId }) => {
        const given = chainId == null || chainId === '' ? byDefault : toChainId(chainId)
        return [{ address, name, chainId: given } as BodyOf<'setName'>]
      },
      shown: ({ address, name, chainId }) => ({ address, name, chainId: chainId ?? EVERY_CHAIN }),
      async create(body, sending) {
        const named = await client.call('setName', { body }, sending)
        return { alike: alikeTexts(named).join('; ') }
      },
      findExisting: async () => undefined,
      columns: [
        { field: 'name', header: 'NAME' },
        { field: 'chainId', header: 'CHAIN', show: ({ chainId }) => chainNameOrEvery(String(chainId)) },
        { field: 'alike', header: 'LOOKS LIKE', importance: 7 },
      ],
    })
  },
})

import { entryTypes, productTypes } from '../../api/vocabulary.ts'
import type { BulkJob } from '../../cli/bulk/job.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { chainIdsOf } from '../../cli/input/check-values.ts'
import { choice, list, one } from '../../cli/options.ts'
import { bulkOptions } from '../bulk-options.ts'
import { isConflict, KnownEntries } from './known-entries.ts'
import { chainsText } from './view.ts'

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
    { command: 'txwarden control-list import addresses.csv --type block' },
    { command: 'txwarden control-list import addresses.csv --type block --resume', note: 'after an interrupted run' },
    { command: 'txwarden control-list import - --report imported.csv < entries.ndjson' },
  ],
  async run(context, { file, type, product = 'SONAR', chain, format, concurrency, report, resume = false }) {
    const { runBulk } = await import('../../cli/bulk/run.ts')
    const chainIds = await chainIdsOf(context, chain)
    const job = await importJob(context, { file, type, product, chainIds, format })
    const flags = { type, product: product === 'SONAR' ? undefined : product, chain, format, concurrency, report }
    await runBulk(context, {
      ...job,
      words: { name: 'control-list import', arguments: [file], flags },
      concurrency,
      report,
      resume,
    })
  },
})

interface Defaults {
  readonly file: string
  readonly type: string | undefined
  readonly product: string
  readonly chainIds: readonly string[]
  readonly format: 'ndjson' | 'csv' | undefined
}

async function importJob(
  context: Context,
  { file, type, product, chainIds, format }: Defaults,
): Promise<Omit<BulkJob<NewEntry>, 'words' | 'concurrency' | 'report' | 'resume'>> {
  const { bodyChecker } = await import('../../cli/bulk/row-body.ts')
  const { toChainIds, renameKnownMembers, toUpperWord } = await import('../../cli/bulk/row-body.ts')
  const { tableRows } = await import('../../cli/bulk/rows.ts')
  const { entryCreate } = await import('../../api/schemas/control-list.ts')
  const client = await context.client()
  const known = new KnownEntries(client)
  return {
    file,
    verb: 'imported',
    changes: true,
    settings: [],
    outcomes: ['added', 'unchanged'],
    rows: tableRows(members, file, format),
    bodiesOf: ({ fields }) => {
      const row = renameKnownMembers(fields, members)
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
    faultsOf: bodyChecker(context, entryCreate()),
    shown: ({ address, type, productType, chainIds = [] }) => ({ address, type, productType, chainIds }),
    async send(body, sending) {
      try {
        const { controlListId } = await client.call('createControlList', { body }, sending)
        known.added(body, controlListId)
        return { outcome: 'added', members: { id: controlListId } }
      } catch (error) {
        const existing = isConflict(error) ? await known.covering(body) : undefined
        if (existing === undefined) throw error
        return { outcome: 'unchanged', members: { id: existing } }
      }
    },
    view: {
      columns: [
        { field: 'line', header: 'LINE', importance: 8 },
        {
          field: 'outcome',
          header: 'OUTCOME',
          leads: true,
          importance: 9,
          paint: (text, row, paint) => (row.error ? paint.bad(text) : text),
        },
        { field: 'address', header: 'ADDRESS', kind: 'address', importance: 8 },
        { field: 'type', header: 'TYPE' },
        { field: 'productType', header: 'PRODUCT', importance: 4 },
        { field: 'chainIds', header: 'CHAINS', show: (row) => chainsText(row.chainIds as string[] | undefined) },
        { field: 'id', header: 'ID', kind: 'id' },
        { field: 'error.message', header: 'ERROR', importance: 8 },
      ],
    },
  }
}

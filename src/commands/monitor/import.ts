import { chainName } from '../../api/text/chains.ts'
import { defineCommand } from '../../cli/define.ts'
import { chainIdsOf } from '../../cli/input/check-values.ts'
import { list, one } from '../../cli/options.ts'
import { bulkOptions } from '../options/bulk-options.ts'
import { isActive, stateOption } from '../options/state-option.ts'
import { stateText } from './resource.ts'
import { type CreateBody, createMonitor } from './write-monitor.ts'

/** A request body from a row; the contract's schema validates it. */
interface NewMonitor {
  readonly address: string
  readonly chainId: string
  readonly name?: string
  readonly enabled?: boolean
  readonly kinds?: readonly string[]
  readonly from?: number | 'latest'
}

/** Column names and their members; '' marks ignored columns. */
const members = {
  address: 'address',
  chain: 'chainId',
  chains: 'chainId',
  chainid: 'chainId',
  chainids: 'chainId',
  name: 'name',
  label: 'name',
  enabled: 'enabled',
  kinds: 'kinds',
  from: 'from',
  id: '',
  note: '',
  comment: '',
} as const

export const monitorImport = defineCommand({
  name: 'monitor import',
  summary: 'Monitor many addresses from a file or stdin',
  description:
    'CSV with a header, or one JSON object per line: address, chain (several with commas), name, enabled, kinds (several with commas), from. Flags are the defaults for missing values. Columns id, note and comment are ignored; other columns or members are refused. An address that is already monitored on its chain counts as unchanged, also under another name. A file is validated completely before anything is sent; stdin row by row. Ctrl-C stops after the requests in flight; --resume continues without repeating rows.',
  arguments: { file: one('the file, or - for stdin') },
  options: {
    chain: list('chain', 'default chain ids or names for rows without a chain'),
    state: stateOption('of rows without an enabled value; INACTIVE adds them without monitoring them yet'),
    ...bulkOptions,
  },
  examples: [
    { command: 'txwarden monitor import examples/wallets.csv' },
    { command: 'txwarden monitor import examples/wallets.csv --resume', note: 'after an interrupted run' },
    { command: 'txwarden monitor import - --report imported.ndjson < wallets.ndjson' },
  ],
  async run(context, { chain, state, ...input }) {
    const { toBlock, toBoolean, toChainIds, toWords } = await import('../../cli/bulk/row-body.ts')
    const { monitorCreateWithAdditions } = await import('../../api/schemas/monitor.ts')
    const chainIds = await chainIdsOf(context, chain)
    const client = await context.client()
    const { importRows } = await import('../steps/import-rows.ts')
    await importRows<NewMonitor>(context, input, {
      name: 'monitor import',
      flags: { chain, state: state?.toLowerCase() },
      unit: 'monitor',
      members,
      schema: monitorCreateWithAdditions(),
      bodiesOf: (row) => {
        const chains = row.chainId == null ? chainIds : toChainIds(row.chainId)
        const enabled = row.enabled == null ? isActive(state) : toBoolean('enabled', row.enabled)
        const body = {
          address: row.address,
          ...(row.name != null && { name: row.name }),
          enabled,
          ...(row.kinds != null && { kinds: toWords(row.kinds) }),
          ...(row.from != null && { from: toBlock(row.from) }),
        }
        // A row without a chain becomes one body without it: the schema reports what is missing.
        const each = Array.isArray(chains) && chains.length > 0 ? chains : [undefined]
        return each.map((chainId) => ({ ...body, chainId }) as NewMonitor)
      },
      shown: ({ address, chainId, name = '' }) => ({ address, name, chainId }),
      async create(body, sending) {
        const { id, enabled } = await createMonitor(context, body as CreateBody, sending)
        return { id, enabled }
      },
      async findExisting({ address, chainId }, sending) {
        const { content } = await client.call('listMonitors', { query: { address, size: 100 } }, sending)
        const found = content.find((each) => each.chainId === chainId)
        return found && { id: found.id, enabled: found.enabled }
      },
      columns: [
        { field: 'name', header: 'NAME' },
        { field: 'chainId', header: 'CHAIN', show: (row) => chainName(String(row.chainId)) },
        { field: 'enabled', header: 'STATE', importance: 4, show: ({ enabled }) => stateText(enabled) },
      ],
    })
  },
})

import type { BulkJob } from '../../cli/bulk/job.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { chainIdsOf } from '../../cli/input/check-values.ts'
import { flag, list, one } from '../../cli/options.ts'
import { bulkOptions } from '../bulk-options.ts'
import { chainName, stateText } from './view.ts'

/** A body as a row gives it: what is wrong with it is for the contract to say. */
interface NewMonitor {
  readonly address: string
  readonly chainId: string
  readonly name?: string
  readonly enabled?: boolean
}

/** Names of columns, and the members they stand for; those that are there for people are left out. */
const members = {
  address: 'address',
  chain: 'chainId',
  chains: 'chainId',
  chainid: 'chainId',
  chainids: 'chainId',
  name: 'name',
  label: 'name',
  enabled: 'enabled',
  id: '',
  note: '',
  comment: '',
} as const

export const monitorImport = defineCommand({
  name: 'monitor import',
  summary: 'Monitor many addresses, from a file or stdin',
  description:
    'CSV with a header, or one JSON object a line: address, chain (several with commas: the address is monitored on each), name, enabled. What a row does not say, the flags say. Columns id, note and comment are left out; any other column or member is refused. An address that is monitored on its chain already counts as unchanged, whatever its name. A file is checked as a whole before anything is sent; stdin is checked row by row. Ctrl-C stops after what is under way; --resume goes on and does no row twice.',
  arguments: { file: one('the file, or - for stdin') },
  options: {
    chain: list('chain', 'chain ids or names, where the row does not say'),
    disabled: flag('add them, but do not monitor them yet, where the row does not say'),
    ...bulkOptions,
  },
  examples: [
    { command: 'txwarden monitor import wallets.csv --chain ethereum,base' },
    { command: 'txwarden monitor import wallets.csv --chain ethereum,base --resume', note: 'after an interrupted run' },
    { command: 'txwarden monitor import - --report imported.ndjson < wallets.ndjson' },
  ],
  async run(context, { file, chain, disabled, format, concurrency, report, resume = false }) {
    const { runBulk } = await import('../../cli/bulk/run.ts')
    const job = await importJob(context, { file, chainIds: await chainIdsOf(context, chain), disabled, format })
    await runBulk(context, {
      ...job,
      words: {
        name: 'monitor import',
        arguments: [file],
        flags: { chain, disabled, format, concurrency, report },
      },
      concurrency,
      report,
      resume,
    })
  },
})

interface Defaults {
  readonly file: string
  readonly chainIds: readonly string[]
  readonly disabled: boolean | undefined
  readonly format: 'ndjson' | 'csv' | undefined
}

async function importJob(
  context: Context,
  { file, chainIds, disabled, format }: Defaults,
): Promise<Omit<BulkJob<NewMonitor>, 'words' | 'concurrency' | 'report' | 'resume'>> {
  const { bodyChecker } = await import('../../cli/bulk/row-body.ts')
  const { toChainIds, renameKnownMembers, toBoolean } = await import('../../cli/bulk/row-body.ts')
  const { tableRows } = await import('../../cli/bulk/rows.ts')
  const { monitorCreate } = await import('../../api/schemas/monitor.ts')
  const client = await context.client()
  return {
    file,
    unit: 'monitor',
    verb: 'imported',
    changes: true,
    settings: [],
    outcomes: ['added', 'unchanged'],
    rows: tableRows(members, file, format),
    bodiesOf: ({ fields }) => {
      const row = renameKnownMembers(fields, members)
      const chains = row.chainId == null ? chainIds : toChainIds(row.chainId)
      const enabled = row.enabled == null ? (disabled ? false : undefined) : toBoolean('enabled', row.enabled)
      const body = {
        address: row.address,
        ...(row.name != null && { name: row.name }),
        ...(enabled !== undefined && { enabled }),
      }
      // A row without a chain is one body without: the contract says what is missing.
      const each = Array.isArray(chains) && chains.length > 0 ? chains : [undefined]
      return each.map((chainId) => ({ ...body, chainId }) as NewMonitor)
    },
    faultsOf: bodyChecker(context, monitorCreate()),
    shown: ({ address, chainId, name = '' }) => ({ address, name, chainId }),
    async send(body, sending) {
      try {
        const { id, enabled } = await client.call('createMonitor', { body }, sending)
        return { outcome: 'added', members: { id, enabled } }
      } catch (error) {
        const { WardenError } = await import('../../shared/errors.ts')
        if (!(error instanceof WardenError) || error.status !== 409) throw error
        const { content } = await client.call('listMonitors', { query: { address: body.address, size: 100 } }, sending)
        const twin = content.find(({ chainId }) => chainId === body.chainId)
        if (!twin) throw error
        return { outcome: 'unchanged', members: { id: twin.id, enabled: twin.enabled } }
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
        { field: 'name', header: 'NAME' },
        { field: 'chainId', header: 'CHAIN', show: (row) => chainName(String(row.chainId)) },
        { field: 'enabled', header: 'STATE', importance: 4, show: ({ enabled }) => stateText(enabled) },
        { field: 'id', header: 'ID', kind: 'id' },
        { field: 'error.message', header: 'ERROR', importance: 8 },
      ],
    },
  }
}

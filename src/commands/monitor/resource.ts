import type { MonitoredAddress } from '../../api/schemas/monitor.ts'
import { chainName } from '../../api/text/chains.ts'
import { one, text } from '../../cli/options.ts'
import { resource } from '../../cli/resource/resource.ts'
import { withAdditions } from '../steps/addition.ts'

export const monitors = resource<MonitoredAddress, { address?: string | undefined; name?: string | undefined }>({
  command: 'monitor',
  noun: 'monitored address',
  plural: 'monitored addresses',
  list: async (context, query, sending) =>
    (await context.client()).call('listMonitors', { query, ...withAdditions }, sending),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  addressOf: ({ address }) => address,
  describe: ({ address, chainId, name }) => `${address} on ${chainName(chainId)}${name === '' ? '' : ` (${name})`}`,
  remove: (client, id, sending) => client.call('deleteMonitor', { params: { id } }, sending),
  about: ({ address, name }) => `${name} ${address}`,
  view: {
    columns: [
      { field: 'address', header: 'ADDRESS', kind: 'address', importance: 8 },
      { field: 'name', header: 'NAME', leads: true, importance: 9 },
      { field: 'chainId', header: 'CHAIN', importance: 7, show: (row) => chainName(row.chainId) },
      {
        field: 'enabled',
        header: 'STATE',
        importance: 6,
        show: (row) => stateText(row.enabled),
        paint: (text, row, paint) => (row.enabled ? paint.good(text) : paint.dim(text)),
      },
      { field: 'id', header: 'ID', kind: 'id', importance: 8, paint: (text, _, paint) => paint.dim(text) },
      { field: 'kinds', header: 'KINDS', importance: 4, show: ({ kinds = [] }) => kinds.join(', ') },
      { field: 'from', header: 'FROM BLOCK', importance: 3 },
    ],
  },
})

/** What names a monitored address in the commands about one. */
export const monitorArgument = { id: one('id, name or address of what is monitored') }
export const monitorChainOption = text('chain', 'chain id or name, where it is monitored on several', {
  completes: 'chain',
})

/** Nothing of a row that was not sent. */
export function stateText(enabled: unknown): string {
  return enabled === undefined ? '' : enabled ? 'active' : 'inactive'
}

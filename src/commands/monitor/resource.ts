import type { MonitoredAddress } from '../../api/schemas/monitor.ts'
import { chainName } from '../../api/text/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import { notFoundError, usageError } from '../../cli/errors/usage.ts'
import { checkAddresses } from '../../cli/input/check-values.ts'
import { one, text } from '../../cli/options.ts'
import { resource } from '../../cli/resource/resource.ts'
import { withAdditions } from '../steps/addition.ts'
import { readAll } from '../steps/paged-list.ts'

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

/** The address of an argument: as it is, or by the name under which it is monitored, on any number of chains. */
export async function namedAddress(context: Context, given: string): Promise<string> {
  if (/^0x/i.test(given)) {
    await checkAddresses(context, [given])
    return given
  }
  const { content } = await readAll(context, monitors, 10_000)
  const named = content.filter(({ name }) => name === given)
  const [address, ...others] = new Set(named.map((each) => each.address))
  if (others.length > 0)
    throw usageError(`${JSON.stringify(given)} names several monitored addresses: use the address`, {
      details: named.map((each) => monitors.describe(each)),
    })
  if (address !== undefined) return address
  throw notFoundError(
    `${JSON.stringify(given)} is neither an address (0x and 40 hex digits) nor the name of a monitored one`,
    'txwarden monitor list',
  )
}

import type { Entry } from '../../api/schemas/control-list.ts'
import { productTypes } from '../../api/vocabulary.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { chainIdOf, checkAddresses } from '../../cli/input/check-values.ts'
import { choice, many, text } from '../../cli/options.ts'
import type { View } from '../../cli/output/view.ts'
import { fetchAll } from '../steps/paged-list.ts'
import { chainsText } from './view.ts'

interface Checked {
  readonly address: string
  /** BLOCK beats ALLOW. */
  readonly standing: 'BLOCKED' | 'ALLOWED' | 'UNLISTED'
  /** The deciding entries, and those they beat. */
  readonly entries: readonly Entry[]
}

const checkedView: View<Checked> = {
  columns: [
    { field: 'address', header: 'ADDRESS', kind: 'address', importance: 8 },
    {
      field: 'standing',
      header: 'STATUS',
      leads: true,
      importance: 9,
      paint: (shown, { standing }, paint) =>
        standing === 'BLOCKED' ? paint.bad(shown) : standing === 'ALLOWED' ? paint.good(shown) : paint.dim(shown),
    },
    {
      field: 'entries',
      header: 'BY',
      value: ({ entries }) => entries.map(({ id }) => id),
      show: ({ entries }) =>
        entries.map(({ id, type, chainIds }) => `${type} on ${chainsText(chainIds)}, entry ${id}`).join('; '),
    },
  ],
}

export const controlListCheck = defineCommand({
  name: 'control-list check',
  summary: 'Show whether addresses are allowed, blocked or unlisted',
  description:
    'Reads the lists of the service. Without --chain an entry for any chain counts. Exit code 12 when one is blocked, as for a transaction that touches it; otherwise 0.',
  arguments: { address: many('addresses to check') },
  options: {
    chain: text('chain', 'only entries for this chain: id or name', { completes: 'chain' }),
    product: choice(productTypes, 'product the entries hold for; default SONAR'),
  },
  examples: [
    { command: 'txwarden control-list check <address>' },
    { command: 'txwarden control-list check <address> <address> --chain base --json' },
  ],
  async run(context, { address: addresses, chain, product = 'SONAR' }) {
    await checkAddresses(context, addresses)
    const chainId = chain === undefined ? undefined : await chainIdOf(context, chain)
    const client = await context.client()
    const { content } = await fetchAll(
      (query) => client.call('listControlLists', { query }),
      {},
      Number.POSITIVE_INFINITY,
    )
    const inForce = content.filter((entry) => entry.productType === product && holdsOn(entry, chainId))
    const rows = addresses.map((address) => reputationOf(address, inForce))
    const body = { content: rows, chainId: chainId ?? null, productType: product }
    await context.out.list(body, rows, checkedView, { empty: '' })
    return rows.some(({ standing }) => standing === 'BLOCKED') ? exitCodes.blocked : exitCodes.ok
  },
})

/** No chains are all of them. */
function holdsOn({ chainIds = [] }: Entry, chainId: string | undefined): boolean {
  return chainId === undefined || chainIds.length === 0 || chainIds.includes(chainId)
}

function reputationOf(address: string, inForce: readonly Entry[]): Checked {
  const entries = inForce.filter((entry) => entry.address.toLowerCase() === address.toLowerCase())
  const has = (type: Entry['type']) => entries.some((entry) => entry.type === type)
  return { address, standing: has('BLOCK') ? 'BLOCKED' : has('ALLOW') ? 'ALLOWED' : 'UNLISTED', entries }
}

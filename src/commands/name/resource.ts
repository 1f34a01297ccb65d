import type { AddressName, NamedAddress } from '../../api/schemas/name.ts'
import { chainNameOrEvery } from '../../api/text/chains.ts'
import { EVERY_CHAIN, type NameSource } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { resource } from '../../cli/resource/resource.ts'
import { callAddition } from '../steps/addition.ts'

export interface NameFilter {
  name?: string | undefined
  address?: string | undefined
  chainId?: string | undefined
  source?: NameSource | undefined
}

export const names = resource<AddressName, NameFilter>({
  command: 'name',
  noun: 'name',
  list: (context, query, sending) =>
    callAddition(context, 'names of addresses', (client) => client.call('listNames', { query }, sending)),
  idOf: ({ chainId, address }) => `${chainId}/${address}`,
  nameOf: ({ name }) => name,
  // Others are changed where they were given.
  isOffered: ({ source }) => source === 'operator',
  describe: ({ name, address, chainId }) => `${name}, ${address} on ${chainNameOrEvery(chainId)}`,
  about: ({ address, chainId }) => `${address} on ${chainNameOrEvery(chainId)}`,
  remove(client, id, sending) {
    // An address alone has its name on every chain.
    const [address = '', chainId = EVERY_CHAIN] = id.split('/').reverse()
    return client.call('deleteName', { params: { chainId, address } }, sending)
  },
  view: {
    columns: [
      { field: 'name', header: 'NAME', leads: true, importance: 9 },
      { field: 'address', header: 'ADDRESS', kind: 'address', importance: 9 },
      { field: 'chainId', header: 'CHAIN', importance: 8, show: ({ chainId }) => chainNameOrEvery(chainId) },
      { field: 'source', header: 'SOURCE', importance: 6, show: ({ source }) => sources[source] },
    ],
  },
})

/** Those of the address book, which `name remove` removes. */
export const bookNames = {
  ...names,
  list: (context: Context, query: Parameters<typeof names.list>[1]) =>
    names.list(context, { ...query, source: 'operator' }),
}

const sources: Readonly<Record<NameSource, string>> = {
  operator: 'address book',
  safe: 'Safe',
  monitor: 'monitored address',
  contract: 'described contract',
}

type Alike = NamedAddress['alike'][number]

/** What a name or its address can be taken for, and the policies that the change is about, a line each. */
export function alikeTexts({ name, address, alike, policies = [] }: NamedAddress): string[] {
  const texts: Readonly<Record<Alike['code'], (other: Alike) => string>> = {
    'same-name': (other) => `${other.address} has the name ${JSON.stringify(name)}, too`,
    'similar-name': (other) =>
      `${JSON.stringify(name)} looks like ${JSON.stringify(other.name)}, which is ${other.address}`,
    'similar-address': (other) =>
      `${address} looks like ${other.address} (${JSON.stringify(other.name)}): the first and last digits are the same`,
  }
  const likenesses = alike.map(
    (other) => `${texts[other.code](other)} (${sources[other.source]}, ${chainNameOrEvery(other.chainId)})`,
  )
  return policies.length === 0
    ? likenesses
    : [...likenesses, `policies that have the name, or the one that the address had: ${policies.join(', ')}`]
}

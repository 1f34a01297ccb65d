import type { Output } from '../../api/operations/operations.ts'
import { threatKinds } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import type { Client } from '../../client/client.ts'
import { callAddition } from './addition.ts'

export type Looked = Output<'checkAddress'>

/** What lists say of an address on which no transaction is validated: no list knows all that is bad, so it is never SAFE. */
export const listings = ['NO DATA', 'LISTED'] as const
export type Listing = (typeof listings)[number]

/** Looks an address of any chain up in lists. */
export async function lookUpAddress(
  context: Context,
  address: string,
  sending?: Parameters<Client['call']>[2],
): Promise<{ readonly known: Looked; readonly listing: Listing }> {
  const known = await callAddition(context, 'look-ups of addresses in lists', (client) =>
    client.call('checkAddress', { query: { address } }, sending),
  )
  return { known, listing: known.records.some(({ kind }) => threatKinds.includes(kind)) ? 'LISTED' : 'NO DATA' }
}

/** "a BTC address", with what is wrong with it. */
export function kindOfAddress({ chain, isInvalid }: Pick<Looked, 'chain' | 'isInvalid'>): string {
  if (chain === null) return 'an address of a chain that is not known'
  return isInvalid ? `not a valid ${chain} address, a character may be wrong` : `an address of ${chain}`
}

/** "sanctioned: OFAC sanctions list (ofac)". */
export function recordText({ kind, label, source }: Looked['records'][number]): string {
  return `${kind}: ${label} (${source})`
}

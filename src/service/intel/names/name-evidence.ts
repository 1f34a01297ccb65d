import { endsOf } from '../../evm/words.ts'
import type { Reads } from '../../records/reads/reads.ts'
import { ADDRESS_BOOK, type IntelRecord } from '../../risk/evidence.ts'
import { plain } from '../../risk/summary/names.ts'
import type { KnownName } from '../../store/repositories/names.ts'
import { byPrecedence, holdsOn } from './name-book.ts'

/** Names of the addresses of a transaction (lower case), and named addresses that these look like. */
export interface NameEvidence {
  readonly names: ReadonlyMap<string, string>
  /** Named addresses by an address that has no name itself, on any chain, and looks like them. */
  readonly lookalikes: ReadonlyMap<string, readonly IntelRecord[]>
  /** How many names there are. Read only where an address looks like a named one. */
  readonly size: number
}

export const NO_NAMES: NameEvidence = { names: new Map(), lookalikes: new Map(), size: 0 }

/** @param chainsOf the chains on which an address is asked for. @param revision of the names */
export async function nameEvidence(
  reads: Pick<Reads, 'names' | 'nameCount'>,
  addresses: readonly string[],
  chainsOf: (address: string) => readonly string[],
  revision: number,
): Promise<NameEvidence> {
  const rows = await reads.names(addresses)
  if (rows.length === 0) return NO_NAMES
  const byEnds = Map.groupBy(byPrecedence(rows), ({ address_key }) => endsOf(address_key))
  const names = new Map<string, string>()
  const lookalikes = new Map<string, IntelRecord[]>()
  for (const address of addresses) {
    const alike = byEnds.get(endsOf(address)) ?? []
    const own = alike.filter(({ address_key }) => address_key === address)
    const name = plain(own.find((each) => chainsOf(address).some((chainId) => holdsOn(each, chainId)))?.name ?? '')
    if (name !== undefined) names.set(address, name)
    if (own.length === 0 && alike.length > 0) lookalikes.set(address, alike.flatMap(recordOf))
  }
  return { names, lookalikes, size: lookalikes.size === 0 ? 0 : await reads.nameCount(revision) }
}

/** It names an address, and vouches for nothing. */
function recordOf({ address_key, name }: KnownName): IntelRecord[] {
  const label = plain(name)
  return label === undefined
    ? []
    : [{ address: address_key, chainIds: [], kind: 'benign', label, source: ADDRESS_BOOK }]
}

/** Both what sources know and what is named. */
export function withNamed(
  known: ReadonlyMap<string, readonly IntelRecord[]>,
  { lookalikes }: NameEvidence,
): ReadonlyMap<string, readonly IntelRecord[]> {
  if (lookalikes.size === 0) return known
  const all = new Map(known)
  for (const [address, records] of lookalikes) all.set(address, [...records, ...(known.get(address) ?? [])])
  return all
}

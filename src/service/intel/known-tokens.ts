import { appliesTo, intelOn } from '../store/repositories/intel.ts'
import type { Db } from '../store/schema.ts'
import { baselineFor } from './baseline.ts'

/** Which of some addresses (lower case) are canonical tokens of the chain, by built-in records and imported token lists. */
export async function knownTokens(db: Db, chainId: string, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const imported = addresses.length === 0 ? [] : await intelOn(db, addresses)
  const known = [
    ...addresses.flatMap((address) => baselineFor(address, chainId).map((record) => ({ ...record, address }))),
    ...imported.filter((hit) => appliesTo(hit, chainId)),
  ]
  return new Set(known.filter(({ kind, canonical }) => kind === 'token' && canonical).map(({ address }) => address))
}

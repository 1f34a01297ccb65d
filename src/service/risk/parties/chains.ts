import type { Analysis } from '../analyze.ts'
import type { IntelRecord } from '../evidence.ts'
import { isWarning } from './reputation.ts'

/** On which chains an address takes part. */
export type ChainsOf = (address: string) => readonly string[]

export function chainsIn({ subjects, transaction: { chainId } }: Analysis): ChainsOf {
  const elsewhere = new Map<string, readonly string[]>()
  for (const { address, chains } of subjects) if (chains) elsewhere.set(address, chains)
  const here = [chainId]
  return (address) => elsewhere.get(address) ?? here
}

/** Whether what an address gets counts on every chain: by a message for all of them, or as a delegate on all of them. */
export function everywhereIn({ message, actions }: Analysis): (address: string) => boolean {
  if (message?.isEverywhere) return () => true
  const delegates = new Set(
    actions.flatMap((action) => (action.kind === 'control' && action.everyChain ? action.authority : [])),
  )
  return (address) => delegates.has(address)
}

/** Which of some addresses are looked up on which chain. */
export function byChain(addresses: readonly string[], chainsOf: ChainsOf): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const address of addresses)
    for (const chainId of chainsOf(address)) {
      const some = found.get(chainId) ?? []
      found.set(chainId, some)
      some.push(address)
    }
  return found
}

/**
 * What is known of addresses that take part on several chains: what warns does so on any of them, and what vouches must be known on all.
 * @param found by chain
 */
export function knownOnAll(found: ReadonlyMap<string, readonly IntelRecord[]>, chainsOf: ChainsOf): IntelRecord[] {
  const keysOn = new Map(Array.from(found, ([chainId, records]) => [chainId, new Set(records.map(keyOf))]))
  const known = Array.from(found.values()).flat()
  const counts = (record: IntelRecord) =>
    isWarning(record) ||
    chainsOf(record.address.toLowerCase()).every((chainId) => keysOn.get(chainId)?.has(keyOf(record)))
  return [...new Map(known.filter(counts).map((record) => [keyOf(record), record])).values()]
}

/** The same wherever it is known. */
function keyOf(record: IntelRecord): string {
  return JSON.stringify({ ...record, chainIds: [] })
}

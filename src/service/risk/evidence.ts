import type { EntryType, FeedFormat, SubCategory } from '../../api/vocabulary.ts'
import type { Trace } from './trace/trace.ts'

/** A control list entry that holds for the product and the chain in question. */
export interface ListEntry {
  readonly id: string
  readonly type: EntryType
  readonly address: string
}

/** benign, token, protocol, exchange and burn are facts; the others are warnings. */
export type IntelKind = 'malicious' | 'sanctioned' | 'mixer' | 'benign' | 'token' | 'protocol' | 'exchange' | 'burn'

/** What one source says about one address. */
export interface IntelRecord {
  readonly address: string
  /** Empty: every chain. */
  readonly chainIds: readonly string[]
  readonly kind: IntelKind
  /** Of a malicious address; maliciousInteraction when absent. */
  readonly subCategory?: Exclude<SubCategory, 'sanctionedInteraction' | 'blockedAddress'>
  /** Score of dealing with a malicious address or a mixer directly, 0–100; 70 when absent. */
  readonly severity?: number
  /** Name of the address, or what it is accused of. */
  readonly label: string
  readonly source: string
  /** Of the source, when it is an imported feed: tells which ones repeat one another. */
  readonly format?: FeedFormat
  /** Of a token. */
  readonly symbol?: string
  /** Of a fact: the source is the authority on it (a token list, the project's own baseline), not one that tags names. */
  readonly canonical?: boolean
}

export function holdsOn(record: IntelRecord, chainId: string): boolean {
  return record.chainIds.length === 0 || record.chainIds.includes(chainId)
}

/** Somebody the sender, or an account, has dealt with in valid transactions that were reported on chain. */
export interface Counterparty {
  /** Whose counterparty it is: an account that the transaction acts for, lower case; the sender's when absent. */
  readonly owner?: string
  readonly address: string
  /** Milliseconds since the epoch. */
  readonly firstSeen: number
  readonly count: number
  /** Whether something of worth ever went there: a zero-value transfer makes nobody known. */
  readonly hadValue: boolean
}

/** A flagged address that the subject is connected with on chain. */
export interface Connection {
  /** 1–3: transfers between the subject and the flagged address. */
  readonly hops: number
  readonly record: IntelRecord
}

/** A source whose snapshot is older than it may be. */
export interface StaleSource {
  readonly name: string
  readonly ageMs: number
}

/**
 * Everything the detectors may rest on. All lookups take lower case. What was not looked up or is not there answers
 * empty; `has…` says which kinds of evidence there were at all, for the coverage.
 */
export interface EvidenceSet {
  entriesOn(address: string): readonly ListEntry[]
  intelOn(address: string): readonly IntelRecord[]
  /** Known contracts and tokens that share the first three and last three digits with the address, and are not it. */
  lookalikesOf(address: string): readonly IntelRecord[]
  /** Canonical tokens of the chain whose symbol or name has this skeleton (`skeletonOf`). */
  tokensLike(skeleton: string): readonly IntelRecord[]
  /**
   * Counterparties that share the first three and last three digits with the address, and itself: the sender's, and
   * those of the accounts that pay the address in this transaction.
   */
  counterpartiesLike(address: string): readonly Counterparty[]
  /** Whether anything was ever reported for the sender. */
  readonly hasHistory: boolean
  /** Shortest paths to flagged addresses, the worst first. */
  findHops(address: string): readonly Connection[]
  readonly hasGraph: boolean
  readonly trace: Trace | undefined
  readonly staleSources: readonly StaleSource[]
}

export interface Known {
  readonly entries: readonly ListEntry[]
  readonly intel: readonly IntelRecord[]
  readonly lookalikes: ReadonlyMap<string, readonly IntelRecord[]>
  readonly tokensBySkeleton: ReadonlyMap<string, readonly IntelRecord[]>
  readonly counterparties: readonly Counterparty[]
  readonly hasHistory: boolean
  readonly connections: ReadonlyMap<string, readonly Connection[]>
  readonly hasGraph: boolean
  readonly trace: Trace | undefined
  readonly staleSources: readonly StaleSource[]
}

/** Entries and records must hold for the transaction's product and chain; their addresses may be in any case. */
export function evidenceSet(known: Partial<Known>): EvidenceSet {
  const entries = byAddress(known.entries ?? [])
  const intel = byAddress(known.intel ?? [])
  return {
    entriesOn: (address) => entries.get(address) ?? [],
    intelOn: (address) => intel.get(address) ?? [],
    lookalikesOf: (address) => known.lookalikes?.get(address) ?? [],
    tokensLike: (skeleton) => known.tokensBySkeleton?.get(skeleton) ?? [],
    counterpartiesLike: byEnds(known.counterparties ?? []),
    hasHistory: known.hasHistory ?? false,
    findHops: (address) => known.connections?.get(address) ?? [],
    hasGraph: known.hasGraph ?? false,
    trace: known.trace,
    staleSources: known.staleSources ?? [],
  }
}

function byAddress<T extends { readonly address: string }>(rows: readonly T[]): Map<string, T[]> {
  return Map.groupBy(rows, (row) => row.address.toLowerCase())
}

/** Indexed when it is first asked: a sender may have dealt with many. */
function byEnds(counterparties: readonly Counterparty[]): (address: string) => readonly Counterparty[] {
  let index: Map<string, Counterparty[]> | undefined
  return (address) => {
    if (counterparties.length === 0) return counterparties
    index ??= Map.groupBy(counterparties, (each) => endsOf(each.address.toLowerCase()))
    return index.get(endsOf(address)) ?? []
  }
}

/** The digits of an address in lower case that people look at: the first three and the last three. */
export function endsOf(address: string): string {
  return address.slice(2, 5) + address.slice(-3)
}

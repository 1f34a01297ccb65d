import { ANY_CHAIN, chainById } from '../../api/chains.ts'
import {
  type EntryType,
  type FeedFormat,
  type IntelKind,
  type IntelSubCategory,
  threatKinds,
} from '../../api/vocabulary.ts'
import { lazily } from '../../shared/lazily.ts'
import { endsOf } from '../evm/words.ts'
import type { PriceOf } from '../evm/worth.ts'
import type { ChainAccount } from './chain/account.ts'
import type { Executed } from './chain/executed.ts'
import type { ChainObservation } from './chain/observation.ts'
import { startOf } from './parties/similarity.ts'
import type { Trace } from './trace/trace.ts'

/** A control list entry that applies to the product and chain of the transaction. */
export interface ListEntry {
  readonly id: string
  readonly type: EntryType
  readonly address: string
}

/** Source of the addresses that people here named. */
export const ADDRESS_BOOK = 'address book'

/**
 * What an address does with plain payments, by kind those that it accepts. sweepable: anyone may take them; stuck: nothing returns
 * them, or only an operator does.
 */
export type Payments = readonly ('native' | 'token' | 'call' | 'nft')[] | 'sweepable' | 'stuck'

/**
 * As what a source knows an address. token · market: assets are put into it, or traded in it · router: it is called to trade ·
 * spender: it takes tokens by an allowance · callee: it is called · payee: it is paid · library: accounts run it by delegatecall ·
 * executor: it makes any call for anyone · implementation: behind proxies of accounts · delegate: of accounts with a key (EIP-7702) ·
 * module: of accounts, or a hook, paymaster or zone · handler: fallback handler of accounts, or receiver of messages · factory ·
 * bridge · oracle · name: registers or resolves names
 */
export const knownAs = [
  'token',
  'market',
  'router',
  'spender',
  'callee',
  'payee',
  'library',
  'executor',
  'implementation',
  'delegate',
  'module',
  'handler',
  'factory',
  'bridge',
  'oracle',
  'name',
] as const

export type KnownAs = (typeof knownAs)[number]

/** One source's record of one address. */
export interface IntelRecord {
  readonly address: string
  /** Empty: every chain. */
  readonly chainIds: readonly string[]
  readonly kind: IntelKind
  /** Set for a malicious address; default maliciousInteraction. */
  readonly subCategory?: IntelSubCategory
  /** Score (0–100) of a direct interaction with a malicious address or mixer; default 70. */
  readonly severity?: number
  /** Name of the address, or of the threat. */
  readonly label: string
  readonly source: string
  /** Format of an imported feed: shows which feeds repeat one another. */
  readonly format?: FeedFormat
  /** Set for a token. */
  readonly symbol?: string
  /** Set for a token. */
  readonly decimals?: number
  /** Token that a vault or market takes. */
  readonly asset?: { readonly symbol: string; readonly decimals: number }
  /** The source is the authority (a token list, the built-in baseline), not a name tag. */
  readonly canonical?: boolean
  /** Of the code that it has at this address everywhere. */
  readonly codeHash?: string
  /** Absent: not reviewed. */
  readonly payments?: Payments
  /** Absent: the record names the address and vouches for nothing. */
  readonly as?: readonly KnownAs[]
}

/**
 * What vouches on every chain does so where contracts are deployed at one address everywhere: not where addresses are others, nor
 * on a chain of which nothing is known. What warns on any chain does so where the chain is not named.
 */
export function holdsOn(record: IntelRecord, chainId: string): boolean {
  if (chainId === ANY_CHAIN && threatKinds.includes(record.kind)) return true
  if (record.chainIds.length > 0) return record.chainIds.includes(chainId)
  const chain = chainById(chainId)
  return record.canonical !== true || (chain !== undefined && chain.hasOwnAddresses !== true)
}

/** Whether the record is also about another chain than this one. */
export function holdsElsewhere({ chainIds }: IntelRecord, chainId: string): boolean {
  return chainIds.length !== 1 || chainIds[0] !== chainId
}

/** An address in valid, reported transactions of the sender or of an account. */
export interface Counterparty {
  /** Account (lower case) whose counterparty it is; absent: the sender. */
  readonly owner?: string
  readonly address: string
  /** Milliseconds since the epoch. */
  readonly firstSeen: number
  readonly count: number
  /** It received something of value at least once; a zero-value transfer does not count. */
  readonly hadValue: boolean
  /** Payments to it below WARNING vouch for what it is paid now. Otherwise it is a contact, which vouches for nothing. */
  readonly vouches: boolean
  /** Only reports show it, and no node confirmed one although the chain has a node. */
  readonly isDoubtful?: boolean
  /** The largest payments to it below WARNING, one of each asset. */
  readonly payments?: readonly KnownPayment[]
}

/** A reported payment below WARNING, the largest of its asset. */
export interface KnownPayment {
  /** The token contract; `native` for the native currency. */
  readonly asset: string
  /** Base units, or items. */
  readonly amount: bigint
  /** ms since 1970. */
  readonly at: number
  /** A node showed it. */
  readonly isConfirmed: boolean
  /** It vouches: it is confirmed, or no node could confirm it and the key that validated reported it. */
  readonly counts: boolean
}

/** The largest allowance that a reported transaction below WARNING granted. */
export interface KnownAllowance {
  /** Account (lower case) that granted it; absent: the sender. */
  readonly owner?: string
  readonly spender: string
  readonly token: string
  /** Base units. */
  readonly amount: bigint
}

/** An on-chain path from the subject to a flagged address. */
export interface Connection {
  /** 1–3: transfers between the subject and the flagged address. */
  readonly hops: number
  /** The addresses after the subject, the flagged one last. */
  readonly path?: readonly string[]
  readonly record: IntelRecord
}

/** A source whose snapshot exceeds its maximum age. */
export interface StaleSource {
  readonly name: string
  readonly ageMs: number
}

/** What is known about the transaction as a whole. */
interface WholeEvidence {
  /** Any transaction of the sender was reported, and confirmed where the chain has a node. */
  readonly hasHistory: boolean
  readonly hasGraph: boolean
  readonly trace: Trace | undefined
  /** What a node says; undefined: no node of the chain is configured, or none was to be queried. */
  readonly chain: ChainObservation | undefined
  /** Set for a transaction that a block has; undefined: it is checked before it is sent. */
  readonly executed: Executed | undefined
  /** Returns the price of an asset that moves; undefined: no source has one. */
  readonly priceOf: PriceOf
  readonly staleSources: readonly StaleSource[]
  /** A sanctions list is imported and not stale: an address that it lacks is not sanctioned any more. */
  readonly hasSanctionsList: boolean
}

/** All evidence for one transaction. Look-ups take lower case and return empty for unknown addresses. */
export interface EvidenceSet extends WholeEvidence {
  /** Whether the database has any, for any address; so too for those below. */
  readonly hasCounterparties: boolean
  readonly hasAllowances: boolean
  readonly hasConnections: boolean
  readonly hasLookalikes: boolean
  entriesOn(address: string): readonly ListEntry[]
  intelOn(address: string): readonly IntelRecord[]
  /** An entry or a record is about an address that starts with these four bytes (`startOf`). */
  isStart(start: number): boolean
  /** Known contracts and tokens, and named addresses, that share the first three and last three digits with the address, and are not it. */
  lookalikesOf(address: string): readonly IntelRecord[]
  /** Canonical tokens of the chain whose symbol or name has this skeleton (`skeletonOf`). */
  tokensLike(skeleton: string): readonly IntelRecord[]
  /** Counterparties of the sender and of paying accounts with the same first and last three digits, itself included. */
  counterpartiesLike(address: string): readonly Counterparty[]
  /** The address itself, as a counterparty of the sender and of paying accounts. */
  counterpartiesAt(address: string): readonly Counterparty[]
  /** Allowances that the sender and its accounts granted to the spender before. */
  allowancesTo(spender: string): readonly KnownAllowance[]
  /** Shortest paths to flagged addresses. */
  findHops(address: string): readonly Connection[]
  /** Undefined when it was not requested, or not answered. */
  accountOf(address: string): ChainAccount | undefined
  /** The operator added it as an own Safe of the chain. */
  isOwnSafe(address: string): boolean
  /** What people here named the address, without what is no letter, digit or plain sign. It vouches for nothing. */
  nameOf(address: string): string | undefined
  /** A source knows the address on another chain. @param chainId on this one */
  elsewhere(address: string, chainId?: string): boolean
  /** Owner of an item or position, as a node says. */
  ownerOf(contract: string, id: bigint): string | undefined
  /** How many addresses a source has: the more, the likelier one shares digits with another by chance. */
  sizeOf(source: string): number
}

/** The record of a token in the built-in baseline or a canonical list. */
export function listedToken(address: string, { intelOn }: Pick<EvidenceSet, 'intelOn'>): IntelRecord | undefined {
  return intelOn(address).find(({ kind, canonical }) => kind === 'token' && canonical)
}

/** Its record in the built-in baseline alone. */
export function builtInToken(address: string, { intelOn }: Pick<EvidenceSet, 'intelOn'>): IntelRecord | undefined {
  return intelOn(address).find(({ kind, canonical, format }) => kind === 'token' && canonical && !format)
}

export interface KnownEvidence extends WholeEvidence {
  readonly entries: readonly ListEntry[]
  readonly intel: readonly IntelRecord[]
  /** Records of other chains, about addresses that the account asks for. */
  readonly elsewhere: readonly IntelRecord[]
  readonly lookalikes: ReadonlyMap<string, readonly IntelRecord[]>
  readonly tokensBySkeleton: ReadonlyMap<string, readonly IntelRecord[]>
  readonly counterparties: readonly Counterparty[]
  readonly allowances: readonly KnownAllowance[]
  readonly connections: ReadonlyMap<string, readonly Connection[]>
  readonly sourceSizes: ReadonlyMap<string, number>
  /** Lower case. */
  readonly ownSafes: readonly string[]
  /** By address in lower case. */
  readonly names: ReadonlyMap<string, string>
}

/** Most look-ups find nothing. */
const NONE: readonly never[] = []

/** Entries and records must apply to the product and chain; addresses in any case. */
export function evidenceSet(known: Partial<KnownEvidence>): EvidenceSet {
  const entries = byAddress(known.entries)
  const intel = byAddress(known.intel)
  const starts = lazily(() => new Set([...entries.keys(), ...intel.keys()].map(startOf)))
  const elsewhere = lazily(() => byAddress(known.elsewhere))
  const counterpartiesLike = indexByEnds(known.counterparties ?? NONE)
  const granted = known.allowances ?? NONE
  const allowances = Map.groupBy(granted, ({ spender }) => spender.toLowerCase())
  return {
    hasCounterparties: (known.counterparties ?? NONE).length > 0,
    hasAllowances: granted.length > 0,
    hasConnections: (known.connections?.size ?? 0) > 0,
    hasLookalikes: (known.lookalikes?.size ?? 0) > 0,
    entriesOn: (address) => entries.get(address) ?? NONE,
    intelOn: (address) => intel.get(address) ?? NONE,
    isStart: (start) => starts().has(start),
    lookalikesOf: (address) => known.lookalikes?.get(address) ?? NONE,
    tokensLike: (skeleton) => known.tokensBySkeleton?.get(skeleton) ?? NONE,
    counterpartiesLike,
    counterpartiesAt: (address) => counterpartiesLike(address).filter((each) => each.address.toLowerCase() === address),
    allowancesTo: (spender) => allowances.get(spender) ?? NONE,
    hasHistory: known.hasHistory ?? false,
    findHops: (address) => known.connections?.get(address) ?? NONE,
    hasGraph: known.hasGraph ?? false,
    trace: known.trace,
    chain: known.chain,
    executed: known.executed,
    accountOf: (address) => known.chain?.accounts.get(address),
    priceOf: known.priceOf ?? (() => undefined),
    staleSources: known.staleSources ?? [],
    elsewhere: (address, chainId) =>
      elsewhere()
        .get(address)
        ?.some((record) => chainId === undefined || holdsOn(record, chainId)) ?? false,
    ownerOf: (contract, id) => known.chain?.owners?.get(`${contract} ${id}`),
    isOwnSafe: (address) => known.ownSafes?.includes(address) ?? false,
    nameOf: (address) => known.names?.get(address),
    sizeOf: (source) => known.sourceSizes?.get(source) ?? 0,
    hasSanctionsList: known.hasSanctionsList ?? false,
  }
}

function byAddress<T extends { readonly address: string }>(rows: readonly T[] = NONE): ReadonlyMap<string, T[]> {
  return Map.groupBy(rows, (row) => row.address.toLowerCase())
}

/** Builds the index on first use: a sender may have many counterparties. */
function indexByEnds(counterparties: readonly Counterparty[]): (address: string) => readonly Counterparty[] {
  const index = lazily(() => Map.groupBy(counterparties, (each) => endsOf(each.address.toLowerCase())))
  return (address) => index().get(endsOf(address)) ?? NONE
}

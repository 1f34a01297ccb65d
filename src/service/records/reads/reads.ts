import { setChains } from '../../../api/chains.ts'
import type { Settings } from '../../../api/schemas/extensions.ts'
import type { ProductType } from '../../../api/vocabulary.ts'
import { activeAlerts, type StoredAlert } from '../../store/repositories/alerts.ts'
import { NO_CHAINS, readChains, type StoredChains } from '../../store/repositories/chain-nodes.ts'
import { readConfiguration } from '../../store/repositories/configuration.ts'
import { listContracts, NO_CONTRACTS, type StoredContracts } from '../../store/repositories/contracts.ts'
import { allEntries, entriesOn } from '../../store/repositories/control-lists.ts'
import {
  alikeKey,
  counterpartiesAlike,
  type HistoryScope,
  type OwnedAddress,
  whichHaveHistory,
} from '../../store/repositories/counterparties.ts'
import {
  allowancesBetween,
  type GrantScope,
  type StoredAllowance,
} from '../../store/repositories/granted-allowances.ts'
import { hasGraph } from '../../store/repositories/graph.ts'
import { findAnswers } from '../../store/repositories/idempotent-answers.ts'
import {
  type ActiveSource,
  appliesTo,
  endsNumber,
  type IntelHit,
  intelOn,
  lookalikesOf,
  signaturesBySelector,
  tokensLike,
} from '../../store/repositories/intel.ts'
import { listedStarts } from '../../store/repositories/listed-starts.ts'
import { countNames, type KnownName, namesAlike } from '../../store/repositories/names.ts'
import { type PaymentScope, paymentsBetween } from '../../store/repositories/payments.ts'
import { NO_POLICIES, readPolicies, type StoredPolicies } from '../../store/repositories/policies.ts'
import { type ActivePrice, pricesOf } from '../../store/repositories/prices.ts'
import { readRevisions } from '../../store/repositories/revisions.ts'
import type { CounterpartyRow, Db, EntryRow, IdempotentAnswerRow, PaymentRow } from '../../store/schema/schema.ts'
import { settingsOf } from '../settings.ts'
import { batchByKey, batchLoader, batchSingle, type Defer } from './batch-loader.ts'
import { startFilter } from './start-filter.ts'

/** Queries of a validation. They read committed state, and combine the loads of many. Addresses in lower case. */
export interface Reads {
  /** For single queries. */
  readonly db: Db
  configuration(): Promise<ServiceConfiguration>
  /** Active ones, oldest first. The same array until an alert changes. */
  alerts(): Promise<readonly StoredAlert[]>
  /** The stored response of an idempotency key. */
  idempotentAnswer(of: { scope: string; now: number }): Promise<IdempotentAnswerRow | undefined>
  /** @param about `revision` of the evidence: few entries that were loaded for it are kept */
  entries(about: AboutEntries & { revision: number }): Promise<readonly EntryRow[]>
  intel(on: OnChain): Promise<readonly IntelHit[]>
  /**
   * Whether an address that starts with four bytes may have a BLOCK entry or a record.
   * @param revision of the evidence: what was loaded for it is kept
   */
  listedStarts(revision: number): Promise<(start: number) => boolean>
  /** Imported function signatures by selector. */
  signatures(selectors: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  lookalikes(on: OnChain): Promise<ReadonlyMap<string, readonly IntelHit[]>>
  tokensLike(on: { skeletons: readonly string[]; chainId: string }): Promise<ReadonlyMap<string, readonly IntelHit[]>>
  counterparties(of: readonly OwnedAddress[]): Promise<readonly CounterpartyRow[]>
  /** Payments between each owner and counterparty. */
  payments(of: readonly PaymentScope[]): Promise<readonly PaymentRow[]>
  /** Allowances between each owner and spender. */
  allowances(of: readonly GrantScope[]): Promise<readonly StoredAllowance[]>
  hasHistory(scope: HistoryScope): Promise<boolean>
  hasGraph(chainId: string): Promise<boolean>
  /** Names of addresses that have the first and last digits of these, themselves included. */
  names(addresses: readonly string[]): Promise<readonly KnownName[]>
  /** How many there are. @param revision of the names: what was counted for it is kept */
  nameCount(revision: number): Promise<number>
  prices(of: { chainId: string; tokens: readonly string[] }): Promise<ReadonlyMap<string, ActivePrice>>
}

/** Longer control lists are queried. */
const MAX_KEPT_ENTRIES = 100

/** State that is the same for all transactions. */
export interface ServiceConfiguration {
  /** The evidence revision, read first: all other data is at least as new. */
  readonly revision: number
  readonly settings: Settings
  /** As `Reads.alerts` has them. */
  readonly alerts: readonly StoredAlert[]
  readonly sources: readonly ActiveSource[]
  /** The same object until a node is added or removed, or a chain is paused or resumed. */
  readonly chains: StoredChains
  /** The same object until a contract is stored or removed. */
  readonly contracts: StoredContracts
  /** Changes with the names of addresses; 0: none ever had one. */
  readonly names: number
  /** The same object until a policy is stored or removed. */
  readonly policies: StoredPolicies
}

interface OnChain {
  readonly addresses: readonly string[]
  readonly chainId: string
}

/**
 * @param db committed state
 * @param defer when a query starts: it combines the loads until then
 */
export function createReads(db: Db, defer: Defer = setImmediate): Reads {
  const alertsAt = byRevision(() => activeAlerts(db))
  const chainsAt = byRevision(async () => {
    const stored = await readChains(db)
    setChains(stored.settings)
    return stored
  })
  const contractsAt = byRevision(() => listContracts(db))
  const policiesAt = byRevision(() => readPolicies(db))
  const entriesAt = byRevision(() => allEntries(db, MAX_KEPT_ENTRIES))
  const queriedEntries = batchLoader(async (queries: readonly AboutEntries[]) => {
    const rows = await entriesOn(db, unique(queries.flatMap(({ addresses }) => addresses)))
    return queries.map((about) => rows.filter((row) => isAbout(row, about)))
  }, defer)
  return {
    db,
    configuration: batchSingle(async () => {
      // Read first: all other data is at least as new.
      const { revisions, settings, sources } = await readConfiguration(db)
      const [alerts, chains, contracts, policies] = await Promise.all([
        alertsAt(revisions.alerts),
        // No query where no node, contract or policy was ever stored.
        revisions.chains === 0 ? NO_CHAINS : chainsAt(revisions.chains),
        revisions.contracts === 0 ? NO_CONTRACTS : contractsAt(revisions.contracts),
        // Their parties can be names.
        revisions.policies === 0 ? NO_POLICIES : policiesAt(revisions.policies + revisions.names),
      ])
      return {
        revision: revisions.evidence,
        settings: settingsOf(settings),
        alerts,
        sources,
        chains,
        contracts,
        names: revisions.names,
        policies,
      }
    }, defer),
    alerts: batchSingle(async () => alertsAt((await readRevisions(db)).alerts), defer),
    idempotentAnswer: batchLoader(async (queries) => {
      const now = Math.max(...queries.map((query) => query.now))
      const rows = await findAnswers(db, unique(queries.map(({ scope }) => scope)), now)
      return queries.map(({ scope }) => rows.find((row) => row.scope === scope))
    }, defer),
    async entries({ revision, ...about }) {
      const all = await entriesAt(revision)
      return all ? all.filter((row) => isAbout(row, about)) : queriedEntries(about)
    },
    listedStarts: byRevision(() => listedStarts(db).then(startFilter)),
    names: batchLoader(async (queries) => {
      const byEnds = Map.groupBy(await namesAlike(db, unique(queries.flat())), (row) => endsNumber(row.address_key))
      return queries.map((addresses) => unique(addresses.map(endsNumber)).flatMap((ends) => byEnds.get(ends) ?? []))
    }, defer),
    nameCount: byRevision(() => countNames(db)),
    ...intelReads(db, defer),
    ...historyReads(db, defer),
  }
}

/** What imported lists say. */
function intelReads(
  db: Db,
  defer: Defer,
): Pick<Reads, 'intel' | 'signatures' | 'lookalikes' | 'tokensLike' | 'prices'> {
  return {
    intel: batchLoader(async (queries) => {
      const hits = await intelOn(db, unique(queries.flatMap(({ addresses }) => addresses)))
      const byAddress = Map.groupBy(hits, ({ address }) => address)
      return queries.map(({ addresses, chainId }) =>
        addresses.flatMap((address) => byAddress.get(address) ?? []).filter((hit) => appliesTo(hit, chainId)),
      )
    }, defer),
    signatures: batchLoader(async (queries) => {
      const found = await signaturesBySelector(db, unique(queries.flat()))
      return queries.map((selectors) => nonEmpty(selectors, (selector) => found.get(selector) ?? []))
    }, defer),
    lookalikes: batchLoader(async (queries) => {
      const byEnds = await lookalikesOf(db, unique(queries.flatMap(({ addresses }) => addresses)))
      return queries.map(({ addresses, chainId }) =>
        nonEmpty(addresses, (address) =>
          (byEnds.get(endsNumber(address)) ?? []).filter((hit) => hit.address !== address && appliesTo(hit, chainId)),
        ),
      )
    }, defer),
    tokensLike: batchLoader(async (queries) => {
      const bySkeleton = await tokensLike(db, unique(queries.flatMap(({ skeletons }) => skeletons)))
      return queries.map(({ skeletons, chainId }) =>
        nonEmpty(skeletons, (skeleton) => (bySkeleton.get(skeleton) ?? []).filter((hit) => appliesTo(hit, chainId))),
      )
    }, defer),
    prices: batchLoader(async (queries) => {
      const found = new Map<string, ReadonlyMap<string, ActivePrice>>()
      for (const [chainId, group] of Map.groupBy(queries, (query) => query.chainId))
        found.set(chainId, await pricesOf(db, chainId, unique(group.flatMap(({ tokens }) => tokens))))
      return queries.map(({ chainId }) => found.get(chainId) ?? new Map())
    }, defer),
  }
}

/** What earlier transactions show. */
function historyReads(
  db: Db,
  defer: Defer,
): Pick<Reads, 'counterparties' | 'payments' | 'allowances' | 'hasHistory' | 'hasGraph'> {
  return {
    counterparties: batchLoader(async (queries) => {
      const rows = await counterpartiesAlike(db, queries.flat())
      const found = Map.groupBy(rows, ({ chain_id, owner, ends }) => alikeKey(chain_id, owner, ends))
      return queries.map((pairs) =>
        unique(pairs.map(({ chainId, owner, address }) => alikeKey(chainId, owner, endsNumber(address)))).flatMap(
          (key) => found.get(key) ?? [],
        ),
      )
    }, defer),
    payments: batchLoader(async (queries) => {
      const rows = await paymentsBetween(db, queries.flat())
      const found = Map.groupBy(rows, (row) => paymentKey({ chainId: row.chain_id, ...row }))
      return queries.map((scopes) => unique(scopes.map(paymentKey)).flatMap((key) => found.get(key) ?? []))
    }, defer),
    allowances: batchLoader(async (queries) => {
      const rows = await allowancesBetween(db, queries.flat())
      const found = Map.groupBy(rows, grantKey)
      return queries.map((scopes) => unique(scopes.map(grantKey)).flatMap((key) => found.get(key) ?? []))
    }, defer),
    hasHistory: batchLoader(async (scopes) => {
      const known = await whichHaveHistory(db, scopes)
      return scopes.map(({ chainId, owner }) => known.has(`${chainId} ${owner}`))
    }, defer),
    hasGraph: batchByKey((chainId) => hasGraph(db, chainId), defer),
  }
}

/** Loads again only under another revision than the last one. A failure is not kept. */
function byRevision<T>(load: () => Promise<T>): (revision: number) => Promise<T> {
  let last: { readonly revision: number; readonly loading: Promise<T> } | undefined
  return (revision) => {
    if (last?.revision === revision) return last.loading
    const loaded = { revision, loading: load() }
    loaded.loading.catch(() => {
      if (last === loaded) last = undefined
    })
    last = loaded
    return loaded.loading
  }
}

function grantKey({ chainId, owner, spender }: GrantScope): string {
  return `${chainId} ${owner} ${spender}`
}

function paymentKey({ chainId, owner, counterparty }: PaymentScope): string {
  return `${chainId} ${owner} ${counterparty}`
}

interface AboutEntries {
  readonly addresses: readonly string[]
  readonly product: ProductType
}

function isAbout(row: EntryRow, { addresses, product }: AboutEntries): boolean {
  return row.product_type === product && addresses.includes(row.address_key)
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

function nonEmpty<V>(keys: readonly string[], find: (key: string) => readonly V[]): Map<string, readonly V[]> {
  return new Map(keys.map((key) => [key, find(key)] as const).filter(([, found]) => found.length > 0))
}

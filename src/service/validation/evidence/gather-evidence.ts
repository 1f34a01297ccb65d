import type { ProductType } from '../../../api/vocabulary.ts'
import { lazily } from '../../../shared/lazily.ts'
import { baselineFor, isBaselineStart } from '../../intel/baseline.ts'
import { lookUpIntel, NO_FEEDS, recordsOfFeeds } from '../../intel/look-up.ts'
import { entryAppliesTo } from '../../records/control-list-entry.ts'
import type { Reads } from '../../records/reads/reads.ts'
import { askedElsewhere } from '../../risk/account/unread.ts'
import { type Analysis, addressesOf } from '../../risk/analyze.ts'
import type { Executed, Spend } from '../../risk/chain/executed.ts'
import { withLibraries } from '../../risk/chain/libraries.ts'
import type { ChainObservation } from '../../risk/chain/observation.ts'
import { addressesObserved, contractsChanged, namesObserved } from '../../risk/chain/observed.ts'
import type { Embedded } from '../../risk/decode/embedded.ts'
import {
  type Counterparty,
  type EvidenceSet,
  evidenceSet,
  holdsElsewhere,
  type IntelRecord,
  type KnownAllowance,
  type KnownPayment,
} from '../../risk/evidence.ts'
import { paidIn, paymentsVouch } from '../../risk/money/history.ts'
import { payerOf } from '../../risk/parties/controlled-accounts.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import { type ActiveSource, staleAmong } from '../../store/repositories/intel.ts'
import { safesAmong } from '../../store/repositories/safes.ts'
import { CONFIRMED, type EntryRow, type PaymentRow, type Standing } from '../../store/schema/schema.ts'
import { findHops } from './hop-graph.ts'

export interface EvidenceOptions {
  readonly product: ProductType
  readonly trace: Trace | undefined
  readonly chain: ChainObservation | undefined
  /** Of a transaction that a block has. */
  readonly executed?: Executed | undefined
  readonly sources: readonly ActiveSource[]
  /** Whether a node of the chain is configured: then reports count when it confirmed them. */
  readonly hasNode: boolean
  /** Of the settings. */
  readonly historyFactor: number
  /** Of the evidence. */
  readonly revision: number
  /** ms since 1970. */
  readonly now: number
}

/** Looks up all evidence for the subjects. `entries`: the control list entries that apply. */
export async function gatherEvidence(
  reads: Reads,
  analysis: Analysis,
  options: EvidenceOptions,
): Promise<{ readonly evidence: EvidenceSet; readonly entries: readonly EntryRow[] }> {
  const { product, trace, chain, executed, sources, revision, now, hasNode } = options
  const { chainId, from: owner } = analysis.transaction
  const least = leastStanding(hasNode)
  const addresses = [...new Set([...addressesOf(analysis), ...(chain ? addressesObserved(chain) : [])])]
  const names = [...namesIn(analysis), ...(chain ? namesObserved(chain) : [])]
  // In one turn, so that they are batched with the reads of other requests.
  const [listed, known, embedded, counterparties, allowances, hasHistory, hasGraph, ownSafes] = await Promise.all([
    reads.entries({ addresses, product, revision }),
    lookUpIntel(sources.length === 0 ? NO_FEEDS : reads, addresses, chainId, names),
    listedAmong(reads, analysis.embedded, { product, chainId, revision }),
    counterpartiesIn(reads, analysis, addresses, options),
    allowancesIn(reads, analysis, { spends: executed?.spends ?? [], chain, least }),
    reads.hasHistory({ chainId, owner, least }),
    reads.hasGraph(chainId),
    ownSafesIn(reads, analysis),
  ])
  const entries = [...listed, ...embedded.entries].filter((entry) => entryAppliesTo(entry, chainId))
  const staleSources = staleAmong(sources, now)
  const isStale = (source: string) => staleSources.some(({ name }) => name === source)
  const evidence = evidenceSet({
    ...known,
    intel: withLibraries([...known.intel, ...embedded.intel], analysis, chain),
    elsewhere: askedElsewhere(analysis).flatMap((address) =>
      baselineFor(address).filter((record) => holdsElsewhere(record, chainId)),
    ),
    staleSources,
    sourceSizes: new Map(sources.map(({ name, entries: size }) => [name, size])),
    hasSanctionsList: sources.some(({ name, format }) => format === 'ofac' && !isStale(name)),
    ...(hasGraph && { connections: await findHops(reads.db, analysis.subjects, known.intel, chainId) }),
    hasGraph,
    entries: entries.map(({ id, type, address_key }) => ({ id, type, address: address_key })),
    counterparties,
    allowances,
    hasHistory,
    ownSafes,
    trace,
    chain,
    executed,
  })
  return { evidence, entries }
}

/** Those of the operator's Safes that get control of a contract. Few transactions hand over control. */
async function ownSafesIn({ db }: Reads, { actions, transaction }: Analysis): Promise<readonly string[]> {
  const given = new Set(actions.filter((action) => action.kind === 'control').map(({ authority }) => authority))
  return given.size === 0 ? [] : safesAmong(db, transaction.chainId, [...given])
}

/** A signing domain names its contract; the name may imitate that of a token. */
function namesIn({ message }: Analysis): string[] {
  return message?.domain.name === undefined ? [] : [message.domain.name]
}

/** More candidates for addresses than this are first compared with what is listed. */
const MAX_LOOKED_UP = 4096

/** What lists and sources say about the 20-byte sequences of undecoded data; most are no addresses. */
async function listedAmong(
  reads: Reads,
  embedded: Embedded,
  { product, chainId, revision }: Pick<EvidenceOptions, 'product' | 'revision'> & { readonly chainId: string },
): Promise<{ readonly entries: readonly EntryRow[]; readonly intel: readonly IntelRecord[] }> {
  const isListed = embedded.places > MAX_LOOKED_UP ? await reads.listedStarts(revision) : () => true
  const addresses = embedded.find((start) => isListed(start) || isBaselineStart(start))
  if (addresses.length === 0) return { entries: [], intel: [] }
  const [entries, imported] = await Promise.all([
    reads.entries({ addresses, product, revision }),
    reads.intel({ addresses, chainId }),
  ])
  return {
    entries,
    intel: [...addresses.flatMap((address) => baselineFor(address, chainId)), ...recordsOfFeeds(imported)],
  }
}

/** The standing from which on a report counts: of the key that validated, or of a node where one can confirm it. */
function leastStanding(hasNode: boolean): Standing {
  return hasNode ? CONFIRMED : 1
}

/** Counterparties of the sender, and of the accounts it acts for among the addresses they pay, with what they were paid. */
async function counterpartiesIn(
  reads: Reads,
  analysis: Analysis,
  addresses: readonly string[],
  { hasNode, historyFactor }: Pick<EvidenceOptions, 'hasNode' | 'historyFactor'>,
): Promise<Counterparty[]> {
  const { chainId, from } = analysis.transaction
  const theirs = analysis.actions
    .map((action) => ({ chainId, owner: payerOf(action), address: action.authority }))
    .filter(({ owner }) => owner !== from && analysis.own.has(owner))
  const rows = await reads.counterparties([
    ...addresses.map((address) => ({ chainId, owner: from, address })),
    ...theirs,
  ])
  const related = new Set([...addresses, ...theirs.map(({ address }) => address)])
  const named = rows.filter(({ counterparty, had_value }) => had_value === 1 && related.has(counterparty))
  const payments = named.length === 0 ? [] : await reads.payments(named.map((row) => ({ chainId, ...row })))
  const paid = lazily(() => paidIn(analysis))
  const least = leastStanding(hasNode)
  return rows.map((row) => {
    const { owner, counterparty: address, standing } = row
    const own = payments.filter((each) => each.owner === owner && each.counterparty === address)
    const known = own.map((payment) => toKnownPayment(payment, least))
    return {
      ...(owner !== from && { owner }),
      address,
      firstSeen: row.first_seen,
      count: row.count,
      hadValue: row.had_value === 1,
      vouches: known.length > 0 && paymentsVouch(known, paid().get(address), historyFactor),
      ...(known.length > 0 && { payments: known }),
      ...(hasNode && standing < least && { isDoubtful: true }),
    }
  })
}

function toKnownPayment({ asset, amount, paid_at, standing }: PaymentRow, least: Standing): KnownPayment {
  return { asset, amount: BigInt(amount), at: paid_at, isConfirmed: standing === CONFIRMED, counts: standing >= least }
}

/**
 * Earlier allowances of the sender and its accounts to the spenders of this transaction, those that are spent, and those to
 * contracts that another controls afterwards.
 */
async function allowancesIn(
  reads: Reads,
  analysis: Analysis,
  {
    spends,
    chain,
    least,
  }: { readonly spends: readonly Spend[]; readonly least: Standing } & Pick<EvidenceOptions, 'chain'>,
): Promise<KnownAllowance[]> {
  const { chainId, from } = analysis.transaction
  const granted = analysis.actions
    .filter((action) => action.kind === 'grant')
    .map(({ owner, authority }) => ({ chainId, owner, spender: authority }))
  const changed = (chain ? contractsChanged(chain) : []).flatMap((spender) =>
    Array.from(analysis.own, (owner) => ({ chainId, owner, spender })),
  )
  const used = [...granted, ...spends.map(({ owner, spender }) => ({ chainId, owner, spender })), ...changed]
  if (used.length === 0) return []
  const known = (await reads.allowances(used)).filter(({ standing }) => standing >= least)
  return known.map(({ owner, spender, token, amount }) => ({
    ...(owner !== from && { owner }),
    spender,
    token,
    amount,
  }))
}

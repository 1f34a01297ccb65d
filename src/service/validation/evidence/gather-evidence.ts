import { ANY_CHAIN, chainById } from '../../../api/chains.ts'
import { HISTORY_FACTOR } from '../../../api/vocabulary.ts'
import { lazily } from '../../../shared/lazily.ts'
import { baselineFor, isBaselineStart } from '../../intel/baseline.ts'
import { lookUpOnChains, NO_FEEDS, recordsOfFeeds } from '../../intel/look-up.ts'
import { NO_NAMES, nameEvidence, withNamed } from '../../intel/names/name-evidence.ts'
import { entryAppliesOn } from '../../records/control-list-entry.ts'
import type { Reads } from '../../records/reads/reads.ts'
import { askedElsewhere } from '../../risk/account/unread.ts'
import { type Analysis, addressesOf, withDescribed } from '../../risk/analyze.ts'
import type { Spend } from '../../risk/chain/executed.ts'
import { withLibraries } from '../../risk/chain/libraries.ts'
import type { ChainObservation } from '../../risk/chain/observation.ts'
import { addressesObserved, contractsChanged, namesObserved } from '../../risk/chain/read-observation.ts'
import {
  ADDRESS_BOOK,
  type Counterparty,
  type EvidenceSet,
  evidenceSet,
  holdsElsewhere,
  holdsOn,
  type IntelRecord,
  type KnownAllowance,
  type KnownPayment,
} from '../../risk/evidence.ts'
import { paidIn, paymentsVouch } from '../../risk/money/history.ts'
import { chainsIn, everywhereIn } from '../../risk/parties/chains.ts'
import { payerOf } from '../../risk/parties/controlled-accounts.ts'
import type { Embedded } from '../../risk/parties/embedded.ts'
import { staleAmong } from '../../store/repositories/intel.ts'
import { safesAmong } from '../../store/repositories/safes.ts'
import { CONFIRMED, type EntryRow, type PaymentRow, type Standing } from '../../store/schema/schema.ts'
import { findHops } from './hop-graph.ts'
import type { AssessOptions, ObservedSubject } from './subject.ts'

/** Looks up all evidence for the subjects. `entries`: the control list entries that apply. */
export async function gatherEvidence(
  subject: ObservedSubject,
  options: AssessOptions,
): Promise<{ readonly evidence: EvidenceSet; readonly entries: readonly EntryRow[] }> {
  const analysis = withDescribed(subject.analysis)
  const { observation: chain, trace = chain?.simulation.trace, executed } = subject
  const { product, configuration, reads, now, hasNode } = options
  const { sources, revision } = configuration
  const { chainId, from: owner } = analysis.transaction
  const chainsOf = chainsIn(analysis)
  const isEverywhere = everywhereIn(analysis)
  const least = leastStanding(hasNode)
  const addresses = [...new Set([...addressesOf(analysis), ...(chain ? addressesObserved(chain) : [])])]
  const names = [...namesIn(analysis), ...(chain ? namesObserved(chain) : [])]
  // In one turn, so that they are batched with the reads of other requests.
  const [listed, known, embedded, counterparties, allowances, hasHistory, hasGraph, ownSafes, named] =
    await Promise.all([
      reads.entries({ addresses, product, revision }),
      lookUpOnChains(sources.length === 0 ? NO_FEEDS : reads, { addresses, chainsOf, chainId, names, isEverywhere }),
      listedAmong(reads, analysis.embedded, { product, chainId, revision }),
      counterpartiesIn(analysis, addresses, options),
      allowancesIn(reads, analysis, { spends: executed?.spends ?? [], chain, least }),
      reads.hasHistory({ chainId, owner, least }),
      reads.hasGraph(chainId),
      ownSafesIn(reads, analysis, configuration.policies.rows.length > 0),
      configuration.names === 0 ? NO_NAMES : nameEvidence(reads, addresses, chainsOf, configuration.names),
    ])
  // What counts on every chain is blocked by an entry for any, and allowed by one for all.
  const listedOn = (address: string) => (isEverywhere(address) ? [ANY_CHAIN] : chainsOf(address))
  const entries = [...listed, ...embedded.entries].filter((entry) => entryAppliesOn(entry, listedOn(entry.address_key)))
  const staleSources = staleAmong(sources, now)
  const isStale = (source: string) => staleSources.some(({ name }) => name === source)
  const evidence = evidenceSet({
    ...known,
    names: named.names,
    lookalikes: withNamed(known.lookalikes, named),
    intel: withLibraries([...known.intel, ...knownByCode(chain, analysis), ...embedded.intel], analysis, chain),
    elsewhere: askedElsewhere(analysis).flatMap((address) =>
      baselineFor(address).filter((record) => holdsElsewhere(record, chainId)),
    ),
    staleSources,
    sourceSizes: new Map([
      ...sources.map(({ name, entries: size }) => [name, size] as const),
      [ADDRESS_BOOK, named.size],
    ]),
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

/** Contracts at one address everywhere, on a chain where the address says nothing by itself: a node shows that they are there. */
function knownByCode(chain: ChainObservation | undefined, analysis: Analysis): IntelRecord[] {
  const { chainId } = analysis.transaction
  if (!chain || chainById(chainId)?.hasOwnAddresses !== true) return []
  const chainsOf = chainsIn(analysis)
  const isHere = (address: string) => chainsOf(address).every((each) => each === chainId)
  return Array.from(chain.accounts.values()).flatMap(({ address, codeHash }) =>
    codeHash === undefined || !isHere(address)
      ? []
      : baselineFor(address).filter((record) => record.codeHash === codeHash && !holdsOn(record, chainId)),
  )
}

/** Those of the operator's Safes that get control of a contract, which few transactions hand over; for policies, those that get anything. */
async function ownSafesIn(
  { db }: Reads,
  { actions, calls, transaction }: Analysis,
  hasPolicies: boolean,
): Promise<readonly string[]> {
  const gaining = actions.filter((action) => hasPolicies || action.kind === 'control')
  const paid = hasPolicies ? calls.flatMap(({ to, value }) => (to !== undefined && value > 0n ? to : [])) : []
  const given = new Set([...gaining.map(({ authority }) => authority), ...paid])
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
  {
    product,
    chainId,
    revision,
  }: Pick<AssessOptions, 'product'> & { readonly chainId: string; readonly revision: number },
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
  analysis: Analysis,
  addresses: readonly string[],
  { reads, hasNode, configuration: { settings } }: AssessOptions,
): Promise<Counterparty[]> {
  const historyFactor = settings.historyFactor ?? HISTORY_FACTOR
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
  { spends, chain, least }: { spends: readonly Spend[]; chain: ChainObservation | undefined; least: Standing },
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

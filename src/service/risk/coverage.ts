import type { MissingData } from '../../api/text/missing.ts'
import type { Role } from '../../api/text/roles.ts'
import { type Coverage, coverages } from '../../api/vocabulary.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import { SELECTOR_LENGTH } from '../evm/words.ts'
import { type Accounting, accountOf } from './account/account.ts'
import type { Action, Transfer } from './actions/actions.ts'
import { fateOf, MAX_PAYMENTS } from './actions/plan.ts'
import { reachesElsewhere } from './actions/read-actions.ts'
import type { Analysis } from './analyze.ts'
import { missingOfChain } from './chain/coverage.ts'
import { traceOf } from './chain/read-observation.ts'
import { type Call, isRead } from './decode/calls.ts'
import type { EvidenceSet, StaleSource } from './evidence.ts'
import { isUnprovenTrade } from './money/unproven.ts'
import { isKnown, isMeantAsAsset, roles } from './parties/known.ts'
import type { Subject } from './types.ts'

/**
 * How much is known about the beneficiaries, or, where there are none (a revocation), about all addresses but the
 * sender. `none` also when a call was not read: who gains from it is unknown. `full`: each is known, the sender has a
 * history, and every call was read.
 * @param knownByAge addresses that get a right and are known only as old contracts: that is something, but never all
 */
export function coverageOf(
  analysis: Analysis,
  evidence: EvidenceSet,
  knownByAge: ReadonlySet<string> = new Set(),
  account: Pick<Accounting, 'unaccounted' | 'orders'> = accountOf(analysis, evidence),
): Coverage {
  const { message } = analysis
  if (message?.lacksChain || message?.reading === 'unknown') return 'none'
  if (message?.reading === 'harmless') return 'partial'
  if (message?.hides !== undefined) return 'none'
  // It fails at this block: what it does in the next one is not known.
  if (evidence.chain?.simulation.status === 'reverted' && !evidence.executed) return 'none'
  const { decoded } = analysis
  // A trace adds findings and subjects, but it clears nothing: the contract may do something else when it is executed.
  if (decoded.status !== 'complete' || !decoded.calls.every(isRead) || isPaidElsewhere(analysis)) return 'none'
  if (isUnprovenTrade(analysis, evidence) || account.unaccounted.length > 0) return 'none'
  if (paysUnknown(analysis, evidence, account)) return 'none'
  const { subjects, shownSubjects } = analysis
  const views = shownSubjects ? [subjects, shownSubjects] : [subjects]
  const found = views.map((some) => coverageAmong(some, analysis, { evidence, knownByAge }))
  return coverages.find((coverage) => found.includes(coverage)) ?? 'none'
}

interface Known {
  readonly evidence: EvidenceSet
  readonly knownByAge: ReadonlySet<string>
}

function coverageAmong(subjects: readonly Subject[], analysis: Analysis, { evidence, knownByAge }: Known): Coverage {
  const relevant = relevantSubjects(subjects)
  if (relevant.length === 0) return isToSelf(analysis, evidence) ? 'partial' : 'none'
  if (relevant.every(({ address }) => isOwnSafe(address, analysis, evidence))) return 'partial'
  const known = relevant.filter(
    (subject) => isKnownHere(subject, analysis, evidence) && !isMeantAsAsset(subject, analysis, evidence),
  )
  const recognised = relevant.filter(
    (subject) => known.includes(subject) || knownByAge.has(subject.address) || isVouched(subject, analysis),
  )
  if (recognised.length === 0 || hasOnlyUnknownBeneficiaries(relevant, recognised)) return 'none'
  if (hasUnknownTarget(relevant, recognised, analysis)) return 'none'
  const isFull = known.length === relevant.length && evidence.hasHistory && isFullyRead(analysis, evidence)
  return isFull ? 'full' : 'partial'
}

/** Without data an account pays itself, or cancels another transaction. Only a node says that it runs no code, which may pass the payment on. */
function isToSelf({ transaction, message, decoded }: Analysis, { accountOf }: EvidenceSet): boolean {
  const { from, to, authorizations = [] } = transaction
  if (message || decoded.root.status !== 'plain' || authorizations.length > 0) return false
  const kind = accountOf(from)?.kind
  return to === from && (kind === 'eoa' || kind === 'empty')
}

/** A node says that it runs the code of a known version, and that the sender is an owner: what it does for itself gives nothing away. */
function isOwnSafe(address: string, { own, transaction }: Analysis, { accountOf, intelOn }: EvidenceSet): boolean {
  const { safe, proxy } = accountOf(address) ?? {}
  if (!own.has(address) || !safe?.owners.includes(transaction.from) || proxy?.implementation === undefined) return false
  return intelOn(proxy.implementation).some(({ kind, canonical }) => kind === 'protocol' && canonical)
}

/** One of several payees may be the attacker: that the others are known says nothing about it. */
function paysUnknown(analysis: Analysis, evidence: EvidenceSet, { orders }: Pick<Accounting, 'orders'>): boolean {
  const { actions, own } = analysis
  const isUnknown = (address: string, role: Role) =>
    !own.has(address) && !isKnownHere({ address, role, internal: true }, analysis, evidence)
  const isPayment = (action: Action) =>
    action.kind === 'transfer' && !action.call.inTrace && action.asset.amount !== 0n && own.has(action.from)
  return (
    actions.some((action) => isPayment(action) && isUnknown(action.authority, 'recipient')) ||
    orders.some(
      ({ action, isOffer }) =>
        isOffer && action.kind === 'order' && action.pays?.some(({ to }) => isUnknown(to, 'beneficiary')),
    )
  )
}

/** Known, also as a contract that later steps call and that needs all that it is paid for them. */
function isKnownHere(subject: Subject, analysis: Analysis, evidence: EvidenceSet): boolean {
  if (isKnown(subject, evidence)) return true
  const { address, role } = subject
  if (role !== 'recipient' || !isKnown({ ...subject, role: 'target' }, evidence)) return false
  const plan = { ...analysis, evidence }
  const paid = analysis.actions.filter(
    (action) => action.kind === 'transfer' && action.authority === address && !action.call.inTrace,
  ) as Transfer[]
  return paid.length > 0 && paid.length <= MAX_PAYMENTS && paid.every((made) => fateOf(made, plan) === 'taken')
}

function isPaidElsewhere({ calls }: Analysis): boolean {
  return calls.some(reachesElsewhere)
}

/** A well-known vault, Safe, module or library says nothing about who receives what is paid out through it. */
function hasOnlyUnknownBeneficiaries(relevant: readonly Subject[], known: readonly Subject[]): boolean {
  const gains = ({ role }: Subject) => !['target', 'market', 'delegate', 'implementation', 'module'].includes(role)
  return relevant.some(gains) && !known.some(gains)
}

/** Addresses that an unknown contract says that it pays: it may do anything with what it is paid or may take. */
function hasUnknownTarget(relevant: readonly Subject[], known: readonly Subject[], analysis: Analysis): boolean {
  return relevant.some(
    (subject) =>
      (subject.role === 'target' || subject.role === 'market') &&
      !analysis.own.has(subject.address) &&
      !known.includes(subject),
  )
}

/** The operator describes each function of it that is called; what it is paid for nothing is not described. */
function isVouched({ address, role }: Subject, { calls }: Analysis): boolean {
  if (role !== 'target') return false
  const own = calls.filter(({ to }) => to === address)
  return own.length > 0 && own.every(isDescribed)
}

function isDescribed({ status, signature, value }: Call): boolean {
  if (status !== 'decoded' || signature?.isVouched !== true) return false
  return value === 0n || (signature.added ?? signature.row)?.effects.length !== 0
}

export function missingOf(analysis: Analysis, evidence: EvidenceSet): MissingData[] {
  const unknownRoles = analysis.subjects
    .filter(
      (subject) => needsData(subject) && !isKnownHere(subject, analysis, evidence) && !isVouched(subject, analysis),
    )
    .map((subject) => subject.role)
  return [
    ...(analysis.message?.missing ?? []),
    ...firstOf(missingOfCalls(analysis.decoded.calls)),
    ...firstOf(analysis.unchecked ?? []),
    ...firstOf(analysis.described?.missing ?? []),
    ...(isPaidElsewhere(analysis) ? [{ code: 'other-chain-account' } as const] : []),
    ...[...new Set(unknownRoles)].map((role) => ({ code: 'no-data', role }) as const),
    ...reportedOnly(analysis, evidence),
    ...(evidence.hasHistory ? [] : [{ code: 'no-history' } as const]),
    ...(evidence.hasGraph ? [] : [{ code: 'no-graph' } as const]),
    ...missingOfTrace(analysis, evidence),
    ...(evidence.chain ? missingOfChain(evidence.chain) : []),
    ...evidence.staleSources.map(missingOfSource),
  ]
}

function reportedOnly({ subjects }: Analysis, evidence: EvidenceSet): MissingData[] {
  if (!evidence.hasCounterparties) return []
  const isReportedOnly = ({ address }: Subject) =>
    evidence.counterpartiesAt(address).some(({ payments = [] }) => payments.some((each) => !each.isConfirmed))
  const roles = subjects.filter(isReportedOnly).map(({ role }) => role)
  return Array.from(new Set(roles), (role) => ({ code: 'payments-unconfirmed', role }))
}

function relevantSubjects(subjects: readonly Subject[]): readonly Subject[] {
  const gainers = subjects.filter((subject) => roles[subject.role].gains)
  return gainers.length > 0 ? gainers : subjects.filter(needsData)
}

/** The sender asks; a trace and other arguments may name any address. */
function needsData({ role }: Subject): boolean {
  return role !== 'sender' && role !== 'called' && role !== 'named' && role !== 'in the call data'
}

function isFullyRead({ message, isTraceBounded }: Analysis, evidence: EvidenceSet): boolean {
  const isTraceCut = isTraceBounded === true || traceOf(evidence)?.incomplete === true
  return !isTraceCut && (message === undefined || message.missing.length === 0)
}

/** Calls named: any number of functions may be unknown. */
const MAX_CALLS = 8

function firstOf(missing: readonly MissingData[]): readonly MissingData[] {
  const more = missing.length - MAX_CALLS
  return more > 0 ? [...missing.slice(0, MAX_CALLS), { code: 'more-calls', count: more }] : missing
}

/** Each once. */
function missingOfCalls(calls: readonly Call[]): MissingData[] {
  const missing = calls.flatMap(missingOfCall)
  if (missing.length < 2) return missing
  return Array.from(new Map(missing.map((each) => [JSON.stringify(each), each])).values())
}

function missingOfCall({ status, selector, data, signature, name }: Call): MissingData[] {
  if (signature?.isNameOnly) return [{ code: 'effects-unknown', name, selector }]
  if (signature?.row?.hides) return [{ code: 'content-elsewhere', content: signature.row.hides.content }]
  if (status === 'creation') return [{ code: 'new-code' }]
  if (status !== 'unknown-selector') return []
  if (data.length < SELECTOR_LENGTH) return [{ code: 'short-call-data', selector }]
  return [{ code: selector.length < SELECTOR_LENGTH ? 'unknown-router-command' : 'unknown-selector', selector }]
}

function missingOfTrace({ transaction, message, isTraceBounded }: Analysis, evidence: EvidenceSet): MissingData[] {
  const { simulation } = evidence.chain ?? {}
  const trace = traceOf(evidence)
  if (message && !trace) return []
  if (!trace || simulation?.method === 'receipt') return [{ code: 'no-trace' }]
  const isGiven = trace !== simulation?.trace
  const missing: MissingData[] = []
  if (trace.incomplete) missing.push({ code: 'trace-incomplete' })
  if (isTraceBounded) missing.push({ code: 'trace-not-searched' })
  if (!trace.hasLogs && trace.root.error === undefined) missing.push({ code: 'trace-without-logs' })
  // What was simulated, and whether it fails, is said of the simulation.
  if (isGiven && trace.root.error !== undefined) missing.push({ code: 'trace-reverts' })
  if (isGiven && trace.root.input !== transaction.data.toLowerCase()) missing.push({ code: 'trace-of-other-data' })
  return missing
}

function missingOfSource({ name, ageMs }: StaleSource): MissingData {
  return { code: 'source-old', source: name, days: Math.floor(ageMs / DAY_MS) }
}

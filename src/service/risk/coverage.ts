import { roleText } from '../../api/text/roles.ts'
import { type Coverage, coverages } from '../../api/vocabulary.ts'
import { reachesElsewhere } from './actions/read-actions.ts'
import type { Analysis } from './analyze.ts'
import { missingOfChain } from './chain/coverage.ts'
import type { Call } from './decode/calls.ts'
import type { EvidenceSet, StaleSource } from './evidence.ts'
import { isKnown, isMeantAsAsset, rolesWithoutGain } from './known.ts'
import type { Subject } from './types.ts'
import { isUnprovenTrade } from './unproven.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const SELECTOR_LENGTH = '0x12345678'.length

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
): Coverage {
  const { message } = analysis
  if (message?.reading === 'unknown') return 'none'
  if (message?.reading === 'harmless') return 'partial'
  // It fails at this block: what it does in the next one is not known.
  if (evidence.chain?.simulation.status === 'reverted' && !evidence.executed) return 'none'
  const { decoded } = analysis
  // A trace adds findings and subjects, but it clears nothing: the contract may do something else when it is executed.
  if (decoded.status !== 'complete' || !decoded.calls.every(isRead) || isPaidElsewhere(analysis)) return 'none'
  if (isUnprovenTrade(analysis, evidence)) return 'none'
  const { subjects, shownSubjects = subjects } = analysis
  const found = [subjects, shownSubjects].map((some) => coverageAmong(some, analysis, { evidence, knownByAge }))
  return coverages.find((coverage) => found.includes(coverage)) ?? 'none'
}

interface Known {
  readonly evidence: EvidenceSet
  readonly knownByAge: ReadonlySet<string>
}

function coverageAmong(subjects: readonly Subject[], analysis: Analysis, { evidence, knownByAge }: Known): Coverage {
  const relevant = relevantSubjects(subjects)
  const known = relevant.filter((subject) => isKnown(subject, evidence) && !isMeantAsAsset(subject, analysis, evidence))
  const recognised = relevant.filter((subject) => known.includes(subject) || knownByAge.has(subject.address))
  if (recognised.length === 0 || hasOnlyUnknownBeneficiaries(relevant, recognised)) return 'none'
  if (hasUnknownTarget(relevant, recognised, analysis)) return 'none'
  const isFull = known.length === relevant.length && evidence.hasHistory && isFullyRead(analysis, evidence)
  return isFull ? 'full' : 'partial'
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

/** Missing data, one line each, without a period. */
export function missingOf(analysis: Analysis, evidence: EvidenceSet): string[] {
  const unknownRoles = analysis.subjects
    .filter((subject) => needsData(subject) && !isKnown(subject, evidence))
    .map((subject) => subject.role)
  return [
    ...(analysis.message?.missing ?? []),
    ...firstOf(Array.from(new Set(analysis.decoded.calls.flatMap(missingOfCall)))),
    ...(isPaidElsewhere(analysis) ? ['No data about an account on another kind of chain'] : []),
    ...Array.from(new Set(unknownRoles), (role) => `No data about the ${roleText(role)}`),
    ...reportedOnly(analysis, evidence),
    ...(evidence.hasHistory ? [] : ['No history for this sender']),
    ...(evidence.hasGraph ? [] : ['No hop graph']),
    ...missingOfTrace(analysis, evidence),
    ...(evidence.chain ? missingOfChain(evidence.chain) : []),
    ...evidence.staleSources.map(staleText),
  ]
}

function reportedOnly({ subjects }: Analysis, evidence: EvidenceSet): string[] {
  const isReportedOnly = ({ address }: Subject) =>
    evidence
      .counterpartiesLike(address)
      .some(({ address: known, payments = [] }) => known === address && payments.some((each) => !each.isConfirmed))
  const roles = subjects.filter(isReportedOnly).map(({ role }) => role)
  return Array.from(new Set(roles), (role) => `Earlier payments to the ${roleText(role)}: reported, not confirmed`)
}

function relevantSubjects(subjects: readonly Subject[]): readonly Subject[] {
  const gainers = subjects.filter((subject) => !rolesWithoutGain.includes(subject.role))
  return gainers.length > 0 ? gainers : subjects.filter(needsData)
}

/** The sender asks; a trace and other arguments may name any address. */
function needsData({ role }: Subject): boolean {
  return role !== 'sender' && role !== 'called' && role !== 'named' && role !== 'in the call data'
}

/**
 * A call whose effects are known. Of a function known only by its name (imported, or built from a vocabulary) they are
 * not: anyone can submit a name.
 */
function isRead({ status, signature }: Call): boolean {
  if (status === 'plain') return true
  return status === 'decoded' && !signature?.hides && !signature?.isNameOnly && !signature?.phishing
}

function isFullyRead({ message, isTraceBounded }: Analysis, { trace, chain }: EvidenceSet): boolean {
  const isTraceCut = isTraceBounded === true || (trace ?? chain?.simulation.trace)?.incomplete === true
  return !isTraceCut && (message === undefined || message.missing.length === 0)
}

/** Lines about calls: any number of functions may be unknown. */
const MAX_CALL_LINES = 8

function firstOf(lines: readonly string[]): readonly string[] {
  const more = lines.length - MAX_CALL_LINES
  return more > 0 ? [...lines.slice(0, MAX_CALL_LINES), `and ${more} more`] : lines
}

function missingOfCall({ status, selector, data, signature, name }: Call): string[] {
  if (signature?.isNameOnly) return [`Effects of ${name} (${selector}) not known, only its arguments`]
  if (signature?.hides) return [`Not in the call data: ${signature.hides.content}`]
  if (status === 'creation') return ['Code of the new contract not analyzed']
  if (status !== 'unknown-selector') return []
  if (data.length < SELECTOR_LENGTH) return [`Call data ${selector} is shorter than a selector`]
  return [`Unknown ${selector.length < SELECTOR_LENGTH ? 'router command' : 'selector'} ${selector}`]
}

function missingOfTrace(
  { transaction, message, isTraceBounded }: Analysis,
  { trace: known, chain }: EvidenceSet,
): string[] {
  const simulated = chain?.simulation.trace
  const trace = known ?? simulated
  if (message && !trace) return []
  if (!trace || chain?.simulation.method === 'receipt') return ['No trace']
  const isGiven = trace !== simulated
  return [
    ...(trace.incomplete ? ['Trace incomplete: calls are missing or exceed the limits'] : []),
    ...(isTraceBounded ? ['Not all calls and events of the trace were searched for listed addresses'] : []),
    ...(trace.hasLogs || trace.root.error !== undefined ? [] : ['Trace has no logs: token movements are not shown']),
    // What was simulated, and whether it fails, is said of the simulation.
    ...(isGiven && trace.root.error !== undefined ? ['Traced transaction reverts: its effects are not known'] : []),
    ...(isGiven && trace.root.input !== transaction.data.toLowerCase() ? ['Trace is of other call data'] : []),
  ]
}

function staleText({ name, ageMs }: StaleSource): string {
  const days = Math.floor(ageMs / DAY_MS)
  return days < 1 ? `Source ${name} is out of date` : `Source ${name} is ${days} ${days === 1 ? 'day' : 'days'} old`
}

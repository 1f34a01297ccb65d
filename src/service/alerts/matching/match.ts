/**
 * Room: Which alerts fire, and their events in the outbox.
 *
 * Reads rows and writes events; sends nothing.
 */

import type { TransactionFilter } from '../../../api/schemas/alert.ts'
import type { AlertClause } from '../../../api/schemas/delivery.ts'
import { dollars, lossText } from '../../../api/text/amounts.ts'
import { chainText } from '../../../api/text/chains.ts'
import type { VerdictStatus } from '../../../api/verdict.ts'
import { type AlertType, bandFloors, type Enforcement, UNLIMITED_LOSS } from '../../../api/vocabulary.ts'
import type { FoundKind, MatchInput, MonitoredEvent } from './match-input.ts'

export interface Matchable {
  readonly type: AlertType
  readonly filter: TransactionFilter
}

/** Whether an alert matches, with one clause for each constraint of its filter. */
export interface AlertMatch {
  readonly matched: boolean
  readonly clauses: readonly AlertClause[]
}

/** An alert matches when every clause does. Ignores whether the alert is active. Pure. */
export function matchAlert({ type, filter }: Matchable, input: MatchInput): AlertMatch {
  const clauses = [
    type === 'MONITOR' ? monitoredClause(input) : productClause(type, input),
    ...statusClause(filter, input),
    ...enforcementClause(filter, input),
    ...scoreClauses(filter, input),
    ...lossClauses(filter, input),
    ...findingClauses(filter, input),
    ...chainClause(filter, input),
    ...eventClauses(filter, input),
  ]
  return { matched: clauses.every((clause) => clause.matched), clauses }
}

function productClause(type: AlertType, { product }: MatchInput): AlertClause {
  return clause('alertType', type === product, `product is ${product}`)
}

/** Matches any product. */
function monitoredClause({ monitored, chainId }: MatchInput): AlertClause {
  const [first] = monitored
  if (!first) return clause('monitored', false, `touches no enabled monitored address on ${chainText(chainId)}`)
  const more = monitored.length > 1 ? ` and ${monitored.length - 1} more` : ''
  return clause('monitored', true, `touches ${first.address}${first.name && ` (${first.name})`}${more}`)
}

/** The flags of the interface match the band of the score, which is SAFE for NO DATA. */
function statusClause(filter: TransactionFilter, { status }: MatchInput): AlertClause[] {
  const shown = status === 'NO DATA' ? 'NO DATA (its score is in the range of SAFE)' : status
  const name = 'validationStatusConfiguration'
  return flagClause(name, statusesOf(filter), matchesStatus(filter, status), `status is ${shown}`)
}

export function matchesStatus(filter: TransactionFilter, status: VerdictStatus): boolean {
  const on = statusesOf(filter)
  return on === undefined || on.includes(status) || (status === 'NO DATA' && on.includes('SAFE'))
}

function statusesOf({ validationStatusConfiguration: flags }: TransactionFilter): VerdictStatus[] | undefined {
  return flags == null
    ? undefined
    : setIn({
        SAFE: flags.alertOnSafe,
        'NO DATA': flags.alertOnNoData,
        WARNING: flags.alertOnWarning,
        UNSAFE: flags.alertOnUnsafe,
      })
}

function enforcementClause(filter: TransactionFilter, { enforcement }: MatchInput): AlertClause[] {
  const matched = matchesEnforcement(filter, enforcement)
  const name = 'validationEnforcementConfiguration'
  return flagClause(name, enforcementsOf(filter), matched, `enforcement is ${enforcement}`)
}

export function matchesEnforcement(filter: TransactionFilter, enforcement: Enforcement): boolean {
  return enforcementsOf(filter)?.includes(enforcement) ?? true
}

function enforcementsOf({ validationEnforcementConfiguration: flags }: TransactionFilter): Enforcement[] | undefined {
  return flags == null ? undefined : setIn({ PASSED: flags.alertOnPassed, BLOCKED: flags.alertOnBlocked })
}

function setIn<K extends string>(flags: Readonly<Record<K, boolean | null | undefined>>): K[] {
  return (Object.keys(flags) as K[]).filter((flag) => flags[flag] === true)
}

/** @param on the flags that are set; undefined: there are none */
function flagClause(name: string, on: readonly string[] | undefined, matched: boolean, text: string): AlertClause[] {
  return on === undefined ? [] : [clause(name, matched, `${text}, alert on ${on.length === 0 ? 'none' : orList(on)}`)]
}

function scoreClauses({ fromScore, toScore }: TransactionFilter, { combinedScore: score }: MatchInput): AlertClause[] {
  return [
    ...(fromScore == null ? [] : [clause('fromScore', score >= fromScore, `score ${score}, minimum ${fromScore}`)]),
    ...(toScore == null ? [] : [clause('toScore', score <= toScore, `score ${score}, maximum ${toScore}`)]),
  ]
}

function lossClauses({ fromTotalLoss: from, toTotalLoss: to }: TransactionFilter, { totalLoss }: MatchInput) {
  const loss = totalLoss === null ? 'loss unknown' : `loss ${lossText(totalLoss)}`
  return [
    ...(from == null
      ? []
      : [clause('fromTotalLoss', isLossAtLeast(from, totalLoss), `${loss}, minimum ${dollars(from)}`)]),
    ...(to == null ? [] : [clause('toTotalLoss', isLossAtMost(to, totalLoss), `${loss}, maximum ${dollars(to)}`)]),
  ]
}

export function matchesLoss({ fromTotalLoss, toTotalLoss }: TransactionFilter, totalLoss: number | null): boolean {
  return (
    (fromTotalLoss == null || isLossAtLeast(fromTotalLoss, totalLoss)) &&
    (toTotalLoss == null || isLossAtMost(toTotalLoss, totalLoss))
  )
}

function isLossAtLeast(limit: number, totalLoss: number | null): boolean {
  return totalLoss !== null && totalLoss >= limit
}

/** An unlimited loss is above every limit. */
function isLossAtMost(limit: number, totalLoss: number | null): boolean {
  return totalLoss !== null && totalLoss !== UNLIMITED_LOSS && totalLoss <= limit
}

/** One finding must match both: the second clause checks only the findings that match the first. */
function findingClauses({ categories, subCategories }: TransactionFilter, { findings }: MatchInput): AlertClause[] {
  const wide = isGiven(categories) ? findings.filter((found) => categories.includes(found.category)) : findings
  const narrow = isGiven(subCategories) ? wide.filter((found) => subCategories.includes(found.subCategory)) : wide
  const within = isGiven(categories) ? wide : undefined
  return [
    ...(isGiven(categories)
      ? [clause('categories', wide.length > 0, foundText(wide, findings, orList(categories)))]
      : []),
    ...(isGiven(subCategories)
      ? [clause('subCategories', narrow.length > 0, foundText(narrow, within ?? findings, orList(subCategories)))]
      : []),
  ]
}

function foundText(matching: readonly FoundKind[], among: readonly FoundKind[], wanted: string): string {
  const [first] = matching
  if (first) return `found ${kindText(first)}`
  const others = among.map(kindText)
  const instead = others.length === 0 ? '' : `; found ${others.join(', ')}`
  return `no finding of at least ${bandFloors.WARNING} points in ${wanted}${instead}`
}

function kindText({ category, subCategory }: FoundKind): string {
  return `${category}/${subCategory}`
}

function chainClause({ chainIds }: TransactionFilter, { chainId }: MatchInput): AlertClause[] {
  if (!isGiven(chainIds)) return []
  const wanted = chainIds.map(String)
  return [
    clause(
      'chainIds',
      wanted.includes(chainId),
      `chain is ${chainText(chainId)}, alert on ${orList(wanted.map(chainText))}`,
    ),
  ]
}

/** One event must match both: the second clause checks only the events that match the first. */
function eventClauses({ kinds, minUsd }: TransactionFilter, { events }: MatchInput): AlertClause[] {
  const wanted = events.filter((event) => isWantedKind(kinds, event))
  const worth = wanted.filter((event) => isWorth(minUsd, event))
  return [
    ...(isGiven(kinds) ? [clause('kinds', wanted.length > 0, `${eventsText(events)}, alert on ${orList(kinds)}`)] : []),
    ...(minUsd != null ? [clause('minUsd', worth.length > 0, `${worthText(wanted)}, minimum ${dollars(minUsd)}`)] : []),
  ]
}

/** Whether an alert fires for the event. A value that is not known counts as enough. */
export function matchesEvent({ kinds, minUsd }: TransactionFilter, event: MonitoredEvent): boolean {
  return isWantedKind(kinds, event) && isWorth(minUsd, event)
}

function isWantedKind(kinds: TransactionFilter['kinds'], { kind }: MonitoredEvent): boolean {
  return !isGiven(kinds) || kinds.includes(kind)
}

function isWorth(minUsd: number | null | undefined, { usd }: MonitoredEvent): boolean {
  return minUsd == null || usd === undefined || usd >= minUsd
}

function eventsText(events: readonly MonitoredEvent[]): string {
  return events.length === 0 ? 'no event' : [...new Set(events.map(({ kind }) => kind))].join(', ')
}

function worthText(events: readonly MonitoredEvent[]): string {
  if (events.length === 0) return 'no event'
  const known = events.flatMap(({ usd }) => (usd === undefined ? [] : [usd]))
  return known.length < events.length ? 'value unknown' : `moves ${dollars(Math.round(Math.max(...known)))}`
}

export function isGiven<T>(list: readonly T[] | null | undefined): list is readonly T[] {
  return list != null && list.length > 0
}

function orList(words: readonly string[]): string {
  return words.join(' or ')
}

function clause(name: string, matched: boolean, text: string): AlertClause {
  return { clause: name, matched, text }
}

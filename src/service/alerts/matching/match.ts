import { dollars, lossText } from '../../../api/amount.ts'
import { chainById } from '../../../api/chains.ts'
import type { TransactionFilter } from '../../../api/schemas/alert.ts'
import type { AlertClause } from '../../../api/schemas/delivery.ts'
import { type AlertType, bandFloors, UNLIMITED_LOSS } from '../../../api/vocabulary.ts'
import type { FoundKind, MatchInput } from './match-input.ts'

export interface Matchable {
  readonly type: AlertType
  readonly filter: TransactionFilter
}

/** Whether an alert fires, and what each of its clauses says; a member that is no constraint has no clause. */
export interface Match {
  readonly matched: boolean
  readonly clauses: readonly AlertClause[]
}

/** Pure: an alert fires when every clause holds. Whether it is switched on is not asked here. */
export function matchAlert({ type, filter }: Matchable, facts: MatchInput): Match {
  const clauses = [
    type === 'MONITOR' ? monitoredClause(facts) : productClause(type, facts),
    ...statusClause(filter, facts),
    ...enforcementClause(filter, facts),
    ...atLeast('fromScore', filter.fromScore, facts.combinedScore),
    ...atMost('toScore', filter.toScore, facts.combinedScore),
    ...fromLossClause(filter, facts),
    ...toLossClause(filter, facts),
    ...findingClauses(filter, facts),
    ...chainClause(filter, facts),
  ]
  return { matched: clauses.every((clause) => clause.matched), clauses }
}

function productClause(type: AlertType, { product }: MatchInput): AlertClause {
  return clause('alertType', type === product, `it was judged as ${product}`)
}

/** Whatever the product. */
function monitoredClause({ monitored, chainId }: MatchInput): AlertClause {
  const [first] = monitored
  if (!first) return clause('monitored', false, `it touches no enabled monitored address on ${chainText(chainId)}`)
  const more = monitored.length > 1 ? ` and ${monitored.length - 1} more` : ''
  return clause('monitored', true, `it touches ${first.address}${first.name && ` (${first.name})`}${more}`)
}

function statusClause({ validationStatusConfiguration: flags }: TransactionFilter, { status }: MatchInput) {
  if (flags == null) return []
  const on = { SAFE: flags.alertOnSafe, WARNING: flags.alertOnWarning, UNSAFE: flags.alertOnUnsafe }
  return [clause('validationStatusConfiguration', on[status] === true, flagText(status, on))]
}

function enforcementClause(
  { validationEnforcementConfiguration: flags }: TransactionFilter,
  { enforcement }: MatchInput,
) {
  if (flags == null) return []
  const on = { PASSED: flags.alertOnPassed, BLOCKED: flags.alertOnBlocked }
  return [clause('validationEnforcementConfiguration', on[enforcement] === true, flagText(enforcement, on))]
}

function flagText<K extends string>(is: K, flags: Readonly<Record<K, boolean | null | undefined>>): string {
  const on = (Object.keys(flags) as K[]).filter((name) => flags[name] === true)
  if (on.length === 0) return `it is ${is}, and no flag is on`
  return `it is ${is}, and ${orList(on)} ${on.length === 1 ? 'is' : 'are'} on`
}

function atLeast(name: string, limit: number | null | undefined, score: number): AlertClause[] {
  return limit == null ? [] : [clause(name, score >= limit, `score ${score}, from ${limit}`)]
}

function atMost(name: string, limit: number | null | undefined, score: number): AlertClause[] {
  return limit == null ? [] : [clause(name, score <= limit, `score ${score}, up to ${limit}`)]
}

function fromLossClause({ fromTotalLoss: limit }: TransactionFilter, { totalLoss }: MatchInput): AlertClause[] {
  if (limit == null) return []
  return [
    clause('fromTotalLoss', totalLoss !== null && totalLoss >= limit, lossSays(totalLoss, `from ${dollars(limit)}`)),
  ]
}

/** A loss without limit is above every limit. */
function toLossClause({ toTotalLoss: limit }: TransactionFilter, { totalLoss }: MatchInput): AlertClause[] {
  if (limit == null) return []
  const matched = totalLoss !== null && totalLoss !== UNLIMITED_LOSS && totalLoss <= limit
  return [clause('toTotalLoss', matched, lossSays(totalLoss, `up to ${dollars(limit)}`))]
}

function lossSays(totalLoss: number | null, limit: string): string {
  if (totalLoss === null) return `the loss is unknown and matches no range (${limit})`
  return `loss ${lossText(totalLoss)}, ${limit}`
}

/** One finding must be of both: the second clause looks only at what the first lets through. */
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
  const instead = others.length === 0 ? '' : `, but ${others.join(', ')}`
  return `no finding of at least ${bandFloors.WARNING} is ${wanted}${instead}`
}

function kindText({ category, subCategory }: FoundKind): string {
  return `${category} by ${subCategory}`
}

function chainClause({ chainIds }: TransactionFilter, { chainId }: MatchInput): AlertClause[] {
  if (!isGiven(chainIds)) return []
  const wanted = chainIds.map(String)
  return [
    clause('chainIds', wanted.includes(chainId), `on ${chainText(chainId)}, for ${orList(wanted.map(chainText))}`),
  ]
}

function chainText(id: string): string {
  return chainById(id)?.name ?? `chain ${id}`
}

function isGiven<T>(list: readonly T[] | null | undefined): list is readonly T[] {
  return list != null && list.length > 0
}

function orList(words: readonly string[]): string {
  return words.join(' or ')
}

function clause(name: string, matched: boolean, text: string): AlertClause {
  return { clause: name, matched, text }
}

import type { Alert, TransactionFilter } from '../../api/schemas/alert.ts'
import { counted, dollars } from '../../api/text/amounts.ts'
import { chainText } from '../../api/text/chains.ts'

/**
 * Describes the filter of an alert: "warning or unsafe, and blocked, score ≥ 70, on ethereum or base". All
 * comma-separated conditions must hold, as in the service.
 */
export function firesOnText({
  alertType,
  transactionFilter = {},
}: Pick<Alert, 'alertType' | 'transactionFilter'>): string {
  const clauses = [
    ...statusClauses(transactionFilter),
    rangeText('score', transactionFilter.fromScore, transactionFilter.toScore, String),
    rangeText('loss', transactionFilter.fromTotalLoss, transactionFilter.toTotalLoss, dollars),
    findingText(transactionFilter),
    chainsClause(transactionFilter),
    ...eventClauses(transactionFilter),
  ].filter((clause) => clause !== '')
  const every = alertType === 'MONITOR' ? 'every transaction of a monitored address or of a Safe' : 'every validation'
  const also = transactionFilter.rescreen ? ['also when lists change'] : []
  return [...(clauses.length > 0 ? clauses : [every]), ...also].join(', ')
}

/** Verdict and enforcement must both match. A configuration without any flag set never matches. */
function statusClauses(filter: TransactionFilter): string[] {
  const bands = flagsText(filter.validationStatusConfiguration, {
    alertOnSafe: 'safe',
    alertOnNoData: 'no data',
    alertOnWarning: 'warning',
    alertOnUnsafe: 'unsafe',
  })
  const outcomes = flagsText(filter.validationEnforcementConfiguration, {
    alertOnPassed: 'passed',
    alertOnBlocked: 'blocked',
  })
  if (bands === undefined) return outcomes === undefined ? [] : [outcomes]
  return outcomes === undefined ? [bands] : [bands, `and ${outcomes}`]
}

function flagsText<K extends string>(
  flags: Partial<Record<K, boolean | null | undefined>> | null | undefined,
  words: Readonly<Record<K, string>>,
): string | undefined {
  if (flags == null) return undefined
  const on = (Object.keys(words) as K[]).filter((name) => flags[name] === true).map((name) => words[name])
  return on.length === 0 ? `never (neither ${Object.values(words).join(' nor ')})` : orList(on)
}

function rangeText(
  what: string,
  from: number | null | undefined,
  to: number | null | undefined,
  show: (value: number) => string,
): string {
  if (from == null) return to == null ? '' : `${what} ≤ ${show(to)}`
  if (to == null) return `${what} ≥ ${show(from)}`
  return from === to ? `${what} ${show(from)}` : `${what} ${show(from)}–${show(to)}`
}

/** One finding must match both category and sub-category. */
function findingText({ categories, subCategories }: TransactionFilter): string {
  const wide = orList(categories ?? [])
  const narrow = orList(subCategories ?? [])
  if (wide === '') return narrow === '' ? '' : `for ${narrow}`
  return narrow === '' ? `for ${wide}` : `for ${wide} by ${narrow}`
}

function chainsClause({ chainIds }: TransactionFilter): string {
  const names = (chainIds ?? []).map((id) => chainText(String(id)))
  return names.length === 0 ? '' : `on ${orList(names)}`
}

function eventClauses({ kinds, minUsd, confirmations }: TransactionFilter): string[] {
  return [
    kinds == null || kinds.length === 0 ? '' : orList(kinds),
    minUsd == null ? '' : `value ≥ ${dollars(minUsd)} or unknown`,
    confirmationsText(confirmations),
  ]
}

function confirmationsText(confirmations: TransactionFilter['confirmations']): string {
  if (confirmations == null || confirmations === 0) return ''
  return confirmations === 'finalized' ? 'when final' : `after ${counted(confirmations, 'confirmation')}`
}

/** Commas separate conditions, so alternatives are joined by "or" only. */
function orList(words: readonly string[]): string {
  return words.join(' or ')
}

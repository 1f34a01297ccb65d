import { type RawBuilder, sql } from 'kysely'
import { type Verdict, verdicts } from '../../../api/verdict.ts'
import type { TransactionOrigin } from '../../../api/vocabulary.ts'
import { VERDICT_RANK } from '../schema/index-expressions.ts'
import { unindexed } from './page.ts'

/** All conditions must hold. */
export interface TransactionListFilter {
  readonly chainId?: string | undefined
  readonly valid?: 'true' | 'false' | undefined
  readonly origin?: TransactionOrigin | undefined
  /** One of them; empty: any. */
  readonly verdicts?: readonly Verdict[]
  /** Created at or after (ms). */
  readonly since?: number | undefined
  /** Created before (ms). */
  readonly until?: number | undefined
}

/** What a scan in a requested order does without: an index of the verdict or of the other filters, or of the time. */
interface ScanOptions {
  readonly isScan: boolean
  readonly isScanOfTime: boolean
}

const RANK = sql.raw<number>(VERDICT_RANK)

export function transactionFilter(
  { chainId, valid, origin, verdicts: wanted = [], since, until }: TransactionListFilter,
  { isScan, isScanOfTime }: ScanOptions = { isScan: false, isScanOfTime: true },
): RawBuilder<boolean> {
  const chain = isScan ? unindexed('chain_id', '') : sql.ref('chain_id')
  const created = isScan && !isScanOfTime ? unindexed('created_at', 0) : sql.ref('created_at')
  const from = isScan ? unindexed('origin', '') : sql.ref('origin')
  const isValid = isScan ? unindexed('valid', 0) : sql.ref('valid')
  return allOf([
    chainId === undefined ? undefined : sql<boolean>`${chain} = ${chainId}`,
    // Literals: the partial indexes of blocked transactions and of those that were seen need them.
    valid && sql<boolean>`${isValid} = ${sql.lit(valid === 'true' ? 1 : 0)}`,
    origin && (origin === 'validation' ? sql<boolean>`${from} is null` : sql<boolean>`${from} = ${sql.lit(origin)}`),
    wanted.length === 0 ? undefined : hasVerdict(wanted, isScan),
    since === undefined ? undefined : sql<boolean>`${created} >= ${since}`,
    until === undefined ? undefined : sql<boolean>`${created} < ${until}`,
  ])
}

function hasVerdict(wanted: readonly Verdict[], isScan: boolean): RawBuilder<boolean> {
  const rank = isScan ? sql<number>`(${RANK} + 0)` : RANK
  const ranks = [...new Set(wanted.map((verdict) => verdicts.indexOf(verdict)))]
  const [only] = ranks
  return ranks.length === 1
    ? sql<boolean>`${rank} = ${sql.lit(only)}`
    : sql<boolean>`${rank} in (${sql.join(ranks.map((each) => sql.lit(each)))})`
}

/** Whether an index serves the filter in the order of time. */
export function isIndexedByTime({ chainId, valid, origin, verdicts: wanted = [] }: TransactionListFilter): boolean {
  if (wanted.length === 0) return true
  return wanted.length === 1 && chainId === undefined && valid === undefined && origin === undefined
}

export const EVERY = sql<boolean>`1 = 1`

export function allOf(conditions: readonly (RawBuilder<boolean> | undefined)[]): RawBuilder<boolean> {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? EVERY : sql<boolean>`(${sql.join(given, sql` and `)})`
}

import { type RawBuilder, sql } from 'kysely'
import { type Verdict, verdicts } from '../../../api/verdict.ts'
import type { TransactionOrigin } from '../../../api/vocabulary.ts'
import { unindexed } from './page.ts'

/** All conditions must hold. */
export interface TransactionFilter {
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

/** Of a row of an older version in the SAFE band: its result says whether it is SAFE or NO DATA. */
const IN_RESULT = verdicts.length

/**
 * The place of its verdict in `verdicts`, as `recordedVerdict` decides. Literals in the words of the index
 * (migrations/0032-verdict-index.ts).
 */
export const VERDICT_RANK = sql<number>`(case when valid = 0 then 4 when combined_score >= 70 then 3
  when combined_score >= 31 then 2 when known_by_age_only = 1 then 1 when coverage in ('none', 'simulated') then 1
  when coverage is null then 5 else 0 end)`

/** Of a row of an older version, as `toSummaries` reads it. */
const tail = sql`(case when length(result) > 1000 then substr(result, length(result) - 999) else result end)`
const HAS_NO_DATA = sql<boolean>`(${tail} like '%"coverage":"none"%' or ${tail} like '%"coverage":"simulated"%'
  or (combined_score = 0 and sub_category = '' and ${tail} not like '%"coverage":"%'))`

export function transactionFilter(
  { chainId, valid, origin, verdicts: wanted = [], since, until }: TransactionFilter,
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
  const rank = isScan ? sql<number>`(${VERDICT_RANK} + 0)` : VERDICT_RANK
  const [safe, noData] = [wanted.includes('SAFE'), wanted.includes('NO DATA')]
  const ranks = [...new Set(wanted.map((verdict) => verdicts.indexOf(verdict))), ...(safe || noData ? [IN_RESULT] : [])]
  const [only] = ranks
  const isRank =
    ranks.length === 1
      ? sql<boolean>`${rank} = ${sql.lit(only)}`
      : sql<boolean>`${rank} in (${sql.join(ranks.map((each) => sql.lit(each)))})`
  if (safe === noData) return isRank
  const older = safe ? sql<boolean>`not ${HAS_NO_DATA}` : HAS_NO_DATA
  return sql<boolean>`(${isRank} and (${rank} <> ${sql.lit(IN_RESULT)} or ${older}))`
}

/** Whether an index serves the filter in the order of time. */
export function isIndexedByTime({ chainId, valid, origin, verdicts: wanted = [] }: TransactionFilter): boolean {
  if (wanted.length === 0) return true
  const [only] = wanted
  const isOne = wanted.length === 1 && only !== 'SAFE' && only !== 'NO DATA'
  return isOne && chainId === undefined && valid === undefined && origin === undefined
}

const EVERY = sql<boolean>`1 = 1`

export function allOf(conditions: readonly (RawBuilder<boolean> | undefined)[]): RawBuilder<boolean> {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? EVERY : sql<boolean>`(${sql.join(given, sql` and `)})`
}

import type { RuleId } from '../../api/text/rules.ts'
import { type Verdict, verdictOf, verdictRank } from '../../api/verdict.ts'
import { bandFloors, isFinal, statusOf } from '../../api/vocabulary.ts'
import type { Reads, ServiceConfiguration } from '../records/reads/reads.ts'
import { requestOf, resultOf } from '../records/transaction-record.ts'
import { type Analysis, addressesOf, analyze, withEmbedded } from '../risk/analyze.ts'
import { blockingFinding } from '../risk/assess.ts'
import type { ScoredFinding } from '../risk/types.ts'
import type { TransactionRow, VerdictChangeRow } from '../store/schema/schema.ts'
import { listedAddresses } from '../validation/addresses/named-addresses.ts'
import { analyzerOf } from '../validation/analyze-with-imports.ts'
import { type AssessedSubject, assess } from '../validation/assess.ts'
import type { ObservedSubject } from '../validation/evidence/subject.ts'
import { readTransaction } from '../validation/request/read-request.ts'

export interface StoredDeps {
  readonly reads: Reads
  readonly configuration: ServiceConfiguration
  readonly hasNode: boolean
  /** ms since 1970. */
  readonly now: number
}

export type Screened = Pick<
  TransactionRow,
  'id' | 'product' | 'chain_id' | 'from_key' | 'to_key' | 'addresses' | 'request' | 'result' | 'origin' | 'created_at'
>

/** Validates a stored request with the rules and evidence of now. */
export async function validateStored(row: Screened, deps: StoredDeps): Promise<AssessedSubject> {
  return assess(await subjectOf(row, deps), { product: row.product, ...deps })
}

/**
 * What a stored request does. It reads no node and repeats no trace; addresses that only a trace showed are looked up like those
 * in undecoded bytes.
 */
export async function subjectOf(
  row: Screened,
  { reads, configuration }: Pick<StoredDeps, 'reads' | 'configuration'>,
): Promise<ObservedSubject> {
  const transaction = readTransaction(requestOf(row))
  const analyzeStored = analyzerOf(reads, configuration.contracts, {
    chainId: transaction.chainId,
    analyze: (trace, imported) => analyze(transaction, trace, imported),
  })
  return { analysis: withTraced(await analyzeStored(), row), observation: undefined }
}

function withTraced(analysis: Analysis, row: Screened): Analysis {
  const known = new Set(addressesOf(analysis))
  return withEmbedded(
    analysis,
    listedAddresses(row).filter((address) => !known.has(address)),
  )
}

/** Rules that only repeat what a list says of an address. */
const listingRules: ReadonlySet<string> = new Set<RuleId>([
  'sanctioned-address',
  'listed-address',
  'blocked-address',
  'connected-address',
])
const MOST_HOPS = 1

/** What lists say of a transaction. */
export interface ListedVerdict {
  readonly verdict: Verdict
  readonly score: number
  /** Strongest first. */
  readonly findings: readonly [ScoredFinding, ...ScoredFinding[]]
}

/** The verdict by direct listings and by those one hop away; undefined: none that warns. */
export function listedVerdict(
  { assessment: { findings } }: Pick<AssessedSubject, 'assessment'>,
  { configuration: { settings } }: Pick<StoredDeps, 'configuration'>,
  { origin }: Pick<Screened, 'origin'>,
): ListedVerdict | undefined {
  const [first, ...others] = findings.filter(
    ({ rule, hops, points }) => listingRules.has(rule) && hops <= MOST_HOPS && points >= bandFloors.WARNING,
  )
  if (!first) return undefined
  const listed = [first, ...others] as const
  // What a block has is not blocked any more.
  const isBlocked = blockingFinding(listed, settings) !== undefined && origin !== 'chain'
  const verdict = isBlocked ? 'BLOCKED' : statusOf(first.points)
  return { verdict, score: first.points, findings: listed }
}

export interface KnownVerdict {
  readonly verdict: Verdict
  readonly score: number
}

/** The stored verdict, or a worse one that was found later. @param changes of the transaction */
export function knownVerdict(row: Pick<Screened, 'result'>, changes: readonly VerdictChangeRow[]): KnownVerdict {
  const result = resultOf(row)
  const found = changes.map(({ to_verdict: verdict, to_score: score }) => ({ verdict, score }))
  const stored: KnownVerdict = { verdict: verdictOf(result), score: result.combinedScore }
  return found.reduce((worst, each) => (rankOf(each) > rankOf(worst) ? each : worst), stored)
}

export function rankOf({ verdict, score }: KnownVerdict): number {
  return verdictRank(verdict, score)
}

/**
 * Whether a listing changes a verdict: it gets worse, or it is as bad for another reason and a sanction or a BLOCK entry, which
 * nothing outweighs, raises the score.
 */
export function isWorse(listed: ListedVerdict, known: KnownVerdict): boolean {
  if (rankOf(listed) <= rankOf(known)) return false
  return listed.verdict !== known.verdict || listed.findings.some(({ subCategory }) => isFinal(subCategory))
}

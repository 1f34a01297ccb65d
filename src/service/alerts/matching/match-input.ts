import type { ValidationResult } from '../../../api/schemas/transaction.ts'
import { type VerdictStatus, verdictStatusOf } from '../../../api/verdict.ts'
import {
  bandFloors,
  type Category,
  type Enforcement,
  isFinal,
  type MonitorEventKind,
  type ProductType,
  type SubCategory,
} from '../../../api/vocabulary.ts'
import type { TransactionRow } from '../../store/schema/schema.ts'
import type { EventContent } from '../delivery/messages/event-content.ts'

/** What alerts match on: the same for a new validation and for a replay of a stored one. */
export interface MatchInput {
  readonly product: ProductType
  readonly chainId: string
  readonly status: VerdictStatus
  readonly enforcement: Enforcement
  /** 0–100. */
  readonly combinedScore: number
  /** Findings of at least 31 points, without duplicates. */
  readonly findings: readonly FoundKind[]
  /** Whole USD; `UNLIMITED_LOSS` for an unlimited loss, null when unknown. */
  readonly totalLoss: number | null
  /** The enabled monitored addresses on its chain that a reported transaction touches. */
  readonly monitored: NonNullable<EventContent['monitored']>
  /** What happens to them, limited to the kinds that their monitors notify about. */
  readonly events: readonly MonitoredEvent[]
}

export interface MonitoredEvent {
  readonly kind: MonitorEventKind
  /** USD that move; undefined: unknown. */
  readonly usd: number | undefined
}

export interface FoundKind {
  readonly category: Category
  readonly subCategory: SubCategory
}

type MatchRow = Pick<TransactionRow, 'product' | 'chain_id' | 'valid' | 'combined_score' | 'total_loss'>

/** @param result the result in the row */
export function buildMatchInput(
  row: MatchRow,
  result: ValidationResult,
  monitored: MatchInput['monitored'] = [],
  events: MatchInput['events'] = [],
): MatchInput {
  return {
    product: row.product,
    chainId: row.chain_id,
    status: verdictStatusOf({ ...result, combinedScore: row.combined_score }),
    enforcement: row.valid === 1 ? 'PASSED' : 'BLOCKED',
    combinedScore: row.combined_score,
    findings: findingsIn(result),
    totalLoss: row.total_loss,
    monitored,
    events,
  }
}

/**
 * The explanation has a maximum number of reasons, which a batch with hundreds of bad addresses exceeds. Score details and
 * inner addresses add the strongest finding of each category and of each address.
 */
function findingsIn({
  explanation,
  scoreDetails = {},
  internalAddressesWithMaxScore = [],
}: ValidationResult): FoundKind[] {
  const named = [
    ...(explanation?.reasons ?? []),
    ...Object.values(scoreDetails).map((detail) => ({ ...detail, points: detail.value })),
    ...internalAddressesWithMaxScore.map((address) => ({ ...address, points: address.maxScore })),
  ]
  const kinds = named
    .filter(({ points, subCategory }) => points >= bandFloors.WARNING && subCategory)
    .map(({ category, subCategory }) => ({ category, subCategory }) as FoundKind)
  return Array.from(new Map(kinds.map((kind) => [`${kind.category} ${kind.subCategory}`, kind])).values())
}

/**
 * Whether a sanction or a BLOCK entry speaks against it: a silence does not hide that. Reasons beyond the maximum of the explanation
 * may be such.
 */
export function isListed(result: ValidationResult): boolean {
  const { explanation, controlLists = [] } = result
  return (
    findingsIn(result).some(({ subCategory }) => isFinal(subCategory)) ||
    controlLists.some(({ type }) => type === 'BLOCK') ||
    (explanation?.missingData ?? []).some(({ code }) => code === 'reasons-hidden')
  )
}

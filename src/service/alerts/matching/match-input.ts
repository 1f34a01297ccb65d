import type { ValidationResult } from '../../../api/schemas/transaction.ts'
import {
  bandFloors,
  type Category,
  type Enforcement,
  type ProductType,
  type Status,
  type SubCategory,
  statusOf,
} from '../../../api/vocabulary.ts'
import type { TransactionRow } from '../../store/schema.ts'
import type { EventContent } from '../delivery/event-content.ts'

/** What alerts look at: of a validation that is being stored, and of one that was stored long ago, the same. */
export interface MatchInput {
  readonly product: ProductType
  readonly chainId: string
  readonly status: Status
  readonly enforcement: Enforcement
  /** 0–100. */
  readonly combinedScore: number
  /** Of at least 31, each pair once. */
  readonly findings: readonly FoundKind[]
  /** Whole USD; `UNLIMITED_LOSS` when nothing limits it, null when it is unknown. */
  readonly totalLoss: number | null
  /** Enabled monitored addresses on its chain that it touches, of a reported transaction. */
  readonly monitored: NonNullable<EventContent['monitored']>
}

export interface FoundKind {
  readonly category: Category
  readonly subCategory: SubCategory
}

type FactRow = Pick<TransactionRow, 'product' | 'chain_id' | 'valid' | 'combined_score' | 'total_loss'>

/** From a row as it is stored and the result that stands in it. */
export function buildMatchInput(
  row: FactRow,
  result: ValidationResult,
  monitored: MatchInput['monitored'] = [],
): MatchInput {
  return {
    product: row.product,
    chainId: row.chain_id,
    status: statusOf(row.combined_score),
    enforcement: row.valid === 1 ? 'PASSED' : 'BLOCKED',
    combinedScore: row.combined_score,
    findings: findingsIn(result),
    totalLoss: row.total_loss,
    monitored,
  }
}

/**
 * The explanation names every finding, the strongest first, up to a number of reasons that a batch of hundreds of bad
 * addresses passes: the best of each category and of each inner address stand elsewhere, too.
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

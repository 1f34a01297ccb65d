import { checksummed } from '../../../api/address.ts'
import type { Simulation } from '../../../api/schemas/simulation.ts'
import type { ValidationRequest, ValidationResult } from '../../../api/schemas/transaction.ts'
import { verdictOf } from '../../../api/verdict.ts'
import { statusOf } from '../../../api/vocabulary.ts'
import { SELECTOR_LENGTH } from '../../evm/words.ts'
import type { TransactionRow } from '../../store/schema/schema.ts'
import { cut } from '../channels/bodies/text.ts'
import type { EventContent, EventSimulation, VerdictContent } from '../delivery/messages/event-content.ts'

/** `tx explain` shows all. */
const MOST_REASONS = 3

/** Of each list of a simulation: every alert that fires stores a copy. */
const MOST_ENTRIES = 12
const LONGEST_TEXT = 600

/** A validated transaction: its row, and the request and result in it. */
export interface Validated {
  readonly row: TransactionRow
  readonly request: ValidationRequest
  readonly result: ValidationResult
}

/** What the events of all alerts have in common; without client data, call arguments and payload. */
export function buildContent(
  { row, request, result }: Validated,
  monitored?: EventContent['monitored'],
): Omit<VerdictContent, 'alert'> {
  const data = (request.transaction.data ?? '').toLowerCase().replace(/^(?!0x)/, '0x')
  const details = result.combinedScoreDetails
  const reasons = (result.explanation?.reasons ?? []).filter(({ points }) => points > 0).slice(0, MOST_REASONS)
  return {
    transaction: {
      svcTxId: row.id,
      chainId: row.chain_id,
      from: checksummed(row.from_key),
      ...(row.to_key !== null && { to: checksummed(row.to_key) }),
      value: row.value,
      ...(row.to_key !== null && data.length >= SELECTOR_LENGTH && { selector: data.slice(0, SELECTOR_LENGTH) }),
      ...(row.transaction_id !== null && { transactionId: row.transaction_id }),
      ...(row.block_number !== null && { blockNumber: row.block_number }),
    },
    result: {
      verdict: verdictOf(result),
      valid: result.valid,
      status: statusOf(result.combinedScore),
      enforcement: result.valid ? 'PASSED' : 'BLOCKED',
      combinedScore: result.combinedScore,
      category: details?.category ?? '',
      subCategory: details?.subCategory ?? '',
      subCategoryDescription: details?.subCategoryDescription ?? '',
      hops: details?.hops ?? 0,
      coverage: result.coverage ?? 'none',
      ...(result.knownByAgeOnly && { knownByAgeOnly: true }),
      ...(result.explanation?.actions && { actions: result.explanation.actions }),
      ...(result.explanation?.moreActions && { moreActions: result.explanation.moreActions }),
      ...(result.simulation && { simulation: boundedSimulation(result.simulation) }),
      ...(result.error !== undefined && { error: result.error }),
      reasons: reasons.map(({ text, subject, role, points, source }) => ({ text, subject, role, points, source })),
      totalLossUsd: row.total_loss,
    },
    ...(monitored && { monitored }),
  }
}

function boundedSimulation({ summary, reason, assetChanges, approvals, ...others }: Simulation): EventSimulation {
  const more = [assetChanges, approvals].reduce((sum, list) => sum + Math.max(0, list.length - MOST_ENTRIES), 0)
  return {
    ...others,
    ...(reason !== undefined && { reason: cut(reason, LONGEST_TEXT) }),
    ...(summary !== undefined && { summary: cut(summary, LONGEST_TEXT) }),
    assetChanges: assetChanges.slice(0, MOST_ENTRIES),
    approvals: approvals.slice(0, MOST_ENTRIES),
    ...(more > 0 && { more }),
  }
}

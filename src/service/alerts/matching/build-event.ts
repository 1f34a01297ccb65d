import { checksummed } from '../../../api/address.ts'
import type { Simulation } from '../../../api/schemas/simulation.ts'
import type { ValidationRequest, ValidationResult } from '../../../api/schemas/transaction.ts'
import { verdictOf } from '../../../api/verdict.ts'
import { statusOf } from '../../../api/vocabulary.ts'
import { SELECTOR_LENGTH } from '../../evm/words.ts'
import type { TransactionRow } from '../../store/schema/schema.ts'
import { cut } from '../channels/bodies/text.ts'
import type { EventContent, EventResult, EventSimulation, VerdictContent } from '../delivery/messages/event-content.ts'

/** `tx show` shows all. */
const MOST_REASONS = 3

/** The most entries of each list of a simulation: every alert that fires stores a copy. */
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
      transactionId: row.transaction_id ?? undefined,
      blockNumber: row.block_number ?? undefined,
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
      ...(result.explanation?.names && { names: result.explanation.names.slice(0, MOST_ENTRIES) }),
      ...(result.simulation && { simulation: boundedSimulation(result.simulation) }),
      error: result.error,
      reasons: reasons.map(({ text, subject, role, points, source }) => ({ text, subject, role, points, source })),
      ...policiesIn(result),
      totalLossUsd: row.total_loss,
    },
    ...(monitored && { monitored }),
  }
}

/** Of each policy its first line. */
function policiesIn({ explanation }: ValidationResult): Pick<EventResult, 'policies'> {
  const lines = (['deny', 'hold'] as const).flatMap((result) =>
    (explanation?.policies ?? [])
      .filter((each) => each.mode === 'enforce' && each.result === result)
      .map(({ policy, text }) => ({ policy, result, text: cut(text, LONGEST_TEXT) })),
  )
  const policies = lines.filter(({ policy }, at) => lines.findIndex((each) => each.policy === policy) === at)
  return policies.length === 0 ? {} : { policies: policies.slice(0, MOST_ENTRIES) }
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

import type { Validated } from '../../alerts/matching/build-event.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { resultOf } from '../../records/transaction-record.ts'
import type { Ids } from '../../runtime/deps.ts'
import { findFollowed, insertReport, updateFollowed } from '../../store/repositories/followed-transactions.ts'
import { findTransaction, insertTransaction } from '../../store/repositories/transactions.ts'
import { CONFIRMED, type Db, type TransactionRow } from '../../store/schema/schema.ts'
import type { Validation } from '../../validation/answer.ts'
import { type OnChainState, reportOnChain } from '../../validation/reports/report-on-chain.ts'
import { toRow } from '../../validation/transaction-row.ts'
import type { ValidationOutcome } from '../../validation/validate.ts'
import { recordFollowedHistory, type SeenHistory } from './followed-history.ts'
import { type FollowedTransaction, type SentCall, toRequest, transactionOf } from './followed-transaction.ts'
import { findValidation } from './match-validation.ts'

/** A validated transaction of a block has its verdict and is ready to be stored. */
export interface ValidatedTransaction {
  readonly followed: FollowedTransaction
  readonly outcome: ValidationOutcome
  readonly calls: readonly SentCall[]
  readonly history: SeenHistory
}

interface Recording {
  readonly db: Db
  readonly now: number
  readonly newId: Ids
}

/**
 * Stores a transaction of a block. Seen again in another block, its row gets that block and the verdict of it. Seen again in
 * the same block, by an audit or a backfill that looked for other addresses, it keeps the graver verdict. Its validation is
 * looked up again, because two transactions of one block must not both belong to the same one.
 */
export async function recordFollowed(
  { followed, outcome, calls, history }: ValidatedTransaction,
  { db, now, newId }: Recording,
): Promise<Validated> {
  const { chainId, header, transaction } = followed
  const { hash } = transaction
  const before = await findFollowed(db, chainId, hash)
  const known = before?.validated_as == null ? undefined : await findTransaction(db, before.validated_as)
  const validation = known ?? (await findValidation(db, followed, calls))
  const state = stateIn(header, hash)
  if (validation) await reportValidation(validation, state, { db, now, newId }, { followed, outcome })

  const id = before?.id ?? newId()
  const request = toRequest(followed)
  const result = { ...withoutEnforcement(outcome.result), svcTxId: id }
  const fresh: TransactionRow = {
    ...toRow(request, {
      id,
      product: 'SONAR',
      transaction: transactionOf(followed),
      analysis: outcome.analysis,
      validation: result,
      loss: outcome.loss,
      payload: undefined,
      now,
    }),
    ...state,
    origin: 'chain',
    block_hash: header.hash,
    validated_as: validation?.id ?? before?.validated_as ?? null,
    created_at: before?.created_at ?? now,
  }
  const graver = before?.block_hash === header.hash && !isGraver(fresh, before) ? before : undefined
  const row = graver ? { ...fresh, ...verdictOf(graver) } : fresh
  if (before) await updateFollowed(db, row)
  else {
    await insertTransaction(db, row)
    await recordFollowedHistory(db, history, validation !== undefined)
  }
  if (before?.block_hash !== header.hash)
    await insertReport(db, { id: newId(), svc_tx_id: id, ...state, reported_at: now })
  return { row, request, result: graver ? resultOf(graver) : result }
}

/** Gives the state of a transaction that a block has. */
export function stateIn({ number, timestamp }: BlockHeader, hash: string): OnChainState {
  return { transaction_id: hash, block_number: String(number), block_time: timestamp * 1000 }
}

function isGraver(row: TransactionRow, than: TransactionRow): boolean {
  if (row.combined_score !== than.combined_score) return row.combined_score > than.combined_score
  return (row.total_loss ?? 0) > (than.total_loss ?? 0)
}

function verdictOf({
  valid,
  combined_score,
  sub_category,
  total_loss,
  coverage,
  known_by_age_only,
  result,
  addresses,
}: TransactionRow) {
  return { valid, combined_score, sub_category, total_loss, coverage, known_by_age_only, result, addresses }
}

/** As if it had been reported; a transaction that is worse now vouches for no address. */
async function reportValidation(
  validation: TransactionRow,
  state: OnChainState,
  recording: Recording,
  { followed, outcome }: Pick<ValidatedTransaction, 'followed' | 'outcome'>,
): Promise<void> {
  const { transaction_id, block_number, block_time } = validation
  if (transaction_id !== null && transaction_id !== state.transaction_id) return
  const isKnown = transaction_id !== null && block_number === state.block_number && block_time === state.block_time
  if (isKnown && validation.standing === CONFIRMED) return
  await reportOnChain(validation, state, recording, {
    standing: CONFIRMED,
    blockHash: followed.header.hash,
    logs: followed.receipt.logs,
    failed: followed.receipt.succeeded === false,
    score: outcome.assessment.combinedScore,
  })
}

/** A transaction in a block was not blocked: its score does not matter. */
function withoutEnforcement({ error: _, ...result }: Validation): Validation {
  return { ...result, valid: true }
}

import { requestOf } from '../records/transaction-record.ts'
import { analyze } from '../risk/analyze.ts'
import type { Ids } from '../runtime/deps.ts'
import { confirmNonce, reportTransaction, wasOnChain } from '../store/repositories/transactions.ts'
import type { Db, TransactionRow } from '../store/schema.ts'
import { recordHistory } from './record-history.ts'
import { readTransaction } from './validate.ts'

/** Time of the block in ms since 1970. */
export type OnChainState = Pick<TransactionRow, 'transaction_id' | 'block_number' | 'block_time'>

export interface ReportContext {
  readonly db: Db
  readonly now: number
  readonly newId: Ids
}

/**
 * Stores what is known on chain about a validated transaction, in the caller's transaction: its state, a row of its history,
 * the history of its sender once, and the nonce of its payload.
 * @param about failed: it did nothing; score: of a later verdict, when it is worse nobody vouches
 */
export async function reportOnChain(
  row: TransactionRow,
  state: OnChainState,
  { db, now, newId }: ReportContext,
  { failed = false, score = 0 }: { readonly failed?: boolean; readonly score?: number } = {},
): Promise<void> {
  const { id, chain_id, from_key, to_key, payload_nonce } = row
  const { transaction_id, block_number, block_time } = state
  const isOnChain = transaction_id !== null && block_number !== null
  if (row.valid === 1 && isOnChain && !failed && !(await wasOnChain(db, id)))
    await recordHistory(db, analyze(readTransaction(requestOf(row))), {
      at: block_time ?? now,
      combinedScore: Math.max(row.combined_score, score),
    })
  await reportTransaction(
    db,
    { id, ...state, updated_at: now },
    { id: newId(), svc_tx_id: id, ...state, reported_at: now },
  )
  if (transaction_id !== null && payload_nonce !== null && to_key !== null && !failed)
    await confirmNonce(db, { chain_id, to_key, from_key }, payload_nonce, now)
}

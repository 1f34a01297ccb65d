import { hashOf } from '../../../shared/json/evm-json.ts'
import type { Log } from '../../evm/logs.ts'
import { requestOf } from '../../records/transaction-record.ts'
import { analyze } from '../../risk/analyze.ts'
import type { Ids } from '../../runtime/deps.ts'
import { forgetConfirmed } from '../../store/repositories/payments.ts'
import { confirmNonce, reportedAsSame, reportTransaction, wasOnChain } from '../../store/repositories/transactions.ts'
import { CONFIRMED, type Db, type Standing, type TransactionRow } from '../../store/schema/schema.ts'
import { proofOf } from '../evidence/proof.ts'
import { pairsPaid, recordHistory } from '../evidence/record-history.ts'
import { readTransaction } from '../request/read-request.ts'

/** Time of the block in ms since 1970. */
export type OnChainState = Pick<TransactionRow, 'transaction_id' | 'block_number' | 'block_time'>

export interface ReportContext {
  readonly db: Db
  readonly now: number
  readonly newId: Ids
}

export interface Reported {
  /** What shows it. */
  readonly standing: Standing
  /** Of the block that a node showed. */
  readonly blockHash?: string
  /** Events of its receipt, where a node showed them. */
  readonly logs?: readonly Log[]
  /** It did nothing. */
  readonly failed?: boolean
  /** Of a later verdict: when it is worse, the payment vouches for no address. */
  readonly score?: number
}

/** Between questions whether a block that has a transaction is still there (ms). */
export const RECHECK_MS = 60_000

/**
 * Stores what is known on chain about a validated transaction, in the caller's transaction: its state, a row of its history,
 * the history of its sender, and the nonce of its payload.
 */
export async function reportOnChain(
  row: TransactionRow,
  state: OnChainState,
  { db, now, newId }: ReportContext,
  { standing, blockHash, logs, failed = false, score = 0 }: Reported,
): Promise<void> {
  const { id, chain_id, from_key, to_key, payload_nonce } = row
  const { transaction_id, block_number, block_time } = state
  const isOnChain = transaction_id !== null && block_number !== null
  const isHistory = row.valid === 1 && isOnChain && !failed
  // What another key reports takes nothing back that a node has shown.
  if (row.standing === CONFIRMED && standing > 0) await forgetConfirmed(db, id)
  if (isHistory)
    await recordHistory(db, analyze(readTransaction(requestOf(row))), {
      svcTxId: id,
      standing,
      at: timeOfReport(row, block_time, now),
      combinedScore: Math.max(row.combined_score, score),
      isCounted: await countedBefore(db, { ...row, transaction_id }),
      proof: logs && proofOf(from_key, logs),
    })
  const checkAt = standing === CONFIRMED ? now + RECHECK_MS : now
  const known = {
    ...{ standing, block_hash: blockHash ?? null, check_until: null, updated_at: now },
    check_at: isHistory && hashOf(transaction_id) !== undefined ? checkAt : null,
  }
  await reportTransaction(db, { id, ...state, ...known }, { id: newId(), svc_tx_id: id, ...state, reported_at: now })
  if (transaction_id !== null && payload_nonce !== null && to_key !== null && !failed)
    await confirmNonce(db, { chain_id, to_key, from_key }, payload_nonce, now)
}

/** Validations of one transaction that are read; with more of them, a further one counts for no pair. */
const MOST_VALIDATIONS = 20

/**
 * What a report counts for no more: every pair, where this validation was reported with a block before; else the pairs of other
 * validations that the same transaction was reported for. One transaction can be validated often, and pays once.
 */
async function countedBefore(db: Db, row: TransactionRow): Promise<(pair: string) => boolean> {
  if (await wasOnChain(db, row.id)) return () => true
  const others = await reportedAsSame(db, row, MOST_VALIDATIONS + 1)
  if (others.length > MOST_VALIDATIONS) return () => true
  const counted = new Set(others.flatMap((other) => pairsPaid(analyze(readTransaction(requestOf(other))))))
  return (pair) => counted.has(pair)
}

/** The reporter names the time of the block: it is neither before the validation nor in the future. */
export function timeOfReport({ created_at }: TransactionRow, blockTime: number | null, now: number): number {
  return Math.min(Math.max(blockTime ?? now, created_at), Math.max(now, created_at))
}

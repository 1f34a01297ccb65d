import { hashOf } from '../../../shared/json/evm-json.ts'
import type { Log } from '../../evm/logs.ts'
import { PAYLOAD_BYTES } from '../../payload/layout.ts'
import { findSlot } from '../../payload/slot.ts'
import { failSpends, settle } from '../../policies/budgets.ts'
import { requestOf, resultOf } from '../../records/transaction-record.ts'
import { type Analysis, analyze } from '../../risk/analyze.ts'
import type { Ids } from '../../runtime/deps.ts'
import { forgetConfirmed } from '../../store/repositories/payments.ts'
import { confirmNonce, reportedAsSame, reportTransaction, wasOnChain } from '../../store/repositories/transactions.ts'
import {
  CONFIRMED,
  type Db,
  type PolicySpendRow,
  type Standing,
  type TransactionRow,
} from '../../store/schema/schema.ts'
import { proofOf } from '../evidence/proof.ts'
import { type HistorySource, pairsPaid, recordHistory } from '../evidence/record-history.ts'
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
  /** Hash of the block that a node showed. */
  readonly blockHash?: string
  /** Events of its receipt, where a node showed them. */
  readonly logs?: readonly Log[]
  /** It did nothing. */
  readonly failed?: boolean
  /** Score of a later verdict: when it is worse, the payment vouches for no address. */
  readonly score?: number
}

/** Between questions whether a block that has a transaction is still there (ms). */
export const RECHECK_MS = 60_000

/**
 * Stores what is known on chain about a validated transaction, in the caller's transaction: its state, a row of its history,
 * the history of its sender, the nonce of its payload, and its budgets.
 * @returns what counts in budgets from now on, though nothing reserved it
 */
export async function reportOnChain(
  row: TransactionRow,
  state: OnChainState,
  { db, now, newId }: ReportContext,
  { standing, blockHash, logs, failed = false, score = 0 }: Reported,
): Promise<readonly PolicySpendRow[]> {
  const { id, chain_id, from_key, to_key, payload_nonce } = row
  const { transaction_id, block_number, block_time } = state
  const isOnChain = transaction_id !== null && block_number !== null
  const isHistory = row.valid === 1 && isOnChain && !failed
  const isSeen = standing === CONFIRMED
  // What another key reports takes nothing back that a node has shown.
  if (row.standing === CONFIRMED && standing > 0) await forgetConfirmed(db, id)
  if (isHistory) {
    const isCounted = await countedBefore(db, { ...row, transaction_id })
    await recordReported({ ...row, block_time }, { db, now, standing, logs, score, isCounted })
  }
  const late =
    isOnChain && !failed
      ? await settle(db, id, timeOfReport({ ...row, block_time }, now), {
          isSure: standing > 0,
          isSeen,
          isCounted: isSeen || row.valid === 1,
        })
      : []
  if (isOnChain && failed) await failSpends(db, id)
  const checkAt = standing === CONFIRMED ? now + RECHECK_MS : now
  const known = {
    standing,
    block_hash: blockHash ?? null,
    check_until: null,
    updated_at: now,
    check_at: isHistory && hashOf(transaction_id) !== undefined ? checkAt : null,
  }
  await reportTransaction(db, { id, ...state, ...known }, { id: newId(), svc_tx_id: id, ...state, reported_at: now })
  if (transaction_id !== null && payload_nonce !== null && to_key !== null && !failed)
    await confirmNonce(db, { chain_id, to_key, from_key }, payload_nonce, now)
  return late
}

interface HistoryOfReport extends Pick<Reported, 'standing' | 'logs' | 'score'>, Pick<HistorySource, 'isCounted'> {
  readonly db: Db
  readonly now: number
}

/** Stores what a reported transaction paid and allowed, by what was validated and, where a node has it, by its events. */
export async function recordReported(
  row: TransactionRow,
  { db, now, standing, logs, score = 0, isCounted }: HistoryOfReport,
): Promise<void> {
  await recordHistory(db, analysisOf(row), {
    svcTxId: row.id,
    standing,
    at: timeOfReport(row, now),
    combinedScore: Math.max(row.combined_score, score),
    isCounted,
    proof: logs && proofOf(row.from_key, logs),
  })
}

function analysisOf(row: TransactionRow): Analysis {
  return analyze(readTransaction(requestOf(row)))
}

/** Whether the data that was sent is that of a validation, or has the payload that was issued for it in its slot, if it used one. */
export function isDataOf(row: TransactionRow, sent: string): boolean {
  const { data } = readTransaction(requestOf(row))
  if (data === sent) return true
  const { payload, payloadSlot } = resultOf(row)
  if (payload === undefined || payloadSlot === 'none') return false
  const { slot, hashed } = findSlot(data, 'auto')
  const length = PAYLOAD_BYTES.toString(16).padStart(64, '0')
  return slot !== undefined && `${hashed}${length}${payload.slice(2).toLowerCase()}` === sent
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
  const counted = new Set(others.flatMap((other) => pairsPaid(analysisOf(other))))
  return (pair) => counted.has(pair)
}

/** The reporter names the time of the block: it is neither before the validation nor in the future. */
function timeOfReport({ created_at, block_time }: TransactionRow, now: number): number {
  return Math.min(Math.max(block_time ?? now, created_at), Math.max(now, created_at))
}

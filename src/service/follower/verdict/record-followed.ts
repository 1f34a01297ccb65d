import type { PolicyOutcome } from '../../../api/schemas/policy.ts'
import { blockingPolicy, enforcedOutcomes } from '../../../api/text/policies.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import type { Validated } from '../../alerts/matching/build-event.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { executionIn } from '../../evm/executions.ts'
import { endNonce, endNoncesOf, exceededBy, failSpends, reserve, settle } from '../../policies/budgets.ts'
import type { PolicyCheck } from '../../policies/check.ts'
import type { CompiledPolicy } from '../../policies/evaluate.ts'
import { resultOf } from '../../records/transaction-record.ts'
import type { Ids } from '../../runtime/deps.ts'
import { findFollowed, insertReport, updateFollowed } from '../../store/repositories/followed-transactions.ts'
import { findTransaction, insertTransaction } from '../../store/repositories/transactions.ts'
import { CONFIRMED, type Db, type PolicySpendRow, type TransactionRow } from '../../store/schema/schema.ts'
import type { Validation, ValidationOutcome } from '../../validation/answer.ts'
import { type OnChainState, reportOnChain } from '../../validation/reports/report-on-chain.ts'
import { reservationIdOf } from '../../validation/request/check-typed-data.ts'
import { toRow } from '../../validation/transaction-row.ts'
import { recordFollowedHistory, type SeenHistory } from './followed-history.ts'
import { engineTransaction, type FollowedTransaction, type SentCall, toRequest } from './followed-transaction.ts'
import { findValidation } from './match-validation.ts'

/** A validated transaction of a block has its verdict and is ready to be stored. */
export interface ValidatedTransaction {
  readonly followed: FollowedTransaction
  readonly outcome: ValidationOutcome
  readonly calls: readonly SentCall[]
  readonly history: SeenHistory
  readonly policies: readonly CompiledPolicy[]
  /** The policies that apply to its sender, also where it was never validated; undefined: none does. */
  readonly check: PolicyCheck | undefined
}

/** A transaction of a block as it is stored. */
export interface RecordedTransaction extends Validated {
  /** What enforced policies do not allow of it: it was sent past them, or later than they counted it. */
  readonly exceeded: readonly PolicyOutcome[]
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
  given: ValidatedTransaction,
  { db, now, newId }: Recording,
): Promise<RecordedTransaction> {
  const { followed, outcome, calls, history } = given
  const { chainId, header, transaction } = followed
  const { hash } = transaction
  const before = await findFollowed(db, chainId, hash)
  const known = before?.validated_as == null ? undefined : await findTransaction(db, before.validated_as)
  const validation = known ?? (await findValidation(db, followed, calls))
  const state = stateIn(header, hash)
  const id = before?.id ?? newId()
  const late = validation ? await reportValidation(validation, state, { db, now, newId }, { followed, outcome }) : []
  const past = validation ? blockedBefore(validation, late, followed) : await settlePast(given, id, { db, now })
  const limits = await exceededBy(db, [...late, ...(await settleExecuted(followed, db))], given.policies, now)
  const exceeded = [...past, ...limits.filter((limit) => !past.some(({ clause }) => clause === limit.clause))]
  // What else was reserved for the nonce cannot be sent any more.
  const sent = { chain_id: chainId, sender: transaction.from, nonce: String(transaction.nonce) }
  await endNonce(db, sent, validation?.id)

  const request = toRequest(followed)
  const found = { ...withoutEnforcement(outcome.result), svcTxId: id }
  const result = exceeded.length === 0 ? found : { ...found, explanation: { ...found.explanation, policies: exceeded } }
  const fresh: TransactionRow = {
    ...toRow(request, {
      id,
      product: 'SONAR',
      transaction: engineTransaction(followed),
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
  return { row, request, result: graver ? resultOf(graver) : result, exceeded }
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
): Promise<readonly PolicySpendRow[]> {
  const { transaction_id, block_number, block_time } = validation
  if (transaction_id !== null && transaction_id !== state.transaction_id) return []
  const isKnown = transaction_id !== null && block_number === state.block_number && block_time === state.block_time
  if (isKnown && validation.standing === CONFIRMED) return []
  return reportOnChain(validation, state, recording, {
    standing: CONFIRMED,
    blockHash: followed.header.hash,
    logs: followed.receipt.logs,
    failed: followed.receipt.succeeded === false,
    score: outcome.assessment.combinedScore,
  })
}

/** Transactions of older blocks count in budgets, and are no findings (ms). */
const RECENT_MS = DAY_MS

/** Why a policy blocked it, and no person let it pass: what was held is released with what it takes from budgets. */
function blockedBefore(
  validation: TransactionRow,
  late: readonly PolicySpendRow[],
  { transaction, receipt }: FollowedTransaction,
): PolicyOutcome[] {
  const { transaction_id } = validation
  const isOther = transaction_id !== null && transaction_id !== transaction.hash
  if (isOther || receipt.succeeded === false) return []
  const outcome = blockingPolicy(resultOf(validation))
  return outcome && (outcome.result === 'deny' || late.length > 0) ? [outcome] : []
}

/** One that was never validated counts in the budgets of the policies that apply to its sender. @returns what they do not allow */
async function settlePast(
  { followed, check }: ValidatedTransaction,
  id: string,
  { db, now }: Pick<Recording, 'db' | 'now'>,
): Promise<PolicyOutcome[]> {
  const { chainId, transaction, receipt, header } = followed
  if (!check) return []
  if (receipt.succeeded === false) {
    await failSpends(db, id)
    return []
  }
  const spending = { svcTxId: id, chainId, sender: transaction.from, nonce: String(transaction.nonce) }
  const decision = await check.decide(db, spending, { valid: true })
  const at = header.timestamp * 1000
  await reserve(db, { ...decision, valid: false }, spending, { now: at, expiresAt: undefined })
  await settle(db, id, at)
  // Of what was spent after an older one, not all is known to be after it.
  if (now - at > RECENT_MS) return []
  return [...enforcedOutcomes(decision.policies, 'deny'), ...enforcedOutcomes(decision.policies, 'hold')]
}

/** What owners of a Safe signed counts when the Safe has executed it. @returns what counts from now on */
async function settleExecuted({ receipt, header }: FollowedTransaction, db: Db): Promise<PolicySpendRow[]> {
  const late: PolicySpendRow[] = []
  for (const log of receipt.logs) {
    const { kind, subject, succeeded } = executionIn(log) ?? {}
    if (kind !== 'safe' || subject === undefined) continue
    const id = reservationIdOf(subject, log.address)
    if (succeeded) late.push(...(await settle(db, id, header.timestamp * 1000)))
    await endNoncesOf(db, id, succeeded)
  }
  return late
}

/** A transaction in a block was not blocked: its score does not matter. */
function withoutEnforcement({ error: _, ...result }: Validation): Validation {
  return { ...result, valid: true }
}

import { parseQuantity } from '../../../api/quantity.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { executionIn } from '../../evm/executions.ts'
import type { Log } from '../../evm/logs.ts'
import { requestOf } from '../../records/transaction-record.ts'
import type { Analysis } from '../../risk/analyze.ts'
import { findReportedAs, validationsOf } from '../../store/repositories/followed-transactions.ts'
import { safeItemsWithHash } from '../../store/repositories/safe-items.ts'
import { findTransaction } from '../../store/repositories/transactions.ts'
import type { Db, TransactionRow } from '../../store/schema/schema.ts'
import { isDataOf } from '../../validation/reports/report-on-chain.ts'
import { readTransaction } from '../../validation/request/read-request.ts'
import type { FollowedTransaction, SentCall } from './followed-transaction.ts'

/** How long a validation without an account nonce is taken for a transaction. */
const VALID_FOR_MS = 7 * DAY_MS
/** A validation that is later than the block did not decide about it; clocks differ a little. */
const CLOCK_TOLERANCE_MS = 60_000
/** Validations of one sender, target and value that are compared. */
const MOST = 200

/**
 * Finds the validation of what a Safe executed, by the hash in its event. Otherwise the newest validation of what was sent that belongs to no other transaction: one that was reported with its
 * hash, else one with the same sender, target, value, data and nonce.
 */
export async function findValidation(
  db: Db,
  { chainId, header, transaction, receipt }: FollowedTransaction,
  calls: readonly SentCall[],
): Promise<TransactionRow | undefined> {
  const reported = await findReportedAs(db, chainId, transaction.hash)
  if (reported) return reported
  const queued = await findQueued(db, chainId, receipt.logs)
  if (queued) return queued
  const minedAt = header.timestamp * 1000
  for (const call of calls) {
    const { from, to = null, value } = call
    const rows = await validationsOf(
      db,
      { chainId, from, to, value: String(value), until: minedAt + CLOCK_TOLERANCE_MS },
      MOST,
    )
    const found = rows.find((row) => isValidationOf(row, call, minedAt))
    if (found) return found
  }
  return undefined
}

/** A transaction of the queue of a Safe that emits the hash of what it executed. */
async function findQueued(db: Db, chainId: string, logs: readonly Log[]): Promise<TransactionRow | undefined> {
  for (const log of logs) {
    const execution = executionIn(log)
    if (execution?.kind !== 'safe' || execution.subject === undefined) continue
    for (const { svc_tx_id } of await safeItemsWithHash(db, execution.subject)) {
      const row = svc_tx_id === null ? undefined : await findTransaction(db, svc_tx_id)
      if (row?.chain_id === chainId && row.from_key === log.address) return row
    }
  }
  return undefined
}

function isValidationOf(row: TransactionRow, call: SentCall, minedAt: number): boolean {
  const request = requestOf(row)
  const nonce = parseQuantity(request.transaction.nonce ?? '')
  if (nonce === undefined || call.nonce === undefined) {
    if (row.transaction_id !== null || row.created_at < minedAt - VALID_FOR_MS) return false
  } else if (nonce !== BigInt(call.nonce)) return false
  const { authorizations = [] } = readTransaction(request)
  const delegates = authorizations.map(({ address }) => address)
  return delegates.join() === call.delegates.join() && isDataOf(row, call.data)
}

/**
 * Lists the transaction, and the one call that a monitored account makes by it: a Safe or a smart account is validated by what it
 * calls. Several calls are never shown as all validated.
 */
export function sentCalls({ transaction, activities }: FollowedTransaction, analysis: Analysis): SentCall[] {
  const { from, to, value, data, nonce, authorizations } = transaction
  const delegates = authorizations.filter(({ authority }) => authority === from).map(({ delegate }) => delegate)
  const senders = activities.filter(({ kind }) => kind === 'sent').map(({ address }) => address)
  // An owner who calls the Safe, and pays it nothing, does nothing else by it.
  const isOnlyFor = (account: string) => !senders.includes(from) || (to === account && value === 0n)
  const accounts = new Set(senders.filter((address) => address !== from))
  const [account] = accounts
  const own = { from, to, value, data, nonce, delegates }
  if (account === undefined || accounts.size > 1 || !isOnlyFor(account)) return [own]
  if (!analysis.own.has(account)) return [own]
  const made = analysis.calls.filter(({ actor, inTrace }) => actor === account && !inTrace)
  const [call] = made
  if (call?.to === undefined || call.operation !== 'call' || made.length > 1) return [own]
  return [own, { from: account, to: call.to, value: call.value, data: call.data, nonce: undefined, delegates: [] }]
}

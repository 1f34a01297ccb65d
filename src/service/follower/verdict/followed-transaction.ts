import { checksummed } from '../../../api/address.ts'
import type { ValidationRequest, ValidationResult } from '../../../api/schemas/transaction.ts'
import type { BlockHeader, ChainTransaction, MatchedTransaction } from '../../chain/blocks/block.ts'
import type { ExecutedTransaction } from '../../chain/observer.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { Transaction } from '../../risk/types.ts'
import type { TransactionRow } from '../../store/schema.ts'
import type { Activity } from '../activity/activity.ts'

/** A transaction of a block that touches monitored addresses. */
export interface Followed {
  readonly chainId: string
  readonly header: BlockHeader
  readonly matched: MatchedTransaction
  /** Of this transaction. */
  readonly activities: readonly Activity[]
}

/** A stored transaction of a chain. */
export interface StoredFollowed {
  readonly row: TransactionRow
  readonly request: ValidationRequest
  readonly result: ValidationResult
}

/** In the form of the engine. Only the sender's own delegations are its: those of others are activities. */
export function transactionOf({ chainId, matched: { transaction } }: Followed): Transaction {
  const { from, to, value, data, authorizations } = transaction
  const own = authorizations.filter(({ authority }) => authority === from)
  return {
    chainId,
    from,
    to,
    value,
    data,
    ...(own.length > 0 && {
      // The nonce says nothing about who gets control.
      authorizations: own.map(({ delegate }) => ({ chainId, address: delegate, nonce: 0n })),
    }),
  }
}

/** As if it had been asked about. */
export function toRequest({ chainId, matched: { transaction } }: Followed): ValidationRequest {
  const { from, to, value, data, nonce } = transaction
  return {
    transaction: {
      chainId,
      from: checksummed(from),
      ...(to !== undefined && { to: checksummed(to) }),
      value: String(value),
      data,
      nonce: String(nonce),
    },
    trackNonce: false,
  }
}

export function toExecuted(followed: Followed): ExecutedTransaction {
  const { header, matched, activities } = followed
  const real = activities.filter(({ kind }) => kind !== 'poison')
  const moved = new Set(real.flatMap(movesOf))
  return {
    ...{ hash: matched.transaction.hash, index: matched.transaction.index },
    block: { number: BigInt(header.number), hash: header.hash, timestamp: header.timestamp },
    parentHash: header.parentHash,
    trace: receiptTrace(matched),
    succeeded: matched.receipt.succeeded,
    owners: [...new Set((real.length > 0 ? real : activities).map(({ address }) => address))],
    pretended: new Set(
      activities
        .filter(({ kind }) => kind === 'poison')
        .flatMap(movesOf)
        .filter((move) => !moved.has(move)),
    ),
  }
}

function movesOf({ address, details: { moves = [] } }: Activity): string[] {
  return moves.map(({ token }) => `${address} ${token}`)
}

/** The receipt as a trace of one call: which contract called which is not known, where code may have run. */
function receiptTrace({ transaction, receipt }: MatchedTransaction): Trace {
  const { from, to, value, data, authorizations } = transaction
  const isPayment = receipt.isPayment === true && receipt.succeeded === true && data === '0x' && to !== undefined
  return {
    root: {
      type: to === undefined ? 'CREATE' : 'CALL',
      from,
      to: to ?? receipt.created,
      value,
      input: data,
      error: receipt.succeeded === false ? 'failed' : undefined,
      logs: receipt.logs,
      calls: [],
    },
    incomplete: !isPayment || authorizations.length > 0,
    hasLogs: true,
  }
}

/** It moved nothing. */
export function hasFailed({ matched: { receipt } }: Followed): boolean {
  return receipt.succeeded === false
}

/** A call that may have been validated: the transaction, or what an account does by it. */
export interface SentCall extends Pick<ChainTransaction, 'from' | 'to' | 'value' | 'data'> {
  /** Undefined: of an account that has a nonce of its own. */
  readonly nonce: number | undefined
  /** EIP-7702: the delegates that the sender signs for. */
  readonly delegates: readonly string[]
}

import { checksummed } from '../../../api/address.ts'
import type { ValidationRequest } from '../../../api/schemas/transaction.ts'
import type { ChainTransaction, MinedTransaction } from '../../chain/blocks/block.ts'
import type { MinedSubject } from '../../chain/observer.ts'
import { ownedKey } from '../../evm/asset.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { Transaction } from '../../risk/types.ts'
import type { Activity } from '../activity/activity.ts'

/** A followed transaction touches monitored addresses. */
export interface FollowedTransaction extends MinedTransaction {
  readonly activities: readonly Activity[]
}

/** Gives the transaction in the form of the engine. Only the sender's own delegations are its: those of others are activities. */
export function engineTransaction({ chainId, transaction }: MinedTransaction): Transaction {
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

/** Gives the request that would have validated it before it was signed. */
export function toRequest({ chainId, transaction }: MinedTransaction): ValidationRequest {
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

/** Gives what an observation shows of it: the accounts that it really touches, and what it only pretends. */
export function shownBy({ activities }: FollowedTransaction): Pick<MinedSubject, 'owners' | 'pretended'> {
  const real = activities.filter(({ kind }) => kind !== 'poison')
  const moved = new Set(real.flatMap(movesOf))
  const imitated = activities.filter(({ kind }) => kind === 'poison').flatMap(movesOf)
  return {
    owners: [...new Set((real.length > 0 ? real : activities).map(({ address }) => address))],
    pretended: new Set(imitated.filter((move) => !moved.has(move))),
  }
}

function movesOf({ address, details: { moves = [] } }: Activity): string[] {
  return moves.map(({ token }) => ownedKey(address, { token }))
}

/** Gives the receipt as a trace of one call: which contract called which is not known, where code may have run. */
export function receiptTrace({ transaction, receipt }: MinedTransaction): Trace {
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

/** A call that may have been validated: the transaction, or what an account does by it. */
export interface SentCall extends Pick<ChainTransaction, 'from' | 'to' | 'value' | 'data'> {
  /** Absent when the account has a nonce of its own. */
  readonly nonce: number | undefined
  /** EIP-7702: the delegates that the sender signs for. */
  readonly delegates: readonly string[]
}

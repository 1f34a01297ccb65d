import { addressOf, dataOf, hashOf } from '../../../shared/json/evm-json.ts'
import { isRecord } from '../../../shared/json/json.ts'
import { quantityIn } from '../../../shared/safe/members.ts'
import { readSafeTransaction } from '../../../shared/safe/read-transaction.ts'
import type { SafeTransaction } from '../../../shared/safe/transaction.ts'
import { oneLine } from '../../../shared/text/one-line.ts'
import type { ClaimedConfirmation } from '../queue/signatures.ts'

/**
 * What a transaction service answers, as far as it is used. Everything but the ten fields and the signatures is a claim. Readers
 * never throw: an item that is not legible is marked, and hides no other.
 */

/** Call data of an item (bytes): what a validation takes. No block has room for a transaction with more. */
export const MAX_DATA_BYTES = 512 * 1024
/** A contract signature has what the contract verifies in it. */
const MAX_SIGNATURE_BYTES = 64 * 1024
const MAX_LABEL = 50
/** Characters of the JSON of a message. */
const MAX_MESSAGE = 256 * 1024

/** What owners sign, as somebody submitted it to the service. */
interface Submitted {
  /** As the service claims it, lower case; of a message, that of the SafeMessage. */
  readonly claimedHash: string
  /** Lower case; undefined: the service names none. */
  readonly proposer: string | undefined
  /** Ms. */
  readonly submittedAt: number | undefined
  /** Owners in lower case. */
  readonly confirmations: readonly ClaimedConfirmation[]
}

/** A transaction of the queue, or one that was executed. */
export interface ServiceItem extends Submitted {
  /** As the service claims it; undefined: it gives none. */
  readonly nonce: bigint | undefined
  /** The ten fields; undefined: too large, or not legible. */
  readonly transaction: SafeTransaction | undefined
  readonly fault: 'oversized' | 'unreadable' | undefined
  /** Hash of the transaction that executed it, as the service claims; undefined: it was not executed. */
  readonly executedBy: string | undefined
  /** False: its execution failed, as the service claims. */
  readonly succeeded: boolean
}

export function faultText(fault: NonNullable<ServiceItem['fault']>): string {
  return `Its content is ${fault}: it cannot be validated. Do not sign it.`
}

/** @returns undefined for what has no hash, and so is no item */
export function readItem(value: unknown): ServiceItem | undefined {
  if (!isRecord(value)) return undefined
  const claimedHash = hashOf(value.safeTxHash)
  if (claimedHash === undefined) return undefined
  const isOversized = typeof value.data === 'string' && value.data.length > 2 + 2 * MAX_DATA_BYTES
  const transaction = isOversized ? undefined : transactionOf(value)
  return {
    claimedHash,
    nonce: transaction?.nonce ?? quantityIn(value.nonce),
    transaction,
    fault: isOversized ? 'oversized' : transaction === undefined ? 'unreadable' : undefined,
    proposer: addressOf(value.proposer),
    submittedAt: timeOf(value.submissionDate),
    confirmations: confirmationsOf(value.confirmations),
    executedBy: value.isExecuted === true ? hashOf(value.transactionHash) : undefined,
    succeeded: value.isSuccessful !== false,
  }
}

function transactionOf(value: Readonly<Record<string, unknown>>): SafeTransaction | undefined {
  try {
    const { transaction } = readSafeTransaction(value)
    const { nonce } = transaction
    return nonce === undefined ? undefined : { ...transaction, nonce }
  } catch {
    return undefined
  }
}

function confirmationsOf(value: unknown): ClaimedConfirmation[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((each: unknown) => {
    if (!isRecord(each)) return []
    const owner = addressOf(each.owner)
    if (owner === undefined) return []
    const isLong = typeof each.signature === 'string' && each.signature.length > 2 + 2 * MAX_SIGNATURE_BYTES
    const signature = isLong ? undefined : dataOf(each.signature)
    return [{ owner, signature: signature === undefined || signature === '0x' ? null : signature }]
  })
}

/** An off-chain message that owners sign. */
export interface ServiceMessage extends Submitted {
  /** A text (EIP-191), or typed data (EIP-712); undefined: too large. */
  readonly message: string | Readonly<Record<string, unknown>> | undefined
}

export function readMessage(value: unknown): ServiceMessage | undefined {
  if (!isRecord(value)) return undefined
  const claimedHash = hashOf(value.messageHash)
  if (claimedHash === undefined) return undefined
  const { message } = value
  const isContent = typeof message === 'string' || isRecord(message)
  const isSmall = isContent && JSON.stringify(message).length <= MAX_MESSAGE
  return {
    claimedHash,
    message: isSmall ? message : undefined,
    proposer: addressOf(value.proposedBy),
    submittedAt: timeOf(value.created),
    confirmations: confirmationsOf(value.confirmations),
  }
}

/** An address that may propose in the name of an owner. */
export interface ServiceDelegate {
  readonly delegate: string
  readonly delegator: string | undefined
  /** A text of the owner that added it. */
  readonly label: string
}

export function readDelegate(value: unknown): ServiceDelegate | undefined {
  if (!isRecord(value)) return undefined
  const delegate = addressOf(value.delegate)
  if (delegate === undefined) return undefined
  return {
    delegate,
    delegator: addressOf(value.delegator),
    label: typeof value.label === 'string' ? oneLine(value.label).slice(0, MAX_LABEL) : '',
  }
}

/** A page of a list. `count`: of the whole list, where the service says it. */
export interface ServicePage {
  readonly results: readonly unknown[]
  readonly hasMore: boolean
  readonly count: number | undefined
}

/** Reads a page; undefined when it is no page of the service. */
export function readPage(value: unknown): ServicePage | undefined {
  if (!isRecord(value) || !Array.isArray(value.results)) return undefined
  const { count } = value
  return {
    results: value.results,
    hasMore: typeof value.next === 'string' && value.next !== '',
    count: typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined,
  }
}

function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' && value.length < 64 ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

import { checksummed } from '../../../api/address.ts'
import type { SafeEventKind } from '../../../api/vocabulary.ts'
import { DELEGATECALL } from '../../../shared/safe/transaction.ts'
import type { EventSafe } from '../../alerts/delivery/messages/event-content.ts'
import type { Validated } from '../../alerts/matching/build-event.ts'
import type { SafeState } from '../../chain/accounts/read-safe.ts'
import { requestOf, resultOf } from '../../records/transaction-record.ts'
import { insertSafeItem, proposedBefore, updateSafeItem } from '../../store/repositories/safe-items.ts'
import { findTransaction, insertTransaction } from '../../store/repositories/transactions.ts'
import type { Db, SafeItemRow } from '../../store/schema/schema.ts'
import type { CheckedTransaction, Inspected } from '../check/inspect.ts'
import { toValidated } from '../check/transaction-row.ts'
import { notifySafe, type SafeEvent } from '../notify/notify-safe.ts'
import { isRoutine } from '../queue/routine.ts'
import { isOverLimit, UNREAD_SIGNATURES } from '../queue/signatures.ts'
import type { ItemChange } from '../queue/transitions.ts'
import type { ServiceItem } from '../transaction-service/read-answers.ts'
import { commit, type Held, type PollDeps } from './poll-context.ts'

/** What changes about an item of the queue, and what is known of it now. */
export interface RecordedChange {
  readonly change: ItemChange
  /** As it is stored; undefined: it is new. */
  readonly stored: SafeItemRow | undefined
  /** As the service has it; undefined: it left the queue. */
  readonly inspected: Inspected<ServiceItem> | undefined
  /** A new validation; undefined: the stored one counts. */
  readonly checked: CheckedTransaction | undefined
  /** The verdict or what it does is another one. */
  readonly isChanged?: true
}

/** What a message says of an execution that used its nonce. */
export const FAILED = 'its execution failed: its nonce is used'

/** The hash that the service claims for it; null: the right one. */
export function claimOf({ safeTxHash, given: { claimedHash } }: Inspected<ServiceItem>): string | null {
  return claimedHash === safeTxHash ? null : claimedHash
}

/** Stores a change with its validation and its messages. */
export async function recordItem(
  { change, stored, inspected, checked, isChanged }: RecordedChange,
  state: SafeState,
  held: Held,
  deps: PollDeps,
): Promise<void> {
  const { safe } = held
  const now = deps.clock.now()
  await commit(held, deps, {}, async (context, alerts) => {
    const { db, newId } = context
    const transaction = inspected?.given.transaction
    const fresh =
      checked && transaction
        ? toValidated({ chainId: safe.chain_id, safe: safe.address_key, transaction }, checked, {
            ...{ id: newId(), result: checked.result, now },
          })
        : undefined
    if (fresh) await insertTransaction(db, fresh.row)
    const row = rowOf(
      { change, stored, inspected, checked },
      { id: stored?.id ?? newId(), fresh, safeId: safe.id, now },
    )
    if (stored) await updateSafeItem(db, stored.id, changedColumns(row))
    else await insertSafeItem(db, row)
    const [first, ...rest] = change.kinds
    if (first === undefined) return
    const validated = fresh ?? (await storedValidation(db, row))
    const facts = await proposerFacts(db, row, state)
    const event: SafeEvent = {
      safe,
      kinds: [first, ...rest],
      key: keyOf(change.kinds, row, state, isChanged ? now : undefined),
      round: row.round,
      safeTxHash: row.safe_tx_hash,
      validated,
      shown: {
        ...{ ...shownOf(row, state, inspected), ...facts.shown },
        ...(isChanged && { isChanged }),
        ...(change.hasFailed && { changes: [FAILED] }),
      },
      isRoutine: row.verdict !== null && facts.isRoutine,
    }
    await notifySafe(event, alerts, context)
  })
}

/** The same step of an item comes once a round: a second message says how many signatures there are now. */
function keyOf(kinds: readonly SafeEventKind[], row: SafeItemRow, { threshold }: SafeState, at: number | undefined) {
  const signed = signedIn(row.confirmations)
  return [row.safe_tx_hash, ...kinds, `${signed}/${threshold}`, ...(at === undefined ? [] : [String(at)])].join(':')
}

interface RowFacts {
  readonly id: string
  readonly safeId: string
  readonly fresh: Validated | undefined
  readonly now: number
}

function rowOf(
  { change, stored, inspected, checked }: Omit<RecordedChange, 'isChanged'>,
  { id, safeId, fresh, now }: RowFacts,
): SafeItemRow {
  const item = inspected?.given
  const { safeTxHash, state, from, transactionId } = change
  return {
    id,
    safe_id: safeId,
    kind: 'transaction',
    safe_tx_hash: safeTxHash,
    claimed_hash: inspected ? claimOf(inspected) : (stored?.claimed_hash ?? null),
    nonce: item?.nonce === undefined ? (stored?.nonce ?? null) : String(item.nonce),
    content: item?.transaction ? contentText(item.transaction) : (stored?.content ?? null),
    proposer: item?.proposer ?? stored?.proposer ?? null,
    submitted_at: item?.submittedAt ?? stored?.submitted_at ?? null,
    confirmations: inspected ? JSON.stringify(inspected.confirmations) : (stored?.confirmations ?? '[]'),
    state,
    round: (stored?.round ?? 0) + (from === 'back' ? 1 : 0),
    svc_tx_id: fresh?.row.id ?? stored?.svc_tx_id ?? null,
    verdict: checked?.verdict ?? stored?.verdict ?? null,
    effect_digest: checked?.effectDigest ?? stored?.effect_digest ?? null,
    checked_at: checked ? now : (stored?.checked_at ?? null),
    transaction_id: state === 'executed' ? (transactionId ?? stored?.transaction_id ?? null) : null,
    first_seen_at: stored?.first_seen_at ?? now,
    updated_at: now,
  }
}

/** Columns that a later reading of the item may change. */
export function changedColumns(row: SafeItemRow): Parameters<typeof updateSafeItem>[2] {
  const { id: _, safe_id: __, kind: ___, safe_tx_hash: ____, first_seen_at: _____, ...changes } = row
  return changes
}

function contentText(transaction: object): string {
  return JSON.stringify(transaction, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

export function signedIn(confirmations: string): number {
  return (JSON.parse(confirmations) as readonly { readonly valid: boolean }[]).filter(({ valid }) => valid).length
}

export async function storedValidation(db: Db, { svc_tx_id }: SafeItemRow): Promise<Validated | undefined> {
  const row = svc_tx_id === null ? undefined : await findTransaction(db, svc_tx_id)
  return row && { row, request: requestOf(row), result: resultOf(row) }
}

async function proposerFacts(db: Db, row: SafeItemRow, { owners }: SafeState) {
  const { proposer, safe_tx_hash: hash, first_seen_at: before, verdict } = row
  const known = proposer !== null && (await proposedBefore(db, row.safe_id, { proposer, hash, before }))
  const isOwner = proposer !== null && owners.includes(proposer)
  const facts = { proposer, owners: new Set(owners), proposedBefore: known, isHashRight: row.claimed_hash === null }
  return {
    isRoutine: verdict !== null && isRoutine({ ...facts, verdict }),
    shown: {
      ...(proposer !== null && { proposer: checksummed(proposer) }),
      ...(proposer !== null && !isOwner && !known && { isNewProposer: true as const }),
    },
  }
}

function shownOf(
  row: SafeItemRow,
  { threshold }: SafeState,
  inspected: Inspected<ServiceItem> | undefined,
): Omit<EventSafe, 'address' | 'name'> {
  const { hashes, given } = inspected ?? {}
  const { transaction, fault } = given ?? {}
  return {
    ...(row.nonce !== null && { nonce: row.nonce }),
    ...{ signed: signedIn(row.confirmations), threshold },
    ...(transaction?.operation === DELEGATECALL && { delegatecall: checksummed(transaction.to) }),
    ...(hashes && { domainHash: hashes.domainHash, messageHash: hashes.messageHash }),
    ...(inspected && isOverLimit(inspected.confirmations) && { changes: [UNREAD_SIGNATURES] }),
    ...(fault && { changes: [`Its content is ${fault}: it cannot be validated. Do not sign it.`] }),
  }
}

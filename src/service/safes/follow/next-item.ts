import { isDeepStrictEqual } from 'node:util'
import { checksummed } from '../../../api/address.ts'
import { jsonText } from '../../../shared/json/json.ts'
import { DELEGATECALL } from '../../../shared/safe/transaction.ts'
import type { EventSafe } from '../../alerts/delivery/messages/event-content.ts'
import type { Validated } from '../../alerts/matching/build-event.ts'
import type { SafeState } from '../../chain/accounts/read-safe.ts'
import type { Ids } from '../../runtime/deps.ts'
import type { FirstProposals } from '../../store/repositories/safe-items.ts'
import type { SafeItemRow, SafeRow } from '../../store/schema/schema.ts'
import type { CheckedTransaction, Inspected } from '../check/inspect.ts'
import { hasLessEvidence, hasWorseVerdict, RECHECK_MS } from '../check/stored-verdict.ts'
import { toValidated } from '../check/transaction-row.ts'
import type { SafeEvent } from '../notify/notify-safe.ts'
import { isRoutine } from '../queue/routine.ts'
import { isOverLimit, UNREAD_SIGNATURES } from '../queue/signatures.ts'
import type { ItemChange, QueueExecution } from '../queue/transitions.ts'
import { faultText, type ServiceItem } from '../transaction-service/read-answers.ts'

/** Until what waits is validated again, after a node could not simulate it (ms). */
const RECHECK_AGAIN_MS = 10 * 60 * 1000

/** What a turn is about, and how it marks what it stores. */
export interface Turn {
  readonly safe: SafeRow
  readonly now: number
  readonly newId: Ids
}

/** The same for items, of a Safe that a node showed. */
export interface ItemTurn extends Turn {
  readonly state: SafeState
  readonly proposers: FirstProposals
}

/** What was read about an item of the queue. */
export interface ItemAnswer {
  /** Without kinds for one that only waits. */
  readonly change: ItemChange
  /** As it is stored; undefined: it is new. */
  readonly stored: SafeItemRow | undefined
  /** As the service has it; undefined: it left the queue. */
  readonly inspected: Inspected<ServiceItem> | undefined
  /** A new validation; undefined: the stored one counts. */
  readonly checked: CheckedTransaction | undefined
  /** The stored one, where it matters. */
  readonly last: Validated | undefined
}

/** What is stored of an item in a turn. */
export interface ItemStep {
  readonly row: SafeItemRow
  readonly validation?: Validated | undefined
  /** Checked by policies: what it would take from budgets is kept until it is executed. */
  readonly checked?: CheckedTransaction | undefined
  /** It was executed, and did what it says. */
  readonly isExecuted?: boolean
  readonly event?: SafeEvent | undefined
}

/** What a message says of an execution that used its nonce. */
const FAILED = 'its execution failed: its nonce is used'

/** The hash that the service claims for it; null: the right one. */
export function claimOf({ safeTxHash, given: { claimedHash } }: Inspected<ServiceItem>): string | null {
  return claimedHash === safeTxHash ? null : claimedHash
}

/** An item with its validation and its message; undefined: nothing about it changes. */
export function nextItem(answer: ItemAnswer, turn: ItemTurn): ItemStep | undefined {
  const { change, stored, inspected, checked, last } = answer
  const { safe, state, now, newId } = turn
  const outcome = checked && outcomeOf(answer, checked)
  const isChanged = outcome === 'changed'
  const counted = outcome === 'new' || isChanged ? checked : undefined
  const transaction = inspected?.given.transaction
  const subject = transaction && { chainId: safe.chain_id, safe: safe.address_key, transaction }
  const validation = counted && subject && toValidated(subject, counted, { id: newId(), result: counted.result, now })
  const row: SafeItemRow = {
    ...rowOf(answer, turn),
    svc_tx_id: validation?.row.id ?? stored?.svc_tx_id ?? null,
    verdict: counted?.verdict ?? stored?.verdict ?? null,
    effect_digest: counted?.effectDigest ?? stored?.effect_digest ?? null,
    ...(checked && { checked_at: outcome === 'less' ? now - RECHECK_MS + RECHECK_AGAIN_MS : now }),
    ...(checked && outcome !== 'less' && { evidence_revision: checked.evidenceRevision }),
  }
  const isExecuted = change.state === 'executed' && !change.hasFailed
  const [first, ...rest] = isChanged ? (['queued', ...change.kinds] as const) : change.kinds
  if (first === undefined) return isSame(row, stored) ? undefined : { row, validation, checked, isExecuted }
  const kinds = [first, ...rest] as const
  const facts = proposerFacts(row, turn)
  const event: SafeEvent = {
    kinds,
    key: keyOf(kinds, row, state, isChanged ? now : undefined),
    round: row.round,
    safeTxHash: row.safe_tx_hash,
    validated: validation ?? last,
    shown: {
      ...shownOf(row, state, inspected),
      ...facts.shown,
      ...(isChanged && { isChanged }),
      ...(change.hasFailed && { changes: [FAILED] }),
    },
    isRoutine: facts.isRoutine,
  }
  return { row, validation, checked, isExecuted, event }
}

/**
 * Whether a validation counts. changed: a known item has another verdict, does something else or is claimed otherwise · less: it lacks
 * the simulation that the last one had, so that only what lists say against the item counts.
 */
function outcomeOf(
  { change, stored, inspected, last }: ItemAnswer,
  checked: CheckedTransaction,
): 'new' | 'changed' | 'same' | 'less' {
  if (change.from !== 'known' || !stored || !inspected) return 'new'
  if (claimOf(inspected) !== stored.claimed_hash) return 'changed'
  if (last && hasLessEvidence(checked.result, last.result)) {
    const isListed = stored.evidence_revision !== checked.evidenceRevision && checked.verdict !== 'NO DATA'
    return isListed && hasWorseVerdict(checked.result, last.result) ? 'changed' : 'less'
  }
  const isSameVerdict = checked.verdict === stored.verdict && checked.effectDigest === stored.effect_digest
  return isSameVerdict ? 'same' : 'changed'
}

function isSame(row: SafeItemRow, stored: SafeItemRow | undefined): boolean {
  return isDeepStrictEqual({ ...row, updated_at: stored?.updated_at }, { ...stored })
}

/** The same step of an item comes once a round: a second message says how many signatures there are now. */
function keyOf(kinds: readonly string[], row: SafeItemRow, { threshold }: SafeState, at: number | undefined) {
  const signed = signedIn(row.confirmations)
  return [row.safe_tx_hash, ...kinds, `${signed}/${threshold}`, ...(at === undefined ? [] : [String(at)])].join(':')
}

/** A row of which nothing is known but its hash. */
export function emptyItem(hash: string, { safe, now, newId }: Turn): Omit<SafeItemRow, 'kind' | 'state'> {
  return {
    id: newId(),
    safe_id: safe.id,
    safe_tx_hash: hash,
    claimed_hash: null,
    nonce: null,
    content: null,
    proposer: null,
    submitted_at: null,
    confirmations: '[]',
    round: 0,
    svc_tx_id: null,
    verdict: null,
    effect_digest: null,
    checked_at: null,
    evidence_revision: null,
    transaction_id: null,
    first_seen_at: now,
    updated_at: now,
  }
}

/** The row as the service and the chain have it. */
function rowOf({ change, stored, inspected }: ItemAnswer, turn: Turn): SafeItemRow {
  const { safeTxHash, state, from, transactionId } = change
  const before = stored ?? emptyItem(safeTxHash, turn)
  const row: SafeItemRow = {
    ...before,
    kind: 'transaction',
    state,
    round: before.round + (from === 'back' ? 1 : 0),
    transaction_id: state === 'executed' ? (transactionId ?? before.transaction_id) : null,
    updated_at: turn.now,
  }
  if (!inspected) return row
  const { nonce, transaction, proposer, submittedAt } = inspected.given
  return {
    ...row,
    claimed_hash: claimOf(inspected),
    nonce: nonce === undefined ? before.nonce : String(nonce),
    content: transaction ? jsonText(transaction) : before.content,
    proposer: proposer ?? before.proposer,
    submitted_at: submittedAt ?? before.submitted_at,
    confirmations: JSON.stringify(inspected.confirmations),
  }
}

export function signedIn(confirmations: string): number {
  return (JSON.parse(confirmations) as readonly { readonly valid: boolean }[]).filter(({ valid }) => valid).length
}

/** What the proposer of an item says about it. */
export function proposerFacts(
  { proposer, verdict, claimed_hash, first_seen_at: seenAt }: SafeItemRow,
  { state, proposers }: ItemTurn,
) {
  const owners = new Set(state.owners)
  const isKnown = proposer !== null && (proposers.get(proposer) ?? seenAt) < seenAt
  const facts = { proposer, owners, proposedBefore: isKnown, isHashRight: claimed_hash === null }
  const isNew = proposer !== null && !owners.has(proposer) && !isKnown
  return {
    isRoutine: verdict !== null && isRoutine({ ...facts, verdict }),
    shown: {
      ...(proposer !== null && { proposer: checksummed(proposer) }),
      ...(isNew && { isNewProposer: true as const }),
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
    signed: signedIn(row.confirmations),
    threshold,
    ...(transaction?.operation === DELEGATECALL && { delegatecall: checksummed(transaction.to) }),
    ...(hashes && { domainHash: hashes.domainHash, messageHash: hashes.messageHash }),
    ...(inspected && isOverLimit(inspected.confirmations) && { changes: [UNREAD_SIGNATURES] }),
    ...(fault && { changes: [faultText(fault)] }),
  }
}

/** An execution of a transaction that was never seen in the queue. */
export function unqueuedItem({ safeTxHash, transactionId, succeeded }: QueueExecution, turn: Turn): ItemStep {
  const changes = [`executed by transaction ${transactionId}`, ...(succeeded ? [] : [FAILED])]
  return {
    row: { ...emptyItem(safeTxHash, turn), kind: 'transaction', state: 'executed', transaction_id: transactionId },
    event: { kinds: ['unqueued-execution'], key: `${safeTxHash}:unqueued`, safeTxHash, shown: { changes } },
  }
}

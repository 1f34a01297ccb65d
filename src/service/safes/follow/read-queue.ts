import { WardenError } from '../../../shared/errors.ts'
import { safeVersion } from '../../../shared/safe/versions.ts'
import type { SafeState } from '../../chain/accounts/read-safe.ts'
import { knownSafeItems } from '../../store/repositories/safe-items.ts'
import type { SafeItemRow, SafeRow } from '../../store/schema/schema.ts'
import { type Inspected, inspect, validateInspected } from '../check/inspect.ts'
import { isCurrent, storedValidation } from '../check/stored-verdict.ts'
import { type ItemChange, isWaiting, type KnownItem, type QueueExecution, transitions } from '../queue/transitions.ts'
import type { ServiceItem } from '../transaction-service/read-answers.ts'
import type { TransactionService } from '../transaction-service/service-client.ts'
import type { KeptState } from './kept-state.ts'
import { claimOf, type ItemAnswer, signedIn } from './next-item.ts'
import type { QueueAnswer } from './next-turn.ts'
import { type PollAttempt, type PollDeps, REORG_BLOCKS } from './poll-context.ts'
import { readExecutions } from './read-executions.ts'
import { isIllegible, unreadOf } from './unread.ts'

/** For so long after an execution (ms), a reorg can have replaced it by another one of the same nonce. */
const REORG_MS = 15 * 60 * 1000

export interface QueueSubject {
  readonly safe: SafeRow
  readonly before: KeptState | undefined
  readonly state: SafeState
  readonly service: TransactionService
  readonly attempt: PollAttempt
}

/** Reads the queue, how its items ended, and the verdicts about those that are new or may have another one now. */
export async function readQueue(subject: QueueSubject, deps: PollDeps): Promise<QueueAnswer> {
  const { safe, before, state, service, attempt } = subject
  const queue = await service.queue(safe.address_key, state.nonce)
  const inspected = byHash(await inspect(deps, state, queue.items))
  const executions = await executionsSince(subject, deps)
  const hashes = [...inspected.keys(), ...(executions ?? []).map(({ safeTxHash }) => safeTxHash)]
  const executedSince = deps.clock.now() - REORG_MS
  const rows = await knownSafeItems(deps.store.read, { safeId: safe.id, kind: 'transaction', hashes, executedSince })
  const stored = new Map(rows.map((row) => [row.safe_tx_hash, row]))
  const turn = {
    known: rows.map((row) => toKnown(row, before?.compared.threshold ?? state.threshold)),
    // What is not legible waits as well, perhaps as the next one. As new entries they are in the message about all of these.
    queue: [...inspected.values()]
      .filter((item) => !isIllegible(item) || stored.has(item.safeTxHash))
      .map(({ safeTxHash, given, signed }) => ({ safeTxHash, nonce: given.nonce ?? state.nonce, signed })),
    safe: state,
    executions,
  }
  const first = transitions({ ...turn, deleted: new Set() })
  const deleted = new Set<string>()
  for (const hash of first.absent) if (await isDeleted(service, stored.get(hash))) deleted.add(hash)
  const { changes, unqueued } = deleted.size > 0 ? transitions({ ...turn, deleted }) : first
  const changed = new Set(changes.map(({ safeTxHash }) => safeTxHash))
  // What waits for long, or with other lists and feeds, is validated again.
  const unchanged = rows
    .filter((row) => isWaiting(row) && inspected.has(row.safe_tx_hash) && !changed.has(row.safe_tx_hash))
    .map((row): ItemChange => ({ safeTxHash: row.safe_tx_hash, state: row.state, from: 'known', kinds: [] }))
  const items: ItemAnswer[] = []
  for (const change of [...changes, ...unchanged]) {
    const { safeTxHash } = change
    // One that cannot be validated holds back no other.
    const item = await attempt(readItem(change, stored.get(safeTxHash), inspected.get(safeTxHash), { state, deps }))
    if (item) items.push(item)
  }
  const unread = unreadOf(queue, [...inspected.values()])
  return { items, unread, unqueued, lacksExecutions: executions === undefined }
}

/** The item with more signatures counts, where the service has one twice. */
function byHash(items: readonly Inspected<ServiceItem>[]): ReadonlyMap<string, Inspected<ServiceItem>> {
  const found = new Map<string, Inspected<ServiceItem>>()
  for (const item of items) {
    const other = found.get(item.safeTxHash)
    // A claim that is wrong counts: it is what a signer sees.
    const isGraver = item.mismatch !== undefined && other?.mismatch === undefined
    if (!other || isGraver || (item.signed > other.signed && !other.mismatch)) found.set(item.safeTxHash, item)
  }
  return found
}

function toKnown(row: SafeItemRow, threshold: number): KnownItem {
  const { safe_tx_hash: safeTxHash, nonce, state, confirmations } = row
  return { safeTxHash, nonce: BigInt(nonce ?? 0), state, missing: threshold - signedIn(confirmations) }
}

/** An error of the service is no answer. */
async function isDeleted(service: TransactionService, row: SafeItemRow | undefined): Promise<boolean> {
  if (row === undefined) return false
  try {
    await service.transaction(row.claimed_hash ?? row.safe_tx_hash)
    return false
  } catch (error) {
    return error instanceof WardenError && error.code === 'not-in-service'
  }
}

/** Validates an item that is new, back or claimed otherwise, or whose verdict may be another one now, as a dry run. */
async function readItem(
  change: ItemChange,
  stored: SafeItemRow | undefined,
  inspected: Inspected<ServiceItem> | undefined,
  { state, deps: { store, reads, chain, clock } }: { readonly state: SafeState; readonly deps: PollDeps },
): Promise<ItemAnswer> {
  const now = clock.now()
  const { revision } = await reads.configuration()
  const isKnown = change.from === 'known' && stored !== undefined
  const isValidated =
    inspected && isKnown && isCurrent(stored, { now, revision }) && claimOf(inspected) === stored.claimed_hash
  const checked =
    inspected && !isValidated ? await validateInspected(inspected, state, { reads, chain, now }) : undefined
  const last = stored && (checked || change.kinds.length > 0) ? await storedValidation(store.read, stored) : undefined
  return { change, stored, inspected, checked, last }
}

/** Reads the executions; undefined when not all were read, and how an item ended is not known yet. */
async function executionsSince(
  { safe, before, state, service }: QueueSubject,
  deps: PollDeps,
): Promise<readonly QueueExecution[] | undefined> {
  if (before === undefined) return []
  const { nonce, block } = before.compared
  const count = state.nonce - nonce
  // After a reorg another transaction can have used a nonce, and the next one is the same as before.
  const isMoved = count <= 0n && (await mayHaveMoved(state, safe, deps))
  if (count <= 0n && !isMoved) return []
  if (safeVersion(state.version ?? '')?.emitsExecutions === false)
    return claimedExecutions(service, { first: nonce, state }, deps)
  const last = state.block.number
  const first = block + 1n
  const found = isMoved || first > last ? [] : await readExecutions(deps, state, { first, last })
  if (found === undefined || (!isMoved && BigInt(found.length) >= count)) return found
  const below = first > REORG_BLOCKS ? first - REORG_BLOCKS : 0n
  const more = await readExecutions(deps, state, { first: below, last })
  return more !== undefined && BigInt(more.length) >= count ? more : undefined
}

/** Whether an item waits whose nonce was used, or one was executed lately. */
async function mayHaveMoved({ nonce }: SafeState, safe: SafeRow, { store, clock }: PollDeps): Promise<boolean> {
  const executedSince = clock.now() - REORG_MS
  const rows = await knownSafeItems(store.read, { safeId: safe.id, kind: 'transaction', hashes: [], executedSince })
  return rows.some((row) => row.nonce !== null && BigInt(row.nonce) < nonce)
}

/**
 * A Safe before 1.1.0 has no event of what it executed: the service says which transaction used a nonce, and its hash is recomputed.
 * Undefined when the service does not say it yet.
 */
async function claimedExecutions(
  service: TransactionService,
  { first, state }: { readonly first: bigint; readonly state: SafeState },
  deps: PollDeps,
): Promise<readonly QueueExecution[] | undefined> {
  const found: QueueExecution[] = []
  for (let nonce = first; nonce < state.nonce; nonce++) {
    const { items } = await service.withNonce(state.address, nonce)
    const claimed = items.find(({ executedBy }) => executedBy !== undefined)
    const [executed] = await inspect(deps, state, claimed ? [{ ...claimed, confirmations: [] }] : [])
    const transactionId = executed?.given.executedBy
    if (!executed || transactionId === undefined) return undefined
    found.push({ safeTxHash: executed.safeTxHash, transactionId, succeeded: executed.given.succeeded })
  }
  return found
}

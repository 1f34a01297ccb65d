import { WardenError } from '../../../shared/errors.ts'
import { safeVersion } from '../../../shared/safe/versions.ts'
import { readSafe, type SafeState } from '../../chain/accounts/read-safe.ts'
import type { BlockRange } from '../../chain/history/walk-logs.ts'
import { insertSafeItem, knownSafeItems, updateSafeItem } from '../../store/repositories/safe-items.ts'
import type { PollChanges } from '../../store/repositories/safes.ts'
import type { SafeItemRow } from '../../store/schema/schema.ts'
import { readsMore } from '../budget/poll-interval.ts'
import { type CheckedTransaction, type Inspected, inspect, validateInspected } from '../check/inspect.ts'
import { readEvents } from '../check/node-proofs.ts'
import { notifySafe } from '../notify/notify-safe.ts'
import { executionsOf } from '../queue/executions.ts'
import { type Execution, isWaiting, type KnownItem, transitions } from '../queue/transitions.ts'
import type { ServiceItem } from '../transaction-service/read-answers.ts'
import type { TransactionService } from '../transaction-service/service-client.ts'
import { SafeServiceError } from '../transaction-service/service-error.ts'
import { configurationChanges, type KeptState, parseState, stateText } from './kept-state.ts'
import { commit, type Held, type PollDeps, REORG_BLOCKS } from './poll-context.ts'
import { pollDelegates } from './poll-delegates.ts'
import { pollMessages } from './poll-messages.ts'
import { pollModules } from './poll-modules.ts'
import { claimOf, FAILED, recordItem, signedIn, storedValidation } from './record-item.ts'
import { incomplete, isIllegible, isMore, notifyUnread, type PollFault, tooManySignatures, unreadOf } from './unread.ts'

/** What waits is validated again after this long (ms): the state of the chain drifts. */
const RECHECK_MS = 6 * 60 * 60 * 1000
/** Until then, after a node could not simulate it (ms). */
const RECHECK_AGAIN_MS = 10 * 60 * 1000
/** For so long after an execution (ms), a reorg can have replaced it by another one of the same nonce. */
const REORG_MS = 15 * 60 * 1000

/**
 * One turn about a Safe: reads the node and the queue, then stores each change with its validation and messages in a commit of its
 * own. A turn that is interrupted is repeated: what was stored changes nothing again.
 * @throws SafeLeaseLost, failures of the database
 */
export async function pollSafe(held: Held, service: TransactionService, deps: PollDeps): Promise<void> {
  const { safe } = held
  const startedAt = deps.clock.now()
  const before = parseState(safe.state)
  const state = await readSafe(deps, safe.chain_id, safe.address_key)
  const configured = await recordConfiguration(before, state, held, deps)
  const { byModule, fault: unreadModules } = await pollModules(configured, state, held, deps)
  const queue = await service.queue(safe.address_key, state.nonce)
  const { items } = queue
  const inspected = byHash(await inspect(deps, state, items))
  const unread = unreadOf(queue, [...inspected.values()])
  const executions = await executionsSince(before, { state, service, held }, deps)
  await recordQueue({ before, state, inspected, executions }, service, held, deps)
  await recheck({ state, inspected }, held, deps)
  const { hasReadMessages } = before ?? {}
  // Where executions were not all read, they are read again from the same block.
  const { nonce, block } = executions || !before ? state : before
  const kept: KeptState = {
    ...{ ...state, nonce, block, byModule },
    ...(hasReadMessages && { hasReadMessages }),
    ...unread.kept,
  }
  if (isMore(unread.kept, before)) await notifyUnread(unread, kept, held, deps)
  const more = readsMore(safe.turn) ? await pollMore(service, { kept, state }, held, deps) : { changes: {} }
  const fault = more.fault ?? incomplete(unread.lines) ?? unreadModules
  const wait = Math.max(await deps.intervalOf(safe), more.fault?.retryAfterMs ?? 0)
  await commit(held, deps, {
    ...{ turn: safe.turn + 1, polled_at: startedAt, queue_at: startedAt, next_poll_at: startedAt + wait },
    ...{ error_code: fault?.code ?? null, error: fault?.message ?? null, state: stateText(kept), ...more.changes },
  })
}

/** Delegates and messages. What the service refuses of them is noted, and holds back neither the other nor the queue. */
async function pollMore(
  service: TransactionService,
  { kept, state }: { readonly kept: KeptState; readonly state: SafeState },
  held: Held,
  deps: PollDeps,
): Promise<{ readonly changes: PollChanges; readonly fault?: PollFault }> {
  await commit(held, deps, { state: stateText(kept) })
  let fault: PollFault | undefined
  const attempt = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof SafeServiceError)) throw error
      fault ??= error
      return undefined
    }
  }
  const delegates = await attempt(pollDelegates(service, held, deps))
  const isFirst = kept.hasReadMessages !== true
  const unread = await attempt(pollMessages(service, { state, isFirst }, held, deps))
  if (unread) fault ??= incomplete([tooManySignatures(unread === 1 ? '1 message' : `${unread} messages`)])
  const changes = {
    ...(delegates !== undefined && { delegates }),
    ...(unread !== undefined && { state: stateText({ ...kept, hasReadMessages: true }) }),
  }
  return { changes, ...(fault && { fault }) }
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

/** @returns what is kept now */
async function recordConfiguration(
  before: KeptState | undefined,
  state: SafeState,
  held: Held,
  deps: PollDeps,
): Promise<KeptState | undefined> {
  if (!before) return undefined
  const changes = configurationChanges(before, state)
  if (changes.length === 0) return before
  const { safe } = held
  // The state is stored with the message. What the queue is compared with stays: it may not be read in this turn.
  const { nonce, block, hasReadMessages, unreadable, illegible, overLimit, byModule } = before
  const { comparedThreshold = before.threshold } = before
  const kept = {
    ...{ ...state, nonce, block, comparedThreshold },
    ...(hasReadMessages && { hasReadMessages }),
    ...(unreadable !== undefined && { unreadable }),
    ...(illegible && { illegible }),
    ...(overLimit !== undefined && { overLimit }),
    ...(byModule && { byModule }),
  }
  await commit(held, deps, { state: stateText(kept) }, (context, alerts) =>
    notifySafe(
      {
        ...{ safe, kinds: ['config-changed'], key: `config:${state.block.hash}`, round: 0, validated: undefined },
        ...{ shown: { changes }, isRoutine: false },
      },
      alerts,
      context,
    ),
  )
  return kept
}

/** Undefined: they were not all read, and how an item ended is not known yet. */
async function executionsSince(
  before: SafeState | undefined,
  { state, service, held }: { readonly state: SafeState; readonly service: TransactionService; readonly held: Held },
  deps: PollDeps,
): Promise<readonly Execution[] | undefined> {
  if (before === undefined) return []
  const count = state.nonce - before.nonce
  // After a reorg another transaction can have used a nonce, and the next one is the same as before.
  const isMoved = count <= 0n && (await mayHaveMoved(state, held, deps))
  if (count <= 0n && !isMoved) return []
  if (safeVersion(state.version ?? '')?.emitsExecutions === false)
    return claimedExecutions(service, { first: before.nonce, state }, deps)
  const readExecutions = (range: BlockRange) => readEvents(deps, state.chainId, executionsOf(state.address), range)
  const last = state.block.number
  const first = before.block.number + 1n
  const found = isMoved || first > last ? [] : await readExecutions({ first, last })
  if (found === undefined || (!isMoved && BigInt(found.length) >= count)) return found
  const below = first > REORG_BLOCKS ? first - REORG_BLOCKS : 0n
  const more = await readExecutions({ first: below, last })
  return more !== undefined && BigInt(more.length) >= count ? more : undefined
}

/** Whether an item waits whose nonce was used, or one was executed lately. */
async function mayHaveMoved({ nonce }: SafeState, { safe }: Held, { store, clock }: PollDeps): Promise<boolean> {
  const executedSince = clock.now() - REORG_MS
  const rows = await knownSafeItems(store.read, { safeId: safe.id, kind: 'transaction', hashes: [], executedSince })
  return rows.some((row) => row.nonce !== null && BigInt(row.nonce) < nonce)
}

/**
 * A Safe before 1.1.0 has no event of what it executed: the service says which transaction used a nonce, and its hash is recomputed.
 * Undefined: the service does not say it yet.
 */
async function claimedExecutions(
  service: TransactionService,
  { first, state }: { readonly first: bigint; readonly state: SafeState },
  deps: PollDeps,
): Promise<readonly Execution[] | undefined> {
  const found: Execution[] = []
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

interface QueueFacts {
  readonly before: KeptState | undefined
  readonly state: SafeState
  readonly inspected: ReadonlyMap<string, Inspected<ServiceItem>>
  readonly executions: readonly Execution[] | undefined
}

async function recordQueue(
  { before, state, inspected, executions }: QueueFacts,
  service: TransactionService,
  held: Held,
  deps: PollDeps,
): Promise<void> {
  const { safe } = held
  const hashes = [...inspected.keys(), ...(executions ?? []).map(({ safeTxHash }) => safeTxHash)]
  const executedSince = deps.clock.now() - REORG_MS
  const rows = await knownSafeItems(deps.store.read, { safeId: safe.id, kind: 'transaction', hashes, executedSince })
  const stored = new Map(rows.map((row) => [row.safe_tx_hash, row]))
  const turn = {
    known: rows.map((row) => toKnown(row, before?.comparedThreshold ?? before?.threshold ?? state.threshold)),
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
  for (const change of changes) {
    const item = inspected.get(change.safeTxHash)
    const isNew = change.from !== 'known'
    const checked = isNew && item ? await validateInspected(item, addressOf(state), contextOf(deps)) : undefined
    await recordItem({ change, stored: stored.get(change.safeTxHash), inspected: item, checked }, state, held, deps)
  }
  for (const execution of unqueued) await recordUnqueued(execution, held, deps)
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

async function recordUnqueued(
  { safeTxHash, transactionId, succeeded }: Execution,
  held: Held,
  deps: PollDeps,
): Promise<void> {
  const { safe } = held
  const now = deps.clock.now()
  await commit(held, deps, {}, async (context, alerts) => {
    const nothing = { claimed_hash: null, nonce: null, content: null, proposer: null, submitted_at: null }
    const unchecked = { svc_tx_id: null, verdict: null, effect_digest: null, checked_at: null }
    await insertSafeItem(context.db, {
      ...{ id: context.newId(), safe_id: safe.id, kind: 'transaction', safe_tx_hash: safeTxHash },
      ...{ ...nothing, ...unchecked, confirmations: '[]', state: 'executed', round: 0 },
      ...{ transaction_id: transactionId, first_seen_at: now, updated_at: now },
    })
    const event = {
      ...({ safe, kinds: ['unqueued-execution'], key: `${safeTxHash}:unqueued`, round: 0, safeTxHash } as const),
      ...{ validated: undefined, isRoutine: false },
      shown: { changes: [`executed by transaction ${transactionId}`, ...(succeeded ? [] : [FAILED])] },
    }
    await notifySafe(event, alerts, context)
  })
}

/**
 * Validates again what waits for long, and what was not legible before, as a dry run: a row and a message only where something changed.
 */
async function recheck(
  { state, inspected }: Pick<QueueFacts, 'state' | 'inspected'>,
  held: Held,
  deps: PollDeps,
): Promise<void> {
  const now = deps.clock.now()
  const hashes = [...inspected.keys()]
  const rows = await knownSafeItems(deps.store.read, { safeId: held.safe.id, kind: 'transaction', hashes })
  for (const row of rows) {
    const item = inspected.get(row.safe_tx_hash)
    if (!item || !isWaiting(row)) continue
    const isClaimChanged = claimOf(item) !== row.claimed_hash
    if (row.checked_at !== null && now - row.checked_at < RECHECK_MS && !isClaimChanged) continue
    const checked = await validateInspected(item, addressOf(state), contextOf(deps))
    if (!checked) continue
    if (!isClaimChanged && (await hasLessEvidence(checked, row, deps))) {
      await noteChecked(row, now - RECHECK_MS + RECHECK_AGAIN_MS, held, deps)
      continue
    }
    const isSame = checked.verdict === row.verdict && checked.effectDigest === row.effect_digest
    const change = { safeTxHash: row.safe_tx_hash, state: row.state, from: 'known' } as const
    if (isSame && !isClaimChanged) await noteChecked(row, now, held, deps)
    else
      await recordItem(
        { change: { ...change, kinds: ['queued'] }, stored: row, inspected: item, checked, isChanged: true },
        ...([state, held, deps] as const),
      )
  }
}

/** Without the simulation that the last verdict had, this one is another, and nothing changed. */
async function hasLessEvidence(
  { result }: CheckedTransaction,
  row: SafeItemRow,
  { store }: PollDeps,
): Promise<boolean> {
  const before = await storedValidation(store.read, row)
  return !isSimulated(result) && before !== undefined && isSimulated(before.result)
}

function isSimulated({ simulation }: Pick<CheckedTransaction['result'], 'simulation'>): boolean {
  return simulation !== undefined && simulation.status !== 'unavailable'
}

async function noteChecked({ id }: SafeItemRow, at: number, held: Held, deps: PollDeps): Promise<void> {
  await commit(held, deps, {}, ({ db }) => updateSafeItem(db, id, { checked_at: at }))
}

function addressOf({ chainId, address }: SafeState) {
  return { chainId, address }
}

function contextOf({ reads, chain, clock }: PollDeps) {
  return { reads, chain, now: clock.now() }
}

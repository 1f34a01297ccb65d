import { WardenError } from '../../../shared/errors.ts'
import { readSafe, type SafeState } from '../../chain/accounts/read-safe.ts'
import { insertSafeItem, knownSafeItems, updateSafeItem } from '../../store/repositories/safe-items.ts'
import type { SafeItemRow } from '../../store/schema/schema.ts'
import { readsMore } from '../budget/poll-interval.ts'
import { type Inspected, inspect, validateInspected } from '../check/inspect.ts'
import { readExecutions } from '../check/node-proofs.ts'
import { notifySafe } from '../notify/notify-safe.ts'
import { type Execution, isWaiting, type KnownItem, transitions } from '../queue/transitions.ts'
import type { ServiceItem } from '../transaction-service/read-answers.ts'
import type { TransactionService } from '../transaction-service/service-client.ts'
import { configurationChanges, parseState, stateText } from './kept-state.ts'
import { commit, type Held, type PollDeps } from './poll-context.ts'
import { pollDelegates } from './poll-delegates.ts'
import { pollMessages } from './poll-messages.ts'
import { recordItem, signedIn } from './record-item.ts'

/** What waits is validated again after this long (ms): the state of the chain drifts. */
const RECHECK_MS = 6 * 60 * 60 * 1000
/** Blocks below the last ones that are read again, where events of executions are missing: a reorg moved them. */
const REORG_BLOCKS = 64n

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
  await recordConfiguration(before, state, held, deps)
  const { items } = await service.queue(safe.address_key, state.nonce)
  const inspected = byHash(await inspect(deps, state, items))
  const executions = await executionsSince(before, state, deps)
  await recordQueue({ before, state, inspected, executions }, service, held, deps)
  await recheck({ state, inspected }, held, deps)
  const isFirst = safe.turn === 0
  const delegates = readsMore(safe.turn) ? await pollDelegates(service, held, deps) : undefined
  if (readsMore(safe.turn)) await pollMessages(service, { state, isFirst }, held, deps)
  await commit(held, deps, {
    ...{ turn: safe.turn + 1, polled_at: startedAt, queue_at: startedAt, error_code: null, error: null },
    ...{ state: stateText(state), next_poll_at: startedAt + (await deps.intervalOf(safe)) },
    ...(delegates !== undefined && { delegates }),
  })
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

async function recordConfiguration(
  before: SafeState | undefined,
  state: SafeState,
  held: Held,
  deps: PollDeps,
): Promise<void> {
  const changes = before ? configurationChanges(before, state) : []
  if (changes.length === 0) return
  const { safe } = held
  // The state is stored with the message; the nonce stays, so that the executions since are still read.
  const kept = before ? { ...state, nonce: before.nonce, block: before.block } : state
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
}

/** Undefined: they were not all read, and how an item ended is not known yet. */
async function executionsSince(
  before: SafeState | undefined,
  state: SafeState,
  deps: PollDeps,
): Promise<readonly Execution[] | undefined> {
  const count = before === undefined ? 0n : state.nonce - before.nonce
  if (before === undefined || count <= 0n) return []
  const last = state.block.number
  const first = before.block.number + 1n
  const found = first > last ? [] : await readExecutions(deps, state, { first, last })
  if (found === undefined || BigInt(found.length) >= count) return found
  const below = first > REORG_BLOCKS ? first - REORG_BLOCKS : 0n
  const more = await readExecutions(deps, state, { first: below, last })
  return more !== undefined && BigInt(more.length) >= count ? more : undefined
}

interface QueueFacts {
  readonly before: SafeState | undefined
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
  const rows = await knownSafeItems(deps.store.read, { safeId: safe.id, kind: 'transaction', hashes })
  const stored = new Map(rows.map((row) => [row.safe_tx_hash, row]))
  const turn = {
    known: rows.map((row) => toKnown(row, before?.threshold ?? state.threshold)),
    queue: [...inspected.values()].flatMap(({ safeTxHash, given, signed }) =>
      given.nonce === undefined ? [] : [{ safeTxHash, nonce: given.nonce, signed }],
    ),
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

async function recordUnqueued({ safeTxHash, transactionId }: Execution, held: Held, deps: PollDeps): Promise<void> {
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
      ...{ validated: undefined, shown: { changes: [`executed by transaction ${transactionId}`] }, isRoutine: false },
    }
    await notifySafe(event, alerts, context)
  })
}

/** Validates again what waits for long, as a dry run: a row and a message only where something changed. */
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
    if (!item || !isWaiting(row) || row.checked_at === null || now - row.checked_at < RECHECK_MS) continue
    const checked = await validateInspected(item, addressOf(state), contextOf(deps))
    // Without the evidence of a node a verdict is another one, and nothing changed.
    if (!checked || checked.result.simulation?.status === 'unavailable') continue
    const isSame = checked.verdict === row.verdict && checked.effectDigest === row.effect_digest
    const change = { safeTxHash: row.safe_tx_hash, state: row.state, from: 'known' } as const
    if (isSame) await noteChecked(row, held, deps)
    else
      await recordItem(
        { change: { ...change, kinds: ['queued'] }, stored: row, inspected: item, checked, isChanged: true },
        ...([state, held, deps] as const),
      )
  }
}

async function noteChecked(row: SafeItemRow, held: Held, deps: PollDeps): Promise<void> {
  await commit(held, deps, {}, ({ db }) => updateSafeItem(db, row.id, { checked_at: deps.clock.now() }))
}

function addressOf({ chainId, address }: SafeState) {
  return { chainId, address }
}

function contextOf({ reads, chain, clock }: PollDeps) {
  return { reads, chain, now: clock.now() }
}

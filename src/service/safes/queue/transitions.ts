/** Room: The items of a queue: signatures, replacements, executions. No I/O. */

import type { SafeEventKind } from '../../../api/vocabulary.ts'
import type { SafeItemState } from '../../store/schema/schema.ts'

/** What a node says about a Safe, as far as its queue depends on it. */
export interface QueueSafe {
  readonly nonce: bigint
  readonly threshold: number
}

/** A transaction that was seen in the queue, as it is stored. */
export interface KnownItem {
  readonly safeTxHash: string
  readonly nonce: bigint
  readonly state: SafeItemState
  /** Valid signatures that were missing when it was stored. */
  readonly missing: number
}

/** A transaction that the service has in its queue now. */
export interface QueuedItem {
  /** As recomputed from its fields. */
  readonly safeTxHash: string
  readonly nonce: bigint
  /** Owners whose valid signatures it has. */
  readonly signed: number
}

/** An execution that the Safe's own events show. */
export interface QueueExecution {
  readonly safeTxHash: string
  /** Lower case. */
  readonly transactionId: string
  readonly succeeded: boolean
}

export interface QueueTurn {
  readonly known: readonly KnownItem[]
  /** The complete queue: without all of its pages there is no transition. */
  readonly queue: readonly QueuedItem[]
  readonly safe: QueueSafe
  /** All since the last turn; undefined: they were not read. */
  readonly executions: readonly QueueExecution[] | undefined
  /** Known items that the service says it does not have: their absence from the queue is no delay of an index. */
  readonly deleted: ReadonlySet<string>
}

export interface ItemChange {
  readonly safeTxHash: string
  readonly state: SafeItemState
  /** What one message says, the first names it; empty: none is sent. */
  readonly kinds: readonly SafeEventKind[]
  /** new: it is stored now · back: it was over, and a reorg changed that · known: it changes. */
  readonly from: 'new' | 'back' | 'known'
  /** The transaction that executed it. */
  readonly transactionId?: string
  /** The execution used its nonce, and did nothing else. */
  readonly hasFailed?: true
}

export interface Transitions {
  readonly changes: readonly ItemChange[]
  /** Executions of transactions that were never seen in the queue. */
  readonly unqueued: readonly QueueExecution[]
  /** Known items that the queue lacks without a reason: the service is to be read about them. */
  readonly absent: readonly string[]
}

/**
 * Compares the queue of a Safe with what is stored of it. What is not known changes nothing. The same input after its changes are stored changes nothing.
 */
export function transitions({ known, queue, safe, executions, deleted }: QueueTurn): Transitions {
  const queued = new Map<string, QueuedItem>()
  for (const item of queue) {
    const before = queued.get(item.safeTxHash)
    // A row below the nonce can never be executed.
    if (item.nonce >= safe.nonce && (!before || item.signed > before.signed)) queued.set(item.safeTxHash, item)
  }
  const executed = executions && new Map(executions.map((each) => [each.safeTxHash, each]))
  const usedNonces = new Set(known.filter(({ safeTxHash }) => executed?.has(safeTxHash)).map(({ nonce }) => nonce))
  const changes: ItemChange[] = []
  const absent: string[] = []
  for (const item of known) {
    const now = queued.get(item.safeTxHash)
    queued.delete(item.safeTxHash)
    if (now) changes.push(...waiting(item, now, safe))
    else if (isWaiting(item)) {
      const end = endOf(item, { safe, executed, deleted })
      if (end === 'absent') absent.push(item.safeTxHash)
      else if (end) changes.push({ safeTxHash: item.safeTxHash, from: 'known', ...end })
    } else if (executed?.has(item.safeTxHash) ? item.state !== 'executed' : isUndone(item, usedNonces)) {
      const end = endOf(item, { safe, executed, deleted })
      if (end && end !== 'absent') changes.push({ safeTxHash: item.safeTxHash, from: 'back', ...end })
    }
  }
  for (const item of queued.values()) changes.push(change(item, safe, { from: 'new', missing: Infinity }))
  // One that waits was undone: the nonce counts.
  const seen = new Set([...known, ...queue].map(({ safeTxHash }) => safeTxHash))
  const unqueued = executions?.filter(({ safeTxHash }) => !seen.has(safeTxHash)) ?? []
  return { changes, unqueued, absent }
}

/** After a reorg, another item used the nonce of one that was executed. */
function isUndone({ state, nonce }: KnownItem, usedNonces: ReadonlySet<bigint>): boolean {
  return state === 'executed' && usedNonces.has(nonce)
}

export function isWaiting({ state }: { readonly state: SafeItemState }): boolean {
  return state === 'queued' || state === 'executable'
}

/** It may be executed now: by anyone, because its signatures are public. */
export function isExecutable({ signed, nonce }: QueuedItem, safe: QueueSafe): boolean {
  return signed >= safe.threshold && nonce === safe.nonce
}

function waiting(item: KnownItem, now: QueuedItem, safe: QueueSafe): ItemChange[] {
  if (!isWaiting(item)) return [change(now, safe, { from: 'back', missing: Infinity })]
  const changed = change(now, safe, { from: 'known', missing: item.missing })
  const isExecutableAgain = item.state === 'executable' && changed.state === 'executable'
  const kinds = changed.kinds.filter((kind) => !isExecutableAgain || kind !== 'executable')
  const isSame = kinds.length === 0 && item.state === changed.state && safe.threshold - now.signed === item.missing
  return isSame ? [] : [{ ...changed, kinds }]
}

function change(
  item: QueuedItem,
  safe: QueueSafe,
  { from, missing: before }: { readonly from: ItemChange['from']; readonly missing: number },
): ItemChange {
  const missing = safe.threshold - item.signed
  const executable = isExecutable(item, safe)
  const kinds: SafeEventKind[] = [
    ...(from === 'known' ? [] : (['queued'] as const)),
    ...(executable ? (['executable'] as const) : []),
    ...(missing === 1 && before > 1 ? (['confirmed'] as const) : []),
  ]
  return { safeTxHash: item.safeTxHash, from, state: executable ? 'executable' : 'queued', kinds }
}

interface EndFacts {
  readonly safe: QueueSafe
  readonly executed: ReadonlyMap<string, QueueExecution> | undefined
  readonly deleted: ReadonlySet<string>
}

/** How an item ended that the queue does not have any more. Undefined: it is not known yet. */
function endOf(
  item: KnownItem,
  { safe, executed, deleted }: EndFacts,
): Pick<ItemChange, 'state' | 'kinds' | 'transactionId' | 'hasFailed'> | 'absent' | undefined {
  const execution = executed?.get(item.safeTxHash)
  if (execution) {
    const { transactionId, succeeded } = execution
    return { state: 'executed', kinds: ['executed'], transactionId, ...(!succeeded && { hasFailed: true }) }
  }
  // Its nonce was used by another transaction, when the events of the Safe show all executions.
  if (item.nonce < safe.nonce) return executed && { state: 'replaced', kinds: ['replaced'] }
  return deleted.has(item.safeTxHash) ? { state: 'withdrawn', kinds: ['withdrawn'] } : 'absent'
}

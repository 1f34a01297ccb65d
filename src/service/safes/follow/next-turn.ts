import { counted } from '../../../api/text/amounts.ts'
import type { SafeState } from '../../chain/accounts/read-safe.ts'
import type { FirstProposals } from '../../store/repositories/safe-items.ts'
import type { PollChanges } from '../../store/repositories/safes.ts'
import type { SafeEvent } from '../notify/notify-safe.ts'
import { isOverLimit } from '../queue/signatures.ts'
import type { QueueExecution } from '../queue/transitions.ts'
import type { ServiceDelegate } from '../transaction-service/read-answers.ts'
import { delegateEvents, nextDelegates } from './delegates.ts'
import { columnsOf, configurationChanges, type Kept, type KeptState } from './kept-state.ts'
import { type MessageAnswer, nextMessage } from './messages.ts'
import { type ModulesAnswer, moduleEvents } from './modules.ts'
import { type ItemAnswer, type ItemStep, nextItem, type Turn, unqueuedItem } from './next-item.ts'
import type { PollFault } from './poll-context.ts'
import { incomplete, tooManySignatures, type Unread, unreadEvents } from './unread.ts'

/** Wait after a failure of node or service (ms), at least that until the next poll. */
const RETRY_MS = 5000

/** What was read in a turn. What is undefined was not, or not in this turn. */
export interface TurnAnswers {
  readonly startedAt: number
  /** Wait until the next poll (ms), so that the quota lasts. */
  readonly intervalMs: number
  /** Why something was not read; undefined: all was. */
  readonly fault: PollFault | undefined
  readonly seen: SeenSafe | undefined
  readonly queue: QueueAnswer | undefined
  readonly delegates: readonly ServiceDelegate[] | undefined
  readonly messages: readonly MessageAnswer[] | undefined
  readonly proposers: FirstProposals
}

/** A Safe as a node shows it. */
export interface SeenSafe {
  readonly state: SafeState
  readonly modules: ModulesAnswer
}

export interface QueueAnswer {
  readonly items: readonly ItemAnswer[]
  readonly unread: Unread
  /** Executions that were never seen in the queue. */
  readonly unqueued: readonly QueueExecution[]
  /** Not all executions were read: how an item ended is not known, and they are read again from the same block. */
  readonly lacksExecutions: boolean
}

/** What a turn stores, in one transaction. */
export interface TurnStep {
  readonly changes: PollChanges
  readonly items: readonly ItemStep[]
  /** In the order in which they are sent. */
  readonly events: readonly SafeEvent[]
}

/** What follows from the answers of a turn. The same answers after their step is stored change nothing again. */
export function next(kept: Kept, answers: TurnAnswers, turn: Turn): TurnStep {
  const { now } = turn
  const { seen, queue, delegates: read } = answers
  const delegates = read ? nextDelegates(kept.delegates, read, now) : kept.delegates
  const changes = { ...schedule(answers, turn), ...columnsOf({ state: nextState(kept.state, answers), delegates }) }
  if (!seen) return { changes, items: [], events: [] }
  const itemTurn = { ...turn, state: seen.state, proposers: answers.proposers }
  const queued = queue ? queue.items.flatMap((item) => nextItem(item, itemTurn) ?? []) : []
  const unqueued = queue ? queue.unqueued.map((execution) => unqueuedItem(execution, turn)) : []
  const messages = (answers.messages ?? []).flatMap((message) => nextMessage(message, itemTurn) ?? [])
  const events = [
    ...configurationEvents(kept.state, seen.state),
    ...moduleEvents(seen.modules),
    ...eventsOf([...queued, ...unqueued]),
    ...(queue ? unreadEvents(queue.unread, kept.state?.unread, now) : []),
    ...delegateEvents(kept.delegates, delegates ?? [], now),
    ...eventsOf(messages),
  ]
  return { changes, items: [...queued, ...unqueued, ...messages], events }
}

function eventsOf(steps: readonly ItemStep[]): SafeEvent[] {
  return steps.flatMap(({ event }) => event ?? [])
}

function configurationEvents(before: KeptState | undefined, { block, ...state }: SafeState): SafeEvent[] {
  const changes = before ? configurationChanges(before, { block, ...state }) : []
  return changes.length === 0 ? [] : [{ kinds: ['config-changed'], key: `config:${block.hash}`, shown: { changes } }]
}

/** What the queue was compared with stays where it was not read. A first turn without it is one that was not. */
function nextState(before: KeptState | undefined, { seen, queue, messages }: TurnAnswers): KeptState | undefined {
  if (!seen || (!before && !queue)) return before
  const { state, modules } = seen
  const { threshold, nonce, block } = state
  const known = { threshold, nonce, block: block.number }
  const { compared = known, hasReadMessages = false, unread } = before ?? {}
  return {
    ...state,
    compared: queue ? { ...(queue.lacksExecutions ? compared : known), threshold } : compared,
    hasReadMessages: hasReadMessages || messages !== undefined,
    unread: queue?.unread.counts ?? (unread as KeptState['unread']),
    byModule: modules.byModule,
  }
}

/** When the next turn is, and what is noted of this one. */
function schedule(answers: TurnAnswers, { safe, now }: Turn): PollChanges {
  const { startedAt, intervalMs, seen, queue, messages = [] } = answers
  const many = messages.filter(({ confirmations }) => isOverLimit(confirmations)).length
  const fault =
    answers.fault ??
    incomplete(many === 0 ? [] : [tooManySignatures(counted(many, 'message'))]) ??
    incomplete(queue?.unread.lines ?? []) ??
    seen?.modules.fault
  const noted = { polled_at: startedAt, error_code: fault?.code ?? null, error: fault?.message ?? null }
  const wait = Math.max(intervalMs, answers.fault?.retryAfterMs ?? 0)
  if (!queue) return { ...noted, next_poll_at: now + Math.max(RETRY_MS, wait) }
  return { ...noted, turn: safe.turn + 1, queue_at: startedAt, next_poll_at: startedAt + wait }
}

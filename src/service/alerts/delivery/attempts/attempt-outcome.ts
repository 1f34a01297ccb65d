import { MAX_RETRY_AFTER_MS } from '../../../../shared/time/retry-after.ts'
import type { QueueHealth } from '../../../store/repositories/destination-queues.ts'
import type { AlertEventRow, DeliveryRow, DestinationRow } from '../../../store/schema/schema.ts'
import type { AttemptResult } from '../../channels/channel.ts'
import {
  EARLY_ATTEMPTS,
  failuresOfSchedule,
  holdDelay,
  maxAttempts,
  maxScheduleMs,
  retryDelay,
  sendInterval,
} from './schedule.ts'

/** What is sent: a due delivery with its event and its destination, as they are when the attempt starts. */
export interface Attempt {
  readonly delivery: DeliveryRow
  readonly event: AlertEventRow
  readonly destination: DestinationRow
}

/** What the database records of an attempt. */
export interface AttemptOutcome {
  readonly delivery: Pick<DeliveryRow, 'state' | 'due_at' | 'attempts' | 'uncounted' | 'error_message'>
  readonly queue: QueueHealth
  /** The receiver accepts nothing any more: the destination becomes INACTIVE. */
  readonly disablesDestination: boolean
}

interface OutcomeInput {
  readonly result: AttemptResult
  readonly delivery: Pick<DeliveryRow, 'state' | 'attempts' | 'uncounted' | 'created_at' | 'due_at'>
  readonly queue: QueueHealth
  readonly destination: Pick<DestinationRow, 'channel' | 'chat_id'>
  /** When the attempt ended, ms since 1970. */
  readonly now: number
  /** 0 to below 1: see `retryDelay`. */
  readonly jitter: number
}

/** Computes the next state of a delivery and its queue. Pure. */
export function attemptOutcome(input: OutcomeInput): AttemptOutcome {
  const { result, queue, destination, now } = input
  const retryAfterMs = Math.min(result.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)
  // 0 without a wait: if the clock is set back, a stored `now` would pause the queue.
  const after = (ms: number) => (ms > 0 ? now + ms : 0)
  const closed_until = Math.max(closedUntil(input), after(retryAfterMs))
  const pausedFor = (ms: number) => Math.max(after(ms), closed_until)
  const interval = sendInterval(destination.channel, destination.chat_id)
  if (result.state === 'SENT')
    return {
      delivery: { ...attempted(input), state: 'SENT', error_message: '' },
      queue: { paused_until: pausedFor(interval), closed_until, failures: 0, failing_since: null },
      disablesDestination: false,
    }
  if (result.retry !== 'later')
    return {
      delivery: { ...attempted(input), state: unlessCancelled(input, 'FAILED') },
      // The receiver works, or got no request: the next delivery needs no backoff.
      queue: { ...queue, paused_until: pausedFor(interval), closed_until },
      disablesDestination: result.retry === 'disable',
    }
  const failures = queue.failures + 1
  const hold = Math.max(holdDelay(failures, input.jitter), interval)
  return {
    delivery: retried(input, retryAfterMs),
    queue: { paused_until: pausedFor(hold), closed_until, failures, failing_since: queue.failing_since ?? now },
    disablesDestination: false,
  }
}

/**
 * The outcome of an attempt that says nothing about the receiver: the destination has another one by now, or an attempt
 * ahead in the pipeline failed. A failure does not count. Pure.
 */
export function uncountedOutcome(input: Pick<OutcomeInput, 'result' | 'delivery' | 'queue'>): AttemptOutcome {
  const { result, delivery, queue } = input
  const { paused_until, closed_until, failures, failing_since } = queue
  const isSent = result.state === 'SENT'
  const uncounted = delivery.uncounted + (isSent ? 0 : 1)
  return {
    delivery: { ...attempted(input), state: isSent ? 'SENT' : delivery.state, uncounted },
    queue: { paused_until, closed_until, failures, failing_since },
    disablesDestination: false,
  }
}

/** A time beyond the longest Retry-After was written while the clock was ahead. */
function closedUntil({ queue, now }: OutcomeInput): number {
  return queue.closed_until > now + MAX_RETRY_AFTER_MS ? 0 : queue.closed_until
}

function attempted({
  delivery,
  result,
}: Pick<OutcomeInput, 'delivery' | 'result'>): Omit<AttemptOutcome['delivery'], 'state'> {
  return {
    due_at: delivery.due_at,
    attempts: delivery.attempts + 1,
    uncounted: delivery.uncounted + (result.isAborted ? 1 : 0),
    error_message: result.errorMessage,
  }
}

function retried(input: OutcomeInput, retryAfterMs: number): AttemptOutcome['delivery'] {
  const { delivery, destination, now, jitter } = input
  const after = attempted(input)
  const counted = after.attempts - after.uncounted
  const delay = Math.max(retryDelay(destination.channel, Math.max(counted, 1), jitter), retryAfterMs)
  return {
    ...after,
    state: unlessCancelled(input, isLastAttempt(input, counted) ? 'FAILED' : 'PENDING'),
    due_at: delivery.state === 'PENDING' ? now + delay : delivery.due_at,
  }
}

/**
 * Behind a receiver that failed for as long as the schedule, a delivery that is older than its schedule gets only one more
 * than the early attempts: in a long queue, attempts are so rare that no delivery would ever end.
 */
function isLastAttempt({ delivery, queue, destination, now }: OutcomeInput, counted: number): boolean {
  const { channel } = destination
  if (counted >= maxAttempts(channel)) return true
  const isOld = now - delivery.created_at > maxScheduleMs(channel)
  return isOld && counted > EARLY_ATTEMPTS && queue.failures >= failuresOfSchedule(channel)
}

/** A delivery that was cancelled during the attempt stays cancelled when the attempt fails. */
function unlessCancelled({ delivery }: OutcomeInput, state: DeliveryRow['state']): DeliveryRow['state'] {
  return delivery.state === 'CANCELLED' ? 'CANCELLED' : state
}

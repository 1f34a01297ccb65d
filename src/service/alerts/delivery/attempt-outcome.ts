import type { DeliveryRow, DestinationQueueRow, DestinationRow } from '../../store/schema.ts'
import type { SendResult } from '../channels/channel.ts'
import { LONGEST_PAUSE_MS, mostTries, TRIES_IN_ORDER, waitAfter, wholeSchedule } from './schedule.ts'
import { sendInterval } from './send-interval.ts'

export interface Tried {
  readonly result: SendResult
  readonly delivery: Pick<DeliveryRow, 'state' | 'attempts' | 'uncounted' | 'created_at' | 'due_at'>
  readonly lane: Pick<DestinationQueueRow, 'paused_until' | 'closed_until' | 'failures' | 'failing_since'>
  readonly destination: Pick<DestinationRow, 'channel' | 'chat_id'>
  /** When the answer was there, ms since 1970. */
  readonly now: number
  /** 0 to below 1: where within the jitter the next try falls. */
  readonly chance: number
}

/** What a try changes. */
export interface Outcome {
  readonly delivery: Pick<DeliveryRow, 'state' | 'due_at' | 'attempts' | 'uncounted' | 'error_message'>
  readonly lane: Pick<DestinationQueueRow, 'paused_until' | 'closed_until' | 'failures' | 'failing_since'>
  /** The receiver is no more: nothing is to be sent there until its owner says so. */
  readonly disables: boolean
}

/** What to write down of a try. Pure: the same try gives the same outcome. */
export function outcomeOf(tried: Tried): Outcome {
  const { result, lane, destination, now } = tried
  const asked = Math.min(result.pauseMs ?? 0, LONGEST_PAUSE_MS)
  // Only where there is something to wait for: a time that was written for nothing holds up everything once the clock goes back.
  const until = (ms: number) => (ms > 0 ? now + ms : 0)
  const closed_until = Math.max(stillClosed(tried), until(asked))
  const pausedFor = (ms: number) => Math.max(until(ms), closed_until)
  const pace = sendInterval(destination.channel, destination.chat_id)
  if (result.state === 'SENT')
    return {
      delivery: { ...afterTry(tried), state: 'SENT', error_message: '' },
      lane: { paused_until: pausedFor(pace), closed_until, failures: 0, failing_since: null },
      disables: false,
    }
  if (result.retry !== 'later')
    return {
      delivery: { ...afterTry(tried), state: unlessCancelled(tried, 'DEAD') },
      // It answered, or nothing was asked of it: what is next need not wait.
      lane: { ...lane, paused_until: pausedFor(pace), closed_until },
      disables: result.retry === 'gone',
    }
  const failures = lane.failures + 1
  return {
    delivery: afterFailure(tried, asked),
    lane: {
      // Asked again soon enough, however long it has been down, and by one message at a time.
      paused_until: pausedFor(waitAfter(destination.channel, Math.min(failures, TRIES_IN_ORDER), tried.chance)),
      closed_until,
      failures,
      failing_since: lane.failing_since ?? now,
    },
    disables: false,
  }
}

/** What to write down of a try to the address a destination had before: it tells nothing of the one it has now. Pure. */
export function outcomeElsewhere({ result, delivery, lane }: Pick<Tried, 'result' | 'delivery' | 'lane'>): Outcome {
  const { paused_until, closed_until, failures, failing_since } = lane
  const isSent = result.state === 'SENT'
  return {
    delivery: {
      state: isSent ? 'SENT' : delivery.state,
      due_at: delivery.due_at,
      attempts: delivery.attempts + 1,
      uncounted: delivery.uncounted + (isSent ? 0 : 1),
      error_message: result.errorMessage,
    },
    lane: { paused_until, closed_until, failures, failing_since },
    disables: false,
  }
}

/** No receiver is left alone for longer than we wait at most: what says so is of a clock that was ahead. */
function stillClosed({ lane, now }: Tried): number {
  return lane.closed_until > now + LONGEST_PAUSE_MS ? 0 : lane.closed_until
}

function afterTry({ delivery, result }: Tried): Omit<Outcome['delivery'], 'state'> {
  return {
    due_at: delivery.due_at,
    attempts: delivery.attempts + 1,
    uncounted: delivery.uncounted + (result.isCutOff ? 1 : 0),
    error_message: result.errorMessage,
  }
}

function afterFailure(tried: Tried, asked: number): Outcome['delivery'] {
  const { delivery, destination, now, chance } = tried
  const after = afterTry(tried)
  const counted = after.attempts - after.uncounted
  const wait = Math.max(waitAfter(destination.channel, Math.max(counted, 1), chance), asked)
  return {
    ...after,
    state: unlessCancelled(tried, isUsedUp(tried, counted) ? 'DEAD' : 'PENDING'),
    due_at: delivery.state === 'PENDING' ? now + wait : delivery.due_at,
  }
}

/** One that waited out a destination that was switched off still gets a few tries. */
function isUsedUp({ delivery, destination, now }: Tried, counted: number): boolean {
  if (counted >= mostTries(destination.channel)) return true
  return counted > TRIES_IN_ORDER && now - delivery.created_at > wholeSchedule(destination.channel)
}

/** Given up while it was on its way: that it failed as well changes nothing, that it arrived would. */
function unlessCancelled({ delivery }: Tried, state: DeliveryRow['state']): DeliveryRow['state'] {
  return delivery.state === 'CANCELLED' ? 'CANCELLED' : state
}

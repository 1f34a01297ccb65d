import { describe, expect, test } from 'vitest'
import { type AttemptResult, failed, sent } from '../../../../../src/service/alerts/channels/channel.ts'
import {
  attemptOutcome,
  uncountedOutcome,
} from '../../../../../src/service/alerts/delivery/attempts/attempt-outcome.ts'

type Input = Parameters<typeof attemptOutcome>[0]

const NOW = 1_000_000_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A first attempt to a webhook, without jitter. */
function outcomeOf(result: AttemptResult, over: { [K in keyof Input]?: Partial<Input[K]> } = {}) {
  return attemptOutcome({
    result,
    delivery: { state: 'PENDING', attempts: 0, uncounted: 0, created_at: NOW, due_at: NOW, ...over.delivery },
    queue: { failures: 0, failing_since: null, paused_until: 0, closed_until: 0, ...over.queue },
    destination: { channel: 'WEBHOOK', chat_id: null, ...over.destination },
    now: NOW,
    jitter: 0.5,
  })
}

const later = failed('it is down', 'later', 7)

test('a sent message ends its delivery and resets the failures of its queue', () => {
  expect(outcomeOf(sent(5), { delivery: { attempts: 2 }, queue: { failures: 3, failing_since: 1 } })).toEqual({
    delivery: { state: 'SENT', due_at: NOW, attempts: 3, uncounted: 0, error_message: '' },
    queue: { paused_until: 0, closed_until: 0, failures: 0, failing_since: null },
    disablesDestination: false,
  })
})

describe('a transient failure', () => {
  test('delays its delivery, and the queue only from the third in a row on', () => {
    for (const [attempts, [wait, hold]] of [
      [5000, 0],
      [30_000, 0],
      [2 * MINUTE, 1000],
      [10 * MINUTE, 2000],
    ].entries()) {
      const outcome = outcomeOf(later, { delivery: { attempts }, queue: { failures: attempts } })
      expect(outcome.delivery).toMatchObject({
        state: 'PENDING',
        due_at: NOW + (wait ?? 0),
        error_message: 'it is down',
      })
      const paused_until = hold ? NOW + hold : 0
      expect(outcome.queue).toMatchObject({ paused_until, failures: attempts + 1, failing_since: NOW })
    }
  })

  test('holds the queue for a minute at most, and for its send interval at least', () => {
    const outcome = outcomeOf(later, { delivery: { attempts: 6 }, queue: { failures: 90, failing_since: 1 } })
    expect(outcome.delivery.due_at).toBe(NOW + 5 * HOUR)
    expect(outcome.queue).toMatchObject({ paused_until: NOW + MINUTE, failing_since: 1 })
    expect(outcomeOf(later, { destination: { channel: 'SLACK' } }).queue.paused_until).toBe(NOW + 1000)
  })

  test('disables nothing', () => {
    expect(outcomeOf(later).disablesDestination).toBe(false)
  })

  test('of the last attempt makes the delivery dead', () => {
    expect(outcomeOf(later, { delivery: { attempts: 11 } }).delivery).toMatchObject({ state: 'FAILED', attempts: 12 })
    expect(outcomeOf(later, { delivery: { attempts: 10 } }).delivery).toMatchObject({ state: 'PENDING', attempts: 11 })
  })

  test('of a delivery older than its schedule makes it dead after three attempts, when the queue failed as long', () => {
    const old = NOW - 100 * HOUR
    const queue = { failures: 6815 }
    expect(outcomeOf(later, { delivery: { attempts: 3, created_at: old }, queue }).delivery.state).toBe('FAILED')
    expect(outcomeOf(later, { delivery: { attempts: 2, created_at: old }, queue }).delivery.state).toBe('PENDING')
    // A clock that was set forward makes the delivery old, but not the failures of the queue.
    expect(outcomeOf(later, { delivery: { attempts: 3, created_at: old } }).delivery.state).toBe('PENDING')
  })
})

describe('an attempt to a receiver that the destination no longer has', () => {
  const delivery = { state: 'PENDING', attempts: 2, uncounted: 1, created_at: NOW, due_at: NOW - 1 } as const
  const queue = { failures: 4, failing_since: 5, paused_until: 6, closed_until: 7 }

  test('ends the delivery when the message was sent', () => {
    expect(uncountedOutcome({ result: sent(5), delivery, queue })).toEqual({
      delivery: { state: 'SENT', due_at: NOW - 1, attempts: 3, uncounted: 1, error_message: '' },
      queue,
      disablesDestination: false,
    })
  })

  test.each(['later', 'no', 'disable'] as const)('does not count when it failed (retry: %s)', (retry) => {
    expect(uncountedOutcome({ result: failed('it is gone', retry, 7), delivery, queue })).toEqual({
      delivery: { state: 'PENDING', due_at: NOW - 1, attempts: 3, uncounted: 2, error_message: 'it is gone' },
      queue,
      disablesDestination: false,
    })
  })
})

describe('Retry-After', () => {
  test('is obeyed when it is longer than our own delay', () => {
    const outcome = outcomeOf({ ...later, retryAfterMs: HOUR })
    expect(outcome.queue).toMatchObject({ paused_until: NOW + HOUR, closed_until: NOW + HOUR })
    expect(outcome.delivery.due_at).toBe(NOW + HOUR)
  })

  test('does not shorten our own delay, and is limited to a day', () => {
    expect(outcomeOf({ ...later, retryAfterMs: 1000 }).delivery.due_at).toBe(NOW + 5000)
    expect(outcomeOf({ ...later, retryAfterMs: 400 * HOUR }).queue.paused_until).toBe(NOW + 24 * HOUR)
  })

  test('also holds after a sent message, and is not shortened by a later response', () => {
    expect(outcomeOf({ ...sent(5), retryAfterMs: 9000 }).queue.paused_until).toBe(NOW + 9000)
    expect(outcomeOf(sent(5), { queue: { closed_until: NOW + HOUR } }).queue.paused_until).toBe(NOW + HOUR)
  })
})

test('a stored pause beyond the maximum was written by a wrong clock and is ignored', () => {
  const paused = (ms: number) => outcomeOf(sent(5), { queue: { closed_until: NOW + ms } }).queue
  expect(paused(24 * HOUR)).toMatchObject({ closed_until: NOW + 24 * HOUR, paused_until: NOW + 24 * HOUR })
  expect(paused(24 * HOUR + 1)).toMatchObject({ closed_until: 0, paused_until: 0 })
})

describe('a permanent failure', () => {
  test('makes the delivery dead at once, and the next one has no backoff', () => {
    const outcome = outcomeOf(failed('it cannot be read', 'no'))
    expect(outcome.delivery).toMatchObject({ state: 'FAILED', attempts: 1 })
    expect(outcome).toMatchObject({ queue: { paused_until: 0, failures: 0 }, disablesDestination: false })
  })

  test('of a receiver that is gone disables the destination', () => {
    expect(outcomeOf(failed('gone', 'disable'))).toMatchObject({
      delivery: { state: 'FAILED' },
      disablesDestination: true,
    })
  })
})

test('an aborted attempt is recorded and delays the next one, but does not use up the schedule', () => {
  const cutOff: AttemptResult = { ...later, isAborted: true }
  const often = outcomeOf(cutOff, { delivery: { attempts: 20, uncounted: 20, created_at: NOW - 100 * HOUR } })
  expect(often.delivery).toMatchObject({ state: 'PENDING', attempts: 21, uncounted: 21, due_at: NOW + 5000 })
  expect(outcomeOf(later, { delivery: { attempts: 30, uncounted: 20 } }).delivery.state).toBe('PENDING')
  expect(outcomeOf(later, { delivery: { attempts: 31, uncounted: 20 } }).delivery.state).toBe('FAILED')
})

test('a delivery that was cancelled during the attempt stays cancelled, unless the message was sent', () => {
  const delivery = { state: 'CANCELLED' as const }
  for (const result of [later, failed('x', 'no')])
    expect(outcomeOf(result, { delivery }).delivery.state).toBe('CANCELLED')
  expect(outcomeOf(sent(5), { delivery }).delivery.state).toBe('SENT')
})

test.each([
  ['SLACK', null, 1000],
  ['DISCORD', null, 500],
  ['TELEGRAM', '42', 1000],
  ['TELEGRAM', '-10042', 3000],
  ['TELEGRAM', '@alarms', 3000],
  ['EMAIL', null, 0],
  ['WEBHOOK', null, 0],
] as const)('%s with chat id %s has a send interval of %i ms', (channel, chat_id, ms) => {
  const { paused_until } = outcomeOf(sent(5), { destination: { channel, chat_id } }).queue
  expect(paused_until).toBe(ms === 0 ? 0 : NOW + ms)
})

import { describe, expect, test } from 'vitest'
import { failed, type SendResult, sent } from '../../../../src/service/alerts/channels/channel.ts'
import { outcomeOf, type Tried } from '../../../../src/service/alerts/delivery/attempt-outcome.ts'

const NOW = 1_000_000_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A first try to a webhook, at a moment where jitter does nothing. */
function tried(result: SendResult, over: { [K in keyof Tried]?: Partial<Tried[K]> } = {}) {
  return outcomeOf({
    result,
    delivery: { state: 'PENDING', attempts: 0, uncounted: 0, created_at: NOW, due_at: NOW, ...over.delivery },
    lane: { failures: 0, failing_since: null, paused_until: 0, closed_until: 0, ...over.lane },
    destination: { channel: 'WEBHOOK', chat_id: null, ...over.destination },
    now: NOW,
    chance: 0.5,
  })
}

const later = failed('it is down', 'later', 7)

test('a message that arrived ends its delivery and whatever trouble there was on the way', () => {
  expect(tried(sent(5), { delivery: { attempts: 2 }, lane: { failures: 3, failing_since: 1 } })).toEqual({
    delivery: { state: 'SENT', due_at: NOW, attempts: 3, uncounted: 0, error_message: '' },
    lane: { paused_until: 0, closed_until: 0, failures: 0, failing_since: null },
    disables: false,
  })
})

describe('a failure that may pass', () => {
  test('holds the lane as long as the message waits, so that nothing overtakes it', () => {
    for (const [attempts, wait] of [5000, 5 * MINUTE, 30 * MINUTE].entries()) {
      const outcome = tried(later, { delivery: { attempts }, lane: { failures: attempts } })
      expect(outcome.delivery).toMatchObject({ state: 'PENDING', due_at: NOW + wait, error_message: 'it is down' })
      expect(outcome.lane).toMatchObject({ paused_until: NOW + wait, failures: attempts + 1, failing_since: NOW })
    }
  })

  test('after three tries keeps waiting longer, while the lane goes on asking', () => {
    const outcome = tried(later, { delivery: { attempts: 4 }, lane: { failures: 9, failing_since: 1 } })
    expect(outcome.delivery.due_at).toBe(NOW + 5 * HOUR)
    expect(outcome.lane).toMatchObject({ paused_until: NOW + 30 * MINUTE, failing_since: 1 })
  })

  test('of the last try gives the message up', () => {
    expect(tried(later, { delivery: { attempts: 9 } }).delivery).toMatchObject({ state: 'DEAD', attempts: 10 })
    expect(tried(later, { delivery: { attempts: 8 } }).delivery).toMatchObject({ state: 'PENDING', attempts: 9 })
  })

  test('of a message older than all its tries together gives it up, unless it was hardly tried', () => {
    const old = NOW - 100 * HOUR
    expect(tried(later, { delivery: { attempts: 3, created_at: old } }).delivery.state).toBe('DEAD')
    expect(tried(later, { delivery: { attempts: 2, created_at: old } }).delivery.state).toBe('PENDING')
  })
})

describe('what the receiver asks for', () => {
  test('is obeyed where it is longer than our own wait', () => {
    const outcome = tried({ ...later, pauseMs: HOUR })
    expect(outcome.lane).toMatchObject({ paused_until: NOW + HOUR, closed_until: NOW + HOUR })
    expect(outcome.delivery.due_at).toBe(NOW + HOUR)
  })

  test('does not make us come sooner, nor stay away for more than a day', () => {
    expect(tried({ ...later, pauseMs: 1000 }).lane.paused_until).toBe(NOW + 5000)
    expect(tried({ ...later, pauseMs: 400 * HOUR }).lane.paused_until).toBe(NOW + 24 * HOUR)
  })

  test('holds also after a message it took, and is never shortened by a later answer', () => {
    expect(tried({ ...sent(5), pauseMs: 9000 }).lane.paused_until).toBe(NOW + 9000)
    expect(tried(sent(5), { lane: { closed_until: NOW + HOUR } }).lane.paused_until).toBe(NOW + HOUR)
  })
})

test('a pause that is longer than any is of a clock that was ahead, and forgotten', () => {
  const paused = (ms: number) => tried(sent(5), { lane: { closed_until: NOW + ms } }).lane
  expect(paused(24 * HOUR)).toMatchObject({ closed_until: NOW + 24 * HOUR, paused_until: NOW + 24 * HOUR })
  expect(paused(24 * HOUR + 1)).toMatchObject({ closed_until: 0, paused_until: 0 })
})

describe('a refusal for good', () => {
  test('gives the message up at once, and the next one need not wait', () => {
    const outcome = tried(failed('it cannot be read', 'no'))
    expect(outcome.delivery).toMatchObject({ state: 'DEAD', attempts: 1 })
    expect(outcome).toMatchObject({ lane: { paused_until: 0, failures: 0 }, disables: false })
  })

  test('of a receiver that is gone switches the destination off', () => {
    expect(tried(failed('gone', 'gone'))).toMatchObject({ delivery: { state: 'DEAD' }, disables: true })
  })
})

test('a try that we cut off ourselves is one more, and waits, but does not use up the schedule', () => {
  const cutOff: SendResult = { ...later, isCutOff: true }
  const often = tried(cutOff, { delivery: { attempts: 20, uncounted: 20, created_at: NOW - 100 * HOUR } })
  expect(often.delivery).toMatchObject({ state: 'PENDING', attempts: 21, uncounted: 21, due_at: NOW + 5000 })
  expect(tried(later, { delivery: { attempts: 28, uncounted: 20 } }).delivery.state).toBe('PENDING')
  expect(tried(later, { delivery: { attempts: 29, uncounted: 20 } }).delivery.state).toBe('DEAD')
})

test('a message that was cancelled on its way stays cancelled, unless it arrived', () => {
  const delivery = { state: 'CANCELLED' as const }
  for (const result of [later, failed('x', 'no')]) expect(tried(result, { delivery }).delivery.state).toBe('CANCELLED')
  expect(tried(sent(5), { delivery }).delivery.state).toBe('SENT')
})

test.each([
  ['SLACK', null, 1000],
  ['DISCORD', null, 500],
  ['TELEGRAM', '42', 1000],
  ['TELEGRAM', '-10042', 3000],
  ['TELEGRAM', '@alarms', 3000],
  ['EMAIL', null, 0],
  ['WEBHOOK', null, 0],
] as const)('%s to chat %s leaves %i ms between messages', (channel, chat_id, ms) => {
  const { paused_until } = tried(sent(5), { destination: { channel, chat_id } }).lane
  expect(paused_until).toBe(ms === 0 ? 0 : NOW + ms)
})

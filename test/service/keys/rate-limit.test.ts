import { expect, test } from 'vitest'
import { RateLimiter } from '../../../src/service/keys/rate-limit.ts'
import { Problem } from '../../../src/service/problems/problem.ts'
import { clockSteps } from '../../support/clock-steps.ts'
import { TestClock } from '../../support/deterministic.ts'

test('allows the requests of a minute in one burst, then one by one', () => {
  const clock = new TestClock()
  const limiter = new RateLimiter(7, clock)

  expect(Array.from({ length: 7 }, () => refusal(limiter, 'a'))).toEqual(Array(7).fill(undefined))
  // A seventh of a minute is 8.57 s.
  expect(refusal(limiter, 'a')).toEqual({ code: 'rate-limited', retryAfter: '9' })
  clock.advance(8000)
  expect(refusal(limiter, 'a')).toEqual({ code: 'rate-limited', retryAfter: '1' })
  clock.advance(1000)
  expect(refusal(limiter, 'a')).toBeUndefined()
})

test.each([1, 2, 60, 300, 1000])('allows %i requests a minute, and not one more', (perMinute) => {
  const clock = new TestClock()
  const limiter = new RateLimiter(perMinute, clock)
  const admitted = (count: number) =>
    Array.from({ length: count }, () => refusal(limiter, 'a')).filter((each) => each === undefined).length

  expect(admitted(perMinute + 10)).toBe(perMinute)
  // The next request is allowed a slot after the first one, not a millisecond sooner.
  const slot = Math.ceil(60_000 / perMinute)
  clock.advance(slot - 1)
  expect(admitted(1)).toBe(0)
  clock.advance(1)
  expect(admitted(2)).toBe(1)
  clock.advance(60_000)
  expect(admitted(perMinute + 10)).toBe(perMinute)
})

test('does not count a refused request', () => {
  const clock = new TestClock()
  const limiter = new RateLimiter(1, clock)
  limiter.admit('a')
  for (let tries = 0; tries < 100; tries++) refusal(limiter, 'a')
  clock.advance(60_000)
  expect(refusal(limiter, 'a')).toBeUndefined()
})

test('counts each key separately', () => {
  const limiter = new RateLimiter(1, new TestClock())
  limiter.admit('a')
  expect(refusal(limiter, 'b')).toBeUndefined()
})

test('does not accumulate more than a minute', () => {
  const clock = new TestClock()
  const limiter = new RateLimiter(2, clock)
  limiter.admit('a')
  clock.advance(3_600_000)
  expect([1, 2, 3].map(() => refusal(limiter, 'a')?.code)).toEqual([undefined, undefined, 'rate-limited'])
})

test.each(clockSteps)('the wall clock may be set by %s: no key waits longer or less', (_, step) => {
  const clock = new TestClock()
  const limiter = new RateLimiter(2, clock)
  limiter.admit('a')
  limiter.admit('a')
  clock.step(step)
  expect(refusal(limiter, 'a')).toEqual({ code: 'rate-limited', retryAfter: '30' })
  clock.advance(30_000)
  expect([1, 2].map(() => refusal(limiter, 'a')?.code)).toEqual([undefined, 'rate-limited'])
})

function refusal(limiter: RateLimiter, key: string): { code: string; retryAfter: string | undefined } | undefined {
  try {
    limiter.admit(key)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { code: error.code, retryAfter: error.headers['retry-after'] }
  }
}

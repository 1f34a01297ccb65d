import { expect, test } from 'vitest'
import { RateLimiter } from '../../../src/service/keys/rate-limit.ts'
import { Problem } from '../../../src/service/problems/problem.ts'
import { TestClock } from '../../support/deterministic.ts'

test('a key may send its requests of a minute at once, then waits for the next one', () => {
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

test('a refused request does not count', () => {
  const clock = new TestClock()
  const limiter = new RateLimiter(1, clock)
  limiter.admit('a')
  for (let tries = 0; tries < 100; tries++) refusal(limiter, 'a')
  clock.advance(60_000)
  expect(refusal(limiter, 'a')).toBeUndefined()
})

test('keys are counted apart', () => {
  const limiter = new RateLimiter(1, new TestClock())
  limiter.admit('a')
  expect(refusal(limiter, 'b')).toBeUndefined()
})

test('idle time is not saved up beyond a minute', () => {
  const clock = new TestClock()
  const limiter = new RateLimiter(2, clock)
  limiter.admit('a')
  clock.advance(3_600_000)
  expect([1, 2, 3].map(() => refusal(limiter, 'a')?.code)).toEqual([undefined, undefined, 'rate-limited'])
})

test('a clock that is set back holds nobody up for longer than a minute', () => {
  const clock = new TestClock()
  const limiter = new RateLimiter(1, clock)
  limiter.admit('a')
  clock.advance(-86_400_000)
  expect(refusal(limiter, 'a')).toEqual({ code: 'rate-limited', retryAfter: '60' })
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

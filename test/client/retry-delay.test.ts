import { describe, expect, test } from 'vitest'
import { retryDelay } from '../../src/client/sending/retry.ts'
import { parseRetryAfter } from '../../src/shared/time/retry-after.ts'

const now = Date.parse('2025-06-01T12:00:00Z')

describe('Retry-After', () => {
  const rows: [header: string, delay: number][] = [
    ['7', 7_000],
    ['0', 0],
    [' 2 ', 2_000],
    ['1.5', 1_500],
    ['Sun, 01 Jun 2025 12:00:30 GMT', 30_000],
    ['Sunday, 01-Jun-25 12:00:30 GMT', 30_000],
    ['Sun Jun  1 12:00:30 2025', 30_000],
    ['Sun, 01 Jun 2025 11:00:00 GMT', 0],
    ['99999999999999999999', 86_400_000],
    ['Mon, 01 Jun 2099 12:00:00 GMT', 86_400_000],
  ]
  test.each(rows)('"%s" waits %d ms instead of the backoff', (header, delay) => {
    expect(retryDelay({ status: 503, headers: { 'retry-after': header }, attempt: 3, random: 0.5, now })).toBe(delay)
  })

  test.each(['soon', '-5', '', 'Sun, 99 Foo 2025', '12 apples'])('"%s" is malformed and ignored', (header) => {
    expect(parseRetryAfter(header)).toBeUndefined()
    expect(retryDelay({ status: 503, headers: { 'retry-after': header }, attempt: 0, random: 0.5, now })).toBe(125)
  })
})

test('a date counts from the clock of the server', () => {
  const headers = { 'retry-after': 'Sun, 01 Jun 2025 12:00:30 GMT', date: 'Sun, 01 Jun 2025 12:00:20 GMT' }
  expect(retryDelay({ status: 503, headers, attempt: 0, random: 0.5, now })).toBe(10_000)
})

test('a date in the asctime form is in GMT in any time zone', () => {
  const before = process.env.TZ
  process.env.TZ = 'Asia/Tokyo'
  try {
    expect(new Date(0).getTimezoneOffset()).toBe(-540)
    expect(parseRetryAfter('Sun Jun  1 12:00:30 2025')).toEqual({ at: now + 30_000 })
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})

describe('backoff with full jitter', () => {
  const rows: [attempt: number, random: number, delay: number][] = [
    [0, 0, 0],
    [0, 0.5, 125],
    [0, 0.999, 249],
    [1, 0.5, 250],
    [2, 0.5, 500],
    [5, 0.5, 4_000],
    [6, 0.5, 5_000],
    [60, 0.5, 5_000],
    [2_000, 0.5, 5_000],
  ]
  test.each(rows)('attempt %d with random %d waits %d ms', (attempt, random, delay) => {
    expect(retryDelay({ status: 503, headers: {}, attempt, random, now })).toBe(delay)
    expect(retryDelay({ headers: {}, attempt, random, now })).toBe(delay)
  })
})

describe('retryable statuses', () => {
  const headers = { 'retry-after': '1' }

  test.each([408, 425, 429, 502, 503, 504])('%d is retried', (status) => {
    expect(retryDelay({ status, headers: {}, attempt: 0, random: 0.5, now })).toBe(125)
  })

  test.each([200, 301, 400, 401, 403, 404, 413, 500, 501])('%d is not retried, even with Retry-After', (status) => {
    expect(retryDelay({ status, headers, attempt: 0, random: 0.5, now })).toBeUndefined()
  })

  test('409 is retried only with Retry-After: the same request is still in progress', () => {
    expect(retryDelay({ status: 409, headers, attempt: 0, random: 0.5, now })).toBe(1_000)
    expect(retryDelay({ status: 409, headers: {}, attempt: 0, random: 0.5, now })).toBeUndefined()
  })
})

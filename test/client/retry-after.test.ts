import { describe, expect, test } from 'vitest'
import { readRetryAfter, retryDelay } from '../../src/client/retry-after.ts'

const now = Date.parse('2025-06-01T12:00:00Z')

describe('what the server demands', () => {
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
  test.each(rows)('Retry-After "%s" waits %d ms, whatever the backoff would be', (header, delay) => {
    expect(retryDelay({ status: 503, headers: { 'retry-after': header }, attempt: 3, random: 0.5, now })).toBe(delay)
  })

  test.each(['soon', '-5', '', 'Sun, 99 Foo 2025', '12 apples'])(
    'Retry-After "%s" is unreadable and ignored',
    (header) => {
      expect(readRetryAfter(header)).toBeUndefined()
      expect(retryDelay({ status: 503, headers: { 'retry-after': header }, attempt: 0, random: 0.5, now })).toBe(125)
    },
  )
})

test('the asctime form of a date means GMT, wherever this machine is', () => {
  const before = process.env.TZ
  process.env.TZ = 'Asia/Tokyo'
  try {
    expect(new Date(0).getTimezoneOffset()).toBe(-540)
    expect(readRetryAfter('Sun Jun  1 12:00:30 2025')).toEqual({ at: now + 30_000 })
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

describe('which answers may pass', () => {
  const headers = { 'retry-after': '1' }

  test.each([408, 425, 429, 502, 503, 504])('%d is worth another try', (status) => {
    expect(retryDelay({ status, headers: {}, attempt: 0, random: 0.5, now })).toBe(125)
  })

  test.each([200, 301, 400, 401, 403, 404, 413, 500, 501])('%d is not, not even with Retry-After', (status) => {
    expect(retryDelay({ status, headers, attempt: 0, random: 0.5, now })).toBeUndefined()
  })

  test('a 409 is only with Retry-After: then the twin of the request is still being worked on', () => {
    expect(retryDelay({ status: 409, headers, attempt: 0, random: 0.5, now })).toBe(1_000)
    expect(retryDelay({ status: 409, headers: {}, attempt: 0, random: 0.5, now })).toBeUndefined()
  })
})

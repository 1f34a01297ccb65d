import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRetryAfter, retryAfterOf, waitMs } from '../../../src/shared/time/retry-after.ts'
import { anyCharacter } from '../../support/any-character.ts'

const NOW = Date.parse('2026-03-04T05:06:07.000Z')
const DAY = 24 * 3_600_000
const httpDate = (at: number) => new Date(at).toUTCString()

function waitOf(value: string | undefined, date?: string): number | undefined {
  const after = parseRetryAfter(value)
  return after && waitMs(after, NOW, date)
}

describe('retry-after', () => {
  test.each([
    ['120', 120_000],
    [' 120 ', 120_000],
    ['0.529', 529],
    ['1.0001', 1001],
    ['86401', DAY],
    ['9'.repeat(400), DAY],
    ['0', 0],
    ['-5', undefined],
    ['+5', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['5s', undefined],
    ['5, 6', undefined],
    ['', undefined],
    ['soon', undefined],
    ['Infinity', undefined],
    ['NaN', undefined],
    ['Wed, 04 Mar 2026 05:08:07 GMT', 120_000],
    ['Wednesday, 04-Mar-26 05:08:07 GMT', 120_000],
    ['Wed Mar  4 05:08:07 2026', 120_000],
    ['Wed, 04 Mar 2026 05:06:07 GMT', 0],
    ['Wed, 04 Mar 2020 05:06:07 GMT', 0],
    ['Fri, 04 Mar 2050 05:06:07 GMT', DAY],
    ['Wed, 40 Mar 2026 05:08:07 GMT', undefined],
    ['2026-03-04T05:08:07Z', undefined],
    ['Wed, 04 Mar 2026 05:08:07 +0100', undefined],
  ])('of %.40j is %s ms', (value, wait) => {
    expect(waitOf(value)).toBe(wait)
  })

  test('counts a date from the clock of the server that wrote it', () => {
    const theirs = NOW + 3 * DAY
    expect(waitOf(httpDate(theirs + 60_000), httpDate(theirs))).toBe(60_000)
    expect(waitOf(httpDate(NOW + 60_000), 'no date')).toBe(60_000)
  })

  test('with any value is a wait of at most a day, or none', () => {
    const dateLike = fc
      .tuple(fc.constantFrom('Wed, ', '', 'Wednesday, '), fc.date({ noInvalidDate: true }), fc.constantFrom(' GMT', ''))
      .map(([start, date, end]) => `${start}${date.toUTCString().slice(5, 25)}${end}`)
    const value = fc.oneof(
      fc.string({ unit: anyCharacter }),
      dateLike,
      fc.double().map(String),
      fc.bigInt().map(String),
      fc.stringMatching(/^[\d .,eE+-]*$/),
    )
    fc.assert(
      fc.property(value, fc.option(value, { nil: undefined }), (text, date) => {
        const wait = waitOf(text, date)
        if (wait === undefined) return
        expect(Number.isInteger(wait)).toBe(true)
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(wait).toBeLessThanOrEqual(DAY)
      }),
    )
  })

  test('with any number of seconds below a day is exactly that', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 86_400_000 }), (ms) => {
        expect(waitOf((ms / 1000).toFixed(3))).toBe(ms)
      }),
    )
  })

  test('with a time within a day is the time until then, in all three date forms', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 86_399 }), (seconds) => {
        const at = new Date(NOW + seconds * 1000)
        const [, day = '', month = '', year = '', time = ''] = at.toUTCString().split(/[, ]+/)
        const forms = [at.toUTCString(), `Monday, ${day}-${month}-${year.slice(2)} ${time} GMT`]
        for (const form of [...forms, `Mon ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`]) {
          expect(waitOf(form)).toBe(seconds * 1000)
        }
      }),
    )
  })
})

describe('the wait that a response asks for', () => {
  test.each([
    ['a refusal with a wait', 429, { 'retry-after': '5' }, 5000],
    ['an unavailable server with a wait', 503, { 'retry-after': '5' }, 5000],
    ['a redirect with a wait', 302, { 'retry-after': '5' }, 5000],
    ['an accepted message', 200, { 'retry-after': '5' }, undefined],
    ['the last request of a window', 204, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '0.25' }, 250],
    [
      'one of several requests left',
      204,
      { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset-after': '0.25' },
      undefined,
    ],
    ['a used-up window without its end', 204, { 'x-ratelimit-remaining': '0' }, undefined],
    [
      'both headers: the longer wait',
      429,
      { 'retry-after': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1.3' },
      1300,
    ],
    ['a repeated header: the last value', 429, { 'retry-after': ['1', '7'] }, 7000],
    ['a refusal that asks for no wait', 429, { 'retry-after': '0' }, undefined],
    ['a refusal without a header', 429, {}, undefined],
  ])('%s', (_what, status, headers, wait) => {
    expect(retryAfterOf(status, headers, NOW)).toBe(wait)
  })
})

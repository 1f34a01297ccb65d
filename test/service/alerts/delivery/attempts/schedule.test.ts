import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { channels } from '../../../../../src/api/vocabulary.ts'
import {
  holdDelay,
  maxAttempts,
  maxScheduleMs,
  retryDelay,
} from '../../../../../src/service/alerts/delivery/attempts/schedule.ts'

const MIDDLE = 0.5
const waits = (channel: (typeof channels)[number]) =>
  Array.from({ length: maxAttempts(channel) - 1 }, (_, index) => retryDelay(channel, index + 1, MIDDLE))
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const HOUR = 3_600_000

describe('the attempts of one delivery', () => {
  test('to a webhook are five within a quarter of an hour, then those of Standard Webhooks', () => {
    expect(waits('WEBHOOK').map((ms) => ms / 1000)).toEqual([
      5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ])
    expect(sum(waits('WEBHOOK')) / HOUR).toBeCloseTo(75.7, 1)
  })

  test.each(['SLACK', 'DISCORD', 'TELEGRAM', 'EMAIL'] as const)(
    'to people on %s are four within five minutes, then over days',
    (channel) => {
      expect(maxAttempts(channel)).toBe(11)
      expect(sum(waits(channel).slice(0, 3))).toBeLessThan(300_000)
      expect(sum(waits(channel)) / HOUR).toBeGreaterThan(70)
    },
  )

  test('vary by at most 20 %, and end within the maximum schedule', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...channels),
        fc.integer({ min: 1, max: 11 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (channel, tries, chance) => {
          const exact = retryDelay(channel, tries, MIDDLE)
          const wait = retryDelay(channel, tries, chance)
          expect(Math.abs(wait - exact)).toBeLessThanOrEqual(exact * 0.2 + 1)
          expect(wait).toBeLessThan(maxScheduleMs(channel))
        },
      ),
    )
  })
})

test('a queue is held from the third failure in a row on, for a second and up to a minute', () => {
  const holds = Array.from({ length: 11 }, (_, failures) => holdDelay(failures, MIDDLE) / 1000)
  expect(holds).toEqual([0, 0, 0, 1, 2, 5, 10, 20, 30, 60, 60])
})

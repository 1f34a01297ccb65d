import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClock, systemClock } from '../../../src/shared/time/clock.ts'

test('gives a valid date-time whatever the wall clock reads', () => {
  const reading = fc.oneof(fc.double(), fc.integer({ min: -1e15, max: 1e15 }))
  fc.assert(
    fc.property(reading, fc.nat(1e12), (wall, running) => {
      const { now } = createClock(
        () => wall,
        () => running + 0.25,
      )
      expect(Number.isSafeInteger(now())).toBe(true)
      expect(new Date(now()).toISOString()).toMatch(/^\d{4}-/)
    }),
  )
})

test.each([Number.NaN, -1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Date.UTC(10_000, 0)])(
  'time goes on with a wall clock at %s',
  (wall) => {
    let running = 5
    const clock = createClock(
      () => wall,
      () => running,
    )
    expect(clock.now()).toBe(5)
    running += 1000
    expect(clock.now()).toBe(1005)
  },
)

test('the clock of the system follows Date', () => {
  const before = Date.now()
  expect(systemClock.now()).toBeGreaterThanOrEqual(before)
  expect(systemClock.now()).toBeLessThanOrEqual(Date.now())
})

import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closedUntil, nextSlot, openRequestSlots, type SendTimes } from '../../src/config/request-slots.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const NONE: SendTimes = { at: [], closedUntil: 0 }
const NOW = 1_700_000_000_000

describe('windows', () => {
  test('no minute holds more than the limit, and no five minutes the ban threshold, for any arrival times', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }),
        (perMinute, pauses) => {
          let sent = NONE
          let now = NOW
          const slots: number[] = []
          for (const pause of pauses) {
            now += pause
            const next = nextSlot(sent, now, perMinute)
            slots.push(next.at)
            sent = next.sent
            expect(next.at).toBeGreaterThanOrEqual(now)
          }
          for (const [index, at] of slots.entries()) {
            const before = slots[index - perMinute]
            if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(60_000)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test.each([1, 2, 300])(
    '%i requests a minute wait for nothing, one more waits until the minute is over',
    (perMinute) => {
      let sent = NONE
      for (let count = 0; count < perMinute; count += 1) {
        const next = nextSlot(sent, NOW + count, perMinute)
        expect(next.at).toBe(NOW + count)
        sent = next.sent
      }
      const early = NOW + 59_999
      expect(nextSlot(sent, early, perMinute).at).toBe(NOW + 60_000)
      expect(nextSlot(sent, NOW + 60_000, perMinute).at).toBe(NOW + 60_000)
    },
  )

  test('a configured limit above the hosted one stays below the ban threshold', () => {
    let sent = NONE
    for (let count = 0; count < 1_700; count += 1) sent = nextSlot(sent, NOW, 100_000).sent
    expect(nextSlot(sent, NOW, 100_000).at).toBe(NOW + 300_000)
    expect(nextSlot({ ...sent, at: sent.at.slice(1) }, NOW, 100_000).at).toBe(NOW)
  })

  test('a pause of the service is kept, unless it lasts more than a day', () => {
    expect(nextSlot({ at: [], closedUntil: NOW + 5_000 }, NOW, 300).at).toBe(NOW + 5_000)
    expect(nextSlot({ at: [], closedUntil: NOW + 48 * 3_600_000 }, NOW, 300).at).toBe(NOW)
  })

  test('times older than five minutes are dropped', () => {
    const sent = { at: [NOW - 300_000, NOW - 299_999], closedUntil: 0 }
    expect(nextSlot(sent, NOW, 300).sent.at).toEqual([NOW - 299_999, NOW])
  })

  test('a slot is never before one that is reserved', () => {
    expect(nextSlot({ at: [NOW + 10, NOW + 5_000], closedUntil: 0 }, NOW, 300).at).toBe(NOW + 5_000)
  })

  test('times of a clock that was ahead are ignored', () => {
    expect(nextSlot({ at: [NOW + 2 * 86_400_000], closedUntil: 0 }, NOW, 1).at).toBe(NOW)
  })
})

describe('the file that processes share', () => {
  test('every slot is taken once', async () => {
    const path = join(temporaryFolder(), 'limits', 'prod.json')
    const takers = [1, 2, 3, 4].map(() => openRequestSlots(path, 2))
    const taken = await Promise.all(takers.flatMap((slots) => [slots.take(NOW, Infinity), slots.take(NOW, Infinity)]))
    expect(taken.toSorted((a, b) => a - b)).toEqual([0, 0, 1, 1, 2, 2, 3, 3].map((minutes) => NOW + minutes * 60_000))
  })

  test('a slot at the latest acceptable time is taken', async () => {
    const slots = openRequestSlots(join(temporaryFolder(), 'prod.json'), 1)
    expect(await slots.take(NOW, NOW)).toBe(NOW)
    expect(await slots.take(NOW, NOW + 60_000)).toBe(NOW + 60_000)
    expect(await slots.take(NOW, Infinity)).toBe(NOW + 120_000)
  })

  test('a slot after the latest acceptable time is not taken', async () => {
    const slots = openRequestSlots(join(temporaryFolder(), 'prod.json'), 1)
    await slots.take(NOW, Infinity)
    expect(await slots.take(NOW, NOW + 1_000)).toBe(NOW + 60_000)
    expect(await slots.take(NOW + 60_000, NOW + 60_000)).toBe(NOW + 60_000)
  })

  test('closed by one process, gives no slot to any before the latest time, and counts what was sent', async () => {
    const path = join(temporaryFolder(), 'prod.json')
    const [one, two] = [openRequestSlots(path, 1), openRequestSlots(path, 1)]
    expect(closedUntil(path)).toBe(0)
    await one.take(NOW, Infinity)
    await one.close(NOW + 90_000)
    await two.close(NOW + 30_000)
    expect(closedUntil(path)).toBe(NOW + 90_000)
    expect(await two.take(NOW, NOW)).toBe(NOW + 90_000)
    expect(await two.take(NOW, Infinity)).toBe(NOW + 90_000)
    expect(await two.take(NOW, Infinity)).toBe(NOW + 150_000)
  })

  test('is for its user only', async () => {
    const path = join(temporaryFolder(), 'prod.json')
    await openRequestSlots(path, 1).take(NOW, Infinity)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test.each(['{"at": [12', '{"at": 7}', '{"at": ["12", null]}', '[]', ''])('counts as empty with %j', async (text) => {
    const path = join(temporaryFolder(), 'prod.json')
    writeFileSync(path, text)
    const slots = openRequestSlots(path, 1)
    expect(await slots.take(NOW, Infinity)).toBe(NOW)
    expect(await slots.take(NOW, Infinity)).toBe(NOW + 60_000)
  })
})

import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createMeter, MONTH_MS, paceOf, pollInterval, readsMore } from '../../../src/service/safes/budget/budget.ts'
import { openStore } from '../../../src/service/store/open.ts'
import type { Store } from '../../../src/service/store/store.ts'
import { TestClock } from '../../support/deterministic.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND

async function opened(): Promise<Store> {
  const { database } = await freshDatabase(temporaryFolder())
  const store = await openStore(database, { env: process.env })
  onTestFinished(() => store.close())
  return store
}

test.each([
  [{ safes: 3, quotaPerMonth: 0, ownService: true }, 5],
  [{ safes: 1, quotaPerMonth: 50_000, ownService: false }, 87],
  [{ safes: 10, quotaPerMonth: 50_000, ownService: false }, 864],
  [{ safes: 1, quotaPerMonth: 5_000, ownService: false }, 864],
  [{ safes: 1, quotaPerMonth: 3_000_000, ownService: false }, 20],
  [{ safes: 2, quotaPerMonth: 0, ownService: false, windowMs: DAY }, 86_400],
])('the interval for %j is %i s', (plan, seconds) => {
  expect(Math.ceil(pollInterval(plan) / SECOND)).toBe(seconds)
})

test('a month of polls takes no more requests than the quota has', () => {
  const plan = fc.record({
    safes: fc.integer({ min: 1, max: 50 }),
    quotaPerMonth: fc.integer({ min: 100, max: 2_000_000 }),
  })
  fc.assert(
    fc.property(plan, (given) => {
      const turns = MONTH_MS / pollInterval({ ...given, ownService: false })
      const round = [0, 1, 2].reduce((sum, turn) => sum + (readsMore(turn) ? 3 : 1), 0)
      expect((turns / 3) * round * given.safes).toBeLessThanOrEqual(given.quotaPerMonth)
    }),
    { numRuns: 200 },
  )
})

/** A service with a quota: it counts in windows of its own, and says so. */
class Hosted {
  used: number
  refused = 0
  most = 0
  readonly quota: number
  #windowEnd: number

  constructor(quota: number, { used, windowEnd }: { readonly used: number; readonly windowEnd: number }) {
    this.quota = quota
    this.used = used
    this.#windowEnd = windowEnd
  }

  get(now: number): { status: number; headers: Record<string, string> } {
    if (now >= this.#windowEnd) {
      this.used = 0
      this.#windowEnd += 30 * DAY
    }
    const isRefused = this.used >= this.quota
    if (isRefused) this.refused++
    else this.used++
    this.most = Math.max(this.most, this.used)
    const headers = {
      'x-ratelimit-limit': String(this.quota),
      'x-ratelimit-remaining': String(this.quota - this.used),
      'x-ratelimit-reset': String(Math.ceil((this.#windowEnd - now) / SECOND)),
    }
    return { status: isRefused ? 429 : 200, headers }
  }
}

test('two months of polls and requests by hand never pass a quota that the service says, across restarts', async () => {
  const store = await opened()
  let budget = 0
  const given = fc.record({
    quota: fc.integer({ min: 20, max: 60 }),
    safes: fc.integer({ min: 1, max: 3 }),
    usedBefore: fc.integer({ min: 0, max: 15 }),
    windowDays: fc.integer({ min: 1, max: 30 }),
    byHand: fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(given, async ({ quota, safes, usedBefore, windowDays, byHand }) => {
      const clock = new TestClock()
      const start = clock.now()
      const hosted = new Hosted(quota, { used: usedBefore, windowEnd: start + windowDays * DAY })
      const of = { budgetId: String(budget++), hasKey: true }
      const request = async () => {
        const meter = createMeter(of, { store, clock })
        await meter.spend()
        const { status, headers } = hosted.get(clock.now())
        const refusal = await meter.note(status, headers)
        if (refusal) throw refusal
      }
      const days = new Set(byHand)
      let turn = 0
      for (let at = start; at < start + 60 * DAY; at = clock.now()) {
        try {
          for (let safe = 0; safe < safes; safe++)
            for (let left = readsMore(turn) ? 3 : 1; left > 0; left--) await request()
          if (days.delete(Math.floor((at - start) / DAY))) for (let left = 10; left > 0; left--) await request()
        } catch (error) {
          expect(error).toMatchObject({ code: 'safe-quota', kind: 'rate-limited' })
        }
        turn++
        const { intervalMs } = await paceOf(of, safes, { db: store.read, now: clock.now() })
        clock.advance(intervalMs)
      }
      expect(hosted.refused).toBe(0)
      expect(hosted.most).toBeLessThanOrEqual(quota)
      // It does not stop long before either.
      expect(turn).toBeGreaterThan(4)
    }),
    { numRuns: 4 },
  )
})

test('a service that says no quota gets at most that of its plan in a month', async () => {
  const store = await opened()
  const clock = new TestClock()
  const of = { budgetId: 'b', hasKey: false }
  const meter = createMeter(of, { store, clock })
  await meter.spend()
  await meter.note(200, {})
  expect(await paceOf(of, 1, { db: store.read, now: clock.now() })).toMatchObject({ quota: 5000, used: 1 })
  await store.write((db) => db.updateTable('safe_budgets').set({ used: 5000 }).execute())
  await expect(meter.spend()).rejects.toMatchObject({ code: 'safe-quota', retryAfterMs: expect.any(Number) })
  clock.advance(32 * DAY)
  await meter.spend()
  expect(await paceOf(of, 1, { db: store.read, now: clock.now() })).toMatchObject({ quota: 5000, used: 1 })
})

test('a refusal pauses all requests of the key for as long as the service says', async () => {
  const store = await opened()
  const clock = new TestClock()
  const meter = createMeter({ budgetId: 'b', hasKey: true }, { store, clock })
  const other = createMeter({ budgetId: 'b', hasKey: true }, { store, clock })
  await meter.spend()
  expect(await meter.note(429, { 'retry-after': '120' })).toMatchObject({ code: 'safe-quota', retryAfterMs: 120_000 })
  await expect(other.spend()).rejects.toMatchObject({ code: 'safe-quota' })
  clock.advance(120 * SECOND)
  await other.spend()
})

test('an own service is not counted', async () => {
  const store = await opened()
  const clock = new TestClock()
  const of = { budgetId: null, hasKey: false }
  await createMeter(of, { store, clock }).spend()
  expect(await store.read.selectFrom('safe_budgets').selectAll().execute()).toEqual([])
  expect(await paceOf(of, 9, { db: store.read, now: clock.now() })).toEqual({
    intervalMs: 5000,
    quota: undefined,
    used: 0,
  })
})

import { describe, expect, test } from 'vitest'
import { ConcurrencyLimit } from '../../../../src/service/server/admission/concurrency-limit.ts'

/**
 * A server that answers `perSecond` requests one after another, each after a further `fixedMs` that many can wait for at
 * once, with callers that always have a request more than is admitted.
 */
class Simulation {
  now = 0
  readonly limit = new ConcurrencyLimit(() => this.now)
  /** When each request in progress started and ends. */
  #running: { started: number; ends: number }[] = []
  #busyUntil = 0

  /** @param offered requests at the same time, at most */
  run(forMs: number, load: { perSecond: number; fixedMs?: number; offered?: number }): this {
    const { perSecond, fixedMs = 0, offered = Number.POSITIVE_INFINITY } = load
    const end = this.now + forMs
    while (this.now < end) {
      while (this.#running.length < Math.min(offered, this.limit.value)) {
        this.#busyUntil = Math.max(this.#busyUntil, this.now) + 1000 / perSecond
        this.#running.push({ started: this.now, ends: this.#busyUntil + fixedMs })
        this.limit.started()
      }
      if (offered > this.limit.value) this.limit.reached()
      const [first] = this.#running.splice(0, 1)
      if (!first) break
      this.now = Math.max(this.now, first.ends)
      this.limit.finished(this.now - first.started)
    }
    return this
  }
}

describe('the limit', () => {
  test.each([200, 1_000, 3_000])('follows a server of %i a second: its latency stays near 250 ms', (perSecond) => {
    const { limit } = new Simulation().run(60_000, { perSecond })
    const latency = (limit.value / perSecond) * 1000
    expect(latency).toBeGreaterThan(150)
    expect(latency).toBeLessThan(350)
  })

  test('falls when the server becomes slow, and rises when it recovers', () => {
    const simulation = new Simulation().run(30_000, { perSecond: 2_000 })
    const before = simulation.limit.value
    const slow = simulation.run(30_000, { perSecond: 100 }).limit.value
    expect(slow).toBeLessThan(before / 5)
    expect(simulation.run(30_000, { perSecond: 2_000 }).limit.value).toBeGreaterThan(before / 2)
  })

  test('never falls below a few, however slow the server is', () => {
    expect(new Simulation().run(600_000, { perSecond: 2 }).limit.value).toBe(8)
  })

  test('is not lowered by the latency of a distant database', () => {
    const near = new Simulation().run(60_000, { perSecond: 1_000, fixedMs: 200, offered: 4 })
    const busy = near.run(60_000, { perSecond: 1_000, fixedMs: 200 }).limit.value
    // 200 ms without load: twice that is accepted under load, which is 400 in progress.
    expect(busy).toBeGreaterThan(250)
    expect(busy).toBeLessThan(550)
  })

  test('recovers when it was measured too late that the database is distant', () => {
    const simulation = new Simulation().run(120_000, { perSecond: 1_000, fixedMs: 400 })
    expect(simulation.limit.value).toBeGreaterThan(200)
  })

  test('stays where it is while it is not reached', () => {
    const simulation = new Simulation()
    const before = simulation.limit.value
    // 100 callers with 300 ms each: slow, but nobody is refused.
    expect(simulation.run(60_000, { perSecond: 333, offered: 100 }).limit.value).toBe(before)
  })

  test('falls for few requests with very much work, although it is not reached', () => {
    const simulation = new Simulation().run(60_000, { perSecond: 4, offered: 60 })
    expect(simulation.limit.value).toBeLessThan(30)
  })

  test('is not lowered by a few requests that wait for others', () => {
    const simulation = new Simulation()
    for (let turn = 0; turn < 1_000; turn += 1) {
      simulation.now += 10
      simulation.limit.started()
      simulation.limit.reached()
      simulation.limit.finished(turn % 5 === 0 ? 10_000 : 5)
    }
    expect(simulation.limit.value).toBeGreaterThan(200)
  })
})

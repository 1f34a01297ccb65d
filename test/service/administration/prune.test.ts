import { test as base, describe, expect } from 'vitest'
import { findTransaction } from '../../../src/service/store/repositories/transactions.ts'
import { temporaryDatabase } from './prune-database.ts'

const test = base.extend('house', () => temporaryDatabase())

const DAY = 86_400_000

describe('a prune', () => {
  test('removes old transactions with dependent rows, and keeps evidence', async ({ house }) => {
    const [old, young] = await house.use(async (service) => {
      const first = await house.validate(service)
      await house.report(service, first, 1)
      house.clock.advance(100 * DAY)
      return [first, await house.validate(service)]
    })
    const before = house.everything()
    expect(before).toMatchObject({ transactions: 2, transaction_reports: 1, nonces: 0 })

    const counted = await house.prune({ olderThanMs: 90 * DAY, dryRun: true })
    expect(counted).toMatchObject({ transactions: 1, alertEvents: 0, deliveries: 0, kept: 0 })
    expect(house.everything()).toEqual(before)

    expect(await house.prune({ olderThanMs: 90 * DAY })).toEqual(counted)
    expect(house.everything()).toEqual({
      ...before,
      transactions: 1,
      transaction_reports: 0,
      // Its start and its end are written down.
      audit: (before.audit ?? 0) + 2,
    })
    await house.use(async ({ store }) => {
      expect(await findTransaction(store.read, old)).toBeUndefined()
      expect(await findTransaction(store.read, young)).toBeDefined()
    })
  })

  test('keeps the counterparties of senders', async ({ house }) => {
    await house.use(async (service) => house.report(service, await house.validate(service), 1))
    const coverage = () => house.use(async (service) => (await house.judge(service)).coverage)
    const known = await coverage()
    house.clock.advance(100 * DAY)
    expect((await house.prune({ olderThanMs: 90 * DAY })).transactions).toBe(2)
    expect(house.everything()).toMatchObject({ transactions: 0, counterparties: 1 })
    expect(await coverage()).toEqual(known)
  })

  test('keeps transactions with pending deliveries, and removes them once delivered', async ({ house }) => {
    const { id } = await house.use(async (service) => {
      await house.alert(service)
      return { id: await house.validate(service) }
    })
    house.clock.advance(100 * DAY)
    expect(await house.prune({ olderThanMs: 90 * DAY })).toMatchObject({ transactions: 0, kept: 1 })
    expect(house.everything()).toMatchObject({ transactions: 1, alert_events: 1, deliveries: 1 })

    // Given up just now: somebody may still want to look at it.
    house.run(`update deliveries set state = 'FAILED', updated_at = ${house.clock.now()}`)
    expect(await house.prune({ olderThanMs: 90 * DAY })).toMatchObject({ transactions: 0, kept: 1 })

    house.clock.advance(91 * DAY)
    expect(await house.prune({ olderThanMs: 90 * DAY })).toMatchObject({
      transactions: 1,
      alertEvents: 1,
      deliveries: 1,
    })
    expect(house.everything()).toMatchObject({ transactions: 0, alert_events: 0, deliveries: 0, alerts: 1 })
    await house.use(async ({ store }) => expect(await findTransaction(store.read, id)).toBeUndefined())
  })

  test('keeps transactions with a valid payload, so that no nonce is issued twice', async ({ house }) => {
    await house.use((service) => house.validate(service, { signTransaction: true, trackNonce: true }))
    house.clock.advance(60_000)
    expect(await house.prune({ olderThanMs: 1000 })).toMatchObject({ transactions: 0, kept: 1 })
    house.clock.advance(2 * DAY)
    expect(await house.prune({ olderThanMs: 1000 })).toMatchObject({ transactions: 1, kept: 0 })
  })

  test('removes expired responses of idempotent requests', async ({ house }) => {
    await house.use((service) => house.validate(service, {}, { 'idempotency-key': 'once' }))
    expect(house.everything()).toMatchObject({ idempotent_answers: 1 })
    house.clock.advance(2 * DAY)
    expect(await house.prune({ olderThanMs: 90 * DAY })).toMatchObject({ transactions: 0, idempotentAnswers: 1 })
    expect(house.everything()).toMatchObject({ idempotent_answers: 0, transactions: 1 })
  })

  test('runs alongside validations and loses none', async ({ house }) => {
    await house.use(async (service) => {
      await house.many(service, 2000)
      house.clock.advance(100 * DAY)
      let isPruned = false
      const pruned = house.prune({ olderThanMs: 90 * DAY }).finally(() => (isPruned = true))
      let validated = 0
      while (!isPruned) {
        await house.validate(service)
        validated++
      }
      expect((await pruned).transactions).toBe(2000)
      expect(validated).toBeGreaterThan(3)
      expect(house.everything()).toMatchObject({ transactions: validated })
    })
  })

  test('stops at an interrupt, reports its progress, and continues the next time', async ({ house }) => {
    await house.use((service) => house.many(service, 2000))
    house.clock.advance(100 * DAY)
    const stop = new AbortController()
    const interrupted = house.prune({ olderThanMs: 90 * DAY, signal: stop.signal, onProgress: () => stop.abort() })
    await expect(interrupted).rejects.toMatchObject({
      code: 'interrupted',
      message: expect.stringContaining('512 transactions'),
    })
    expect(house.everything()).toMatchObject({ transactions: 1488 })
    expect((await house.prune({ olderThanMs: 90 * DAY })).transactions).toBe(1488)
  })

  test('of a missing database creates none', async ({ house }) => {
    expect(await house.prune({ olderThanMs: 1000 })).toMatchObject({ transactions: 0, kept: 0 })
    expect(house.exists()).toBe(false)
  })
})

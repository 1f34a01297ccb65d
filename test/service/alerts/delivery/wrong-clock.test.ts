import { describe, expect, test } from 'vitest'
import { LEASE_MS } from '../../../../src/service/alerts/delivery/destination-queue.ts'
import { clockSteps } from '../../../support/clock-steps.ts'
import { Outbox } from '../outbox-fixture.ts'
import { answering, inTurn, type Receiver, startReceiver } from '../receiver.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

describe('with a wall clock that is set while the service runs', () => {
  test.each(clockSteps)('%s, no retry comes earlier or later, and no queue stalls', async (_, step) => {
    const { outbox, failing, closed, working, alertOf } = await arrange()
    const send = sending(outbox)
    await outbox.event(alertOf(failing), 'tx-1')
    await outbox.event(alertOf(closed), 'tx-1')
    await send()
    await outbox.event(alertOf(working), 'tx-1')

    outbox.time.step(step)
    await send()
    expect(counts(failing, closed, working)).toEqual([1, 1, 1])
    // The delay after the first attempt is 5 s ± 20 %, after the second 30 s ± 20 %.
    outbox.time.advance(3.9 * SECOND)
    await send()
    expect(counts(failing, closed, working)).toEqual([1, 1, 1])
    outbox.time.advance(2.2 * SECOND)
    await send()
    expect(counts(failing, closed, working)).toEqual([2, 1, 1])

    outbox.time.step(-step)
    outbox.time.advance(23 * SECOND)
    await send()
    expect(counts(failing, closed, working)).toEqual([2, 1, 1])
    outbox.time.advance(14 * SECOND)
    await send()
    expect(counts(failing, closed, working)).toEqual([3, 1, 1])

    outbox.time.advance(HOUR)
    await send()
    expect(counts(failing, closed, working)).toEqual([4, 2, 1])
    expect(outbox.reported).toEqual([])
  })

  test.each(clockSteps)('%s, a lease is neither lost nor longer', async (_, step) => {
    const { outbox, working, alertOf } = await arrange()
    await outbox.event(alertOf(working), 'tx-1')
    const crashed = outbox.idleCourier({ send: () => new Promise(() => undefined) })
    const crash = new AbortController()
    const ended = crashed.sendDue(crash.signal)
    await outbox.isClaimed()
    crash.abort()
    await ended

    const send = sending(outbox)
    outbox.time.step(step)
    await send()
    outbox.time.advance(LEASE_MS - SECOND)
    await send()
    expect(counts(working)).toEqual([0])
    outbox.time.advance(2 * SECOND)
    await send()
    expect(counts(working)).toEqual([1])
  })
})

describe('with a wall clock that is set while the service is stopped', () => {
  test.each(clockSteps)('%s, everything is sent within twice its delay', async (_, step) => {
    const { outbox, failing, closed, working, alertOf } = await arrange()
    await outbox.event(alertOf(failing), 'tx-1')
    await outbox.event(alertOf(closed), 'tx-1')
    await sending(outbox)()
    await outbox.event(alertOf(working), 'tx-1')

    await outbox.restart(step)
    const send = sending(outbox)
    await send()
    // Set forward, every delay is over, as after a long stop: each delivery is tried once.
    expect(counts(failing, closed, working)).toEqual(step > 0 ? [2, 2, 1] : [1, 1, 1])
    outbox.time.advance(6.1 * SECOND)
    await send()
    expect(counts(failing, closed, working)).toEqual(step > 0 ? [2, 2, 1] : [2, 1, 1])
    outbox.time.advance(HOUR)
    await send()
    expect(counts(failing, closed, working)).toEqual(step > 0 ? [3, 3, 1] : [3, 2, 1])
  })
})

test.each(['running', 'stopped'])('messages keep their order when the clock is set back, %s', async (how) => {
  const outbox = await Outbox.open()
  const receiver = await startReceiver(inTurn(answering(503), answering(200)))
  const alertId = await outbox.alert(await outbox.destination(receiver.origin))
  await outbox.event(alertId, 'tx-1')
  await outbox.event(alertId, 'tx-2')
  await sending(outbox)()
  if (how === 'stopped') await outbox.restart(-HOUR)
  else outbox.time.step(-HOUR)
  await outbox.event(alertId, 'tx-3')
  outbox.time.advance(6.1 * SECOND)
  await sending(outbox)()
  const notified = receiver.requests.map(({ body }) => JSON.parse(body).data.transaction.svcTxId)
  expect(notified).toEqual(['tx-1', 'tx-2', 'tx-1', 'tx-3'])
})

test('a delivery keeps its attempts when the clock is set ten years forward', async () => {
  const outbox = await Outbox.open()
  const receiver = await startReceiver(inTurn(...Array.from({ length: 9 }, () => answering(500)), answering(200)))
  await outbox.event(await outbox.alert(await outbox.destination(receiver.origin)), 'tx-1')
  for (let attempts = 1; attempts <= 9; attempts++) {
    await sending(outbox)()
    expect(await outbox.only()).toMatchObject({ state: 'PENDING', attempts })
    if (attempts === 5) await outbox.restart(87_600 * HOUR)
    else outbox.time.advance(29 * HOUR)
  }
  await sending(outbox)()
  expect(await outbox.only()).toMatchObject({ state: 'SENT', attempts: 10 })
})

test('answers name valid times with every clock', async () => {
  const { outbox, failing, alertOf } = await arrange()
  const send = sending(outbox)
  for (const [count, [, step]] of clockSteps.entries()) {
    outbox.time.step(step)
    await outbox.event(alertOf(failing), `tx-${count}`)
    await send()
    const { body } = await outbox.call('GET', '/ext/v1/deliveries')
    const shown = (body as { content: Record<string, string>[] }).content
    expect(shown).toHaveLength(count + 1)
    for (const delivery of shown)
      for (const name of ['createdAt', 'updatedAt', 'dueAt']) expect(delivery[name]).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    outbox.time.step(-step)
  }
})

test('a delivery whose time was written ten years ahead is shown as due', async () => {
  const { outbox, failing, alertOf } = await arrange()
  await outbox.restart(87_600 * HOUR)
  await outbox.event(alertOf(failing), 'tx-1')
  await sending(outbox)()
  outbox.time.step(-87_600 * HOUR)
  const { body } = await outbox.call('GET', '/ext/v1/deliveries')
  const [shown] = (body as { content: { dueAt: string }[] }).content
  expect(Date.parse(shown?.dueAt ?? '')).toBeLessThanOrEqual(outbox.time.now())
})

/** Receivers that fail, ask for an hour, and work; each has an alert. */
async function arrange() {
  const outbox = await Outbox.open()
  const failing = await startReceiver(answering(500))
  const closed = await startReceiver(answering(429, '', { 'retry-after': '3600' }))
  const working = await startReceiver(answering(200))
  const alerts = new Map<Receiver, string>()
  for (const receiver of [failing, closed, working])
    alerts.set(receiver, await outbox.alert(await outbox.destination(receiver.origin)))
  return { outbox, failing, closed, working, alertOf: (receiver: Receiver) => alerts.get(receiver) ?? '' }
}

/** Sends all that is due, as one process does again and again. */
function sending(outbox: Outbox): () => Promise<void> {
  const courier = outbox.idleCourier()
  return () => courier.sendDue(new AbortController().signal)
}

function counts(...receivers: Receiver[]): number[] {
  return receivers.map(({ requests }) => requests.length)
}

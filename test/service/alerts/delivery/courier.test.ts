import { Webhook } from 'standardwebhooks'
import { describe, expect } from 'vitest'
import { sent } from '../../../../src/service/alerts/channels/channel.ts'
import { LEASE_MS } from '../../../../src/service/alerts/delivery/destination-queue.ts'
import { seededRandom } from '../../../support/deterministic.ts'
import { until } from '../../../support/stepped-time.ts'
import { contentOf, Outbox, SIGNING_SECRET, test } from '../outbox-fixture.ts'
import { type Answer, answering, inTurn, type Receiver, startReceiver } from '../receiver.ts'

const MINUTE = 60_000

/** Never answers. */
const silent: Answer = () => undefined

test('an event is sent signed, recorded with its attempt, and counted once', async () => {
  // The receiver checks the timestamp against its own clock.
  const outbox = await Outbox.open({ start: Date.now() })
  const receiver = await startReceiver(answering(204))
  const alertId = await outbox.alert(await outbox.destination(`${receiver.origin}/hook`))
  await outbox.event(alertId, 'tx-1')
  const { id, event_id } = await outbox.only()
  outbox.courier()

  const row = await outbox.reaches(id, { state: 'SENT' })
  const [request] = receiver.requests
  const body = new Webhook(SIGNING_SECRET).verify(request?.body ?? '', {
    ...(request?.headers as Record<string, string>),
    'webhook-timestamp': String(request?.headers['webhook-timestamp']),
  })
  expect(body).toMatchObject({ data: contentOf(alertId, 'tx-1') })
  expect(request?.headers['webhook-id']).toBe(event_id)
  expect(row).toMatchObject({ attempts: 1, error_message: '' })
  expect(await outbox.attempts(id)).toMatchObject([{ number: 1, state: 'SENT', claim_id: expect.stringMatching(/./) }])
  expect(await outbox.counter(alertId)).toBe(1)
})

test('an event with two destinations is counted once and sent once to each', async ({ outbox }) => {
  const [one, two] = [await startReceiver(answering(200)), await startReceiver(answering(200))]
  const alertId = await outbox.alert(await outbox.destination(one.origin), await outbox.destination(two.origin))
  for (const tx of ['tx-1', 'tx-2', 'tx-1']) await outbox.event(alertId, tx)
  const courier = outbox.courier()
  for (const { id } of await outbox.deliveries()) await outbox.reaches(id, { state: 'SENT' })
  courier.wake()
  await outbox.isIdle()

  expect(await outbox.counter(alertId)).toBe(2)
  expect([one.requests.length, two.requests.length]).toEqual([2, 2])
})

test('a test message is not counted', async ({ outbox }) => {
  const receiver = await startReceiver(answering(200))
  const destinationId = await outbox.destination(receiver.origin)
  const alertId = await outbox.alert(destinationId)
  const path = `/api/v2/management/alert-configurations/integration/${destinationId}/test`
  expect((await outbox.call('POST', path)).body).toMatchObject({ state: 'SENT' })
  expect(await outbox.counter(alertId)).toBe(0)
  expect(await outbox.deliveries()).toEqual([])
})

test('a failure is retried on schedule with the same id, and shown at the destination until a success', async ({
  outbox,
}) => {
  const receiver = await startReceiver(inTurn(answering(503), answering(500), answering(200)))
  const destinationId = await outbox.destination(receiver.origin)
  const alertId = await outbox.alert(destinationId)
  await outbox.event(alertId, 'tx-1')
  const { id } = await outbox.only()
  const courier = outbox.courier()
  const errorOf = async () => {
    const { body } = await outbox.call('GET', '/api/v2/management/alert-configurations/destinations')
    return (body as unknown as { errorMessage: string }[])[0]?.errorMessage
  }

  await outbox.reaches(id, { attempts: 1 })
  expect(await errorOf()).toBe('the receiver answered 503')
  await outbox.isIdle()
  outbox.time.advance(3900)
  courier.wake()
  await outbox.isIdle()
  expect(receiver.requests).toHaveLength(1)

  outbox.time.advance(2200)
  await outbox.reaches(id, { attempts: 2 })
  await outbox.isIdle()
  outbox.time.advance(6 * MINUTE)
  await outbox.reaches(id, { state: 'SENT' })
  expect(await errorOf()).toBe('')
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect((await outbox.attempts(id)).map(({ state, error_message }) => [state, error_message])).toEqual([
    ['FAILED', 'the receiver answered 503'],
    ['FAILED', 'the receiver answered 500'],
    ['SENT', ''],
  ])
  expect(await outbox.counter(alertId)).toBe(1)
})

const sentTo = (receiver: Receiver) =>
  receiver.requests.map(({ body }) => JSON.parse(body).data.transaction.svcTxId as string)

describe('a receiver that fails', () => {
  test('once delays that message only', async ({ outbox }) => {
    const receiver = await startReceiver(inTurn(answering(503), answering(200)))
    const alertId = await outbox.alert(await outbox.destination(receiver.origin))
    for (let count = 0; count < 20; count++) await outbox.event(alertId, `tx-${count}`)
    const [first] = await outbox.deliveries()
    outbox.courier()
    await outbox.reaches((await outbox.deliveries()).at(-1)?.id ?? '', { state: 'SENT' })
    await outbox.isIdle()
    outbox.time.advance(6000)
    await outbox.reaches(first?.id ?? '', { state: 'SENT' })
    expect(sentTo(receiver)).toEqual([...Array.from({ length: 20 }, (_, index) => `tx-${index}`), 'tx-0'])
  })

  test('three times in a row is not tried for a second, then for longer, and a success ends that', async ({
    outbox,
  }) => {
    let status = 503
    const receiver = await startReceiver((response, request) => answering(status)(response, request))
    const alertId = await outbox.alert(await outbox.destination(receiver.origin))
    for (let count = 0; count < 20; count++) await outbox.event(alertId, `tx-${count}`)
    const send = () => outbox.idleCourier().sendDue(new AbortController().signal)
    await send()
    expect(receiver.requests).toHaveLength(3)
    const tried: number[] = []
    for (const seconds of [0.7, 0.6, 1.5, 1, 3.9, 2.2]) {
      outbox.time.advance(seconds * 1000)
      await send()
      tried.push(receiver.requests.length)
    }
    expect(tried).toEqual([3, 4, 4, 5, 5, 6])
    status = 200
    outbox.time.advance(13_000)
    await send()
    expect(new Set(sentTo(receiver)).size).toBe(20)
  })

  test('three of ten times gets nine of ten messages within 90 s', async ({ outbox }) => {
    const random = seededRandom()
    const accepted = new Set<string>()
    const receiver = await startReceiver((response, request) => {
      const isDown = (random(1)[0] ?? 0) < 0.3 * 256
      if (!isDown) accepted.add(JSON.parse(request.body).data.transaction.svcTxId)
      answering(isDown ? 503 : 204)(response, request)
    })
    const alertId = await outbox.alert(await outbox.destination(receiver.origin))
    for (let count = 0; count < 300; count++) await outbox.event(alertId, `tx-${count}`)
    for (let seconds = 0; seconds < 90; seconds++) {
      await outbox.idleCourier().sendDue(new AbortController().signal)
      outbox.time.advance(1000)
    }
    expect(accepted.size).toBeGreaterThanOrEqual(270)
  })
})

test('messages about one transaction keep their order through retries; others do not wait for them', async ({
  outbox,
}) => {
  let status = 503
  const receiver = await startReceiver((response, request) =>
    answering(request.body.includes('0xaa') ? status : 204)(response, request),
  )
  const alertId = await outbox.alert(await outbox.destination(receiver.origin))
  await outbox.step(alertId, '0xaa', 'included')
  await outbox.event(alertId, 'tx-1')
  await outbox.step(alertId, '0xaa', 'retracted')
  await outbox.step(alertId, '0xaa', 'included', 1)
  await outbox.event(alertId, 'tx-2')
  const send = () => outbox.idleCourier().sendDue(new AbortController().signal)
  await send()
  expect(sentTo(receiver)).toEqual(['0xaa included 0', 'tx-1', 'tx-2'])
  status = 204
  outbox.time.advance(7000)
  await send()
  const steps = ['0xaa included 0', '0xaa retracted 0', '0xaa included 1']
  expect(sentTo(receiver).slice(3)).toEqual(steps)
})

test('destinations with long queues take turns', async ({ outbox }) => {
  // Mails are sent in batches of one: a turn ends after a number of batches.
  const destinations = await Promise.all(
    [1, 2, 3].map((one) => outbox.destination(`mailto:ops-${one}@a.test`, 'EMAIL')),
  )
  await outbox.grouping(0, ...destinations)
  const alertId = await outbox.alert(...destinations)
  for (let count = 0; count < 101; count++) await outbox.event(alertId, `tx-${count}`)
  const turns: { readonly to: string; count: number }[] = []
  const courier = outbox.idleCourier({
    concurrency: 1,
    send: async ({ destination }) => {
      outbox.time.advance(1)
      const turn = turns.at(-1)
      if (turn?.to === destination.id) turn.count += 1
      else turns.push({ to: destination.id, count: 1 })
      return sent(1)
    },
  })
  await courier.sendDue(new AbortController().signal)

  expect(turns.map(({ count }) => count)).toEqual([100, 100, 100, 1, 1, 1])
  expect(new Set(turns.slice(0, 3).map(({ to }) => to))).toEqual(new Set(destinations))
  expect(turns.slice(3).map(({ to }) => to)).toEqual(turns.slice(0, 3).map(({ to }) => to))
})

test('a receiver that does not answer does not delay another one', async ({ outbox }) => {
  const [dead, live] = [await startReceiver(silent), await startReceiver(answering(200))]
  const [toDead, toLive] = [await outbox.destination(dead.origin), await outbox.destination(live.origin)]
  const alertId = await outbox.alert(toDead, toLive)
  for (let count = 0; count < 50; count++) await outbox.event(alertId, `tx-${count}`)
  outbox.courier({ timeoutMs: 60_000 })
  await until(() => live.requests.length === 50, 'fifty messages to the working receiver')
  expect(dead.requests).toHaveLength(1)
  await until(async () => (await outbox.counter(alertId)) === 50, 'the record of fifty messages')
})

test('failing receivers use at most half of the concurrency', async ({ outbox }) => {
  const [dead, live] = [await startReceiver(silent), await startReceiver(answering(200))]
  const deadIds: string[] = []
  for (let count = 0; count < 6; count++) deadIds.push(await outbox.destination(`${dead.origin}/${count}`))
  const troubled = await outbox.alert(...deadIds)
  const healthy = await outbox.alert(await outbox.destination(live.origin))
  await outbox.event(troubled, 'tx-1')
  // The state after a first failure.
  await outbox.service.store.write((db) => db.updateTable('lanes').set({ failures: 1 }).execute())
  const courier = outbox.courier({ timeoutMs: 60_000, concurrency: 4 })
  await until(() => dead.requests.length === 2, 'two attempts to silent receivers')
  await outbox.event(healthy, 'tx-2')
  courier.wake()
  await until(() => live.requests.length === 1, 'the working receiver')
  expect(dead.requests).toHaveLength(2)
})

test('Retry-After holds for the whole queue, also for delivery retry', async ({ outbox }) => {
  const receiver = await startReceiver(inTurn(answering(429, '', { 'retry-after': '900' }), answering(200)))
  const alertId = await outbox.alert(await outbox.destination(receiver.origin))
  await outbox.event(alertId, 'tx-1')
  await outbox.event(alertId, 'tx-2')
  const [first, second] = await outbox.deliveries()
  const courier = outbox.courier()
  await outbox.reaches(first?.id ?? '', { attempts: 1 })
  await outbox.isIdle()

  expect((await outbox.call('POST', '/ext/v1/deliveries/retry', { ids: [first?.id] })).body).toEqual({ retried: 1 })
  const dueAt = new Date(outbox.time.now() + 900_000).toISOString()
  expect((await outbox.call('GET', `/ext/v1/deliveries/${second?.id}`)).body).toMatchObject({ dueAt })
  outbox.time.advance(899_000)
  courier.wake()
  await outbox.isIdle()
  expect(receiver.requests).toHaveLength(1)
  outbox.time.advance(1000)
  courier.wake()
  await outbox.reaches(second?.id ?? '', { state: 'SENT' })
  expect(receiver.requests).toHaveLength(3)
})

test('a receiver that is gone switches its destination off, with an error and an audit entry; other deliveries stay pending', async ({
  outbox,
}) => {
  const receiver = await startReceiver(inTurn(answering(410), answering(200)))
  const destinationId = await outbox.destination(receiver.origin)
  const alertId = await outbox.alert(destinationId)
  await outbox.event(alertId, 'tx-1')
  await outbox.event(alertId, 'tx-2')
  const [first, second] = await outbox.deliveries()
  const courier = outbox.courier()
  await outbox.reaches(first?.id ?? '', { state: 'FAILED' })
  await outbox.isIdle()

  const listed = await outbox.call('GET', '/api/v2/management/alert-configurations/destinations')
  expect(listed.body).toMatchObject([
    { id: destinationId, state: 'INACTIVE', errorMessage: expect.stringContaining('410') },
  ])
  const audit = await outbox.call('GET', '/ext/v1/audit?action=destination.disable')
  expect(audit.body).toMatchObject({ content: [{ actor: 'courier', resourceId: destinationId }] })
  outbox.time.advance(60 * MINUTE)
  courier.wake()
  await outbox.isIdle()
  expect((await outbox.reaches(second?.id ?? '', {})).state).toBe('PENDING')
  expect(receiver.requests).toHaveLength(1)

  await outbox.call('PUT', `/api/v2/management/alert-configurations/destinations/${destinationId}`, {
    name: 'back',
    channel: 'WEBHOOK',
    state: 'ACTIVE',
  })
  courier.wake()
  await outbox.reaches(second?.id ?? '', { state: 'SENT' })
})

describe('the lease', () => {
  test('lets one of several couriers send at a time, and each message once', async ({ outbox }) => {
    let atOnce = 0
    let most = 0
    const receiver = await startReceiver((response) => {
      most = Math.max(most, ++atOnce)
      setTimeout(() => {
        atOnce--
        response.end()
      }, 3)
    })
    const alertId = await outbox.alert(await outbox.destination(receiver.origin))
    for (let count = 0; count < 30; count++) await outbox.event(alertId, `tx-${count}`)
    const couriers = [outbox.courier(), outbox.courier(), outbox.courier()]
    const last = (await outbox.deliveries()).at(-1)
    await until(async () => {
      for (const courier of couriers) courier.wake()
      return (await outbox.reaches(last?.id ?? '', {})).state === 'SENT'
    })
    expect([receiver.requests.length, most]).toEqual([30, 1])
    expect(await outbox.counter(alertId)).toBe(30)
  })

  test('that was committed late is renewed before the first attempt', async ({ outbox }) => {
    await outbox.event(await outbox.alert(await outbox.destination('http://127.0.0.1:9')), 'tx-1')
    const { store, deadlines } = outbox.service
    let commitMs = 20_000
    const late: typeof store = {
      ...store,
      async write(work) {
        const value = await store.write(work)
        outbox.time.advance(commitMs)
        commitMs = 0
        return value
      },
    }
    let left: number | undefined
    const send = async () => {
      const lane = await store.read.selectFrom('lanes').select('lease_until').executeTakeFirstOrThrow()
      left = Number(lane.lease_until) - deadlines.now()
      return sent(1)
    }
    await outbox.idleCourier({ store: late, send }).sendDue(new AbortController().signal)
    expect(left).toBe(LEASE_MS)
  })

  test('that expired during an attempt discards the result', async ({ outbox }) => {
    const alertId = await outbox.alert(await outbox.destination('http://127.0.0.1:9'))
    await outbox.event(alertId, 'tx-1')
    const { id } = await outbox.only()
    let wakeZombie: (() => void) | undefined
    const recorded: unknown[] = []
    const zombie = outbox.idleCourier({
      send: () =>
        new Promise((resolve) => {
          wakeZombie = () => resolve(sent(1))
        }),
      onAttempt: (attempt) => void recorded.push(attempt),
    })
    const frozen = new AbortController()
    const ended = zombie.sendDue(frozen.signal)
    await until(() => wakeZombie !== undefined)
    // It claims nothing more.
    frozen.abort()
    await ended

    outbox.time.advance(26_000)
    outbox.courier({ send: async () => sent(2) })
    await outbox.reaches(id, { state: 'SENT' })
    await outbox.isIdle()
    wakeZombie?.()
    await zombie.stop(10_000)

    expect(recorded).toEqual([])
    expect(await outbox.attempts(id)).toMatchObject([{ number: 1, latency_ms: 2 }])
    expect(await outbox.counter(alertId)).toBe(1)
  })
})

describe('stopping', () => {
  test('waits for the attempt in progress, starts no other, and releases the queue', async ({ outbox }) => {
    const open: (() => void)[] = []
    const receiver = await startReceiver((response) => void open.push(() => response.end()))
    const alertId = await outbox.alert(await outbox.destination(receiver.origin))
    await outbox.event(alertId, 'tx-1')
    await outbox.event(alertId, 'tx-2')
    const [first, second] = await outbox.deliveries()
    const courier = outbox.courier()
    await until(() => open.length === 1)
    const stopped = courier.stop(10_000)
    open[0]?.()
    await stopped
    expect(await outbox.reaches(first?.id ?? '', {})).toMatchObject({ state: 'SENT' })
    expect(await outbox.reaches(second?.id ?? '', {})).toMatchObject({ state: 'PENDING', attempts: 0 })
    await outbox.isIdle()
    expect(receiver.requests).toHaveLength(1)
  })

  test('waits at most the grace period; the attempt fails and will be retried', async ({ outbox }) => {
    const receiver = await startReceiver(silent)
    const alertId = await outbox.alert(await outbox.destination(receiver.origin))
    await outbox.event(alertId, 'tx-1')
    const { id } = await outbox.only()
    const courier = outbox.courier({ timeoutMs: 60_000 })
    await until(() => receiver.requests.length === 1)
    const stopped = courier.stop(10_000)
    outbox.time.advance(10_000)
    await stopped
    expect(await outbox.reaches(id, {})).toMatchObject({
      state: 'PENDING',
      attempts: 1,
      error_message: 'the service stopped before the receiver answered',
    })
    await outbox.isIdle()
  })
})

test('a database error is reported once and retried with backoff', async ({ outbox }) => {
  const receiver = await startReceiver(answering(200))
  const alertId = await outbox.alert(await outbox.destination(receiver.origin))
  await outbox.event(alertId, 'tx-1')
  const { id } = await outbox.only()
  let failures = 3
  const { store } = outbox.service
  const failing: typeof store = {
    ...store,
    write(work) {
      if (failures-- > 0) return Promise.reject(Object.assign(new Error('database or disk is full'), { errcode: 13 }))
      return store.write(work)
    },
  }
  const waits: number[] = []
  outbox.courier({
    store: failing,
    async sleep(ms, signal) {
      waits.push(ms)
      await outbox.time.sleep(ms, signal)
    },
  })
  const backoff = [1000, 2000, 4000]
  for (const [failed, wait] of backoff.entries()) {
    await until(() => waits.length > failed, 'a wait after a failure')
    outbox.time.advance(wait)
  }
  await outbox.reaches(id, { state: 'SENT' })
  expect(waits.slice(0, 3)).toEqual(backoff)
  expect(outbox.reported).toMatchObject([{ errcode: 13 }])
})

test('an attempt that could not be recorded at once is recorded later, not sent again', async ({ outbox }) => {
  const receiver = await startReceiver(answering(200))
  const alertId = await outbox.alert(await outbox.destination(receiver.origin))
  await outbox.event(alertId, 'tx-1')
  const { id } = await outbox.only()
  const { store } = outbox.service
  let full = false
  const failing: typeof store = {
    ...store,
    write: (work) => (full ? Promise.reject(Object.assign(new Error('full'), { errcode: 13 })) : store.write(work)),
  }
  outbox.courier({
    store: failing,
    send: async () => {
      full = true
      await fetch(receiver.origin, { method: 'POST', body: 'x' })
      return sent(1)
    },
  })
  await until(() => outbox.reported.length === 1)
  full = false
  outbox.time.advance(2000)
  await outbox.reaches(id, { state: 'SENT' })
  expect(receiver.requests).toHaveLength(1)
})

test('what another process adds is sent within two seconds, however long nothing was due', async ({ outbox }) => {
  const receiver = await startReceiver(answering(200))
  const alertId = await outbox.alert(await outbox.destination(receiver.origin))
  const waits: number[] = []
  outbox.courier({
    async sleep(ms, signal) {
      waits.push(ms)
      await outbox.time.sleep(ms, signal)
    },
  })
  for (let idle = 1; idle <= 10; idle += 1) {
    await until(() => waits.length === idle)
    outbox.time.advance(waits.at(-1) ?? 0)
  }
  await until(() => waits.length === 11)
  await outbox.event(alertId, 'tx-1')
  const longest = Math.max(...waits)
  expect(longest).toBeLessThan(2000)
  // Nothing wakes it but its clock.
  outbox.time.advance(longest)
  await until(() => receiver.requests.length === 1, 'the message')
})

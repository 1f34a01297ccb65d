import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../support/deterministic.ts'
import { Outbox, SIGNING_SECRET } from '../outbox-fixture.ts'
import { type Answer, answering, type ReceivedRequest, startReceiver } from '../receiver.ts'

const named = ({ body }: Pick<ReceivedRequest, 'body'>): string => JSON.parse(body).data.transaction.svcTxId
const numbered = (count: number) => Array.from({ length: count }, (_, number) => `tx-${number}`)

/**
 * A queue of `count` deliveries to a receiver at a distance: by the clock of the outbox each response takes 5 ms, so that
 * it is pipelined after a few.
 */
async function distant(count: number, answer: Answer = answering(204)) {
  const outbox = await Outbox.open()
  let unanswered = 0
  let most = 0
  const receiver = await startReceiver((response, request) => {
    most = Math.max(most, ++unanswered)
    // Of requests in one segment, each is seen before the first is answered.
    setImmediate(() => {
      unanswered -= 1
      outbox.time.advance(5)
      answer(response, request)
    })
  })
  const destinationId = await outbox.destination(receiver.origin)
  const alertId = await outbox.alert(destinationId)
  for (let number = 0; number < count; number++) await outbox.event(alertId, `tx-${number}`)
  return { outbox, receiver, alertId, destinationId, most: () => most }
}

const drain = (outbox: Outbox) => outbox.idleCourier().sendDue(new AbortController().signal)

test('a distant webhook with a long queue gets several messages at a time, in order, over one connection', async () => {
  const { outbox, receiver, alertId, most } = await distant(150)
  await drain(outbox)
  expect(receiver.requests.map(named)).toEqual(numbered(150))
  expect(most()).toBeGreaterThan(8)
  expect(receiver.connections()).toBeLessThan(5)
  expect((await outbox.deliveries()).every(({ state, attempts }) => state === 'SENT' && attempts === 1)).toBe(true)
  expect(await outbox.counter(alertId)).toBe(150)
})

test('a short queue is sent one after the other', async () => {
  const { outbox, most } = await distant(10)
  await drain(outbox)
  expect(most()).toBe(1)
})

test('a distant webhook that refuses three of ten messages still gets several at a time', async () => {
  const random = seededRandom()
  const taken = new Set<string>()
  const { outbox, most } = await distant(300, (response, request) => {
    const isDown = (random(1)[0] ?? 0) < 0.3 * 256
    if (!isDown) taken.add(named(request))
    answering(isDown ? 503 : 204)(response, request)
  })
  for (let seconds = 0; seconds < 30; seconds++) {
    await drain(outbox)
    outbox.time.advance(1000)
  }
  expect(most()).toBeGreaterThanOrEqual(8)
  expect(taken.size).toBeGreaterThanOrEqual(270)
})

/** Fails once, at one message. */
function once(at: string, fault: Answer): Answer {
  let isFaulty = true
  return (response, request) => {
    const isHit = isFaulty && named(request) === at
    if (isHit) isFaulty = false
    ;(isHit ? fault : answering(204))(response, request)
  }
}

describe('a failure in a pipeline', () => {
  test('counts once, and delays that message only', async () => {
    const { outbox, receiver } = await distant(150, once('tx-60', answering(503)))
    await drain(outbox)
    const rows = await outbox.deliveries()
    const failed = rows.filter(({ state }) => state !== 'SENT')
    expect(failed).toMatchObject([{ id: rows[60]?.id, attempts: 1, uncounted: 0, state: 'PENDING' }])
    expect(receiver.requests.map(named)).toEqual(numbered(150))

    outbox.time.advance(7000)
    await drain(outbox)
    expect(receiver.requests.map(named).slice(150)).toEqual(['tx-60'])
    expect((await outbox.deliveries()).every(({ state }) => state === 'SENT')).toBe(true)
  })

  test('with a closed connection sends what is behind it again, which does not count', async () => {
    const closing: Answer = (response) => response.writeHead(503, { connection: 'close' }).end()
    const { outbox, receiver } = await distant(150, once('tx-60', closing))
    await drain(outbox)
    expect(receiver.requests.map(named).slice(-89)).toEqual(numbered(150).slice(61))
    outbox.time.advance(7000)
    await drain(outbox)
    expect(receiver.requests.map(named).at(-1)).toBe('tx-60')
    const rows = await outbox.deliveries()
    expect(rows.every(({ state }) => state === 'SENT')).toBe(true)
    expect(rows.filter(({ attempts, uncounted }) => attempts - uncounted > 1).map(({ id }) => id)).toEqual([
      rows[60]?.id,
    ])
  })

  test('without an answer is sent again alone, and does not count', async () => {
    const { outbox, receiver } = await distant(
      150,
      once('tx-60', (response) => response.socket?.destroy()),
    )
    await drain(outbox)
    const rows = await outbox.deliveries()
    expect(rows.every(({ state, attempts, uncounted }) => state === 'SENT' && attempts - uncounted === 1)).toBe(true)
    expect(rows[60]).toMatchObject({ attempts: 2, uncounted: 1 })
    const taken = receiver.requests.map(named)
    expect(taken.slice(taken.lastIndexOf('tx-60'))).toEqual(numbered(150).slice(60))
  })

  test('with a Retry-After behind it holds for that long', async () => {
    let isBusy = false
    const { outbox, receiver } = await distant(150, (response, request) => {
      if (named(request) === 'tx-60') isBusy = true
      const isLater = isBusy && named(request) > 'tx-60'
      answering(isBusy ? 429 : 204, '', isLater ? { 'retry-after': '900' } : {})(response, request)
    })
    await drain(outbox)
    const before = receiver.requests.length
    outbox.time.advance(600_000)
    await drain(outbox)
    expect(receiver.requests).toHaveLength(before)
    const rows = await outbox.deliveries()
    expect(rows.filter(({ attempts, uncounted }) => attempts - uncounted === 1 && attempts > 0).length).toBe(61)
  })

  test('by a receiver that is gone ends one delivery; the others stay pending', async () => {
    let isGone = false
    const { outbox } = await distant(150, (response, request) => {
      isGone ||= named(request) === 'tx-60'
      answering(isGone ? 410 : 204)(response, request)
    })
    await drain(outbox)
    const states = (await outbox.deliveries()).map(({ state }) => state)
    expect(states.filter((state) => state === 'FAILED')).toHaveLength(1)
    expect(states.filter((state) => state === 'PENDING')).toHaveLength(89)
  })
})

test('a server that closes its connections after each response gets each message, in order, once', async () => {
  const { outbox, receiver } = await distant(150, (response) => response.writeHead(204, { connection: 'close' }).end())
  await drain(outbox)
  const taken = receiver.requests.map(named)
  expect([...new Set(taken)]).toEqual(numbered(150))
  expect((await outbox.deliveries()).every(({ state }) => state === 'SENT')).toBe(true)
})

test('a destination that moves gets the rest at its new address only', async () => {
  const moved = await startReceiver(answering(204))
  const { outbox, receiver, destinationId } = await distant(150)
  const path = `/api/v2/management/alert-configurations/destinations/${destinationId}`
  const changed = { name: 'moved', channel: 'WEBHOOK', webhookUrl: moved.origin, attributes: { token: SIGNING_SECRET } }
  let count = 0
  const courier = outbox.idleCourier({
    onAttempt: () => {
      if (++count === 80) void outbox.call('PUT', path, changed)
    },
  })
  await courier.sendDue(new AbortController().signal)
  const before = receiver.requests.length
  expect(receiver.requests.map(named)).toEqual(numbered(before))
  expect(moved.requests.map(named)).toEqual(numbered(150).slice(before))
})

import { expect, test } from 'vitest'
import { failed, sent } from '../../../../src/service/alerts/channels/channel.ts'
import { until } from '../../../support/stepped-time.ts'
import { contentOf, Outbox, SIGNING_SECRET } from '../outbox-fixture.ts'
import { type Answer, answering, type ReceivedRequest, startReceiver } from '../receiver.ts'

const WEBHOOK = 'http://127.0.0.1:9'

/** An outbox with deliveries `tx-0`, `tx-1`, … to one destination. */
async function queued(count: number, url = WEBHOOK, channel: 'WEBHOOK' | 'EMAIL' = 'WEBHOOK') {
  const outbox = await Outbox.open()
  const destinationId = await outbox.destination(url, channel)
  const alertId = await outbox.alert(destinationId)
  for (let number = 0; number < count; number++) await outbox.event(alertId, `tx-${number}`)
  return { outbox, alertId, destinationId }
}

/** Counts the attempts that are not recorded yet. */
function unrecorded() {
  let count = 0
  let most = 0
  return {
    most: () => most,
    send: async () => {
      most = Math.max(most, ++count)
      return sent(1)
    },
    onAttempt: () => void count--,
  }
}

/** The store of an outbox, and how many writes it got. */
function counting({ service: { store } }: Outbox) {
  let writes = 0
  const counted: typeof store = {
    ...store,
    write(work) {
      writes += 1
      return store.write(work)
    },
  }
  return { store: counted, writes: () => writes }
}

const numbered = (count: number) => Array.from({ length: count }, (_, number) => `tx-${number}`)
const named = ({ body }: Pick<ReceivedRequest, 'body'>): string => JSON.parse(body).data.transaction.svcTxId

test('a long queue to a webhook is sent in order and recorded in few commits', async () => {
  const receiver = await startReceiver(answering(204))
  const { outbox, alertId } = await queued(200, receiver.origin)
  const { store, writes } = counting(outbox)
  await outbox.idleCourier({ store }).sendDue(new AbortController().signal)

  expect(receiver.requests.map(named)).toEqual(numbered(200))
  const rows = await outbox.deliveries()
  expect(rows.every(({ state, attempts }) => state === 'SENT' && attempts === 1)).toBe(true)
  expect(await outbox.counter(alertId)).toBe(200)
  const logged = await Promise.all(rows.map(({ id }) => outbox.attempts(id)))
  expect(logged.every((attempts) => attempts.length === 1 && attempts[0]?.state === 'SENT')).toBe(true)
  expect(writes()).toBeLessThan(40)
})

test('an alert that is alone takes two writes: the claim, and the record that releases the queue', async () => {
  const { outbox, destinationId } = await queued(1)
  const { store, writes } = counting(outbox)
  await outbox.idleCourier({ store, send: async () => sent(1) }).sendDue(new AbortController().signal)
  expect(writes()).toBe(2)
  const queue = await store.read
    .selectFrom('lanes')
    .select('claim_id')
    .where('destination_id', '=', destinationId)
    .executeTakeFirst()
  expect(queue).toEqual({ claim_id: null })
})

test('mails are recorded one by one', async () => {
  const { outbox } = await queued(20, 'mailto:ops@a.test', 'EMAIL')
  const log = unrecorded()
  await outbox.idleCourier(log).sendDue(new AbortController().signal)
  expect(log.most()).toBe(1)
})

test('at most 64 deliveries are unrecorded at any time: as many repeat after a kill', async () => {
  const { outbox } = await queued(150)
  const log = unrecorded()
  await outbox.idleCourier(log).sendDue(new AbortController().signal)
  expect(log.most()).toBe(64)
})

test('a batch has at most a megabyte of messages, so that many destinations fit in memory', async () => {
  const { outbox, alertId } = await queued(40)
  const large = contentOf(alertId, 'large')
  const content = JSON.stringify({ ...large, result: { ...large.result, error: 'x'.repeat(300_000) } })
  await outbox.service.store.write((db) => db.updateTable('alert_events').set({ content }).execute())
  const log = unrecorded()
  await outbox.idleCourier(log).sendDue(new AbortController().signal)
  expect(log.most()).toBe(3)
})

const later = (requests: readonly string[]) => requests.filter((name, index) => requests.indexOf(name) !== index)

test.each([
  ['an error', answering(500)],
  ['a closed connection', ((response) => response.socket?.destroy()) as Answer],
])('%s inside a batch delays that message only', async (_, fault) => {
  const { outbox, rows, receiver } = await faultyAt50(fault)
  await outbox.reaches(rows.at(-1)?.id ?? '', { state: 'SENT' })
  await outbox.isIdle()
  expect(receiver.requests.map(named)).toEqual(numbered(150))

  outbox.time.advance(7000)
  await outbox.reaches(rows[50]?.id ?? '', { state: 'SENT' })
  expect(later(receiver.requests.map(named))).toEqual(['tx-50'])
  expect((await outbox.attempts(rows[50]?.id ?? '')).map(({ state }) => state)).toEqual(['FAILED', 'SENT'])
})

test('a rate limit inside a batch holds what comes after it, in order', async () => {
  const { outbox, rows, receiver } = await faultyAt50(answering(429, '', { 'retry-after': '7' }))
  await outbox.reaches(rows[50]?.id ?? '', { attempts: 1 })
  await outbox.isIdle()
  expect(receiver.requests.map(named)).toEqual(numbered(51))

  outbox.time.advance(8000)
  await outbox.reaches(rows.at(-1)?.id ?? '', { state: 'SENT' })
  expect(receiver.requests.map(named)).toEqual([...numbered(51), ...numbered(150).slice(50)])
})

/** A queue of 150 messages whose receiver fails once, at number 50. */
async function faultyAt50(fault: Answer) {
  let isFaulty = true
  const receiver = await startReceiver((response, request) => {
    const isHit = isFaulty && named(request) === 'tx-50'
    if (isHit) isFaulty = false
    ;(isHit ? fault : answering(200))(response, request)
  })
  const { outbox } = await queued(150, receiver.origin)
  outbox.courier()
  return { outbox, receiver, rows: await outbox.deliveries() }
}

test('a receiver that becomes slow gets batches of at most a second', async () => {
  const { outbox } = await queued(100)
  let started = 0
  let open = 0
  let most = 0
  await outbox
    .idleCourier({
      send: async () => {
        open += 1
        if (++started > 63) {
          most = Math.max(most, open)
          outbox.time.advance(400)
        }
        return sent(1)
      },
      onAttempt: () => void open--,
    })
    .sendDue(new AbortController().signal)
  expect(started).toBe(100)
  expect(most).toBe(3)
})

test('attempts that could not be recorded at once are recorded later, not sent again', async () => {
  const { outbox, alertId } = await queued(30)
  const { store } = outbox.service
  let full = false
  const failing: typeof store = {
    ...store,
    write: (work) => (full ? Promise.reject(Object.assign(new Error('full'), { errcode: 13 })) : store.write(work)),
  }
  let started = 0
  outbox.courier({
    store: failing,
    send: async () => {
      if (++started === 20) full = true
      return sent(1)
    },
  })
  await until(() => outbox.reported.length === 1)
  full = false
  const last = (await outbox.deliveries()).at(-1)
  await until(async () => {
    outbox.time.advance(2000)
    return (await outbox.reaches(last?.id ?? '', {})).state === 'SENT'
  })
  expect(started).toBe(30)
  expect(await outbox.counter(alertId)).toBe(30)
})

test('stopping inside a batch records what was sent and starts nothing more', async () => {
  const { outbox } = await queued(100)
  let started = 0
  let stopped: Promise<void> | undefined
  const courier = outbox.courier({
    send: async () => {
      if (++started === 40) stopped = courier.stop(10_000)
      return sent(1)
    },
  })
  await until(() => stopped !== undefined)
  await stopped
  const rows = await outbox.deliveries()
  expect(started).toBe(40)
  expect(rows.filter(({ state }) => state === 'SENT')).toHaveLength(40)
  expect(rows.filter(({ state, attempts }) => state === 'PENDING' && attempts === 0)).toHaveLength(60)
})

test('a destination that changes during a batch: its new receiver is not blamed for the former one', async () => {
  const { outbox, destinationId } = await queued(100)
  const move = async () => {
    const path = `/api/v2/management/alert-configurations/destinations/${destinationId}`
    const receiver = { webhookUrl: 'http://127.0.0.1:10', attributes: { token: SIGNING_SECRET } }
    await outbox.call('PUT', path, { name: 'moved', channel: 'WEBHOOK', ...receiver })
  }
  let started = 0
  await outbox
    .idleCourier({
      send: async () => {
        if (++started < 40) return sent(1)
        if (started === 40) await move()
        return started === 40 ? failed('it is down', 'later') : sent(1)
      },
    })
    .sendDue(new AbortController().signal)
  const rows = await outbox.deliveries()
  expect(rows.every(({ state }) => state === 'SENT')).toBe(true)
  expect(rows[39]).toMatchObject({ attempts: 2, uncounted: 1 })
  expect(started).toBe(101)
})

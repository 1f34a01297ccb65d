import { expect } from 'vitest'
import { until } from '../../../support/stepped-time.ts'
import { SIGNING_SECRET, test } from '../outbox-fixture.ts'
import { answering, inTurn, startReceiver } from '../receiver.ts'

const HOUR = 3_600_000
const DESTINATIONS = '/api/v2/management/alert-configurations/destinations'

test('pending deliveries are sent at once when the destination gets another URL', async ({ outbox }) => {
  const former = await startReceiver(answering(429, '', { 'retry-after': '86400' }))
  const receiver = await startReceiver(answering(200))
  const destinationId = await outbox.destination(former.origin)
  const alertId = await outbox.alert(destinationId)
  await outbox.event(alertId, 'tx-1')
  await outbox.event(alertId, 'tx-2')
  const [first, second] = await outbox.deliveries()
  const courier = outbox.courier()
  await outbox.reaches(first?.id ?? '', { attempts: 1 })
  await outbox.isIdle()

  const attributes = { token: SIGNING_SECRET }
  const moved = { name: 'moved', channel: 'WEBHOOK', webhookUrl: receiver.origin, attributes }
  expect((await outbox.call('PUT', `${DESTINATIONS}/${destinationId}`, moved)).status).toBe(200)
  courier.wake()
  await outbox.reaches(first?.id ?? '', { state: 'SENT' })
  await outbox.reaches(second?.id ?? '', { state: 'SENT' })
  expect([former.requests.length, receiver.requests.length]).toEqual([1, 2])
})

test('pending deliveries are sent at once when the destination is switched on, unless a Retry-After still holds', async ({
  outbox,
}) => {
  const receiver = await startReceiver(
    inTurn(answering(503), answering(429, '', { 'retry-after': '3600' }), answering(200)),
  )
  const destinationId = await outbox.destination(receiver.origin)
  const alertId = await outbox.alert(destinationId)
  await outbox.event(alertId, 'tx-1')
  const { id } = await outbox.only()
  const courier = outbox.courier()
  const switchOffAndOn = async () => {
    await outbox.isIdle()
    for (const state of ['INACTIVE', 'ACTIVE'])
      await outbox.call('PUT', `${DESTINATIONS}/${destinationId}`, { name: 'it', channel: 'WEBHOOK', state })
    courier.wake()
  }
  await outbox.reaches(id, { attempts: 1 })
  await switchOffAndOn()
  await outbox.reaches(id, { attempts: 2 })
  await switchOffAndOn()
  await outbox.isIdle()
  expect(receiver.requests).toHaveLength(2)
  outbox.time.advance(HOUR)
  courier.wake()
  await outbox.reaches(id, { state: 'SENT' })
})

test('the answer of a former receiver does not affect the new one', async ({ outbox }) => {
  let answer: (() => void) | undefined
  const former = await startReceiver((response) => {
    answer = () => void response.writeHead(429, { 'retry-after': '86400' }).end()
  })
  const receiver = await startReceiver(answering(200))
  const destinationId = await outbox.destination(former.origin)
  const alertId = await outbox.alert(destinationId)
  await outbox.event(alertId, 'tx-1')
  const { id } = await outbox.only()
  outbox.courier()
  await until(() => answer !== undefined, 'an attempt in progress')

  const attributes = { token: SIGNING_SECRET }
  const moved = { name: 'moved', channel: 'WEBHOOK', webhookUrl: receiver.origin, attributes }
  expect((await outbox.call('PUT', `${DESTINATIONS}/${destinationId}`, moved)).status).toBe(200)
  answer?.()
  await outbox.reaches(id, { state: 'SENT', attempts: 2 })
  expect(receiver.requests).toHaveLength(1)
  expect((await outbox.attempts(id)).map(({ error_message }) => error_message)).toEqual([
    'the receiver answered 429',
    '',
  ])
})

test('the answer of a destination that was renamed counts', async ({ outbox }) => {
  let answer: (() => void) | undefined
  const receiver = await startReceiver((response) => {
    answer = () => void response.writeHead(410).end()
  })
  const destinationId = await outbox.destination(receiver.origin)
  await outbox.event(await outbox.alert(destinationId), 'tx-1')
  const { id } = await outbox.only()
  outbox.courier()
  await until(() => answer !== undefined, 'an attempt in progress')
  const renamed = { name: 'renamed', channel: 'WEBHOOK', webhookUrl: receiver.origin }
  expect((await outbox.call('PUT', `${DESTINATIONS}/${destinationId}`, renamed)).status).toBe(200)
  answer?.()
  await outbox.reaches(id, { state: 'FAILED' })
  expect((await outbox.call('GET', DESTINATIONS)).body).toMatchObject([{ name: 'renamed', state: 'INACTIVE' }])
})

test('the queue of a deleted destination is deleted, later when it is in use', async ({ outbox }) => {
  const receiver = await startReceiver(answering(200))
  const [one, two] = [
    await outbox.destination(`${receiver.origin}/1`),
    await outbox.destination(`${receiver.origin}/2`),
  ]
  const alertId = await outbox.alert(one, two)
  await outbox.event(alertId, 'tx-1')
  const courier = outbox.courier()
  for (const { id } of await outbox.deliveries()) await outbox.reaches(id, { state: 'SENT' })
  await courier.stop(0)
  await outbox.isIdle()
  await outbox.call('DELETE', `/api/v2/management/alert-configurations/${alertId}`)
  const queues = async () =>
    (await outbox.service.store.read.selectFrom('lanes').select('destination_id').execute()).map(
      (l) => l.destination_id,
    )

  const held = { claim_id: 'another-process', lease_until: outbox.time.now() + HOUR }
  await outbox.service.store.write((db) =>
    db.updateTable('lanes').set(held).where('destination_id', '=', one).execute(),
  )
  await outbox.call('DELETE', `${DESTINATIONS}/${one}`)
  expect(await queues()).toContain(one)
  outbox.time.advance(HOUR)
  await outbox.call('DELETE', `${DESTINATIONS}/${two}`)
  expect(await queues()).toEqual([])
})

test('deliveries of an inactive destination do not make the courier poll faster', async ({ outbox }) => {
  const receiver = await startReceiver(answering(200))
  const destinationId = await outbox.destination(receiver.origin)
  await outbox.event(await outbox.alert(destinationId), 'tx-1')
  const { id } = await outbox.only()
  const switchTo = (state: string) =>
    outbox.call('PUT', `${DESTINATIONS}/${destinationId}`, { name: 'it', channel: 'WEBHOOK', state })
  await switchTo('INACTIVE')
  const waits: number[] = []
  outbox.courier({
    async sleep(ms, signal) {
      waits.push(ms)
      await outbox.time.sleep(ms, signal)
    },
  })
  for (const count of [1, 2, 3]) {
    await until(() => waits.length === count)
    outbox.time.advance(1000)
  }
  expect(waits.slice(0, 3)).toEqual([500, 1000, 1000])
  await switchTo('ACTIVE')
  await outbox.reaches(id, { state: 'SENT' })
})

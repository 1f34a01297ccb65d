import { expect, test } from 'vitest'
import { Outbox, SIGNING_SECRET } from './outbox-fixture.ts'
import { answering, inTurn, startReceiver } from './receiver.ts'

const HOUR = 3_600_000
const DESTINATIONS = '/api/v2/management/alert-configurations/destinations'

test('what waits for a destination leaves at once when it gets another address', async () => {
  const outbox = await Outbox.open()
  const former = await startReceiver(answering(429, '', { 'retry-after': '86400' }))
  const receiver = await startReceiver(answering(200))
  const destinationId = await outbox.destination(former.origin)
  const alertId = await outbox.alert(destinationId)
  await outbox.event(alertId, 'tx-1')
  await outbox.event(alertId, 'tx-2')
  const [first, second] = await outbox.deliveries()
  const courier = outbox.courier()
  await outbox.reaches(first?.id ?? '', { attempts: 1 })
  await outbox.atRest()

  const attributes = { token: SIGNING_SECRET }
  const moved = { name: 'moved', channel: 'WEBHOOK', webhookUrl: receiver.origin, attributes }
  expect((await outbox.call('PUT', `${DESTINATIONS}/${destinationId}`, moved)).status).toBe(200)
  courier.wake()
  await outbox.reaches(first?.id ?? '', { state: 'SENT' })
  await outbox.reaches(second?.id ?? '', { state: 'SENT' })
  expect([former.requests.length, receiver.requests.length]).toEqual([1, 2])
})

test('what waits leaves at once when the destination is switched on again, unless its receiver asked to be left alone', async () => {
  const outbox = await Outbox.open()
  const receiver = await startReceiver(
    inTurn(answering(503), answering(429, '', { 'retry-after': '3600' }), answering(200)),
  )
  const destinationId = await outbox.destination(receiver.origin)
  const alertId = await outbox.alert(destinationId)
  await outbox.event(alertId, 'tx-1')
  const { id } = await outbox.only()
  const courier = outbox.courier()
  const switchOffAndOn = async () => {
    await outbox.atRest()
    for (const state of ['INACTIVE', 'ACTIVE'])
      await outbox.call('PUT', `${DESTINATIONS}/${destinationId}`, { name: 'it', channel: 'WEBHOOK', state })
    courier.wake()
  }
  await outbox.reaches(id, { attempts: 1 })
  await switchOffAndOn()
  await outbox.reaches(id, { attempts: 2 })
  await switchOffAndOn()
  await outbox.atRest()
  expect(receiver.requests).toHaveLength(2)
  outbox.time.advance(HOUR)
  courier.wake()
  await outbox.reaches(id, { state: 'SENT' })
})

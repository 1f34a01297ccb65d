import { expect, test } from 'vitest'
import { Outbox } from '../outbox-fixture.ts'
import { answering, startReceiver } from '../receiver.ts'

const HOUR = 3_600_000

test('a destination gets one heartbeat for each interval without another message, from several servers together', async () => {
  const receiver = await startReceiver(answering(200))
  const outbox = await Outbox.open()
  const destination = await outbox.destination(receiver.origin)
  const alert = await outbox.alert(destination)
  const sending = (body: object) => outbox.call('PUT', `/ext/v1/destinations/${destination}/sending`, body)
  expect(await sending({ heartbeatMs: HOUR })).toMatchObject({ status: 200, body: { heartbeatMs: HOUR, group: false } })
  const send = () => Promise.all([1, 2, 3].map(() => outbox.idleCourier().sendDue(new AbortController().signal)))
  const kinds = () => receiver.requests.map(({ body }) => JSON.parse(body).data.notice?.kind ?? 'alert')

  await send()
  expect(kinds()).toEqual([])
  outbox.time.advance(HOUR)
  await send()
  await send()
  expect(kinds()).toEqual(['heartbeat'])
  outbox.time.advance(HOUR / 2)
  await outbox.event(alert, 'tx-1')
  await send()
  outbox.time.advance(HOUR / 2)
  await send()
  // An alert arrived half an hour ago.
  expect(kinds()).toEqual(['heartbeat', 'alert'])
  outbox.time.advance(HOUR / 2)
  await send()
  expect(kinds()).toEqual(['heartbeat', 'alert', 'heartbeat'])
  expect(await outbox.counter(alert)).toBe(1)
  await sending({ heartbeatMs: null })
  outbox.time.advance(5 * HOUR)
  await send()
  expect(receiver.requests.length).toBe(3)
  expect(outbox.reported).toEqual([])
})

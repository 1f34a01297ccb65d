import { expect, test } from 'vitest'
import { Outbox } from '../outbox-fixture.ts'
import { answering, inTurn, startReceiver } from '../receiver.ts'

const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR
const NOW = Date.UTC(2026, 2, 4)

test('deliveries from a clock that was years ahead are sent after it is corrected', async () => {
  const outbox = await Outbox.open({ start: NOW + 9 * YEAR })
  const receiver = await startReceiver(inTurn(answering(200), answering(503), answering(200)))
  const alertId = await outbox.alert(await outbox.destination(receiver.origin))
  for (const svcTxId of ['tx-1', 'tx-2', 'tx-3']) await outbox.event(alertId, svcTxId)
  const [first, second, third] = await outbox.deliveries()
  const courier = outbox.courier()
  await outbox.reaches(first?.id ?? '', { state: 'SENT' })
  await outbox.reaches(second?.id ?? '', { attempts: 1 })
  await outbox.isIdle()

  outbox.time.advance(-9 * YEAR)
  courier.wake()
  await outbox.reaches(second?.id ?? '', { state: 'SENT' })
  await outbox.reaches(third?.id ?? '', { state: 'SENT' })
})

test('a lease from a clock that was ahead is free after it is corrected', async () => {
  const outbox = await Outbox.open({ start: NOW + YEAR })
  const receiver = await startReceiver(answering(200))
  const alertId = await outbox.alert(await outbox.destination(receiver.origin))
  await outbox.event(alertId, 'tx-1')
  const crashed = outbox.idleCourier({ send: () => new Promise(() => undefined) })
  void crashed.sendDue(new AbortController().signal)
  await outbox.isClaimed()

  outbox.time.advance(-YEAR)
  outbox.courier()
  await outbox.reaches((await outbox.only()).id, { state: 'SENT' })
})

test('the next event is sent although the clock went back an hour', async () => {
  const outbox = await Outbox.open({ start: NOW })
  const receiver = await startReceiver(answering(200))
  const alertId = await outbox.alert(await outbox.destination(receiver.origin))
  await outbox.event(alertId, 'tx-1')
  const courier = outbox.courier()
  await outbox.reaches((await outbox.only()).id, { state: 'SENT' })
  await outbox.isIdle()

  outbox.time.advance(-HOUR)
  await outbox.event(alertId, 'tx-2')
  courier.wake()
  const made = await outbox.deliveries()
  for (const { id } of made) await outbox.reaches(id, { state: 'SENT' })
  expect(receiver.requests).toHaveLength(2)
})

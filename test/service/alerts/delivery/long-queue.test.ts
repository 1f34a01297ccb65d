import { expect, test } from 'vitest'
import { failed, sent } from '../../../../src/service/alerts/channels/channel.ts'
import { seededRandom } from '../../../support/deterministic.ts'
import { Outbox } from '../outbox-fixture.ts'
import { answering, startReceiver } from '../receiver.ts'

/** What docs/alerts.md says about the retries of long queues. */

const sendDue = (outbox: Outbox, options: Parameters<Outbox['idleCourier']>[0] = {}) =>
  outbox.idleCourier(options).sendDue(new AbortController().signal)

test('a message that failed three times is sent again only when no other is due, however long that takes', async () => {
  const outbox = await Outbox.open()
  const destination = await outbox.destination('mailto:ops@a.test', 'EMAIL')
  await outbox.grouping(0, destination)
  const alertId = await outbox.alert(destination)
  for (let count = 0; count < 60; count++) await outbox.event(alertId, `tx-${count}`)
  const order: string[] = []
  await sendDue(outbox, {
    send: async ({ event }) => {
      const { svcTxId } = JSON.parse(event.content).transaction as { svcTxId: string }
      order.push(svcTxId)
      outbox.time.advance(10_000)
      return svcTxId === 'tx-0' ? failed('refused', 'later', 1) : sent(1)
    },
  })
  // Every message takes ten seconds: by the schedule, the fourth attempt is due after three minutes.
  const at = order.flatMap((svcTxId, position) => (svcTxId === 'tx-0' ? [position] : []))
  expect(at).toEqual([0, expect.any(Number), expect.any(Number), 62])
  expect(at[2]).toBeLessThan(10)
})

test('each failure with a Retry-After pauses the whole queue: one of three in ten costs most of the throughput', async () => {
  const outbox = await Outbox.open()
  const random = seededRandom()
  let accepted = 0
  const receiver = await startReceiver((response, request) => {
    const isDown = (random(1)[0] ?? 0) < 0.3 * 256
    if (!isDown) accepted += 1
    answering(isDown ? 503 : 204, '', isDown ? { 'retry-after': '5' } : {})(response, request)
  })
  const alertId = await outbox.alert(await outbox.destination(receiver.origin))
  for (let count = 0; count < 300; count++) await outbox.event(alertId, `tx-${count}`)
  for (let seconds = 0; seconds < 90; seconds++) {
    await sendDue(outbox)
    outbox.time.advance(1000)
  }
  // Between two failures are 7/3 accepted messages on average, and 18 pauses in 90 s.
  expect(accepted).toBeGreaterThan(25)
  expect(accepted).toBeLessThan(70)
})

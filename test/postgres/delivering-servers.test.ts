import { describe, expect, onTestFinished, test } from 'vitest'
import { sent } from '../../src/service/alerts/channels/channel.ts'
import type { Attempt } from '../../src/service/alerts/delivery/attempts/attempt-outcome.ts'
import { LEASE_MS } from '../../src/service/alerts/delivery/destination-queue.ts'
import { openService } from '../../src/service/index.ts'
import { createClock } from '../../src/shared/time/clock.ts'
import { sleep } from '../../src/shared/time/sleep.ts'
import { Program } from '../processes/program.ts'
import { Outbox } from '../service/alerts/outbox-fixture.ts'
import { type Answer, answering, startReceiver } from '../service/alerts/receiver.ts'
import { seededRandom } from '../support/deterministic.ts'
import { until } from '../support/stepped-time.ts'

const HOUR_MS = 3_600_000

describe('two servers of one database', () => {
  test('deliver what a frozen one was sending when its lease ends', async () => {
    let answer: Answer = () => undefined
    const outbox = await Outbox.open({ start: Date.now() - 1000 })
    const receiver = await startReceiver((...given) => answer(...given))
    const alertId = await outbox.alert(await outbox.destination(receiver.origin))
    for (let count = 0; count < 3; count++) await outbox.event(alertId, `tx-${count}`)
    const env = {
      TXWARDEN_HOME: outbox.keyFolder,
      TXWARDEN_DATABASE: outbox.service.database,
      TXWARDEN_ALLOW_DESTINATION: '127.0.0.1',
    }
    const begun = performance.now()
    const frozen = new Program(['serve', '--drain', '0', '--port', '0'], env)
    await until(() => receiver.requests.length === 1, 'a message under way')
    const startMs = performance.now() - begun
    frozen.signal('SIGSTOP')
    answer = answering(200)
    const stopped = performance.now()
    const other = new Program(['serve', '--drain', '0', '--port', '0'], env)
    await isAllSent(outbox)
    // 2 s more on a quiet machine; on a busy one a start until the first message shows how much longer all takes.
    expect(performance.now() - stopped).toBeLessThan(LEASE_MS + 5000 + 5 * startMs)
    frozen.signal('SIGCONT')
    for (const server of [frozen, other]) server.signal('SIGTERM')
    expect((await Promise.all([frozen.ended, other.ended])).map(({ code }) => code)).toEqual([0, 0])

    const ids = (await outbox.deliveries()).map((row) => row.event_id)
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([ids[0], ...ids])
    expect(await outbox.counter(alertId)).toBe(3)
  })

  test('whose clocks differ by two hours send one at a time, and everything once, in order', async () => {
    // Due on both clocks.
    const outbox = await Outbox.open({ start: Date.now() - 2 * HOUR_MS })
    // Not pipelined.
    const destination = await outbox.destination('mailto:ops@example.com', 'EMAIL')
    await outbox.grouping(0, destination)
    const alertId = await outbox.alert(destination)
    for (let count = 0; count < 100; count++) await outbox.event(alertId, `tx-${count}`)
    const notified: string[] = []
    let atOnce = 0
    let most = 0
    const start = async (offset: number) => {
      const clock = createClock(
        () => Date.now() + offset,
        () => performance.now(),
      )
      const { database } = outbox.service
      const report = (error: unknown) => void outbox.reported.push(error)
      const random = seededRandom(`clock ${offset}`)
      const service = await openService({ database, keyFolder: outbox.keyFolder, env: {}, clock, random, report })
      onTestFinished(() => service.close())
      await service.deadlines.start()
      const { store, deadlines } = service
      const send = async ({ event }: Attempt) => {
        notified.push(event.id)
        most = Math.max(most, ++atOnce)
        await sleep(20)
        atOnce--
        return sent(1)
      }
      return outbox.courier({ store, deadlines, clock, sleep, send })
    }
    const first = await start(-HOUR_MS)
    await until(() => notified.length > 0, 'the first message')
    // It would take over what it holds to be an expired lease.
    const couriers = [first, await start(HOUR_MS)]
    await isAllSent(outbox, () => {
      for (const courier of couriers) courier.wake()
    })
    expect(most).toBe(1)
    expect(notified).toEqual((await outbox.deliveries()).map((row) => row.event_id))
    expect(await outbox.counter(alertId)).toBe(100)
    expect(outbox.reported).toEqual([])
  })
})

async function isAllSent(outbox: Outbox, meanwhile: () => void = () => undefined): Promise<void> {
  while (!(await outbox.deliveries()).every(({ state }) => state === 'SENT')) {
    meanwhile()
    await sleep(20)
  }
}

import { expect, test } from 'vitest'
import { Outbox } from '../service/alerts/outbox-fixture.ts'
import { type Answer, answering, startReceiver } from '../service/alerts/receiver.ts'
import { until } from '../support/stepped-time.ts'
import { Program, runProgram } from './program.ts'

async function outboxWith(events: number, answer: Answer) {
  const outbox = await Outbox.open({ start: Date.now() - 1000 })
  const receiver = await startReceiver(answer)
  const alertId = await outbox.alert(await outbox.destination(receiver.origin))
  for (let count = 0; count < events; count++) await outbox.event(alertId, `tx-${count}`)
  const env = { TXWARDEN_DATABASE: outbox.service.database, TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }
  return { outbox, receiver, alertId, env }
}

test('a serve that is killed between sending and recording sends again under the same id, and counts once', async () => {
  let answer: Answer = () => undefined
  const { outbox, receiver, alertId, env } = await outboxWith(3, (...given) => answer(...given))
  const first = new Program(['serve', '--port', '0'], env)
  await until(() => receiver.requests.length === 1, 'a message under way')
  first.signal('SIGKILL')
  await first.ended

  answer = answering(200)
  const second = new Program(['serve', '--port', '0'], env)
  await until(async () => (await outbox.deliveries()).every(({ state }) => state === 'SENT'), 'all of them')
  expect(await outbox.counter(alertId)).toBe(3)
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([ids[0], ...(await outbox.deliveries()).map((row) => row.event_id)])
  expect((await outbox.deliveries()).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
  second.signal('SIGTERM')
  expect(await second.ended).toMatchObject({ code: 0 })
})

test('several processes that send at once tell everything once, in order', async () => {
  const { outbox, receiver, alertId, env } = await outboxWith(40, answering(200))
  const ends = await Promise.all([1, 2, 3].map(() => runProgram(['delivery', 'send', '--json'], env)))
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
  const sent = ends.map(({ stdout }) => (JSON.parse(stdout) as { sent: number }).sent)
  expect(sent.reduce((sum, each) => sum + each, 0)).toBe(40)
  const told = receiver.requests.map(({ headers }) => headers['webhook-id'])
  expect(told).toEqual((await outbox.deliveries()).map((row) => row.event_id))
  expect(await outbox.counter(alertId)).toBe(40)
})

test('a stopping serve completes the delivery in progress', async () => {
  const open: (() => void)[] = []
  const { outbox, receiver, env } = await outboxWith(2, (response) => void open.push(() => response.end()))
  const serve = new Program(['serve', '--port', '0'], env)
  await until(() => receiver.requests.length === 1, 'a message under way')
  serve.signal('SIGTERM')
  await serve.says('stderr', '"msg":"stopping"')
  open[0]?.()
  expect(await serve.ended).toMatchObject({ code: 0 })
  expect((await outbox.deliveries()).map(({ state }) => state)).toEqual(['SENT', 'PENDING'])
})

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
  const first = new Program(['serve', '--drain', '0', '--port', '0'], env)
  await until(() => receiver.requests.length === 1, 'a message under way')
  first.signal('SIGKILL')
  await first.ended

  answer = answering(200)
  const second = new Program(['serve', '--drain', '0', '--port', '0'], env)
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
  const notified = receiver.requests.map(({ headers }) => headers['webhook-id'])
  expect(notified).toEqual((await outbox.deliveries()).map((row) => row.event_id))
  expect(await outbox.counter(alertId)).toBe(40)
})

test('what a serve plans when it is killed is planned once by the next one', async () => {
  const outbox = await Outbox.open({ start: Date.now() - 1000 })
  const { database, store } = outbox.service
  const each = 40
  const base = '/api/v2/management/alert-configurations'
  const destinationIds: unknown[] = []
  // Inactive, so that nothing is sent meanwhile.
  const mail = { channel: 'EMAIL', webhookUrl: 'mailto:ops@example.com', state: 'INACTIVE' }
  for (let count = 0; count < each; count++)
    destinationIds.push((await outbox.call('POST', `${base}/destinations`, { ...mail, name: `${count}` })).body.id)
  for (let count = 0; count < each; count++)
    await outbox.call('POST', base, { alertName: `${count}`, alertType: 'SONAR', destinationIds })
  const transaction = { chainId: '1', from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}` }
  const body = { transaction, trackNonce: false }
  const header = { 'x-validation-product': 'SONAR' }
  const planned = async () => (await outbox.deliveries()).length
  let validations = 0
  // On a busy machine all of one may be planned before it is killed.
  while ((await planned()) === validations * each * each) {
    const before = await planned()
    const { status } = await outbox.call('POST', '/api/v2/transaction/validate', body, header)
    expect([status, await planned()]).toEqual([200, before])
    validations += 1
    const first = new Program(['serve', '--drain', '0', '--port', '0'], { TXWARDEN_DATABASE: database })
    await until(async () => (await planned()) > before, 'the first slice')
    first.signal('SIGKILL')
    await first.ended
  }
  const second = new Program(['serve', '--drain', '0', '--port', '0'], { TXWARDEN_DATABASE: database })
  const waiting = () => store.read.selectFrom('fan_outs').select('id').execute()
  await until(async () => (await waiting()).length === 0, 'the last slice')
  second.signal('SIGTERM')
  expect(await second.ended).toMatchObject({ code: 0 })
  const pairs = (await outbox.deliveries()).map((row) => `${row.event_id} ${row.destination_id}`)
  const all = validations * each * each
  expect([pairs.length, new Set(pairs).size]).toEqual([all, all])
  expect(await store.read.selectFrom('alert_events').select('id').execute()).toHaveLength(validations * each)
})

test('a stopping serve completes the delivery in progress', async () => {
  const open: (() => void)[] = []
  const { outbox, receiver, env } = await outboxWith(2, (response) => void open.push(() => response.end()))
  const serve = new Program(['serve', '--drain', '0', '--port', '0'], env)
  await until(() => receiver.requests.length === 1, 'a message under way')
  serve.signal('SIGTERM')
  await serve.says('stderr', '"msg":"stopping"')
  open[0]?.()
  expect(await serve.ended).toMatchObject({ code: 0 })
  expect((await outbox.deliveries()).map(({ state }) => state)).toEqual(['SENT', 'PENDING'])
})

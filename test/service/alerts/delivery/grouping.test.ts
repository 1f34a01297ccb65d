import { expect, test } from 'vitest'
import { Outbox } from '../outbox-fixture.ts'
import { answering, startReceiver } from '../receiver.ts'
import { advanceUntil, idOf, slackOutbox, statesOf, textsOf } from '../slack-outbox.ts'

test('a digest that fails and whose server is killed is sent again as the same message, and counted once', async () => {
  let fails = true
  const { receiver, outbox, alert } = await slackOutbox((response, { body }) => {
    const isDigest = body.includes('more like this')
    response.writeHead(isDigest && fails ? 500 : 200).end('ok')
  })
  for (let index = 0; index < 20; index++) await outbox.event(alert, idOf(index))
  outbox.courier()
  await advanceUntil(outbox, () => receiver.requests.some(({ body }) => body.includes('more like this')))
  expect(await outbox.counter(alert)).toBe(5)
  await outbox.restart()
  fails = false
  outbox.courier()
  await advanceUntil(outbox, async () => (await statesOf(outbox)).SENT === 6)
  const digests = receiver.requests.filter(({ body }) => body.includes('more like this')).map(({ body }) => body)
  const said = digests.map((body) => String(JSON.parse(body).text).replace(/, delayed by.*/, ''))
  expect(said.length).toBeGreaterThan(1)
  expect(new Set(said).size).toBe(1)
  expect(said[0]).toContain('15 more like this')
  expect(await outbox.counter(alert)).toBe(20)
})

test('a receiver that refuses digest after digest gets one in the end, which counts and lists every event', async () => {
  let fails = true
  const { receiver, outbox, alert } = await slackOutbox((response, { body }) => {
    response.writeHead(fails && body.includes('more like this') ? 503 : 200).end('ok')
  })
  const digests = () => textsOf(receiver).filter((text) => text.includes('more like this'))
  outbox.courier()
  for (let round = 0; round < 4; round++) {
    for (let index = 0; index < 8; index++) await outbox.event(alert, idOf(round * 8 + index))
    const most = Math.max(0, ...digests().map((text) => Number.parseInt(text, 10)))
    await advanceUntil(outbox, () => digests().some((text) => Number.parseInt(text, 10) > most))
  }
  await outbox.restart()
  fails = false
  outbox.courier()
  const isPending = async () => (await statesOf(outbox)).PENDING !== undefined
  await advanceUntil(outbox, async () => !(await isPending()))
  const grouped = (await outbox.deliveries()).filter(({ state }) => state === 'GROUPED')
  const [digest, ...others] = new Set(grouped.map(({ group_id }) => group_id))
  expect(others).toEqual([])
  expect(digests().at(-1)).toContain(`${grouped.length} more like this`)
  const listed = await outbox.call('GET', `/ext/v1/deliveries?groupId=${digest}&size=100`)
  const singles = textsOf(receiver).filter((text) => !digests().includes(text))
  expect(new Set(singles).size + (listed.body.content as unknown[]).length).toBe(32)
  expect(await outbox.counter(alert)).toBe(32)
  expect(outbox.reported).toEqual([])
})

test('a digest that was refused for a day takes no more events: its schedule ends', async () => {
  const { receiver, outbox, alert } = await slackOutbox((response, { body }) => {
    response.writeHead(body.includes('more like this') ? 503 : 200).end('ok')
  })
  const digests = () => textsOf(receiver).filter((text) => text.includes('more like this')).length
  const groups = async () => {
    const grouped = (await outbox.deliveries()).filter(({ state }) => state === 'GROUPED')
    return new Set(grouped.map(({ group_id }) => group_id))
  }
  outbox.courier()
  for (const day of [1, 2]) {
    for (let index = 0; index < 8; index++) await outbox.event(alert, idOf(day * 8 + index))
    const before = digests()
    await advanceUntil(outbox, async () => digests() > before && (await groups()).size === day)
    outbox.time.advance(25 * 60 * 60 * 1000)
  }
})

test('a webhook gets each event, unless it groups: then the digest is the worst event, with the count', async () => {
  const receiver = await startReceiver(answering(200))
  const outbox = await Outbox.open()
  const plain = await outbox.destination(`${receiver.origin}/plain`)
  const grouping = await outbox.destination(`${receiver.origin}/grouping`)
  await outbox.grouping(1, grouping)
  const alert = await outbox.alert(plain, grouping)
  for (let index = 0; index < 9; index++) await outbox.event(alert, idOf(index))
  outbox.courier()
  await advanceUntil(outbox, async () => (await statesOf(outbox)).SENT === 15)
  const sentTo = (path: string) => receiver.requests.filter((request) => request.path === path)
  expect(sentTo('/plain').length).toBe(9)
  const bodies = sentTo('/grouping').map(({ body }) => JSON.parse(body))
  expect(bodies.length).toBe(6)
  const { data } = bodies[5]
  expect(data.group).toEqual({ count: 4, since: expect.any(String), until: expect.any(String) })
  expect(data.result.combinedScore).toBe(95)
  expect(data.notice.kind).toBe('group')
  // At least one destination accepted each event: it counts once.
  expect(await outbox.counter(alert)).toBe(9)
})

test('a retraction is sent by itself, and after the digest that says the opposite', async () => {
  const { receiver, outbox, alert } = await slackOutbox()
  for (let index = 0; index < 8; index++) await outbox.step(alert, `1:${idOf(index)}`, 'included')
  for (let index = 0; index < 8; index++) await outbox.step(alert, `1:${idOf(index)}`, 'retracted')
  outbox.courier()
  await advanceUntil(outbox, async () => (await statesOf(outbox)).SENT === 14)
  const texts = textsOf(receiver)
  expect(await statesOf(outbox)).toEqual({ SENT: 14, GROUPED: 3 })
  const digestAt = texts.findIndex((text) => text.includes('more like this'))
  const retracted = texts.flatMap((text, at) => (text.includes('tx-0007 retracted') ? [at] : []))
  expect(digestAt).toBeGreaterThan(0)
  expect(retracted.length).toBe(1)
  expect(retracted[0]).toBeGreaterThan(digestAt)
})

test('a command that ends sends its digest at once, and the next one within the minute only later', async () => {
  const { receiver, outbox, alert } = await slackOutbox()
  const send = async () => {
    const courier = outbox.idleCourier({ isEnding: true, sleep: () => Promise.resolve() })
    await courier.sendDue(new AbortController().signal)
    await courier.stop(0)
    outbox.time.advance(2000)
  }
  for (let index = 0; index < 8; index++) await outbox.event(alert, idOf(index))
  for (let round = 0; round < 8; round++) await send()
  expect(textsOf(receiver).filter((text) => text.includes('3 more like this')).length).toBe(1)
  expect(receiver.requests.length).toBe(6)
  await outbox.event(alert, idOf(8))
  await send()
  expect(receiver.requests.length).toBe(6)
  outbox.time.advance(60_000)
  await send()
  expect(textsOf(receiver).at(-1)).toContain('1 more like this')
})

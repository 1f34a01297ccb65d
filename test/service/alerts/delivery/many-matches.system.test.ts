import { expect, test } from 'vitest'
import { until } from '../../../support/stepped-time.ts'
import { advanceUntil, idOf, slackOutbox, statesOf, textsOf } from '../slack-outbox.ts'

const MATCHES = 1000
const STEP_MS = 10
const AT_ONCE = 100

test('1,000 equal matches in 10 s are five messages and one digest with the exact count, the first within 2 s', async () => {
  const { receiver, outbox, alert } = await slackOutbox()
  const courier = outbox.courier()
  await outbox.event(alert, idOf(0))
  // At once: the clock stands still.
  await until(() => {
    courier.wake()
    return receiver.requests.length > 0
  })
  for (let index = 1; index < MATCHES; index += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, MATCHES - index) }, (_, at) => idOf(index + at))
    await Promise.all(some.map((id) => outbox.event(alert, id)))
    outbox.time.advance(STEP_MS * AT_ONCE)
  }
  // The clock does not outrun the database: all are decided within the minute.
  await advanceUntil(
    outbox,
    async () => {
      const { GROUPED, SENT } = await statesOf(outbox)
      return GROUPED === 995 && SENT === 5
    },
    50,
  )
  outbox.time.advance(45_000)
  await advanceUntil(outbox, async () => (await statesOf(outbox)).SENT === 6, 15)
  expect(receiver.requests.length).toBe(6)
  expect(textsOf(receiver)[5]).toContain('995 more like this, worst BLOCKED 95/100')
  expect(textsOf(receiver)[5]).toContain(`Newest: BLOCKED 95/100 · on ethereum · The recipient is on a list. · tx-0999`)
  expect(await statesOf(outbox)).toEqual({ SENT: 6, GROUPED: 995 })
  const [digest] = (await outbox.deliveries()).filter(({ severity, group_id }) => severity > 0 && group_id === null)
  const grouped = (await outbox.deliveries()).filter(({ state }) => state === 'GROUPED')
  // The rest is the time of a poll and of what the chat allows.
  expect((digest?.due_at ?? 0) - Math.min(...grouped.map((row) => row.created_at))).toBeLessThanOrEqual(62_000)
  expect(new Set(grouped.map(({ group_id }) => group_id))).toEqual(new Set([digest?.id]))
  expect(await outbox.counter(alert)).toBe(MATCHES)
  expect(outbox.reported).toEqual([])
})

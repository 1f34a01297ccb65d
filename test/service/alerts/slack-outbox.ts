import { until } from '../../support/stepped-time.ts'
import { Outbox } from './outbox-fixture.ts'
import { answering, type Receiver, startReceiver } from './receiver.ts'

export const idOf = (index: number) => `tx-${String(index).padStart(4, '0')}`

export async function slackOutbox(answer = answering(200, 'ok')) {
  const receiver = await startReceiver(answer)
  const outbox = await Outbox.open()
  const destination = await outbox.destination(`${receiver.origin}/services/T/B/x`, 'SLACK')
  return { receiver, outbox, destination, alert: await outbox.alert(destination) }
}

/** Advances the clock until the condition holds; returns the time that it took (ms). */
export async function advanceUntil(outbox: Outbox, condition: () => Promise<boolean> | boolean, pauseMs = 2) {
  const started = outbox.time.elapsed()
  await until(async () => {
    if (await condition()) return true
    if (outbox.time.elapsed() - started > 200_000) throw new Error('too late')
    outbox.time.advance(250)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return false
  })
  return outbox.time.elapsed() - started
}

export const textsOf = ({ requests }: Receiver) => requests.map(({ body }) => String(JSON.parse(body).text))

export const statesOf = async (outbox: Outbox) => {
  const counts: Record<string, number> = {}
  for (const { state } of await outbox.deliveries()) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

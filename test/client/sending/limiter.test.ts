import { expect, test } from 'vitest'
import { withLimiter } from '../../../src/client/sending/limiter.ts'
import { outgoing } from '../support/outgoing.ts'

const NOW = 1_000_000

/** A transport behind a limiter whose next slot is free after `slotInMs`. */
function limited(slotInMs: number, maxWaitMs: number) {
  const waits: number[] = []
  const sent: number[] = []
  const send = withLimiter(
    async () => {
      sent.push(NOW)
      return { status: 200, headers: {}, body: '' }
    },
    {
      take: async (now) => now + slotInMs,
      close: async () => {},
      now: () => NOW,
      wait: async (ms) => void waits.push(ms),
      maxWaitMs,
      limit: '2 requests a minute',
    },
  )
  return { send, waits, sent }
}

test('a slot that is free after exactly the maximum wait is waited for', async () => {
  const { send, waits, sent } = limited(5_000, 5_000)
  await send(outgoing())
  expect({ waits, sent: sent.length }).toEqual({ waits: [5_000], sent: 1 })
})

test('a slot that is free a millisecond later is refused, and nothing is sent', async () => {
  const { send, waits, sent } = limited(5_001, 5_000)
  await expect(send(outgoing())).rejects.toMatchObject({ kind: 'rate-limited', code: 'rate-limited' })
  expect({ waits, sent }).toEqual({ waits: [], sent: [] })
})

test('a free slot is used at once', async () => {
  const { send, waits, sent } = limited(0, 0)
  await send(outgoing())
  expect({ waits, sent: sent.length }).toEqual({ waits: [], sent: 1 })
})

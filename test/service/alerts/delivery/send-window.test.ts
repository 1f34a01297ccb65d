import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { channels } from '../../../../src/api/vocabulary.ts'
import { SendWindow } from '../../../../src/service/alerts/delivery/send-window.ts'

const quick = { isAccepted: true, tookMs: 20 }

/** After `batches` batches that fill the window and are accepted quickly. */
function grown(window: SendWindow, batches = 20): SendWindow {
  for (let count = 0; count < batches; count++) window.adapt({ ...quick, sent: window.size })
  return window
}

describe('the window of a webhook', () => {
  test('doubles up to 64 while everything is accepted quickly', () => {
    expect([0, 1, 2, 5, 6, 7].map((batches) => grown(new SendWindow('WEBHOOK'), batches).size)).toEqual([
      1, 2, 4, 32, 64, 64,
    ])
  })

  test('falls to 1 when something is not accepted', () => {
    const window = grown(new SendWindow('WEBHOOK'))
    window.adapt({ sent: 64, isAccepted: false, tookMs: 1 })
    expect(window.size).toBe(1)
  })

  test('shrinks while the receiver is slow, and does not grow between', () => {
    const window = grown(new SendWindow('WEBHOOK'))
    const sizes = [251, 1001, 5000, 251].map((tookMs) => {
      window.adapt({ sent: window.size, isAccepted: true, tookMs })
      return window.size
    })
    expect(sizes).toEqual([64, 32, 16, 16])
  })

  test('does not grow when the queue is shorter', () => {
    const window = grown(new SendWindow('WEBHOOK'), 3)
    window.adapt({ ...quick, sent: 2 })
    expect(window.size).toBe(8)
  })
})

test('chats and mails are recorded one by one', () => {
  for (const channel of channels.filter((one) => one !== 'WEBHOOK')) expect(grown(new SendWindow(channel)).size).toBe(1)
})

test('the window is 1 to 64, whatever happens', () => {
  const batch = fc.record({ sent: fc.nat(100), isAccepted: fc.boolean(), tookMs: fc.integer({ min: -1e6, max: 1e6 }) })
  fc.assert(
    fc.property(fc.array(batch), (batches) => {
      const window = new SendWindow('WEBHOOK')
      for (const one of batches) {
        window.adapt(one)
        expect(window.size).toBeGreaterThanOrEqual(1)
        expect(window.size).toBeLessThanOrEqual(64)
      }
    }),
  )
})

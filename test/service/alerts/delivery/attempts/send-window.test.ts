import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { channels } from '../../../../../src/api/vocabulary.ts'
import { SendWindow } from '../../../../../src/service/alerts/delivery/attempts/send-window.ts'

const quick = { isAnswered: true, tookMs: 20 }

/** A batch that is accepted. */
const all = (sent: number, tookMs = quick.tookMs) => ({ ...quick, sent, accepted: sent, tookMs })

/** After `batches` batches that fill the window and are accepted quickly. */
function grown(window: SendWindow, batches = 20): SendWindow {
  for (let count = 0; count < batches; count++) window.adapt(all(window.size))
  return window
}

describe('the window of a webhook', () => {
  test('doubles up to 64 while everything is accepted quickly', () => {
    expect([0, 1, 2, 5, 6, 7].map((batches) => grown(new SendWindow('WEBHOOK'), batches).size)).toEqual([
      1, 2, 4, 32, 64, 64,
    ])
  })

  test('falls to 1 when nothing is accepted', () => {
    const window = grown(new SendWindow('WEBHOOK'))
    window.adapt({ sent: 64, accepted: 0, isAnswered: true, tookMs: 1 })
    expect(window.size).toBe(1)
  })

  test('shrinks while the receiver is slow, and does not grow between', () => {
    const window = grown(new SendWindow('WEBHOOK'))
    const sizes = [501, 1001, 5000, 501].map((tookMs) => {
      window.adapt(all(window.size, tookMs))
      return window.size
    })
    expect(sizes).toEqual([64, 32, 16, 16])
  })

  test('does not grow when the queue is shorter', () => {
    const window = grown(new SendWindow('WEBHOOK'), 3)
    window.adapt(all(2))
    expect(window.size).toBe(8)
  })
})

describe('a webhook is pipelined', () => {
  /** The sizes of batches that are sent one after the other, until it is pipelined; at most `most` batches. */
  function sentInTurn(window: SendWindow, msEach: number, most = 40): number {
    let sent = 0
    for (let count = 0; count < most && !window.isPipelined; count++) {
      const { size } = window
      window.adapt(all(size, size * msEach))
      sent += size
    }
    return sent
  }

  test('after eight messages that took more than a millisecond each', () => {
    const window = new SendWindow('WEBHOOK')
    expect(sentInTurn(window, 20)).toBe(15)
    expect(window.isPipelined).toBe(true)
  })

  test('never when it is near', () => {
    const window = new SendWindow('WEBHOOK')
    sentInTurn(window, 0.9)
    expect(window.isPipelined).toBe(false)
  })

  test('still when the receiver refuses some, with at least eight at a time, or one where it accepts nothing', () => {
    const window = new SendWindow('WEBHOOK')
    sentInTurn(window, 20)
    window.adapt({ sent: 16, accepted: 9, isAnswered: true, tookMs: 20 })
    expect([window.isPipelined, window.size]).toEqual([true, 8])
    window.adapt({ sent: 8, accepted: 1, isAnswered: true, tookMs: 20 })
    expect([window.isPipelined, window.size]).toEqual([true, 8])
    window.adapt({ sent: 8, accepted: 0, isAnswered: true, tookMs: 20 })
    expect([window.isPipelined, window.size]).toEqual([true, 1])
  })

  test('again only after a thousand messages when a pipeline failed, also by another window', () => {
    const window = new SendWindow('WEBHOOK')
    sentInTurn(window, 20)
    window.adapt({ sent: 16, accepted: 3, isAnswered: false, tookMs: 20 })
    expect([window.isPipelined, window.size]).toEqual([false, 1])
    expect(sentInTurn(new SendWindow('WEBHOOK', window.unpipelined), 20, 1000)).toBeGreaterThanOrEqual(1000)
  })
})

test('chats and mails are never pipelined', () => {
  for (const channel of channels.filter((one) => one !== 'WEBHOOK')) {
    const window = new SendWindow(channel)
    for (let count = 0; count < 50; count++) window.adapt(all(1))
    expect(window.isPipelined).toBe(false)
  }
})

test('chats and mails are recorded one by one', () => {
  for (const channel of channels.filter((one) => one !== 'WEBHOOK')) expect(grown(new SendWindow(channel)).size).toBe(1)
})

test('the window is 1 to 64, whatever happens', () => {
  const batch = fc.record({
    sent: fc.nat(100),
    accepted: fc.nat(100),
    isAnswered: fc.boolean(),
    tookMs: fc.integer({ min: -1e6, max: 1e6 }),
  })
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

import { afterEach, expect, test, vi } from 'vitest'
import { sleep } from '../../../src/shared/time/sleep.ts'

const DAY_MS = 86_400_000

afterEach(() => {
  vi.useRealTimers()
})

/** Sleeps on fake timers; `isOver` says whether it resolved. */
function sleeping(ms: number, signal?: AbortSignal) {
  vi.useFakeTimers()
  const state = { isOver: false }
  void sleep(ms, signal).then(() => {
    state.isOver = true
  })
  return state
}

test.each([1, 24, 25, 30, 100])('%i days are not over earlier, nor later', async (days) => {
  const state = sleeping(days * DAY_MS)
  await vi.advanceTimersByTimeAsync(days * DAY_MS - 1)
  expect(state.isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(state.isOver).toBe(true)
})

test('the signal ends a long sleep in its second timer, and leaves none', async () => {
  const over = new AbortController()
  const state = sleeping(100 * DAY_MS, over.signal)
  await vi.advanceTimersByTimeAsync(30 * DAY_MS)
  expect(state.isOver).toBe(false)
  over.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(state.isOver).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

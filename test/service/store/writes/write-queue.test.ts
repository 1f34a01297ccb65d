import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type WriteJob, WriteQueue } from '../../../../src/service/store/writes/write-queue.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['hrtime'] })
  onTestFinished(() => void vi.useRealTimers())
})

test.each([
  ['that arrive within 5 ms of each other share a commit', 3, 12, [12]],
  ['do not wait longer than 5 ms for the next one', 6, 3, [1, 1, 1]],
  ['do not wait longer than 50 ms for all', 4, 26, [13, 13]],
])('announced writes %s', async (_, ms, count, sizes) => {
  const commits: number[] = []
  const queue = new WriteQueue(async (waiting: WriteJob[]) => {
    const batch = waiting.splice(0)
    commits.push(batch.length)
    for (const { resolve } of batch) resolve(undefined)
  }, 128)
  const announced = Array.from({ length: count }, () => queue.announce())
  const writes: Promise<unknown>[] = []
  for (const withdraw of announced) {
    withdraw()
    writes.push(queue.run(async () => undefined))
    await setImmediate()
    vi.advanceTimersByTime(ms)
    await setImmediate()
  }
  await Promise.all(writes)
  expect(commits).toEqual(sizes)
})

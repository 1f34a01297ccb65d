import { expect, test } from 'vitest'
import { Pace } from '../../../src/shared/time/pace.ts'

/** Work that takes 1 ms a step. */
function open(isBusy: () => boolean = () => false) {
  let now = 0
  const pauses: number[] = []
  const pace = new Pace({
    elapsed: () => now,
    isBusy,
    sleep: async (ms) => {
      pauses.push(ms)
      now += ms
    },
  })
  const work = async (steps: number, ms = 1, signal?: AbortSignal) => {
    for (let step = 0; step < steps; step++) {
      now += ms
      await pace.pause(signal)
    }
  }
  return { pauses, work }
}

test('work pauses every two milliseconds for as long', async () => {
  const { pauses, work } = open()
  await work(6)
  expect(pauses).toEqual([2, 2, 2])
  await work(1, 30)
  expect(pauses).toEqual([2, 2, 2, 30])
})

test('work waits while requests are under way', async () => {
  let looks = 0
  const { pauses, work } = open(() => ++looks < 4)
  await work(2)
  expect(pauses).toEqual([2, 1, 1, 1])
})

test('beside requests without end, work goes on with a slice every 52 ms', async () => {
  const { pauses, work } = open(() => true)
  await work(4)
  expect(pauses).toEqual([2, ...Array(50).fill(1), 2, ...Array(50).fill(1)])
})

test('work that is stopped waits for no request', async () => {
  const { pauses, work } = open(() => true)
  await work(2, 1, AbortSignal.abort())
  expect(pauses).toEqual([2])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapInOrder } from '../../../src/cli/bulk/in-order.ts'

async function* inBatches(numbers: readonly number[], size: number): AsyncGenerator<readonly number[]> {
  for (let at = 0; at < numbers.length; at += size) yield numbers.slice(at, at + size)
}

test('yields results in input order, each once, within the concurrency limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.nat(40),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 4 }),
      async (scheduler, count, batch, concurrency, aheadBy) => {
        const numbers = Array.from({ length: count }, (_, number) => number)
        const ahead = concurrency * aheadBy
        let running = 0
        let most = 0
        let begun = 0
        let given = 0
        const work = async (number: number) => {
          running += 1
          begun += 1
          most = Math.max(most, running)
          expect(begun - given).toBeLessThanOrEqual(ahead)
          await scheduler.schedule(Promise.resolve())
          running -= 1
          return number * 2
        }
        const results: number[] = []
        const collecting = (async () => {
          for await (const ready of mapInOrder(inBatches(numbers, batch), work, { concurrency, window: ahead })) {
            expect(ready.length).toBeGreaterThan(0)
            results.push(...ready)
            given += ready.length
          }
        })()
        await scheduler.waitFor(collecting)
        expect(results).toEqual(numbers.map((number) => number * 2))
        expect(most).toBeLessThanOrEqual(concurrency)
      },
    ),
    { numRuns: 200 },
  )
})

test('a result does not wait for a source without new items', async () => {
  let goOn = () => {}
  async function* slow(): AsyncGenerator<readonly number[]> {
    yield [1]
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
    yield [2]
  }
  const results = mapInOrder(slow(), async (number) => number, { concurrency: 4, window: 4 })
  expect(await results.next()).toEqual({ done: false, value: [1] })
  const second = results.next()
  // The source was asked in the meantime.
  await new Promise((resolve) => setImmediate(resolve))
  goOn()
  expect(await second).toEqual({ done: false, value: [2] })
  expect(await results.next()).toEqual({ done: true, value: undefined })
})

test('a source failure is thrown after the results of started tasks', async () => {
  async function* broken(): AsyncGenerator<readonly number[]> {
    yield [1, 2, 3]
    throw new Error('line 4 is broken')
  }
  const given: number[] = []
  const reading = (async () => {
    for await (const ready of mapInOrder(broken(), async (number) => number, { concurrency: 2, window: 4 }))
      given.push(...ready)
  })()
  await expect(reading).rejects.toThrow('line 4 is broken')
  expect(given).toEqual([1, 2, 3])
})

import { expect, test } from 'vitest'
import { batchByKey, batchLoader, batchSingle } from '../../../../src/service/records/reads/batch-loader.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('combines the loads of one turn into one call', async () => {
  const lookups: number[][] = []
  const double = batchLoader(async (numbers: readonly number[]) => {
    lookups.push([...numbers])
    return numbers.map((number) => number * 2)
  })
  expect(await Promise.all([double(1), double(2), double(1)])).toEqual([2, 4, 2])
  expect(await double(5)).toBe(10)
  expect(lookups).toEqual([[1, 2, 1], [5]])
})

test('a load during a call joins the next call, which sees later changes', async () => {
  let stored = 'old'
  const read = batchSingle(async () => {
    const seen = stored
    await turn()
    return seen
  })
  const first = read()
  await turn()
  stored = 'new'
  expect([await first, await read()]).toEqual(['old', 'new'])
})

test('splits many loads into batches', async () => {
  const sizes: number[] = []
  const echo = batchLoader(async (all: readonly number[]) => {
    sizes.push(all.length)
    return all
  })
  const asked = Array.from({ length: 150 }, (_, index) => index)
  expect(await Promise.all(asked.map(echo))).toEqual(asked)
  expect(sizes).toEqual([64, 64, 22])
})

test('a failed call rejects the loads of its batch only', async () => {
  let fails = true
  const read = batchByKey(async (key: 'a' | 'b') => {
    if (fails) throw new Error(`no ${key}`)
    return key
  })
  expect(await Promise.allSettled([read('a'), read('b')])).toEqual([
    { status: 'rejected', reason: new Error('no a') },
    { status: 'rejected', reason: new Error('no a') },
  ])
  fails = false
  expect(await Promise.all([read('a'), read('b'), read('a')])).toEqual(['a', 'b', 'a'])
})

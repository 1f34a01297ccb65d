import { expect, test } from 'vitest'
import { shared, sharedBy, together } from '../../../src/service/records/batch-loader.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('what is asked in one turn is answered by one look-up, each with its own answer', async () => {
  const lookups: number[][] = []
  const double = together(async (numbers: readonly number[]) => {
    lookups.push([...numbers])
    return numbers.map((number) => number * 2)
  })
  expect(await Promise.all([double(1), double(2), double(1)])).toEqual([2, 4, 2])
  expect(await double(5)).toBe(10)
  expect(lookups).toEqual([[1, 2, 1], [5]])
})

test('what is asked while a look-up runs is answered by the next, which sees what changed meanwhile', async () => {
  let stored = 'old'
  const read = shared(async () => {
    const seen = stored
    await turn()
    return seen
  })
  const first = read()
  await turn()
  stored = 'new'
  expect([await first, await read()]).toEqual(['old', 'new'])
})

test('many questions are answered in parts', async () => {
  const sizes: number[] = []
  const echo = together(async (all: readonly number[]) => {
    sizes.push(all.length)
    return all
  })
  const asked = Array.from({ length: 150 }, (_, index) => index)
  expect(await Promise.all(asked.map(echo))).toEqual(asked)
  expect(sizes).toEqual([64, 64, 22])
})

test('a look-up that fails fails for those who asked, and for nobody later', async () => {
  let fails = true
  const read = sharedBy(async (key: 'a' | 'b') => {
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

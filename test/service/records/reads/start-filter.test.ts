import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startFilter } from '../../../../src/service/records/reads/start-filter.ts'

const start = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const starts = fc.array(start).map((each) => Uint32Array.from(each))

test('passes each number of its lists', () => {
  fc.assert(
    fc.property(fc.array(starts), (lists) => {
      const passes = startFilter(lists)
      for (const list of lists) expect(Array.from(list, passes)).not.toContain(false)
    }),
  )
})

test('passes few others, however many there are', () => {
  for (const count of [0, 1, 1000, 100_000]) {
    // Spread over the range by the golden ratio.
    const spread = (index: number) => Math.imul(index, 2_654_435_769) >>> 0
    const passes = startFilter([Uint32Array.from({ length: count }, (_, index) => spread(index))])
    const others = Array.from({ length: 10_000 }, (_, index) => spread(count + index))
    expect(others.filter(passes).length).toBeLessThan(10_000 / 32)
  }
})

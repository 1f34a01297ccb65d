import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pooledRandom } from '../../../src/cli/context/pooled-random.ts'

/** A system whose bytes never come twice: each four are a number that counts up. */
function counting() {
  let next = 1
  return (pool: Uint8Array) => {
    const view = new DataView(pool.buffer, pool.byteOffset, pool.byteLength)
    for (let at = 0; at + 4 <= pool.length; at += 4) view.setUint32(at, next++)
  }
}

test('uses no byte twice, and returns the requested length', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 50 }), (words) => {
      const random = pooledRandom(counting())
      const seen = new Set<number>()
      for (const count of words) {
        const bytes = random(count * 4)
        expect(bytes.length).toBe(count * 4)
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        for (let at = 0; at < bytes.length; at += 4) {
          const word = view.getUint32(at)
          // An expectation of each of a million words would take longer than all else.
          if (word === 0 || seen.has(word)) expect.fail(`${word} came ${word === 0 ? 'from nowhere' : 'twice'}`)
          seen.add(word)
        }
      }
    }),
    { numRuns: 40 },
  )
})

test('results do not share memory', () => {
  const random = pooledRandom(counting())
  const first = random(8)
  first.fill(0xff)
  expect(random(8)).not.toEqual(first)
})

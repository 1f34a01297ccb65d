import { expect, test } from 'vitest'
import { fillRandom } from '../../../src/shared/system/strong-random.ts'

test('each byte is filled, and no two fills are the same', () => {
  const fills = Array.from({ length: 64 }, () => {
    const bytes = new Uint8Array(4096)
    fillRandom(bytes)
    return bytes
  })
  const texts = fills.map((bytes) => Buffer.from(bytes).toString('hex'))
  expect(new Set(texts).size).toBe(64)
  // A byte that no fill sets is 0 in all of them; by chance with a probability below 10^-150.
  const unset = Array.from({ length: 4096 }, (_, at) => at).filter((at) => fills.every((bytes) => bytes[at] === 0))
  expect(unset).toEqual([])
})

import { expect, test } from 'vitest'
import { outcomes } from '../bench/metamorphic/run.ts'

/** A sample of `npm run bench:metamorphic`: honest cases that are SAFE, each made hostile in one word. */
const SAMPLE = 40

test('an honest case with a hostile word is not SAFE but by a rule of the account', () => {
  const all = Array.from(outcomes((index) => index % SAMPLE === 7))
  expect(all.length).toBeGreaterThan(100)
  const unexplained = all.filter(({ isSafe, reason }) => isSafe && reason === undefined)
  expect(unexplained.map(({ name }) => name)).toEqual([])
})

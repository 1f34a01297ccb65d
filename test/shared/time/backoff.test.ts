import { expect, test } from 'vitest'
import { Backoff } from '../../../src/shared/time/backoff.ts'

test('waits double up to the limit, and start again after a success', () => {
  const backoff = new Backoff(250, 1500)
  expect([1, 2, 3, 4, 5].map(() => backoff.next())).toEqual([250, 500, 1000, 1500, 1500])
  backoff.reset()
  expect([backoff.next(), backoff.next()]).toEqual([250, 500])
})

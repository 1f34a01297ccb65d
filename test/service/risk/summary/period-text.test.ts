import { expect, test } from 'vitest'
import { everyText } from '../../../../src/service/risk/summary/period-text.ts'

test.each([
  [86_400n, 'a day'],
  [3600n, 'an hour'],
  [3n * 86_400n, 'every 3 days'],
  [30n * 86_400n, 'a month'],
  [90n * 86_400n, 'every 3 months'],
  [61n, 'every 61 seconds'],
  [2n ** 48n - 1n, 'once'],
])('a period of %s seconds is %s', (seconds, text) => expect(everyText(seconds)).toBe(text))

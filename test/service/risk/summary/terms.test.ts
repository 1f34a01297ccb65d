import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readTerms, TABLE, termsTable } from '../../../../scripts/sentences.ts'
import { everyText } from '../../../../src/service/risk/summary/period-text.ts'

describe('data/sentences.yaml', () => {
  const { rows, problems } = readTerms()

  test('has no problems', () => {
    expect(problems).toEqual([])
    expect(Object.keys(rows).length).toBeGreaterThan(100)
  })

  test('is what the table was written from: otherwise run `npm run sentences`', () => {
    expect(readFileSync(TABLE, 'utf8') === termsTable(rows)).toBe(true)
  })
})

test.each([
  [86_400n, 'a day'],
  [3600n, 'an hour'],
  [3n * 86_400n, 'every 3 days'],
  [30n * 86_400n, 'a month'],
  [90n * 86_400n, 'every 3 months'],
  [61n, 'every 61 seconds'],
  [2n ** 48n - 1n, 'once'],
])('a period of %s seconds is %s', (seconds, text) => expect(everyText(seconds)).toBe(text))

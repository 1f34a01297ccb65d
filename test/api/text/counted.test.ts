import { expect, test } from 'vitest'
import { counted } from '../../../src/api/text/amounts.ts'

test('a count has its word in the singular or the plural', () => {
  expect([0, 1, 2, 1234].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows', '1,234 rows'])
  expect([1n, 2n].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
})

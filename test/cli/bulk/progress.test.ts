import { expect, test } from 'vitest'
import { progressText, spanText } from '../../../src/cli/bulk/progress.ts'
import { summaryText, Tally } from '../../../src/cli/bulk/summary.ts'

test.each([
  [['judged', 0, undefined, 0], 'judged 0 rows'],
  [['judged', 2_500, 0.25, 900], 'judged 2,500 rows, 25 %'],
  [['checking', 12_345, undefined, 1000], 'checking 12,345 rows, 12,345/s'],
  [['judged', 2_500, 0.25, 10_000], 'judged 2,500 rows, 25 %, 250/s, 30 s left'],
  [['judged', 10_000, 1, 40_000], 'judged 10,000 rows, 100 %, 250/s'],
] as const)('%j reads %s', ([what, rows, share, elapsedMs], text) => {
  expect(progressText(what, rows, share, elapsedMs)).toBe(text)
})

test.each([
  [200, '1 s'],
  [99_000, '99 s'],
  [600_000, '10 min'],
  [11_100_000, '3 h 5 min'],
])('%i ms are %s', (ms, text) => {
  expect(spanText(ms)).toBe(text)
})

test('a summary counts each outcome in its order, what failed, and what was done before', () => {
  const tally = new Tally()
  for (const outcome of ['unchanged', 'added', 'added']) tally.add(outcome)
  tally.fail(7, 'no')
  tally.earlier = 1
  expect(summaryText(tally, ['added', 'unchanged'], 500)).toBe(
    '4 rows: 2 added, 1 unchanged, 1 failed; 1 of them in earlier runs',
  )
  expect(summaryText(tally, ['added', 'unchanged'], 2_000)).toContain(' (2.0 s, 2/s)')
})

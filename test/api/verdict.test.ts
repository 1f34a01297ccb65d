import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TransactionSummary } from '../../src/api/schemas/extensions.ts'
import { recordedVerdict, verdictOf, verdictStatusOf } from '../../src/api/verdict.ts'
import { coverages, statusOf } from '../../src/api/vocabulary.ts'

const entry = { id: '1', address: '0x1', chainIds: [], type: 'ALLOW', productType: 'SONAR' } as const
const dates = { createdAt: '2026-01-01T00:00:00Z', lastUpdatedAt: '2026-01-01T00:00:00Z' }
const detail = (subCategory: string) => ({ value: 0, category: '', subCategory, subCategoryDescription: '' })

describe('the verdict of', () => {
  test.each([
    [{ valid: true, combinedScore: 0, coverage: 'none' }, 'NO DATA'],
    [{ valid: true, combinedScore: 30, coverage: 'none' }, 'NO DATA'],
    [{ valid: true, combinedScore: 31, coverage: 'none' }, 'WARNING'],
    [{ valid: true, combinedScore: 70, coverage: 'none' }, 'UNSAFE'],
    [{ valid: false, combinedScore: 0, coverage: 'none' }, 'BLOCKED'],
    [{ valid: true, combinedScore: 0, coverage: 'partial' }, 'SAFE'],
    [{ valid: true, combinedScore: 30, coverage: 'partial', knownByAgeOnly: true }, 'NO DATA'],
    [{ valid: true, combinedScore: 50, coverage: 'partial', knownByAgeOnly: true }, 'WARNING'],
    [{ valid: false, combinedScore: 30, coverage: 'partial', knownByAgeOnly: true }, 'BLOCKED'],
    [{ valid: true, combinedScore: 30, coverage: 'full' }, 'SAFE'],
    // A service that has no coverage.
    [{ valid: true, combinedScore: 0 }, 'NO DATA'],
    [{ valid: true, combinedScore: 0, controlLists: [], combinedScoreDetails: detail('') }, 'NO DATA'],
    [{ valid: true, combinedScore: 1 }, 'SAFE'],
    [{ valid: true, combinedScore: 0, controlLists: [{ ...entry, ...dates }] }, 'SAFE'],
    [{ valid: true, combinedScore: 0, combinedScoreDetails: detail('addressPoisoning') }, 'SAFE'],
  ] as const)('%j is %s', (result, verdict) => {
    expect(verdictOf(result as Parameters<typeof verdictOf>[0])).toBe(verdict)
  })
})

test('without coverage nothing is SAFE', () => {
  const result = fc.record({ valid: fc.boolean(), combinedScore: fc.integer({ min: 0, max: 100 }) })
  fc.assert(
    fc.property(result, fc.constantFrom(...coverages), (given, coverage) => {
      const verdict = verdictOf({ ...given, coverage })
      if (coverage === 'none' || coverage === 'simulated')
        expect([verdict, verdictStatusOf({ ...given, coverage })]).not.toContain('SAFE')
      else expect(verdictStatusOf({ ...given, coverage })).toBe(statusOf(given.combinedScore))
      expect(verdict === 'BLOCKED').toBe(!given.valid)
    }),
  )
})

test('a stored validation shows the verdict of its day', () => {
  const row = { valid: true, combinedScore: 30, subCategory: 'maliciousInteraction', coverage: 'partial' } as const
  expect(recordedVerdict(row as unknown as TransactionSummary)).toBe('SAFE')
  expect(recordedVerdict({ ...row, knownByAgeOnly: true } as unknown as TransactionSummary)).toBe('NO DATA')
})

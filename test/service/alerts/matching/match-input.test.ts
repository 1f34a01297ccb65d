import { expect, test } from 'vitest'
import type { Reason, ValidationResult } from '../../../../src/api/schemas/transaction.ts'
import { buildMatchInput } from '../../../../src/service/alerts/matching/match-input.ts'

const row = { product: 'SONAR', chain_id: '1', valid: 1, combined_score: 45, total_loss: null } as const

const reason = (points: number, category: string, subCategory: string): Reason => {
  return { rule: 'a-rule', subject: '', role: '', points, category, subCategory, hops: 0, text: 'x', source: 'y' }
}

const detail = (value: number, category: string, subCategory: string) => {
  return { value, category, subCategory, subCategoryDescription: 'x' }
}

const findings = (result: Partial<ValidationResult>) =>
  buildMatchInput(row, { valid: true, combinedScore: 45, ...result }).findings.map(
    ({ category, subCategory }) => `${category} ${subCategory}`,
  )

test('status and enforcement come from the stored row', () => {
  const result = { valid: true, combinedScore: 45 }
  expect(buildMatchInput(row, result)).toMatchObject({ status: 'WARNING', enforcement: 'PASSED', totalLoss: null })
  expect(buildMatchInput({ ...row, valid: 0, combined_score: 70 }, result)).toMatchObject({
    status: 'UNSAFE',
    enforcement: 'BLOCKED',
  })
})

test('a row without data is NO DATA, also where it is blocked', () => {
  const result = { valid: true, combinedScore: 0, coverage: 'none' } as const
  expect(buildMatchInput({ ...row, combined_score: 0 }, result)).toMatchObject({ status: 'NO DATA', combinedScore: 0 })
  expect(buildMatchInput({ ...row, combined_score: 0, valid: 0 }, result)).toMatchObject({ status: 'NO DATA' })
  expect(buildMatchInput({ ...row, combined_score: 31 }, result)).toMatchObject({ status: 'WARNING' })
})

test('all findings of at least 31 points count, each kind once', () => {
  const reasons = [
    reason(45, 'cyber', 'reentrancy'),
    reason(45, 'cyber', 'reentrancy'),
    reason(31, 'fraud', 'addressPoisoning'),
    reason(30, 'fraud', 'rugPullInteraction'),
    reason(0, '', ''),
  ]
  expect(findings({ explanation: { reasons, missing: [] } })).toEqual(['cyber reentrancy', 'fraud addressPoisoning'])
})

test('findings without a reason count by their category and address', () => {
  const internal = { address: '0x1', maxScore: 50, category: 'fraud', subCategory: 'addressPoisoning' }
  expect(
    findings({
      explanation: { reasons: [reason(60, 'cyber', 'reentrancy')], missing: ['3 weaker reasons are not shown'] },
      scoreDetails: {
        cyber: detail(60, 'cyber', 'reentrancy'),
        fraud: detail(55, 'fraud', 'rugPullInteraction'),
        compliance: detail(0, '', ''),
      },
      internalAddressesWithMaxScore: [internal, { ...internal, maxScore: 30, subCategory: 'financialScamInteraction' }],
    }),
  ).toEqual(['cyber reentrancy', 'fraud rugPullInteraction', 'fraud addressPoisoning'])
})

test('a result without findings has none', () => {
  expect(findings({})).toEqual([])
})

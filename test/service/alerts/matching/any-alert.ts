import fc from 'fast-check'
import type { TransactionFilter } from '../../../../src/api/schemas/alert.ts'
import { verdictStatuses } from '../../../../src/api/verdict.ts'
import { productTypes, type SubCategory, subCategories, subCategoryNames } from '../../../../src/api/vocabulary.ts'
import type { MatchInput } from '../../../../src/service/alerts/matching/match-input.ts'

export const UNLIMITED = 9_007_199_254_740_991

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(fc.option(arbitrary, { nil: null }), { nil: undefined })
const flag = maybe(fc.boolean())
const score = fc.integer({ min: 0, max: 100 })
const dollars = fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.constant(UNLIMITED))
const chain = fc.constantFrom(1, 10, 8453)
const few = { maxLength: 3 }
const kind = fc.constantFrom('sent' as const, 'received' as const, 'allowance-spent' as const)

const filters = fc.record({
  validationStatusConfiguration: maybe(
    fc.record(
      { alertOnSafe: flag, alertOnNoData: flag, alertOnWarning: flag, alertOnUnsafe: flag },
      { requiredKeys: [] },
    ),
  ),
  validationEnforcementConfiguration: maybe(
    fc.record({ alertOnPassed: flag, alertOnBlocked: flag }, { requiredKeys: [] }),
  ),
  fromScore: maybe(score),
  toScore: maybe(score),
  fromTotalLoss: maybe(dollars),
  toTotalLoss: maybe(dollars),
  categories: maybe(fc.array(fc.constantFrom('fraud' as const, 'cyber' as const, 'compliance' as const), few)),
  subCategories: maybe(fc.array(fc.constantFrom(...subCategoryNames), few)),
  chainIds: maybe(fc.array(chain, few)),
  kinds: maybe(fc.array(kind, few)),
  minUsd: maybe(fc.integer({ min: 0, max: 5000 })),
})

const found = fc
  .constantFrom(...subCategoryNames)
  .map((name: SubCategory) => ({ category: subCategories[name].category, subCategory: name }))

export const anyMatchInput: fc.Arbitrary<MatchInput> = fc.record({
  product: fc.constantFrom(...productTypes),
  chainId: chain.map(String),
  status: fc.constantFrom(...verdictStatuses),
  enforcement: fc.constantFrom('PASSED' as const, 'BLOCKED' as const),
  combinedScore: score,
  findings: fc.array(found, few),
  totalLoss: fc.option(dollars),
  monitored: fc.array(fc.record({ address: fc.string(), name: fc.string() }), few),
  events: fc.array(fc.record({ kind, usd: fc.option(fc.integer({ min: 0, max: 5000 }), { nil: undefined }) }), few),
})

const members = [
  'validationStatusConfiguration',
  'validationEnforcementConfiguration',
  'fromScore',
  'toScore',
  'fromTotalLoss',
  'toTotalLoss',
  'categories',
  'subCategories',
  'chainIds',
  'kinds',
  'minUsd',
] as const

/** With few constraints, so that many match. */
const sparse = fc
  .tuple(filters, fc.subarray([...members], { maxLength: 3 }))
  .map(([filter, kept]) => Object.fromEntries(kept.map((name) => [name, filter[name]])) as TransactionFilter)

export const anyFilter: fc.Arbitrary<TransactionFilter> = fc.oneof(sparse, filters as fc.Arbitrary<TransactionFilter>)

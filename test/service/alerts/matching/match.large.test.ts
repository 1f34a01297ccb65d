import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TransactionFilter } from '../../../../src/api/schemas/alert.ts'
import { alertTypes } from '../../../../src/api/vocabulary.ts'
import { matchAlert } from '../../../../src/service/alerts/matching/match.ts'
import type { MatchInput } from '../../../../src/service/alerts/matching/match-input.ts'
import { runs } from '../../../support/share.ts'
import { anyFilter, anyMatchInput, UNLIMITED } from './any-alert.ts'

const base: MatchInput = {
  product: 'SONAR',
  chainId: '1',
  status: 'UNSAFE',
  enforcement: 'BLOCKED',
  combinedScore: 90,
  findings: [
    { category: 'fraud', subCategory: 'addressPoisoning' },
    { category: 'cyber', subCategory: 'reentrancy' },
  ],
  totalLoss: 1500,
  monitored: [],
  events: [],
}

const of = (filter: TransactionFilter, facts: Partial<MatchInput> = {}) =>
  matchAlert({ type: 'SONAR', filter }, { ...base, ...facts })
const misses = (filter: TransactionFilter, facts: Partial<MatchInput> = {}) =>
  of(filter, facts)
    .clauses.filter((clause) => !clause.matched)
    .map(({ clause, text }) => `${clause}: ${text}`)

describe('an alert', () => {
  test('without a filter matches every validation of its product', () => {
    expect(of({}).matched).toBe(true)
    expect(of({ categories: [], subCategories: [], chainIds: [] }).clauses.map(({ clause }) => clause)).toEqual([
      'alertType',
    ])
    expect(misses({}, { product: 'RASP' })).toEqual(['alertType: product is RASP'])
  })

  test('with a status object matches only its true flags', () => {
    const flags = { alertOnSafe: true, alertOnWarning: false }
    expect(misses({ validationStatusConfiguration: flags })).toEqual([
      'validationStatusConfiguration: status is UNSAFE, alert on SAFE',
    ])
    expect(of({ validationStatusConfiguration: flags }, { status: 'SAFE' }).matched).toBe(true)
    expect(misses({ validationStatusConfiguration: {} })).toEqual([
      'validationStatusConfiguration: status is UNSAFE, alert on none',
    ])
    expect(of({ validationStatusConfiguration: null }).matched).toBe(true)
  })

  test('matches no data by its own flag or by that of its band', () => {
    const text = (flags: TransactionFilter['validationStatusConfiguration']) => {
      const { matched, clauses } = of({ validationStatusConfiguration: flags }, { status: 'NO DATA' })
      return [matched, clauses.at(-1)?.text]
    }
    expect(text({ alertOnNoData: true })).toEqual([
      true,
      'status is NO DATA (its score is in the range of SAFE), alert on NO DATA',
    ])
    expect(text({ alertOnSafe: true })).toEqual([
      true,
      'status is NO DATA (its score is in the range of SAFE), alert on SAFE',
    ])
    expect(text({ alertOnUnsafe: true })).toEqual([
      false,
      'status is NO DATA (its score is in the range of SAFE), alert on UNSAFE',
    ])
    const safe = of({ validationStatusConfiguration: { alertOnNoData: true } }, { status: 'SAFE' })
    expect(safe.matched).toBe(false)
  })

  test('needs one finding that has both the category and the sub-category', () => {
    expect(of({ categories: ['fraud'], subCategories: ['addressPoisoning'] }).matched).toBe(true)
    expect(misses({ categories: ['fraud'], subCategories: ['reentrancy'] })).toEqual([
      'subCategories: no finding of at least 31 points in reentrancy; found fraud/addressPoisoning',
    ])
  })

  test('with a loss range never matches an unknown loss', () => {
    expect(misses({ fromTotalLoss: 0, toTotalLoss: UNLIMITED }, { totalLoss: null })).toEqual([
      'fromTotalLoss: loss unknown, minimum $0',
      'toTotalLoss: loss unknown, maximum $9,007,199,254,740,991',
    ])
  })

  test('treats an unlimited loss as more than any limit', () => {
    expect(of({ fromTotalLoss: 1_000_000 }, { totalLoss: UNLIMITED }).matched).toBe(true)
    expect(misses({ toTotalLoss: UNLIMITED }, { totalLoss: UNLIMITED })).toEqual([
      'toTotalLoss: loss unlimited, maximum $9,007,199,254,740,991',
    ])
  })

  test('of type MONITOR matches every product when a monitored address is touched', () => {
    const monitored = [{ address: '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5', name: 'treasury' }]
    const match = (facts: Partial<MatchInput>) => matchAlert({ type: 'MONITOR', filter: {} }, { ...base, ...facts })
    expect(match({ product: 'RASP', monitored })).toEqual({
      matched: true,
      clauses: [{ clause: 'monitored', matched: true, text: `touches ${monitored[0]?.address} (treasury)` }],
    })
    expect(match({})).toMatchObject({ matched: false, clauses: [{ text: expect.stringContaining('on ethereum') }] })
  })
})

/** A second implementation of the documented rules, to compare with. */
function shouldFire(type: string, filter: TransactionFilter, facts: MatchInput): boolean {
  if (type === 'MONITOR' ? facts.monitored.length === 0 : type !== facts.product) return false
  const band = filter.validationStatusConfiguration
  if (band) {
    if (facts.status === 'SAFE' && !band.alertOnSafe) return false
    if (facts.status === 'NO DATA' && !band.alertOnSafe && !band.alertOnNoData) return false
    if (facts.status === 'WARNING' && !band.alertOnWarning) return false
    if (facts.status === 'UNSAFE' && !band.alertOnUnsafe) return false
  }
  const outcome = filter.validationEnforcementConfiguration
  if (outcome && !(facts.enforcement === 'PASSED' ? outcome.alertOnPassed : outcome.alertOnBlocked)) return false
  if (typeof filter.fromScore === 'number' && facts.combinedScore < filter.fromScore) return false
  if (typeof filter.toScore === 'number' && facts.combinedScore > filter.toScore) return false
  const loss = facts.totalLoss
  if (typeof filter.fromTotalLoss === 'number' && (loss === null || loss < filter.fromTotalLoss)) return false
  if (typeof filter.toTotalLoss === 'number' && (loss === null || loss === UNLIMITED || loss > filter.toTotalLoss))
    return false
  const wide = filter.categories ?? []
  const narrow = filter.subCategories ?? []
  if (wide.length + narrow.length > 0) {
    const both = facts.findings.some(
      (finding) =>
        (wide.length === 0 || wide.includes(finding.category)) &&
        (narrow.length === 0 || narrow.includes(finding.subCategory)),
    )
    if (!both) return false
  }
  const kinds = filter.kinds ?? []
  const least = filter.minUsd
  if (kinds.length > 0 || typeof least === 'number') {
    const both = facts.events.some(
      ({ kind, usd }) =>
        (kinds.length === 0 || kinds.includes(kind)) &&
        (typeof least !== 'number' || usd === undefined || usd >= least),
    )
    if (!both) return false
  }
  return !filter.chainIds?.length || filter.chainIds.map((id) => `${id}`).includes(facts.chainId)
}

test('matches exactly by the rules, for any filter and any validation', () => {
  const outcomes = { fires: 0, no: 0 }
  fc.assert(
    fc.property(fc.constantFrom(...alertTypes), anyFilter, anyMatchInput, (type, filter, about) => {
      const { matched, clauses } = matchAlert({ type, filter }, about)
      const expected = shouldFire(type, filter, about)
      outcomes[expected ? 'fires' : 'no']++
      expect(matched).toBe(expected)
      expect(clauses.every((clause) => clause.text !== '')).toBe(true)
      if (!matched) expect(clauses.some((clause) => !clause.matched)).toBe(true)
    }),
    { numRuns: runs(3000), seed: 4 },
  )
  expect(Math.min(outcomes.fires, outcomes.no)).toBeGreaterThan(runs(300))
})

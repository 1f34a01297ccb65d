import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { IntelRecord } from '../../../src/service/risk/evidence.ts'
import { scoreFindings } from '../../../src/service/risk/score.ts'
import type { Finding, Subject } from '../../../src/service/risk/types.ts'
import { allow, evidence, intel, other, stranger, token } from './situation.ts'

const subjects: readonly Subject[] = [
  { address: token, role: 'token', internal: false },
  { address: other, role: 'spender', internal: true },
]

function finding(about: Partial<Finding> = {}): Finding {
  return {
    rule: 'listed-address',
    category: 'cyber',
    subCategory: 'maliciousInteraction',
    points: 90,
    hops: 0,
    subject: other,
    role: 'spender',
    text: 'is listed as a drainer',
    source: 'feed A',
    flip: 'add an ALLOW entry for the address',
    ...about,
  }
}

const rugPull = { category: 'fraud', subCategory: 'rugPullInteraction' } as const
const sanction = { category: 'compliance', subCategory: 'sanctionedInteraction', points: 100 } as const
const blocked = { category: 'compliance', subCategory: 'blockedAddress', points: 100 } as const
const nothing = { value: 0, category: '', subCategory: '', subCategoryDescription: '', hops: 0 }

function score(findings: readonly Finding[], entries = [] as ReturnType<typeof allow>[]) {
  return scoreFindings(findings, evidence({ entries }), subjects)
}

describe('the score', () => {
  test('is 0 in all three categories without findings', () => {
    expect(score([])).toEqual({
      combined: 0,
      combinedDetails: nothing,
      details: { fraud: nothing, cyber: nothing, compliance: nothing },
      findings: [],
    })
  })

  test('is the maximum per category, and the highest of them', () => {
    const fraud = { value: 75, category: 'fraud', subCategory: 'rugPullInteraction', hops: 1 }
    const cyber = { value: 90, category: 'cyber', subCategory: 'maliciousInteraction', hops: 0 }
    const { combined, combinedDetails, details } = score([
      finding({ points: 40 }),
      finding({ ...rugPull, points: 75, hops: 1 }),
      finding({ points: 90 }),
    ])
    const described = {
      fraud: { ...fraud, subCategoryDescription: 'Interaction with a token or pool that its owner can drain' },
      cyber: { ...cyber, subCategoryDescription: 'Interaction with a malicious address or contract' },
    }
    expect({ combined, combinedDetails, details }).toEqual({
      combined: 90,
      combinedDetails: described.cyber,
      details: { ...described, compliance: nothing },
    })
  })

  test('does not add up findings', () => {
    expect(score([finding({ points: 50 }), finding({ points: 50, source: 'feed B' })]).combined).toBe(50)
  })
})

describe('ALLOW entries', () => {
  test('cap a finding about their own address at 30 and are named', () => {
    expect(score([finding()], [allow(other, 'a1')]).findings).toEqual(
      [finding({ points: 30 })].map((f) => ({ ...f, cappedBy: 'a1' })),
    )
  })

  test('do not cap findings about other addresses', () => {
    const findings = [finding({ subject: other })]
    expect(score(findings, [allow(token), allow(stranger)]).findings).toEqual(findings)
  })

  test('do not cap a sanction or a BLOCK entry', () => {
    const findings = [finding(sanction), finding(blocked)]
    expect(score(findings, [allow(other)]).findings).toEqual(findings)
  })

  test('do not cap a finding without a subject', () => {
    const findings = [finding({ subject: '', role: '', points: 31 })]
    expect(score(findings, [allow(token), allow(other)]).findings).toEqual(findings)
  })

  test('do not change a SAFE finding', () => {
    const findings = [finding({ points: 30 })]
    expect(score(findings, [allow(other)]).findings).toEqual(findings)
  })
})

describe('a trusted address', () => {
  const known = intel(other, { kind: 'protocol', label: 'a router', source: 'labels', canonical: true })
  const held = (records: IntelRecord[], about: Partial<Finding> = {}) =>
    scoreFindings([finding(about)], evidence({ intel: records }), subjects).findings.map(({ points, trustedBy }) => [
      points,
      trustedBy?.source,
    ])

  test('caps a finding at 30 and names the record', () => {
    expect(held([known])).toEqual([[30, 'labels']])
    expect(held([known], { subject: token })).toEqual([[90, undefined]])
  })

  test('is ignored with an ALLOW entry, or when threat sources outweigh it', () => {
    const allowed = scoreFindings([finding()], evidence({ intel: [known], entries: [allow(other, 'a1')] }), subjects)
    expect(allowed.findings.map(({ cappedBy, trustedBy }) => [cappedBy, trustedBy])).toEqual([['a1', undefined]])
    expect(held([known, ...['feed A', 'feed B', 'feed C'].map((source) => intel(other, { source }))])).toEqual([
      [90, undefined],
    ])
  })

  test('does not cap a sanction or a BLOCK entry', () => {
    expect([...held([known], sanction), ...held([known], blocked)]).toEqual([
      [100, undefined],
      [100, undefined],
    ])
  })
})

describe('ties', () => {
  test('are broken by hops, then sanctions, BLOCK entries, and the order of the subCategories', () => {
    const first = finding(sanction)
    const second = finding(blocked)
    const third = finding({ points: 100 })
    const fourth = finding({ ...rugPull, points: 100 })
    const fifth = finding({ ...sanction, hops: 1 })
    expect(score([fifth, third, fourth, second, first]).findings).toEqual([first, second, third, fourth, fifth])
  })

  test('are broken by subject order, then source', () => {
    const first = finding({ subject: token, source: 'feed B' })
    const second = finding({ source: 'feed A' })
    const third = finding({ source: 'feed B' })
    expect(score([third, second, first]).findings).toEqual([first, second, third])
  })

  test('do not depend on the order of the findings', () => {
    const pool = fc.record({
      points: fc.constantFrom(30, 90, 100),
      hops: fc.constantFrom(0, 1),
      subject: fc.constantFrom(token, other, ''),
      source: fc.constantFrom('feed A', 'feed B'),
      subCategory: fc.constantFrom('maliciousInteraction', 'reentrancy'),
    })
    const shuffled = fc
      .array(pool, { maxLength: 8 })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
    fc.assert(
      fc.property(shuffled, ([one, two]) => {
        const score1 = score(one.map((about) => finding(about as Partial<Finding>)))
        expect(score(two.map((about) => finding(about as Partial<Finding>)))).toEqual(score1)
      }),
    )
  })
})

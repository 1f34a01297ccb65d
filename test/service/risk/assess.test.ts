import * as fc from 'fast-check'
import * as Address from 'ox/Address'
import { describe, expect, test } from 'vitest'
import { internalAddress } from '../../../src/api/schemas/transaction.ts'
import type { IntelRecord } from '../../../src/service/risk/evidence.ts'
import { callData, MAX_UINT256, word } from './call-data.ts'
import { allow, block, intel, judged, other, type Situation, sender, stranger, token } from './situation.ts'
import { enter, traceOf } from './trace/trace-builder.ts'
import { wrapInMulticall } from './wrapping.ts'

/** "SAFE 0 PASSED" */
function verdict(situation: Situation): string {
  const { status, combinedScore, enforcement, valid, error } = judged(situation)
  expect([valid, error === undefined]).toEqual([enforcement === 'PASSED', enforcement === 'PASSED'])
  return `${status} ${combinedScore} ${enforcement}`
}

const sanctioned = intel(other, { kind: 'sanctioned', label: 'OFAC SDN' })

test('an unknown transfer passes (whole assessment)', () => {
  const nothing = { value: 0, category: '', subCategory: '', subCategoryDescription: '', hops: 0 }
  expect(judged({ data: callData.transfer(other, 1n) })).toEqual({
    analysis: expect.anything(),
    valid: true,
    status: 'SAFE',
    enforcement: 'PASSED',
    combinedScore: 0,
    combinedScoreDetails: nothing,
    scoreDetails: { fraud: nothing, cyber: nothing, compliance: nothing },
    internalAddresses: [
      {
        address: other,
        name: '',
        maxScore: 0,
        category: '',
        subCategory: '',
        subCategoryDescription: '',
        subCategoriesAndTags: [],
      },
    ],
    matchedEntryIds: [],
    coverage: 'none',
    knownByAgeOnly: false,
    account: { unaccounted: [], unread: [] },
    explanation: {
      reasons: [],
      missing: [
        { code: 'no-data', role: 'token' },
        { code: 'no-data', role: 'recipient' },
        { code: 'no-history' },
        { code: 'no-graph' },
        { code: 'no-trace' },
      ],
      unaccounted: [],
    },
    findings: [],
  })
})

describe('blocking', () => {
  const to = other

  test.each([
    [29, 'SAFE 29 PASSED'],
    [30, 'SAFE 30 PASSED'],
    [31, 'WARNING 31 PASSED'],
    [69, 'WARNING 69 PASSED'],
    [70, 'UNSAFE 70 BLOCKED'],
    [100, 'UNSAFE 100 BLOCKED'],
  ])('a severity of %i is %s', (severity, expected) => {
    expect(verdict({ to, intel: [intel(to, { severity })] })).toBe(expected)
  })

  test('the threshold of the policy is the lowest score that blocks', () => {
    const situation = { to, intel: [intel(to, { severity: 50 })] }
    expect(verdict({ ...situation, blockThreshold: 50 })).toBe('WARNING 50 BLOCKED')
    expect(verdict({ ...situation, blockThreshold: 51 })).toBe('WARNING 50 PASSED')
  })

  test('a threshold of 101 blocks by control list only', () => {
    expect(verdict({ to, intel: [sanctioned], blockThreshold: 101 })).toBe('UNSAFE 100 PASSED')
    expect(verdict({ to, entries: [block(to)], blockThreshold: 101 })).toBe('UNSAFE 100 BLOCKED')
  })

  test('BLOCK beats ALLOW', () => {
    expect(verdict({ to, entries: [allow(to), block(to)] })).toBe('UNSAFE 100 BLOCKED')
  })
})

describe('an ALLOW entry', () => {
  test('caps a listing of its own address at SAFE', () => {
    expect(verdict({ to: other, intel: [intel(other)], entries: [allow(other)] })).toBe('SAFE 30 PASSED')
  })

  test('does not cap an approval of an allowed token to a listed spender', () => {
    const data = callData.approve(other, MAX_UINT256)
    expect(verdict({ data, intel: [intel(other)], entries: [allow(token)] })).toBe('UNSAFE 90 BLOCKED')
  })

  test('does not cap an approval of a listed token to an allowed spender', () => {
    const data = callData.approve(other, MAX_UINT256)
    expect(verdict({ data, intel: [intel(token)], entries: [allow(other)] })).toBe('UNSAFE 90 BLOCKED')
  })

  test('does not cap a sanction', () => {
    expect(verdict({ to: other, intel: [sanctioned], entries: [allow(other)] })).toBe('UNSAFE 100 BLOCKED')
  })

  test('caps the findings of two feeds', () => {
    const records = [intel(other, { source: 'feed A' }), intel(other, { source: 'feed B', severity: 100 })]
    expect(verdict({ to: other, intel: records, entries: [allow(other)] })).toBe('SAFE 30 PASSED')
  })
})

describe('a known selector that does not decode', () => {
  const truncated = callData.approve(other, 1n).slice(0, -2)
  const dirty = `0x095ea7b3${word(`1${other.slice(2)}`)}${word(1)}`

  test.each([
    ['truncated', truncated],
    ['with a dirty address', dirty],
  ])('is never SAFE: %s', (_, data) => {
    expect(verdict({ data })).toBe('WARNING 31 PASSED')
    expect(verdict({ data, entries: [allow(token), allow(other), allow(sender)] })).toBe('WARNING 31 PASSED')
  })

  test('does not hide a legible listed spender', () => {
    expect(verdict({ data: dirty, intel: [intel(other)] })).toBe('UNSAFE 90 BLOCKED')
    expect(verdict({ data: truncated, entries: [block(other)] })).toBe('UNSAFE 100 BLOCKED')
  })

  test('an unknown selector alone is NO DATA', () => {
    expect(verdict({ data: `0xdeadbeef${word(other)}`, intel: [intel(token, { kind: 'token' })] })).toBe(
      'SAFE 0 PASSED',
    )
  })
})

describe('the error sentence', () => {
  const shown = Address.checksum(other as Address.Address)

  test('names the BLOCK entry', () => {
    expect(judged({ to: other, entries: [block(other, 'b1')] }).error).toBe(
      `The recipient ${shown} is on the block list (entry b1).`,
    )
  })

  test('names the BLOCK entry also when a sanction ranks before it', () => {
    const { error, combinedScoreDetails } = judged({ to: other, entries: [block(other, 'b1')], intel: [sanctioned] })
    expect([error, combinedScoreDetails.subCategory]).toEqual([
      `The recipient ${shown} is on the block list (entry b1).`,
      'sanctionedInteraction',
    ])
  })

  test('names score, threshold and the strongest finding', () => {
    expect(judged({ data: callData.approve(other, 1n), intel: [intel(other)] }).error).toBe(
      `Score 90 reaches the block threshold of 70: The spender ${shown} is listed as a drainer.`,
    )
  })

  test('is about the call when there is no subject', () => {
    expect(judged({ data: '0x095ea7b3', blockThreshold: 31 }).error).toBe(
      'Score 31 reaches the block threshold of 31: The call data does not decode as approve(address,uint256): it is shorter than its arguments.',
    )
  })

  test('names a new owner, and an address in the trace', () => {
    const upgrade = `0xf2fde38b${word(other)}`
    expect(judged({ data: upgrade, blockThreshold: 31 }).error).toBe(
      `Score 55 reaches the block threshold of 31: The new owner ${shown} becomes the owner of ${token} and is unknown.`,
    )
    const trace = traceOf(sender, enter(token, {}, enter(other)))
    expect(judged({ data: '0xdeadbeef', trace, intel: [intel(other)] }).error).toBe(
      `Score 90 reaches the block threshold of 70: The address in the trace ${shown} is listed as a drainer.`,
    )
  })

  test('names a blocked address that loses rights', () => {
    expect(judged({ data: callData.approve(other, 0n), entries: [block(other, 'b1')] }).error).toBe(
      `The address that loses rights ${shown} is on the block list (entry b1).`,
    )
  })
})

describe('internal addresses', () => {
  test('each has its strongest finding, its name and every subCategory once', () => {
    const records = [
      intel(other, { severity: 75, subCategory: 'rugPullInteraction' }),
      intel(other, { severity: 90, source: 'feed A' }),
      intel(other, { severity: 80, source: 'feed B' }),
      intel(other, { kind: 'protocol', label: 'Router' }),
    ]
    const { internalAddresses } = judged({ data: callData.transferFrom(stranger, other, 1n), intel: records })
    const malicious = {
      category: 'cyber',
      subCategory: 'maliciousInteraction',
      subCategoryDescription: 'Interaction with a malicious address or contract',
    }
    const rugPull = {
      category: 'fraud',
      subCategory: 'rugPullInteraction',
      subCategoryDescription: 'Interaction with a token or pool that its owner can drain',
    }
    expect(internalAddresses).toEqual([
      {
        address: stranger,
        name: '',
        maxScore: 0,
        category: '',
        subCategory: '',
        subCategoryDescription: '',
        subCategoriesAndTags: [],
      },
      { address: other, name: 'Router', maxScore: 90, ...malicious, subCategoriesAndTags: [malicious, rugPull] },
    ])
    for (const each of internalAddresses) expect(internalAddress().parse(each)).toEqual(each)
  })

  test('a native transfer has none', () => {
    expect(judged({ to: other, value: 1n, intel: [intel(other)] }).internalAddresses).toEqual([])
  })

  test('an allowed one has its capped score', () => {
    const { internalAddresses } = judged({
      data: callData.transfer(other, 1n),
      intel: [intel(other)],
      entries: [allow(other)],
    })
    expect(internalAddresses.map(({ maxScore, subCategory }) => [maxScore, subCategory])).toEqual([
      [30, 'maliciousInteraction'],
    ])
  })
})

test('matching entries are in subject order, ALLOW and BLOCK', () => {
  const entries = [allow(other, 'a2'), block(other, 'b1'), allow(sender, 'a1'), block(stranger, 'b2')]
  expect(judged({ data: callData.transfer(other, 1n), entries }).matchedEntryIds).toEqual(['a1', 'a2', 'b1'])
})

describe('a benign record', () => {
  const known = intel(other, { kind: 'benign', label: 'a friend', source: 'feed B' })

  test('caps a listing by one source at SAFE', () => {
    expect(verdict({ to: other, intel: [intel(other), known] })).toBe('SAFE 30 PASSED')
  })

  test('does not cap a sanction or a BLOCK entry', () => {
    expect(verdict({ to: other, intel: [sanctioned, known] })).toBe('UNSAFE 100 BLOCKED')
    expect(verdict({ to: other, intel: [known], entries: [block(other)] })).toBe('UNSAFE 100 BLOCKED')
  })

  test('of the token does not cap a finding about the spender', () => {
    const records = [intel(token, { kind: 'token', canonical: true }), intel(other)]
    expect(verdict({ data: callData.approve(other, MAX_UINT256), intel: records })).toBe('UNSAFE 90 BLOCKED')
  })

  test('that knows the address as a spender makes an approval SAFE; a name tag, or another word, does not', () => {
    const data = callData.approve(other, MAX_UINT256)
    expect(verdict({ data, intel: [{ ...known, as: ['spender'] }] })).toBe('SAFE 0 PASSED')
    expect(verdict({ data, intel: [{ ...known, as: ['payee', 'callee', 'token'] }] })).toBe('WARNING 50 PASSED')
    expect(verdict({ data, intel: [known] })).toBe('WARNING 50 PASSED')
    expect(verdict({ data })).toBe('WARNING 50 PASSED')
  })
})

test('revoking an allowance of a listed spender is SAFE', () => {
  expect(verdict({ data: callData.approve(other, 0n), intel: [intel(other)] })).toBe('SAFE 0 PASSED')
  expect(verdict({ data: callData.approve(other, 1n), intel: [intel(other)] })).toBe('UNSAFE 90 BLOCKED')
})

test('any call data gets a consistent verdict', () => {
  const addresses = fc.constantFrom(other, token, sender, stranger)
  const inner = fc.oneof(
    fc.tuple(addresses, fc.bigInt(0n, MAX_UINT256)).map(([to, amount]) => callData.approve(to, amount)),
    fc.tuple(addresses, addresses, fc.bigInt(0n, 2n)).map((args) => callData.transferFrom(...args)),
    fc.tuple(addresses, fc.boolean()).map((args) => callData.setApprovalForAll(...args)),
    fc.uint8Array({ maxLength: 100 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  )
  const wrapped = fc.array(inner, { maxLength: 4 }).map((calls) => wrapInMulticall(...calls))
  const situation = fc.record({
    data: fc.oneof(inner, wrapped),
    intel: fc.array(
      fc
        .record({ address: addresses, kind: fc.constantFrom('malicious', 'sanctioned', 'mixer', 'benign', 'token') })
        .map(({ address, kind }) => intel(address, { kind } as Partial<IntelRecord>)),
      { maxLength: 4 },
    ),
    entries: fc.array(
      fc.tuple(addresses, fc.boolean()).map(([address, blocks]) => (blocks ? block(address) : allow(address))),
      { maxLength: 2 },
    ),
  })
  fc.assert(
    fc.property(situation, (given) => {
      const { combinedScore, scoreDetails, findings, explanation, valid, enforcement, error } = judged(given)
      expect(combinedScore).toBe(Math.max(...Object.values(scoreDetails).map((detail) => detail.value)))
      expect(combinedScore).toBe(findings[0]?.points ?? 0)
      expect(findings.map(({ points }) => points)).toEqual(findings.map(({ points }) => points).sort((a, b) => b - a))
      // The same fact from several sources is one reason.
      const rules = new Set(findings.map(({ rule }) => rule))
      const facts = (all: readonly { rule: string; subject: string }[]) => [
        ...new Set(all.filter(({ rule }) => rules.has(rule)).map(({ rule, subject }) => `${rule} ${subject}`)),
      ]
      expect(facts(explanation.reasons)).toEqual(facts(findings))
      expect([valid, error === undefined]).toEqual([enforcement === 'PASSED', enforcement === 'PASSED'])
    }),
  )
})

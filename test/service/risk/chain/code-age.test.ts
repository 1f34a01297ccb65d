import { describe, expect, test } from 'vitest'
import { missingText } from '../../../../src/api/text/missing.ts'
import { verdictOf } from '../../../../src/api/verdict.ts'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import { callData, MAX_UINT256 } from '../call-data.ts'
import { allow, block, intel, judged, other, type Situation, stranger, token } from '../situation.ts'
import { account, eoa, observation, old, proxy, young } from './observed.ts'

const approve = callData.approve(other, MAX_UINT256)
const [implementation, admin, owner] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
]

const granted = (accounts: readonly ChainAccount[], situation: Situation = {}) =>
  judged({ data: approve, chain: observation(accounts), ...situation })

const grantOf = ({ findings }: ReturnType<typeof judged>) => {
  const found = findings.find(({ rule }) => rule === 'unknown-grant')
  return found && [found.points, found.text]
}

describe('a grant to a contract that was there three days ago', () => {
  test('is quiet, NO DATA and never SAFE', () => {
    const assessment = granted([old(other)])
    expect(assessment).toMatchObject({ combinedScore: 30, coverage: 'partial', knownByAgeOnly: true, valid: true })
    expect(verdictOf(assessment)).toBe('NO DATA')
    expect(assessment.explanation.missing.map(missingText)).toContain('No data about the spender')
    expect(assessment.explanation.reasons[0]).toMatchObject({
      text: 'gets an unlimited allowance and is unknown, but a contract that was there 3 days ago',
      source: 'chain',
      flip: 'verify the spender with the protocol, then add an ALLOW entry for it; approve the exact amount at most',
    })
  })

  test('is never full coverage', () => {
    const known = { intel: [intel(token, { kind: 'token', canonical: true })], hasHistory: true }
    expect(granted([old(other)], known).coverage).toBe('partial')
  })

  test.each([
    ['an approval for a whole collection', callData.setApprovalForAll(other, true), 30],
    ['a limited amount', callData.approve(other, 5n), 30],
    [
      'a signed permit',
      callData.permit(`0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1`, other, 5n, 1n, 27, '0x1', '0x2'),
      55,
    ],
  ])('%s: %3$i', (_, data, expected) => {
    expect(granted([old(other)], { data }).combinedScore).toBe(expected)
  })

  test.each<[string, Situation, number]>([
    ['a BLOCK entry', { entries: [block(other)] }, 100],
    ['a threat listing', { intel: [intel(other)] }, 90],
    [
      'a connection to a threat',
      { connections: new Map([[other, [{ hops: 1, record: intel(stranger) }]]]), hasGraph: true },
      granted([], {
        connections: new Map([[other, [{ hops: 1, record: intel(stranger) }]]]),
        hasGraph: true,
      }).combinedScore,
    ],
    [
      'a lookalike',
      {
        lookalikes: new Map([
          [
            other,
            [intel(`${other.slice(0, 10)}${'0'.repeat(26)}${other.slice(36)}`, { kind: 'protocol', canonical: true })],
          ],
        ]),
      },
      80,
    ],
  ])('%s still wins', (_, situation, expected) => {
    expect(expected).toBeGreaterThan(30)
    expect(granted([old(other)], situation).combinedScore).toBe(expected)
  })

  test('an ALLOW entry makes it SAFE as before', () => {
    const assessment = granted([old(other)], { entries: [allow(other)] })
    expect(assessment.knownByAgeOnly).toBe(false)
    expect(verdictOf(assessment)).toBe('SAFE')
  })

  test('does not make an unknown recipient in the same batch known', () => {
    const { coverage, knownByAgeOnly } = granted([old(other), old(stranger)], { to: stranger, data: '0x12345678' })
    expect([coverage, knownByAgeOnly]).toEqual(['none', false])
  })
})

describe('is not quiet', () => {
  test.each<[string, readonly ChainAccount[], string]>([
    ['when the node cannot say', [account(other)], ''],
    ['when it knows nothing', [], ''],
    ['when it is young', [young(other)], ''],
    [
      'behind a proxy with a young implementation',
      [old(other, proxy({ implementation })), young(implementation)],
      `, and its implementation ${implementation} is younger than 3 days`,
    ],
    [
      'behind a proxy with an unknown implementation',
      [old(other, proxy({ implementation }))],
      `, and nothing is known about its implementation ${implementation}`,
    ],
    [
      'behind a proxy without a readable implementation',
      [old(other, proxy({}))],
      ', and is a proxy whose code is not known',
    ],
    [
      'behind a minimal proxy of young code',
      [old(other, proxy({ form: 'eip1167', implementation })), young(implementation)],
      `, and its implementation ${implementation} is younger than 3 days`,
    ],
    [
      'behind a proxy whose admin is an EOA',
      [old(other, proxy({ implementation, admin })), old(implementation), eoa(admin)],
      `, and ${admin}, which has no code, can replace its code`,
    ],
    [
      'behind a proxy whose admin is not known',
      [old(other, proxy({ implementation, admin })), old(implementation)],
      `, and nothing is known about ${admin}, which can replace its code`,
    ],
    [
      'behind a proxy whose admin contract an EOA owns',
      [old(other, proxy({ implementation, admin })), old(implementation), old(admin, { owner }), eoa(owner)],
      `, and ${owner}, which has no code, can replace its code`,
    ],
    [
      'behind a beacon that an EOA owns',
      [
        old(other, proxy({ form: 'beacon', implementation, beacon: admin })),
        old(implementation),
        old(admin, { owner }),
        eoa(owner),
      ],
      `, and ${owner}, which has no code, can replace its code`,
    ],
    [
      'behind a proxy without an admin that an EOA owns (UUPS)',
      [old(other, { ...proxy({ implementation }), owner }), old(implementation), eoa(owner)],
      `, and ${owner}, which has no code, can replace its code`,
    ],
    [
      'behind an ERC-1822 proxy that an EOA owns',
      [old(other, { ...proxy({ form: 'eip1822', implementation }), owner }), old(implementation), eoa(owner)],
      `, and ${owner}, which has no code, can replace its code`,
    ],
  ])('%s', (_, accounts, doubt) => {
    const assessment = granted(accounts)
    expect(grantOf(assessment)).toEqual([50, `gets an unlimited allowance and is unknown${doubt}`])
    expect([assessment.knownByAgeOnly, assessment.coverage]).toEqual([false, 'none'])
  })
})

test.each<[string, readonly ChainAccount[]]>([
  [
    'a proxy whose admin is a contract',
    [old(other, proxy({ implementation, admin })), old(implementation), old(admin)],
  ],
  ['a proxy without admin and owner', [old(other, proxy({ implementation })), old(implementation)]],
  ['a minimal proxy', [old(other, proxy({ form: 'eip1167', implementation })), old(implementation)]],
  [
    'a proxy that leads to a minimal proxy',
    [
      old(other, proxy({ implementation })),
      old(implementation, proxy({ form: 'eip1167', implementation: admin })),
      old(admin),
    ],
  ],
])('is quiet behind %s', (_, accounts) => {
  expect(granted(accounts).combinedScore).toBe(30)
})

test('a proxy that leads to itself ends', () => {
  expect(granted([old(other, proxy({ implementation: other }))]).combinedScore).toBe(50)
})

import { describe, expect, test } from 'vitest'
import type { Grant } from '../../../../src/service/risk/actions/actions.ts'
import { unknownGrant } from '../../../../src/service/risk/detectors/unknown-grant.ts'
import type { KnownEvidence } from '../../../../src/service/risk/evidence.ts'
import { asset, brief, detected, friend, grant, otherCoin, signer, somebody } from '../actions-builder.ts'
import { callData, MAX_UINT256 } from '../call-data.ts'
import { allow, block, intel, observe, other, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

function points(...grants: Partial<Grant>[]): string[] {
  return brief(detected(unknownGrant, grants.map(grant)))
}

test('attack: A spender that no source knows gets an unlimited allowance', () => {
  expect(detected(unknownGrant, [grant({ unlimited: true })])).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 50,
      hops: 0,
      subject: somebody,
      role: 'spender',
      text: 'gets an unlimited allowance and is unknown',
      source: 'call data',
      flip: 'verify the spender with the protocol, then add an ALLOW entry for it; approve the exact amount at most',
    },
  ])
})

describe('points by what is granted', () => {
  test.each([
    ['a bounded approve', { unlimited: false }, 35],
    ['an increased allowance', { form: 'increase-allowance' }, 35],
    ['an unlimited approve', { unlimited: true }, 50],
    ['a bounded permit', { form: 'permit' }, 55],
    ['a signed Permit2 allowance', { form: 'permit2-permit', unlimited: true }, 55],
    ['a signed Permit2 transfer', { form: 'permit2-transfer' }, 55],
    ['an allowance within Permit2', { form: 'permit2-approve', unlimited: true }, 50],
    ['a whole collection', { form: 'approval-for-all', unlimited: true }, 60],
  ] as const)('%s', (_, about, expected) => {
    expect(points(about)).toEqual([`${expected} ${somebody}`])
  })

  test('several tokens for one spender score highest, in one finding', () => {
    expect(points({}, { asset: asset({ token: otherCoin }) })).toEqual([`65 ${somebody}`])
  })

  test('two allowances on one token score as the stronger', () => {
    expect(points({}, { unlimited: true })).toEqual([`50 ${somebody}`])
  })

  test.each<[string, Partial<Grant>[]]>([
    ['an allowance', [{}]],
    ['an unlimited allowance', [{}, { unlimited: true }]],
    ['an approval for a whole collection', [{}, { form: 'approval-for-all' }]],
    ['allowances for 2 tokens', [{ unlimited: true }, { asset: asset({ token: otherCoin }) }]],
  ])('the text names the strongest: %s', (text, grants) => {
    expect(detected(unknownGrant, grants.map(grant))).toMatchObject([{ text: `gets ${text} and is unknown` }])
  })

  test('two spenders are two findings', () => {
    expect(points({}, { authority: friend, asset: asset({ token: otherCoin }) })).toEqual([
      `35 ${somebody}`,
      `35 ${friend}`,
    ])
  })
})

describe('is not a finding', () => {
  test.each([
    ['about taking rights back', { revokes: true, unlimited: true }],
    ['about a grant to the sender', { owner: friend, authority: signer }],
    ['about a grant to its own owner', { owner: somebody }],
    ['about a grant to the zero address', { authority: `0x${'0'.repeat(40)}` }],
  ])('%s', (_, about) => {
    expect(points(about)).toEqual([])
  })

  test.each<[string, Partial<KnownEvidence>]>([
    ['an ALLOW entry', { entries: [allow(somebody)] }],
    ['a canonical protocol', { intel: [intel(somebody, { kind: 'protocol', canonical: true })] }],
    ['a token that is a spender too', { intel: [intel(somebody, { kind: 'token', as: ['token', 'spender'] })] }],
    [
      'an earlier allowance of the same token',
      { allowances: [{ spender: somebody, token: asset().token as string, amount: asset().amount as bigint }] },
    ],
    ['a threat listing, which says it itself', { intel: [intel(somebody)] }],
    ['a BLOCK entry, which says it itself', { entries: [block(somebody)] }],
  ])('when the spender is known by %s', (_, known) => {
    expect(brief(detected(unknownGrant, [grant()], known))).toEqual([])
  })
})

test.each<[string, Partial<KnownEvidence>]>([
  ['the token is allowed', { entries: [allow(asset().token as string)] }],
  [
    'an earlier transaction moved nothing',
    { counterparties: [{ address: somebody, firstSeen: 1, count: 9, hadValue: false, vouches: false }] },
  ],
  ['a list of false positives has the spender', { intel: [intel(somebody, { kind: 'benign' })] }],
  [
    'an earlier allowance was smaller',
    { allowances: [{ spender: somebody, token: asset().token as string, amount: (asset().amount as bigint) - 1n }] },
  ],
  [
    'an earlier allowance was of another token',
    { allowances: [{ spender: somebody, token: somebody, amount: asset().amount as bigint }] },
  ],
  ['a listing is too weak to say it', { intel: [intel(somebody, { severity: 30 })] }],
])('still fires when %s', (_, known) => {
  expect(brief(detected(unknownGrant, [grant()], known))).toEqual([`35 ${somebody}`])
})

test('an approval inside multicall, Safe and user operation is found', () => {
  const data = wrapInAll(token, callData.approve(other, MAX_UINT256))
  expect(brief(observe(unknownGrant, { to: entryPoint, data }))).toEqual([`50 ${other}`])
})

test('near miss: An allowance is revoked, inside a multicall, a Safe and a user operation', () => {
  const data = wrapInAll(token, callData.approve(other, 0n))
  expect(brief(observe(unknownGrant, { to: entryPoint, data }))).toEqual([])
})

test('evasion: The spender was paid before and has a name tag: neither vouches for an allowance', () => {
  const known = {
    counterparties: [{ address: somebody, firstSeen: 1, count: 1, hadValue: true, vouches: true }],
    intel: [intel(somebody, { kind: 'protocol' })],
  }
  expect(brief(detected(unknownGrant, [grant()], known))).toEqual([`35 ${somebody}`])
})

test('the operator of a collection is verified with its marketplace; no advice names lower points', () => {
  const [operator] = observe(unknownGrant, { data: callData.setApprovalForAll(other, true) })
  expect(operator?.flip).toBe('verify the operator with its marketplace, then add an ALLOW entry for it')
  const [spender] = observe(unknownGrant, { data: callData.approve(other, MAX_UINT256) })
  expect(spender?.flip).not.toMatch(/\d|lower/)
})

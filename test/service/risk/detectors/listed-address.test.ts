import { expect, test } from 'vitest'
import { listedAddress } from '../../../../src/service/risk/detectors/listed-address.ts'
import type { IntelRecord } from '../../../../src/service/risk/evidence.ts'
import { callData, word } from '../call-data.ts'
import { block, intel, judged, observe, other, stranger, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

test('attack: A listed spender gets an allowance', () => {
  const record = intel(other, {
    subCategory: 'financialScamInteraction',
    severity: 88,
    label: 'a giveaway',
    source: 'feed B',
  })
  expect(observe(listedAddress, { data: callData.approve(other, 1n), intel: [record] })).toEqual([
    {
      subCategory: 'financialScamInteraction',
      points: 88,
      hops: 0,
      subject: other,
      role: 'spender',
      text: 'is listed as a giveaway',
      source: 'feed B',
      flip: 'reject; if the listing is wrong, add an ALLOW entry for the address',
    },
  ])
})

test('a listing without subCategory and severity is a malicious interaction at the floor of UNSAFE', () => {
  const { severity: _, ...record } = intel(other)
  const found = observe(listedAddress, { to: other, intel: [record] })
  expect(found.map(({ subCategory, points }) => [subCategory, points])).toEqual([['maliciousInteraction', 70]])
})

test('a mixer record has the mixer subCategory', () => {
  const record = intel(other, { kind: 'mixer', subCategory: 'reentrancy', label: 'pool 10', severity: 80 })
  const found = observe(listedAddress, { to: other, value: 1n, intel: [record] })
  expect(found.map(({ subCategory, points, text }) => [subCategory, points, text])).toEqual([
    ['mixerMaliciousContractInteraction', 80, 'is listed as a mixer: pool 10'],
  ])
})

test('two feeds on one address are two findings', () => {
  const records = [intel(other, { source: 'feed A' }), intel(other, { source: 'feed B' })]
  const found = observe(listedAddress, { to: other, intel: records })
  expect(found.map((finding) => finding.source)).toEqual(['feed A', 'feed B'])
})

test.each([
  ['approve of nothing', callData.approve(other, 0n)],
  ['decreaseAllowance', callData.decreaseAllowance(other, 5n)],
  ['setApprovalForAll with false', callData.setApprovalForAll(other, false)],
])('near miss: A listed spender loses its allowance: %s', (_, data) => {
  expect(observe(listedAddress, { data, intel: [intel(other)] })).toEqual([])
})

test('revoking on a listed token is a finding about the token', () => {
  const found = observe(listedAddress, { data: callData.approve(other, 0n), intel: [intel(token), intel(other)] })
  expect(found.map((finding) => finding.subject)).toEqual([token])
})

test('benign records, sanctions, list entries and other addresses are ignored', () => {
  const facts = (['benign', 'token', 'protocol', 'burn', 'sanctioned'] as const).map((kind) => intel(other, { kind }))
  expect(observe(listedAddress, { to: other, intel: [...facts, intel(stranger)], entries: [block(other)] })).toEqual([])
})

test('a recipient inside multicall, Safe and user operation is found', () => {
  const data = wrapInAll(token, callData.transfer(other, 1n))
  const found = observe(listedAddress, { to: entryPoint, data, intel: [intel(other)] })
  expect(found.map(({ subject, role }) => [subject, role])).toEqual([[other, 'recipient']])
})

test('control of a listed address is an upgrade attack, unless the source has a subCategory', () => {
  const upgrade = (about: object) =>
    observe(listedAddress, { data: `0x3659cfe6${word(other)}`, intel: [intel(other, about)] }).map(
      ({ subCategory }) => subCategory,
    )
  expect(upgrade({})).toEqual(['maliciousProtocolUpgrade'])
  expect(upgrade({ subCategory: 'rugPullInteraction' })).toEqual(['rugPullInteraction'])
})

test('evasion: The address has a name tag: it vouches for nothing, so the listing counts', () => {
  const score = (data: string, about: Partial<IntelRecord> = {}) => {
    const tag = intel(other, { kind: 'exchange', label: 'an exchange', source: 'tags', ...about })
    return judged({ data, intel: [intel(other, { severity: 79 }), tag] }).combinedScore
  }
  expect(score(callData.transfer(other, 1n))).toBe(79)
  expect(score(callData.approve(other, 1n))).toBe(79)
  // A list of false positives says that the listing is wrong.
  expect(score(callData.transfer(other, 1n), { kind: 'benign' })).toBe(30)
})

test('a listed token with a name tag, or in a token list, stays listed', () => {
  for (const about of [{}, { canonical: true, format: 'token-list' }] as const) {
    const records = [intel(token, { severity: 75 }), intel(token, { kind: 'token', source: 'tags', ...about })]
    expect(judged({ data: callData.transfer(other, 1n), intel: records }).combinedScore).toBe(75)
  }
})

import { describe, expect, test } from 'vitest'
import type { Grant } from '../../../../src/service/risk/actions/actions.ts'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import { grantToEoa } from '../../../../src/service/risk/detectors/grant-to-eoa.ts'
import type { KnownEvidence } from '../../../../src/service/risk/evidence.ts'
import { brief, detected, friend, grant, signer, somebody } from '../actions-builder.ts'
import { callData, MAX_UINT256 } from '../call-data.ts'
import { account, delegated, eoa, neverUsed, observation, old } from '../chain/observed.ts'
import { allow, block, intel, judged, other, token } from '../situation.ts'
import { safe, wrapInExecute, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'

const multiSend = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'

function points(about: Partial<Grant>, accounts: readonly ChainAccount[], known: Partial<KnownEvidence> = {}) {
  return brief(detected(grantToEoa, [grant(about)], { chain: observation(accounts), ...known }))
}

test('attack: An EOA gets an allowance', () => {
  expect(detected(grantToEoa, [grant()], { chain: observation([eoa(somebody)]) })).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 80,
      hops: 0,
      subject: somebody,
      role: 'spender',
      text: 'gets an allowance and is an EOA',
      source: 'chain',
      flip: 'reject, unless this is planned: verify the address with its owner, then add an ALLOW entry for it',
    },
  ])
})

test.each([
  'approve',
  'increase-allowance',
  'permit',
  'permit2-approve',
  'permit2-permit',
  'approval-for-all',
] as const)('also by %s', (form) => {
  expect(points({ form, unlimited: true }, [eoa(somebody)])).toEqual([`80 ${somebody}`])
})

test('near miss: The spender is a contract, or the node says nothing about it', () => {
  expect(points({}, [account(somebody)])).toEqual([])
  expect(points({}, [old(somebody)])).toEqual([])
  expect(points({}, [eoa(friend)])).toEqual([])
  expect(brief(detected(grantToEoa, [grant()]))).toEqual([])
})

test('evasion: The spender has no code yet, or is an EOA with the code of a delegate', () => {
  expect(points({}, [neverUsed(somebody)])).toEqual([`80 ${somebody}`])
  expect(points({}, [delegated(somebody, friend)])).toEqual([`80 ${somebody}`])
  const found = detected(grantToEoa, [grant()], { chain: observation([delegated(somebody, friend)]) })
  expect(found[0]?.text).toBe(`gets an allowance and is an EOA that runs the code of ${friend}`)
})

describe('is not a finding', () => {
  test.each<[string, Partial<Grant>, Partial<KnownEvidence>]>([
    ['with an ALLOW entry', {}, { entries: [allow(somebody)] }],
    ['with a BLOCK entry, which says it itself', {}, { entries: [block(somebody)] }],
    ['with a threat listing, which says it itself', {}, { intel: [intel(somebody)] }],
    ['when it is revoked', { revokes: true }, {}],
    ['about its own owner', { owner: somebody }, {}],
    ['about a signed transfer, which is a payment', { form: 'permit2-transfer' }, {}],
  ])('%s', (_, about, known) => {
    expect(points(about, [eoa(somebody)], known)).toEqual([])
  })

  test('about the sender itself', () => {
    expect(points({ owner: friend, authority: signer }, [eoa(signer)])).toEqual([])
  })

  test('about an account that grants it to itself', () => {
    const data = wrapInSafe(other, 0n, callData.approve(safe, 5n))
    expect(rulesOf({ to: safe, data, chain: observation([neverUsed(safe)]) })).not.toContain('grant-to-eoa')
  })
})

test.each([eoa(other), neverUsed(other), delegated(other, friend)])(
  'a call that makes the spender look like an account of the sender changes nothing: $kind',
  (spender) => {
    const approval = { to: token, data: callData.approve(other, MAX_UINT256) }
    const asAccount = { to: other, data: wrapInExecute(friend, 0n, '0x') }
    const data = wrapInSafe(multiSend, 0n, wrapInMultiSend(approval, asAccount), 1)
    expect(rulesOf({ to: safe, data, chain: observation([spender]) })).toContain('grant-to-eoa')
  },
)

test('a name tag does not vouch for it; the verdict is UNSAFE and blocked', () => {
  const { combinedScore, status, enforcement } = judged({
    data: callData.approve(other, MAX_UINT256),
    intel: [intel(other, { kind: 'exchange', label: 'an exchange' })],
    chain: observation([eoa(other)]),
  })
  expect([combinedScore, status, enforcement]).toEqual([80, 'UNSAFE', 'BLOCKED'])
})

function rulesOf(situation: Parameters<typeof judged>[0]): string[] {
  return judged(situation).findings.map(({ rule }) => rule)
}

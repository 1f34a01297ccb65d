import { expect, test } from 'vitest'
import type { Grant } from '../../../../src/service/risk/actions/actions.ts'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import { grantToYoungContract } from '../../../../src/service/risk/detectors/grant-to-young-contract.ts'
import type { KnownEvidence } from '../../../../src/service/risk/evidence.ts'
import { asset, brief, detected, friend, grant, otherCoin, somebody } from '../actions-builder.ts'
import { account, eoa, observation, old, proxy, young } from '../chain/observed.ts'
import { allow, intel } from '../situation.ts'

function points(grants: readonly Grant[], accounts: readonly ChainAccount[], known: Partial<KnownEvidence> = {}) {
  return brief(detected(grantToYoungContract, grants, { chain: observation(accounts), ...known }))
}

test('attack: A contract that had no code three days ago gets an allowance', () => {
  expect(
    detected(grantToYoungContract, [grant({ unlimited: true })], { chain: observation([young(somebody)]) }),
  ).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 65,
      hops: 0,
      subject: somebody,
      role: 'spender',
      text: 'gets an unlimited allowance and is a contract that is younger than 3 days',
      source: 'chain',
      flip: 'verify the address with its owner, then add an ALLOW entry for it',
    },
  ])
})

test.each<[string, Partial<Grant>[], number]>([
  ['a limited amount', [{}], 65],
  ['a signed permit', [{ form: 'permit' }], 75],
  ['a signed Permit2 allowance', [{ form: 'permit2-permit' }], 75],
  ['a whole collection', [{ form: 'approval-for-all', unlimited: true }], 75],
  ['several tokens', [{}, { asset: asset({ token: otherCoin }) }], 75],
])('points of %s', (_, grants, expected) => {
  expect(points(grants.map(grant), [young(somebody)])).toEqual([`${expected} ${somebody}`])
})

test('near miss: The contract was there three days ago, or the node cannot say', () => {
  expect(points([grant()], [old(somebody)])).toEqual([])
  expect(points([grant()], [account(somebody)])).toEqual([])
  expect(points([grant()], [eoa(somebody)])).toEqual([])
})

test('evasion: An old proxy gets a young implementation: it counts as young', () => {
  const behind = [young(somebody, proxy({ implementation: friend })), young(friend)]
  expect(detected(grantToYoungContract, [grant()], { chain: observation(behind) })).toMatchObject([
    { points: 65, text: 'gets an allowance and runs code that is younger than 3 days' },
  ])
})

test('who is known is not judged by age', () => {
  expect(points([grant()], [young(somebody)], { entries: [allow(somebody)] })).toEqual([])
  expect(points([grant()], [young(somebody)], { intel: [intel(somebody)] })).toEqual([])
  expect(
    points([grant()], [young(somebody)], { intel: [intel(somebody, { kind: 'protocol', canonical: true })] }),
  ).toEqual([])
})

import { expect, test } from 'vitest'
import { sanctionedAddress } from '../../../../src/service/risk/detectors/sanctioned-address.ts'
import { callData } from '../call-data.ts'
import { block, intel, observe, other, sender, stranger, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

const sanction = { kind: 'sanctioned', label: 'OFAC SDN', source: 'ofac', severity: 10 } as const

test('a sanctioned recipient scores 100, with any severity', () => {
  expect(observe(sanctionedAddress, { to: other, value: 1n, intel: [intel(other, sanction)] })).toEqual([
    {
      subCategory: 'sanctionedInteraction',
      points: 100,
      hops: 0,
      subject: other,
      role: 'recipient',
      text: 'is sanctioned: OFAC SDN',
      source: 'ofac',
      flip: 'wait until ofac delists the address; an ALLOW entry has no effect',
    },
  ])
})

test.each([
  ['sender', sender, callData.transfer(other, 1n)],
  ['spender', other, callData.approve(other, 1n)],
  ['owner', stranger, callData.transferFrom(stranger, other, 1n)],
  ['revoked', other, callData.approve(other, 0n)],
])('a sanctioned %s is found', (role, address, data) => {
  const found = observe(sanctionedAddress, { data, intel: [intel(address, sanction)] })
  expect(found.map((finding) => [finding.subject, finding.role])).toEqual([[address, role]])
})

test('a mixer, a malicious and a blocked address are not sanctioned', () => {
  const records = [intel(other, { kind: 'mixer' }), intel(other)]
  expect(observe(sanctionedAddress, { to: other, intel: records, entries: [block(other)] })).toEqual([])
})

test('a sanction on an address outside the transaction is ignored', () => {
  expect(observe(sanctionedAddress, { to: other, intel: [intel(stranger, sanction)] })).toEqual([])
})

test('a recipient inside multicall, Safe and user operation is found', () => {
  const data = wrapInAll(token, callData.transfer(other, 1n))
  const found = observe(sanctionedAddress, { to: entryPoint, data, intel: [intel(other, sanction)] })
  expect(found.map(({ subject, role }) => [subject, role])).toEqual([[other, 'recipient']])
})

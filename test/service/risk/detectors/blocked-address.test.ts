import { expect, test } from 'vitest'
import { blockedAddress } from '../../../../src/service/risk/detectors/blocked-address.ts'
import { callData, word } from '../call-data.ts'
import { allow, block, intel, judged, observe, other, sender, stranger, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

test('attack: A token transfer goes to a blocked address', () => {
  expect(observe(blockedAddress, { data: callData.transfer(other, 1n), entries: [block(other, 'b1')] })).toEqual([
    {
      subCategory: 'blockedAddress',
      points: 100,
      hops: 0,
      subject: other,
      role: 'recipient',
      text: 'is on the block list (entry b1)',
      source: 'control list',
      flip: 'do not send or sign it; the entry can be removed with: txwarden control-list remove b1',
      entryId: 'b1',
    },
  ])
})

test.each([
  ['sender', sender, callData.transfer(other, 1n)],
  ['token', token, callData.transfer(other, 1n)],
  ['spender', other, callData.approve(other, 1n)],
  ['operator', other, callData.setApprovalForAll(other, true)],
  ['owner', stranger, callData.transferFrom(stranger, other, 1n)],
  ['revoked', other, callData.approve(other, 0n)],
])('it is found as the %s too', (role, address, data) => {
  const found = observe(blockedAddress, { data, entries: [block(address)] })
  expect(found.map((finding) => [finding.subject, finding.role])).toEqual([[address, role]])
})

test('ignores an ALLOW entry, another address and a threat listing', () => {
  const situation = {
    data: callData.transfer(other, 1n),
    entries: [allow(other), block(stranger)],
    intel: [intel(other)],
  }
  expect(observe(blockedAddress, situation)).toEqual([])
})

test('near miss: An address differs from a blocked one in its last digit', () => {
  const neighbour = `${other.slice(0, -1)}4`
  expect(observe(blockedAddress, { data: callData.transfer(neighbour, 1n), entries: [block(other)] })).toEqual([])
})

test('a recipient inside multicall, Safe and user operation is found', () => {
  const data = wrapInAll(token, callData.transfer(other, 1n))
  const found = observe(blockedAddress, { to: entryPoint, data, entries: [block(other)] })
  expect(found.map(({ subject, role }) => [subject, role])).toEqual([[other, 'recipient']])
})

test('evasion: The address stands in the data of a function that is not known: it is found there', () => {
  const situation = { data: `0xdeadbeef${word(7)}${word(other)}`, entries: [block(other)] }
  expect(judged(situation)).toMatchObject({ enforcement: 'BLOCKED', combinedScore: 100 })
})

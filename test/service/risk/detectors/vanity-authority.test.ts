import { expect, test } from 'vitest'
import { vanityAuthority } from '../../../../src/service/risk/detectors/vanity-authority.ts'
import {
  brief,
  briefly,
  control,
  detected,
  friend,
  grant,
  interaction,
  order,
  signer,
  transfer,
  vanity,
} from '../actions-builder.ts'
import { callData } from '../call-data.ts'
import { allow, intel, observe, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

const found = briefly(vanityAuthority)

test('attack: An allowance for an unknown address that imitates the zero address', () => {
  expect(detected(vanityAuthority, [grant({ authority: vanity })])).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 75,
      hops: 0,
      subject: vanity,
      role: 'spender',
      text: 'is unknown, and its address imitates 0x0000…0000',
      source: 'shape of the address',
      flip: 'verify the address with its owner, then add an ALLOW entry for it',
    },
  ])
})

test('so are control and orders', () => {
  expect(found([control({ authority: vanity })])).toEqual([`75 ${vanity}`])
  expect(found([order({ authority: vanity })])).toEqual([`75 ${vanity}`])
})

test('a payment or call is a WARNING', () => {
  expect(found([transfer({ authority: vanity })])).toEqual([`45 ${vanity}`])
  expect(found([interaction('0xdeadbeef', { authority: vanity })])).toEqual([`45 ${vanity}`])
})

test.each([
  ['three zeros at the beginning', '0x0001a1b2c3d4e5f60718293a4b5c6d7e8f900000'],
  ['a precompile', '0x0000000000000000000000000000000000000004'],
  ['the zero address', '0x0000000000000000000000000000000000000000'],
])('%s does not match', (_, authority) => {
  expect(found([grant({ authority })])).toEqual([])
})

test('ignores a known address, one that loses a right, and the sender', () => {
  expect(found([grant({ authority: vanity })], { entries: [allow(vanity)] })).toEqual([])
  expect(
    found([grant({ authority: vanity })], { intel: [intel(vanity, { kind: 'protocol', canonical: true })] }),
  ).toEqual([])
  expect(found([grant({ authority: vanity, revokes: true })])).toEqual([])
  expect(found([grant({ authority: signer, owner: friend })])).toEqual([])
})

test('evasion: The approval is wrapped in a multicall, a Safe and a user operation: it is found. Three zero digits at one end are not', () => {
  const data = wrapInAll(token, callData.approve(vanity, 1n))
  expect(brief(observe(vanityAuthority, { to: entryPoint, data }))).toEqual([`75 ${vanity}`])
  expect(found([grant({ authority: '0x0000a1b2c3d4e5f60718293a4b5c6d7e8f901000' })])).toEqual([])
})

test('near miss: Leading zeros alone, which protocols choose to save gas', () => {
  expect(found([grant({ authority: '0x000000000022d473030f116ddee9f6b43ac78ba3' })])).toEqual([])
})

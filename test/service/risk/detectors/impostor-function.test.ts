import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, test } from 'vitest'
import { impostorFunction } from '../../../../src/service/risk/detectors/impostor-function.ts'
import { brief, briefly, detected, interaction, somebody } from '../actions-builder.ts'
import { allow, intel, observe, other } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

const found = briefly(impostorFunction)
const SECURITY_UPDATE = '0x5fba79f5'
const CONNECT_WALLET = '0x4748c382'

test('attack: SecurityUpdate() of an unknown contract is paid', () => {
  expect(detected(impostorFunction, [interaction(SECURITY_UPDATE, { value: 1n })])).toEqual([
    {
      subCategory: 'impersonationScamInteraction',
      points: 75,
      hops: 0,
      subject: somebody,
      role: 'target',
      text: 'is unknown and is called with SecurityUpdate(), which pretends to secure a wallet',
      source: 'call data',
      flip: 'reject: no transaction secures a wallet; if the contract is known to you, verify the address with its owner, then add an ALLOW entry for it',
    },
  ])
})

test('an unpaid call is a WARNING', () => {
  expect(found([interaction(CONNECT_WALLET)])).toEqual([`55 ${somebody}`])
})

describe('ignores', () => {
  test('near miss: Another function of an unknown contract, such as deposit(), is paid', () => {
    for (const selector of ['0x4e71d92d', '0xd0e30db0', '0xdeadbeef'])
      expect(found([interaction(selector, { value: 1n })])).toEqual([])
  })

  test('a known contract', () => {
    expect(found([interaction(SECURITY_UPDATE)], { entries: [allow(somebody)] })).toEqual([])
    expect(
      found([interaction(SECURITY_UPDATE)], { intel: [intel(somebody, { kind: 'protocol', as: ['callee'] })] }),
    ).toEqual([])
  })
})

test('evasion: The call is wrapped in a Safe and a user operation: it is found. A name outside the vocabulary is not', () => {
  const data = wrapInAll(other, SECURITY_UPDATE)
  expect(brief(observe(impostorFunction, { to: entryPoint, data }))).toEqual([`55 ${other}`])
  const unlisted = AbiFunction.getSelector('function PolishWallet()')
  expect(observe(impostorFunction, { to: entryPoint, data: wrapInAll(other, unlisted) })).toEqual([])
})

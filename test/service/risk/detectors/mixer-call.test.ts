import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { expect, test } from 'vitest'
import { mixerCall } from '../../../../src/service/risk/detectors/mixer-call.ts'
import { brief, briefly, detected, interaction, somebody } from '../actions-builder.ts'
import { word } from '../call-data.ts'
import { allow, intel, observe, other } from '../situation.ts'
import { account, entryPoint, wrapInExecute, wrapInMulticall, wrapInUserOperation } from '../wrapping.ts'

const found = briefly(mixerCall)
const ETHER = 10n ** 18n
const DEPOSIT = '0xb214faa5'

test('attack: A pool amount is deposited into an unknown pool', () => {
  expect(detected(mixerCall, [interaction(DEPOSIT, { value: ETHER / 10n })])).toEqual([
    {
      subCategory: 'mixerMaliciousContractInteraction',
      points: 60,
      hops: 0,
      subject: somebody,
      role: 'target',
      text: 'is unknown and is called like a mixer: deposit(bytes32)',
      source: 'call data',
      flip: 'verify the address with its owner, then add an ALLOW entry for it',
    },
  ])
})

test.each([
  'deposit(bytes32)',
  'withdraw(bytes,bytes32,bytes32,address,address,uint256,uint256)',
  'deposit(address,bytes32,bytes)',
  'withdraw(address,bytes,bytes32,bytes32,address,address,uint256,uint256)',
])('%s is a mixer function', (signature) => {
  const selector = Hash.keccak256(Hex.fromString(signature)).slice(0, 10)
  expect(detected(mixerCall, [interaction(selector)]).map(({ points, text }) => [points, text])).toEqual([
    [45, `is unknown and is called like a mixer: ${signature}`],
  ])
})

test('evasion: The amount is no pool size: it is a WARNING all the same', () => {
  expect(found([interaction(DEPOSIT, { value: ETHER / 5n })])).toEqual([`45 ${somebody}`])
})

test('ignores a known contract', () => {
  expect(found([interaction(DEPOSIT)], { entries: [allow(somebody)] })).toEqual([])
  expect(found([interaction(DEPOSIT)], { intel: [intel(somebody, { kind: 'protocol', as: ['callee'] })] })).toEqual([])
  expect(found([interaction(DEPOSIT)], { intel: [intel(somebody, { kind: 'mixer' })] })).toEqual([])
})

test('a deposit inside multicall, account and user operation is found', () => {
  const deposit = wrapInMulticall(`${DEPOSIT}${word(7)}`)
  const data = wrapInUserOperation(account, wrapInExecute(other, ETHER, deposit))
  expect(brief(observe(mixerCall, { to: entryPoint, data }))).toEqual([`60 ${other}`])
})

test('near miss: Another function with the name deposit is paid', () => {
  expect(found([interaction('0xd0e30db0', { value: ETHER })])).toEqual([])
})

import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { expect, test } from 'vitest'
import { ownerPowers } from '../../../../src/service/risk/detectors/owner-powers.ts'
import { brief, briefly, detected, interaction, somebody } from '../actions-builder.ts'
import { word } from '../call-data.ts'
import { allow, intel, observe, token } from '../situation.ts'
import { entryPoint, wrapInAll } from '../wrapping.ts'

const found = briefly(ownerPowers)
const selectorOf = (signature: string) => Hash.keccak256(Hex.fromString(signature)).slice(0, 10)

test('attack: The owner of an unknown token calls setBots(address[])', () => {
  expect(detected(ownerPowers, [interaction(selectorOf('setBots(address[])'))])).toEqual([
    {
      subCategory: 'rugPullInteraction',
      points: 35,
      hops: 0,
      subject: somebody,
      role: 'target',
      text: 'is an unknown token, and its owner uses setBots(address[])',
      source: 'call data',
      flip: 'verify the address with its owner, then add an ALLOW entry for it',
    },
  ])
})

test.each([
  'blacklist(address)',
  'blacklistAddress(address)',
  'blacklistAddress(address,bool)',
  'addToBlacklist(address)',
  'addBlacklist(address)',
  'setBlacklist(address,bool)',
  'setBots(address[])',
  'setBots(address[],bool)',
  'setBot(address,bool)',
  'addBots(address[])',
  'addBot(address)',
  'blockBots(address[])',
  'setTaxes(uint256,uint256)',
  'setSellFee(uint256)',
  'setSellTax(uint256)',
  'setTaxFeePercent(uint256)',
  'setMaxTxAmount(uint256)',
  'setMaxTxPercent(uint256)',
  'setMaxTxnAmount(uint256)',
  'setMaxWalletSize(uint256)',
  'setTrading(bool)',
  'tradingStatus(bool)',
  'pauseTrading()',
  'stopTrading()',
  'closeTrading()',
])('%s is an owner power', (signature) => {
  expect(detected(ownerPowers, [interaction(selectorOf(signature))]).map((each) => each.text)).toEqual([
    `is an unknown token, and its owner uses ${signature}`,
  ])
})

test('ignores a known token', () => {
  const ban = [interaction(selectorOf('blacklist(address)'))]
  expect(found(ban, { intel: [intel(somebody, { kind: 'token', canonical: true })] })).toEqual([])
  expect(found(ban, { entries: [allow(somebody)] })).toEqual([])
})

test('evasion: The call is wrapped in a Safe and a user operation: it is found. The same power under another name is not', () => {
  const data = wrapInAll(token, `${selectorOf('setTrading(bool)')}${word(0)}`)
  expect(brief(observe(ownerPowers, { to: entryPoint, data }))).toEqual([`35 ${token}`])
  const renamed = wrapInAll(token, `${selectorOf('setTradingAllowed(bool)')}${word(0)}`)
  expect(observe(ownerPowers, { to: entryPoint, data: renamed })).toEqual([])
})

test('near miss: Another function of an owner, such as pause()', () => {
  expect(found([interaction(selectorOf('mint(address,uint256)')), interaction(selectorOf('pause()'))])).toEqual([])
})

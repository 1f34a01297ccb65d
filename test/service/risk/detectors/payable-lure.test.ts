import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, test } from 'vitest'
import { payableLure } from '../../../../src/service/risk/detectors/payable-lure.ts'
import { brief, briefly, detected, friend, interaction, somebody } from '../actions-builder.ts'
import { word } from '../call-data.ts'
import { change, measured, observation, old, young } from '../chain/observed.ts'
import { allow, intel, observe, other, sender, token } from '../situation.ts'
import { account, entryPoint, wrapInExecute, wrapInMulticall, wrapInUserOperation } from '../wrapping.ts'

const found = briefly(payableLure)
const CLAIM = '0x4e71d92d'
const CLAIM_OF = '0x1e83409a'
const CLAIM_BIG = '0x3158952e'
const MINT = '0xa0712d68'
const BUY = AbiFunction.getSelector('function buy(address,uint256)')

test('attack: claim() of an unknown contract is paid', () => {
  expect(detected(payableLure, [interaction(CLAIM, { value: 1n })])).toEqual([
    {
      subCategory: 'financialScamInteraction',
      points: 60,
      hops: 0,
      subject: somebody,
      role: 'target',
      text: 'is unknown and is paid through claim(), a name that phishing contracts use',
      source: 'call data',
      flip: 'verify the address with its owner, then add an ALLOW entry for it',
    },
  ])
})

describe('points by name and value', () => {
  test.each([
    ['claim(address), paid', CLAIM_OF, 1n, 60],
    ['mint(uint256), paid', MINT, 1n, 45],
    ['Claim(), unpaid', CLAIM_BIG, 0n, 35],
  ])('%s', (_, selector, value, points) => {
    expect(found([interaction(selector, { value })])).toEqual([`${points} ${somebody}`])
  })

  test('several calls of one contract report the strongest', () => {
    expect(found([interaction(CLAIM_BIG), interaction(MINT, { value: 1n })])).toEqual([`45 ${somebody}`])
  })
})

describe('ignores', () => {
  test.each([
    ['claim(address) for nothing', CLAIM_OF, 0n],
    ['a free mint', MINT, 0n],
    ['wrapping the native currency', '0xd0e30db0', 1n],
    ['an unknown function that is paid', '0xdeadbeef', 1n],
    ['a name that secures wallets, which has its own rule', '0x5fba79f5', 1n],
  ])('%s', (_, selector, value) => {
    expect(found([interaction(selector, { value })])).toEqual([])
  })

  test('a known contract', () => {
    const call = [interaction(CLAIM, { value: 1n })]
    expect(found(call, { entries: [allow(somebody)] })).toEqual([])
    expect(found(call, { intel: [intel(somebody, { kind: 'protocol', as: ['callee'] })] })).toEqual([])
    expect(found(call, { entries: [allow(friend)] })).toEqual([`60 ${somebody}`])
  })
})

test('a payment to the contract before does not vouch for its function', () => {
  const paid = { address: somebody, firstSeen: 1, count: 1, hadValue: true, vouches: true }
  expect(found([interaction(CLAIM, { value: 1n })], { counterparties: [paid] })).toEqual([`60 ${somebody}`])
})

describe('a function of honest contracts with such a name', () => {
  const toSelf = (signature: string, value: bigint) => {
    const data = AbiFunction.getSelector(`function ${signature}`) + word(sender) + word(1n)
    return brief(observe(payableLure, { data, value }))
  }

  test.each([
    ['mint(address,uint256)', ['45']],
    ['withdrawETH(address)', []],
    ['withdrawEth(address)', []],
    ['withdrawFunds(address,uint256)', []],
  ])('%s is a lure only where a payment is usual', (signature, paid) => {
    expect(toSelf(signature, 1n)).toEqual(paid.map((points) => `${points} ${token}`))
    expect(toSelf(signature, 0n)).toEqual([])
  })
})

test('evasion: The call is wrapped in an account and a user operation: it is found. A name outside the vocabulary is not', () => {
  const data = wrapInUserOperation(account, wrapInExecute(other, 5n, wrapInMulticall(CLAIM)))
  expect(brief(observe(payableLure, { to: entryPoint, data }))).toEqual([`60 ${other}`])
  const unlisted = wrapInExecute(other, 5n, AbiFunction.getSelector('function polishTreasure()'))
  expect(observe(payableLure, { to: account, data: unlisted })).toEqual([])
})

describe('a sale whose items arrive', () => {
  const item = change(1n, somebody, { standard: 'erc721', id: 7n })
  const simulated = (account: typeof old, changes = [change(-1n), item], selector = MINT) => {
    const chain = observation([account(somebody)], measured({ changes }))
    return found([interaction(selector, { value: 1n })], { chain })
  }

  const elsewhere = (data: string) => {
    const chain = observation([old(somebody), old(token)], measured({ changes: [{ ...item, token }] }))
    return brief(observe(payableLure, { to: somebody, data, value: 1n, chain }))
  }

  test.each([
    ['items of an old contract', simulated(old), []],
    ['items of a young one', simulated(young), [`45 ${somebody}`]],
    ['tokens of an old one', simulated(old, [change(5_000n, somebody)]), []],
    ['dust', simulated(old, [change(5n, somebody)]), [`45 ${somebody}`]],
    ['items of another contract', simulated(old, [{ ...item, token }]), [`45 ${somebody}`]],
    ['items of another old contract', elsewhere(MINT), []],
    ['items of an old contract that the call data names', elsewhere(BUY + word(token) + word(7n)), []],
    ['items of another than the call data names', elsewhere(BUY + word(other) + word(7n)), [`45 ${somebody}`]],
    ['nothing', simulated(old, [change(-1n)]), [`45 ${somebody}`]],
    ['items for a paid claim', simulated(old, [item], CLAIM), [`60 ${somebody}`]],
  ])('%s', (_, points, expected) => {
    expect(points).toEqual(expected)
  })
})

test('near miss: claim() of an unknown contract is called without a payment', () => {
  expect(found([interaction(CLAIM)])).toEqual([])
})

import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { expect, test } from 'vitest'
import { lures } from '../../../src/service/risk/lures.ts'

test('every selector is the hash of its name', () => {
  expect(lures.size).toBeGreaterThan(500)
  for (const [selector, { signature }] of lures)
    expect(`${signature} ${selector}`).toBe(`${signature} ${Hash.keccak256(Hex.fromString(signature)).slice(0, 10)}`)
})

test('what ordinary contracts are called with is not among them', () => {
  const ordinary = [
    'deposit()',
    'withdraw()',
    'withdraw(uint256)',
    'submit(address)',
    'stakeETH(address)',
    'transfer(address,uint256)',
  ]
  expect(ordinary.filter((signature) => lures.has(Hash.keccak256(Hex.fromString(signature)).slice(0, 10)))).toEqual([])
})

test('the pretences are told apart', () => {
  expect(['0x5fba79f5', '0x4e71d92d', '0xa0712d68'].map((selector) => lures.get(selector))).toEqual([
    { pretence: 'security', signature: 'SecurityUpdate()' },
    { pretence: 'claim', signature: 'claim()' },
    { pretence: 'paid', signature: 'mint(uint256)' },
  ])
})

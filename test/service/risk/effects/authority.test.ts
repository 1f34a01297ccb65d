import { describe, expect, test } from 'vitest'
import { other, sender, token } from '../situation.ts'
import { safe, wrapInMulticall, wrapInSafe } from '../wrapping.ts'
import { dataOf, found } from './found.ts'

const role = `0x${'0e'.repeat(32)}`

describe('an unknown address', () => {
  test.each<[string, readonly unknown[], string]>([
    ['transferAdmin(address)', [other], `control-change 55: becomes the owner of ${token} and is unknown`],
    ['setPauser(address)', [other], `control-change 45: becomes a role holder of ${token} and is unknown`],
    [
      'grantRole(address, bytes32)',
      [other, role],
      `control-change 45: becomes a role holder of ${token} and is unknown`,
    ],
    ['upgrade(address)', [other], `control-change 60: becomes the new implementation of ${token} and is unknown`],
    ['setBeacon(address)', [other], `control-change 60: becomes the new implementation of ${token} and is unknown`],
    ['setMinter(address)', [other], `unknown-right 60: gets the right to create tokens of ${token} and is unknown`],
    ['setKeeper(address)', [other], `unknown-right 50: gets a privileged role in ${token} and is unknown`],
    ['setPriceFeed(address)', [other], `unknown-right 50: gets a privileged role in ${token} and is unknown`],
    [
      'setStrategy(address)',
      [other],
      `unknown-right 60: gets the right to manage the positions of ${token} and is unknown`,
    ],
    ['setTreasury(address)', [other], `unknown-right 50: gets the future income of ${token} and is unknown`],
    [
      'setDefaultRoyalty(address, uint96)',
      [other, 500n],
      `unknown-right 50: gets the future income of ${token} and is unknown`,
    ],
  ])('in %s is a WARNING', (call, args, expected) => {
    const data = dataOf(call, ...args)
    expect(found(other, data)).toEqual([expected])
    expect(found(other, wrapInMulticall(data))).toEqual([expected])
    expect(found(other, wrapInSafe(token, 0n, data), safe)).toEqual([expected])
  })
})

describe('is no finding:', () => {
  test.each<[string, readonly unknown[]]>([
    ['configureMinter(address, uint256)', [other, 0n]],
    ['setUserRole(address, uint8, bool)', [other, 1, false]],
    ['setDefaultRoyalty(address, uint96)', [other, 0n]],
    ['removeMinter(address)', [other]],
    ['blacklist(address)', [other]],
  ])('%s that ends or restricts', (call, args) => {
    expect(found(other, dataOf(call, ...args))).toEqual([])
  })

  test('income and parts for the sender, or for the Safe that makes the call', () => {
    for (const call of ['setTreasury(address)', 'setKeeper(address)', 'setMinter(address)']) {
      expect(found(sender, dataOf(call, sender))).toEqual([])
      expect(found(safe, wrapInSafe(token, 0n, dataOf(call, safe)), safe)).toEqual([])
    }
  })
})

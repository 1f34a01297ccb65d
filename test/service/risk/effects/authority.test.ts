import { describe, expect, test } from 'vitest'
import { EVERYONE } from '../../../../src/service/evm/words.ts'
import { judged, other, sender, token } from '../situation.ts'
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
    // A contract account that hands over its rights is worse.
    const ofSafe = expected.replace('control-change 55', 'control-change 70')
    expect(found(other, wrapInSafe(token, 0n, data), safe)).toEqual([ofSafe])
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

describe('a role for everyone', () => {
  const nobody = `0x${'0'.repeat(40)}`
  const publicRole = 2n ** 64n - 1n
  const executorRole = '0xd8aa0f3194971a2a116679f7c2090f6939c8d4e01a2a8d7e41d55e5351469e63'
  const selectors = ['0x12345678']

  test.each<[string, readonly unknown[], string]>([
    ['grantRole(bytes32, address)', [role, nobody], token],
    ['grantPermission(address, address, bytes32)', [EVERYONE, other, role], other],
    ['setTargetFunctionRole(address, bytes4[], uint64)', [other, selectors, publicRole], other],
    ['setRoleAdmin(uint64, uint64)', [7n, publicRole], token],
    ['setRoleGuardian(uint64, uint64)', [7n, publicRole], token],
    ['setPublicCapability(address, bytes4, bool)', [other, '0x12345678', true], other],
  ])('in %s is a WARNING', (call, args, contract) => {
    const data = dataOf(call, ...args)
    const expected = [`control-change 45: becomes a role holder of ${contract} and stands for everyone`]
    expect(found(EVERYONE, data)).toEqual(expected)
    expect(found(EVERYONE, wrapInMulticall(data))).toEqual(expected)
    expect(found(EVERYONE, wrapInSafe(token, 0n, data), safe)).toEqual(expected)
  })

  test.each<[string, string, readonly unknown[]]>([
    ['the executor role of a timelock', 'grantRole(bytes32, address)', [executorRole, nobody]],
    [
      'functions for a role that not everyone has',
      'setTargetFunctionRole(address, bytes4[], uint64)',
      [other, selectors, 7n],
    ],
    ['an admin role that not everyone has', 'setRoleAdmin(uint64, uint64)', [7n, 8n]],
    ['a capability that ends', 'setPublicCapability(address, bytes4, bool)', [other, '0x12345678', false]],
  ])('is not %s, which is no finding', (_, call, args) => {
    const { findings, coverage } = judged({ data: dataOf(call, ...args) })
    expect({ findings, coverage }).toEqual({ findings: [], coverage: 'none' })
  })
})

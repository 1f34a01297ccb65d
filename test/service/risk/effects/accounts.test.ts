import { describe, expect, test } from 'vitest'
import { other, sender, stranger, token } from '../situation.ts'
import { safe, wrapInSafe } from '../wrapping.ts'
import { dataOf, found } from './found.ts'

const module = '0xa110ba4ce5e2d4f5061728394a5b6c7d8e9fa0b1'

describe('a spending limit of the allowance module', () => {
  const limit = (delegate: string, amount: bigint) =>
    dataOf('setAllowance(address, address, uint96, uint16, uint32)', delegate, token, amount, 0, 0)

  test('for an unknown delegate is a right over the Safe', () => {
    expect(found(other, wrapInSafe(module, 0n, limit(other, 5n)), safe)).toEqual([
      `unknown-right 60: gets the right to spend from ${safe} and is unknown`,
    ])
  })

  test('of zero ends it', () => {
    expect(found(other, wrapInSafe(module, 0n, limit(other, 0n)), safe)).toEqual([])
  })
})

describe('Zodiac roles', () => {
  const roles = `0x${'0e'.repeat(32)}`
  const assign = (members: readonly boolean[]) =>
    dataOf(
      'assignRoles(address, bytes32[], bool[])',
      other,
      members.map(() => roles),
      members,
    )

  test.each([[[true]], [[false, true]], [[true, false]]])('with memberships %j are given', (members) => {
    expect(found(other, assign(members), module)).toEqual([
      `control-change 45: becomes a role holder of ${module} and is unknown`,
    ])
  })

  test('with memberships false only are taken', () => {
    expect(found(other, assign([false, false]), module)).toEqual([])
  })
})

test('a permission of one of several callers is given to that caller only', () => {
  const data = dataOf('setPermissions(address[], bool[])', [other, stranger], [false, true])
  expect(found(other, data)).toEqual([])
  expect(found(stranger, data)).toEqual([
    `unknown-right 60: gets the right to manage the positions of ${sender} and is unknown`,
  ])
})

test('a guardian that takes over a wallet becomes its owner', () => {
  const data = dataOf('executeRecovery(address wallet, address recovery)', safe, other)
  expect(found(other, data)).toEqual([`control-change 55: becomes the owner of ${safe} and is unknown`])
})

test('an Ambire key without a privilege is removed', () => {
  const set = (privilege: string) => dataOf('setAddrPrivilege(address, bytes32)', other, `0x${privilege.repeat(32)}`)
  expect(found(other, set('01'))).toHaveLength(1)
  expect(found(other, set('00'))).toEqual([])
})

test('a key of an account may be an address in bytes', () => {
  const key = (publicKey: string) => [0, 2, true, publicKey] as const
  const authorize = (publicKey: string) =>
    dataOf('authorize((uint40, uint8, bool, bytes) key)', Object.values(key(publicKey)))
  expect(found(other, authorize(`0x${other.slice(2).padStart(64, '0')}`))).toHaveLength(1)
})

test('the deposit of an account may be withdrawn by the account only', () => {
  const withdraw = (to: string) => dataOf('withdrawDepositTo(address to, uint256 amount)', to, 7n)
  expect(found(other, withdraw(other))).toHaveLength(1)
  expect(found(sender, withdraw(sender))).toEqual([])
})

describe('a new Safe', () => {
  const nobody = `0x${'0'.repeat(40)}`
  const singleton = '0x41675C099F32341bf84BFc5382aF534df5C7461a'
  const setup = (owner: string, init: string, handler: string) =>
    dataOf(
      'setup(address[], uint256, address, bytes, address, address, uint256, address)',
      [owner],
      1n,
      init,
      '0x',
      handler,
      nobody,
      0n,
      nobody,
    )
  const create = (code: string, initializer: string) =>
    dataOf('createProxyWithNonce(address, bytes, uint256)', code, initializer, 1n)

  test.each([
    ['owner', create(singleton, setup(other, nobody, nobody)), 'control-change 45'],
    ['fallback handler', create(singleton, setup(sender, nobody, other)), 'control-change 55'],
    ['initial delegatecall', create(singleton, setup(sender, other, nobody)), 'foreign-delegatecall'],
    ['code', create(other, setup(sender, nobody, nobody)), 'control-change 60'],
  ])('with an unknown %s is a finding', (_, data, expected) => {
    expect(found(other, data, module).map((finding) => finding.slice(0, expected.length))).toEqual([expected])
  })

  test('of the sender is none', () => {
    expect(found(sender, create(singleton, setup(sender, nobody, nobody)), module)).toEqual([])
  })
})

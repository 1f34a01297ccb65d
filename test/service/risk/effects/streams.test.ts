import { expect, test } from 'vitest'
import { other, sender, stranger, token } from '../situation.ts'
import { dataOf, found } from './found.ts'

test('the creator of a stream may make an unknown address its sender, who can cancel', () => {
  const call =
    'createWithDurationsLL((address, address, uint128, address, bool, bool, string) params, (uint128, uint128) unlocks, (uint40, uint40) durations)'
  const create = (from: string) =>
    dataOf(call, [from, stranger, 10n ** 18n, token, true, true, ''], [0n, 0n], [0, 3600])
  expect(found(other, create(other))).toEqual([
    `unknown-right 55: gets all later withdrawals of ${sender} and is unknown`,
  ])
  expect(found(sender, create(sender))).toEqual([])
  expect(found(stranger, create(sender)).filter((finding) => /right|receiver/.test(finding))).toEqual([])
})

test('what is paid into a stream may be refunded to its sender', () => {
  const deposit = (from: string) => dataOf('deposit(uint256, uint128, address, address)', 7n, 10n ** 18n, from, sender)
  expect(found(other, deposit(other))).toEqual([
    `unknown-right 55: gets all later withdrawals of ${sender} and is unknown`,
  ])
  expect(found(other, deposit(sender))).toEqual([])
})

test('an operator of flows may spend from the sender', () => {
  const permit = (permissions: number) =>
    dataOf('updateFlowOperatorPermissions(address, address, uint8, int96)', token, other, permissions, 100n)
  expect(found(other, permit(7))).toEqual([`unknown-right 60: gets the right to spend from ${sender} and is unknown`])
  expect(found(other, permit(0))).toEqual([])
})

test('a trading account may be used by a delegate', () => {
  expect(found(other, dataOf('approveAllDelegatePowers(address)', other))[0]).toMatch(/^unknown-right 60/)
  expect(found(other, dataOf('removeAllDelegatePowers(address)', other))).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { other, sender, token } from '../situation.ts'
import { safe, wrapInMulticall, wrapInSafe } from '../wrapping.ts'
import { dataOf, found } from './found.ts'

const delegate = (to: string) => dataOf('delegate(address to)', to)
const role = `0x${'0e'.repeat(32)}`

describe('voting power', () => {
  test.each([
    ['of the sender', delegate(other), token, sender],
    ['in a multicall', wrapInMulticall(delegate(other)), token, sender],
    ['of a Safe', wrapInSafe(token, 0n, delegate(other)), safe, safe],
    ['in the Snapshot registry', dataOf('setDelegate(bytes32 space, address to)', role, other), token, sender],
  ])('%s for an unknown address is a WARNING', (_, data, to, owner) => {
    expect(found(other, data, to)).toEqual([`unknown-right 35: gets the votes of ${owner} and is unknown`])
  })

  test('of a signer is the right of that signer', () => {
    const call = 'metaDelegate(address from, address to, uint256 deadline, uint8 v, bytes32 r, bytes32 s)'
    expect(found(other, dataOf(call, safe, other, 1n, 27, role, role))).toEqual([
      `unknown-right 35: gets the votes of ${safe} and is unknown`,
    ])
  })

  test('kept or taken back is no finding', () => {
    expect(found(sender, delegate(sender))).toEqual([])
    expect(found(other, dataOf('clearDelegate(bytes32 space)', role))).toEqual([])
  })
})

test('an Aragon permission is a role of the named application', () => {
  const data = dataOf('grantPermission(address who, address app, bytes32 role)', other, safe, role)
  expect(found(other, data)).toEqual([`control-change 45: becomes a role holder of ${safe} and is unknown`])
})

test('who leaves a Moloch DAO may be paid elsewhere', () => {
  const ragequit = (to: string) =>
    dataOf('ragequit(address to, uint256 shares, uint256 loot, address[] tokens)', to, 1n, 0n, [])
  expect(found(other, ragequit(other))).toHaveLength(1)
  expect(found(sender, ragequit(sender))).toEqual([])
})

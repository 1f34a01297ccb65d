import { describe, expect, test } from 'vitest'
import { other, sender, token } from '../situation.ts'
import { dataOf, found } from './found.ts'

const rights = `0x${'00'.repeat(32)}`

describe('a delegation of a wallet', () => {
  const all = (enabled: boolean) => dataOf('delegateAll(address, bytes32, bool)', other, rights, enabled)

  test('to an unknown wallet is a WARNING', () => {
    expect(found(other, all(true))).toEqual([
      `unknown-right 50: gets the right to collect for ${sender} and is unknown`,
    ])
  })

  test('that ends is no finding', () => {
    expect(found(other, all(false))).toEqual([])
    expect(found(other, dataOf('revokeAllDelegates()'))).toEqual([])
  })
})

test('a rented item is used by its user', () => {
  const rent = (until: bigint) => dataOf('setUser(uint256, address, uint64)', 1n, other, until)
  expect(found(other, rent(2_000_000_000n))).toEqual([
    `unknown-right 40: gets the use of items of ${sender} and is unknown`,
  ])
  expect(found(other, rent(0n))).toEqual([])
})

test('an allowance of ERC-6909 is an allowance', () => {
  const approve = (amount: bigint) => dataOf('approve(address, uint256, uint256)', other, 1n, amount)
  expect(found(other, approve(2n ** 255n))[0]).toMatch(/^unknown-grant/)
  expect(found(other, approve(0n))).toEqual([])
})

test('an operator by signature is an operator of the signer', () => {
  const call = 'permitForAll(address, address, bool, uint256, uint256, bytes)'
  expect(found(other, dataOf(call, token, other, true, 1n, 1n, '0x'))[0]).toMatch(/^unknown-grant/)
  expect(found(other, dataOf(call, token, other, false, 1n, 1n, '0x'))).toEqual([])
})

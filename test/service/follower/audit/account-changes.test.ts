import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CheckedBlock } from '../../../../src/service/chain/blocks/block.ts'
import { accountChanges } from '../../../../src/service/follower/audit/account-changes.ts'
import { blockOf, matched, transfer } from './blocks.ts'

const A = `0x${'aa'.repeat(20)}`
const B = `0x${'bb'.repeat(20)}`

function changesIn(block: CheckedBlock, accounts: readonly string[]) {
  const changes = accountChanges(block, new Set(accounts))
  return new Map(Array.from(changes, ([account, { balance, nonce }]) => [account, { balance, nonce }]))
}

test('a transfer takes value and fee from its sender, and counts one transaction', () => {
  const block = blockOf(1, [transfer({ from: A, to: B, value: 100n, fee: 7n })])
  expect(changesIn(block, [A, B])).toEqual(
    new Map([
      [A, { balance: -107n, nonce: 1 }],
      [B, { balance: 100n, nonce: 0 }],
    ]),
  )
})

test('a failed one takes the fee only', () => {
  const block = blockOf(1, [transfer({ from: A, to: B, value: 100n, fee: 7n, succeeded: false })])
  expect(changesIn(block, [A, B])).toEqual(
    new Map([
      [A, { balance: -7n, nonce: 1 }],
      [B, { balance: 0n, nonce: 0 }],
    ]),
  )
})

test.each([
  ['the status is not known', { succeeded: undefined, fee: 7n }, { balance: undefined, nonce: 1 }],
  ['the fee is not known', { fee: undefined }, { balance: undefined, nonce: 1 }],
  ['it is of a type of Arbitrum', { type: 0x69 }, { balance: undefined, nonce: undefined }],
  ['it is a deposit', { type: 0x7e, mint: 500n, fee: 0n }, { balance: 400n, nonce: 1 }],
  ['it is a deposit that fails', { type: 0x7e, mint: 500n, fee: 0n, succeeded: false }, { balance: 500n, nonce: 1 }],
])('the change of the sender when %s', (_, changes, expected) => {
  const block = blockOf(1, [transfer({ from: A, to: B, value: 100n, ...changes })])
  expect(changesIn(block, [A])).toEqual(new Map([[A, expected]]))
})

test('what a creation pays goes to the created contract', () => {
  const block = blockOf(1, [transfer({ from: A, to: undefined, created: B, value: 100n })])
  expect(changesIn(block, [B])).toEqual(new Map([[B, { balance: 100n, nonce: 0 }]]))
})

test('an authorization may be skipped: nothing is said about the nonce of its authority', () => {
  const block = blockOf(1, [transfer({ from: A, to: A, authorizations: [{ authority: B, delegate: A, nonce: 0n }] })])
  expect(changesIn(block, [B])).toEqual(new Map([[B, { balance: 0n, nonce: undefined }]]))
})

test('a withdrawal adds its amount; fees of the block are not known', () => {
  const credits = [
    { address: A, amount: 32n, of: 'withdrawal' as const },
    { address: B, amount: undefined, of: 'fees' as const },
  ]
  expect(changesIn({ ...blockOf(1, []), credits }, [A, B])).toEqual(
    new Map([
      [A, { balance: 32n, nonce: 0 }],
      [B, { balance: undefined, nonce: 0 }],
    ]),
  )
})

test('transfers between accounts change the sum of their balances by the fees only', () => {
  const account = fc.integer({ min: 0, max: 4 }).map((n) => `0x${String(n).repeat(40)}`)
  const one = fc.record({
    from: account,
    to: account,
    value: fc.bigInt(0n, 10n ** 20n),
    fee: fc.bigInt(0n, 10n ** 15n),
  })
  fc.assert(
    fc.property(fc.array(one), (transfers) => {
      const all = new Set(transfers.flatMap(({ from, to }) => [from, to]))
      const changes = [...accountChanges(blockOf(1, transfers.map(transfer)), all).values()]
      const sum = changes.reduce((total, { balance = 0n }) => total + balance, 0n)
      expect(sum).toBe(-transfers.reduce((total, { fee }) => total + fee, 0n))
      expect(changes.reduce((total, { nonce = 0 }) => total + nonce, 0)).toBe(transfers.length)
    }),
  )
})

test('accounts that nobody asks for are left out', () => {
  expect(accountChanges(blockOf(1, [matched({}, {})]), new Set([B])).size).toBe(0)
})

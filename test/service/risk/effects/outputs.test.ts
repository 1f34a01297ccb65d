import { describe, expect, test } from 'vitest'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { judged, other, sender, token, transaction } from '../situation.ts'
import { dataOf, found } from './found.ts'

const executor = '0xe8ec07044a5b6c7d8e9fa0b1c2d3e4f506172839'
const nobody = `0x${'0'.repeat(40)}`

describe('a swap of the 1inch router', () => {
  const call =
    'swap(address executor, (address, address, address, address, uint256, uint256, uint256) desc, bytes data)'
  const swap = (receiver: string, least: bigint) =>
    dataOf(call, executor, [token, other, executor, receiver, 10n ** 18n, least, 0n], '0x')
  const unknown = '0xdecade5e7a5b6c7d8e9fa0b1c2d3e4f506172839'

  test('for an unknown receiver is a WARNING, higher without a minimum', () => {
    expect(found(unknown, swap(unknown, 10n ** 18n))).toHaveLength(1)
    expect(found(unknown, swap(unknown, 10n ** 18n))[0]).toMatch(/^foreign-receiver 45/)
    expect(found(unknown, swap(unknown, 0n))[0]).toMatch(/^foreign-receiver 60/)
  })

  test('for the zero address or the sender is for the sender', () => {
    expect(found(sender, swap(nobody, 10n ** 18n))).toEqual([])
    expect(found(sender, swap(sender, 10n ** 18n))).toEqual([])
  })
})

test('a receiver in an integer is read', () => {
  const data = dataOf(
    'unoswapTo(uint256, uint256, uint256, uint256, uint256)',
    BigInt(other),
    BigInt(token),
    1n,
    1n,
    1n,
  )
  expect(found(other, data)).toHaveLength(1)
})

test.each<[string, readonly unknown[]]>([
  ['rescueTokens(address, address, uint256)', [token, other, 5n]],
  ['recoverERC20(address, uint256, address)', [token, 5n, other]],
  ['withdrawETH(address, uint256)', [other, 5n]],
  ['withdrawFees(address)', [other]],
  ['mint(address, uint256)', [other, 5n]],
  ['claim(uint256, address, uint256, bytes32[])', [1n, other, 5n, []]],
  ['forcedTransfer(address, address, uint256)', [sender, other, 5n]],
  ['swapExactAVAXForTokens(uint256, address[], address, uint256)', [1n, [token], other, 1n]],
  ['unstakeAndRedeemGlp(address, uint256, uint256, address)', [token, 5n, 1n, other]],
  ['withdraw(uint256, address, uint128)', [1n, other, 5n]],
])('%s to an unknown address is a WARNING, to the sender it is not', (call, args) => {
  expect(found(other, dataOf(call, ...args))[0]).toMatch(/^foreign-receiver \d+/)
  const own = args.map((each) => (each === other ? sender : each))
  expect(found(sender, dataOf(call, ...own))).toEqual([])
})

test('payments to many are transfers with their amounts', () => {
  const data = dataOf('multisendToken(address, address[], uint256[])', token, [other, executor], [5n, 7n])
  const made = analyze(transaction({ data })).actions.map((action) =>
    action.kind === 'transfer' ? [action.from, action.authority, action.asset.amount] : [],
  )
  expect(made).toEqual([
    [sender, other, 5n],
    [sender, executor, 7n],
  ])
})

test('new tokens that are paid for may still be a lure', () => {
  const mint = dataOf('mint(address, uint256)', sender, 1n)
  const rules = (value: bigint) => judged({ data: mint, value }).findings.map(({ rule }) => rule)
  expect(rules(10n ** 17n)).toContain('payable-lure')
  expect(rules(0n)).not.toContain('payable-lure')
})

test('a swap along a path is one of its ends', () => {
  const swap = dataOf(
    'swapExactTokensForTokens(uint256, uint256, (address, address, bool, address)[], address, uint256)',
    5n,
    3n,
    [
      [token, executor, false, executor],
      [executor, other, true, executor],
    ],
    sender,
    1n,
  )
  const [made] = analyze(transaction({ to: executor, data: swap })).actions
  expect(made?.kind === 'exchange' && [made.gives[0]?.token, made.gives[0]?.amount]).toEqual([token, 5n])
  expect(made?.kind === 'exchange' && [made.receives[0]?.token, made.receives[0]?.amount]).toEqual([other, 3n])
})

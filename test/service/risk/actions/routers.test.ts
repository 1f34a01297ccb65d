import { describe, expect, test } from 'vitest'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { decodedActions } from '../acting.ts'
import { array, bytes, call, type Encoded, tuple, value, withoutPrefix } from '../encoding.ts'
import { other, type Situation, sender, token, transaction } from '../situation.ts'

const router = '0x4007e48c9d0e1f2031425364758697a8b9cadbec'
const weth = '0x3e7a4b5c6d7e8f9fa0b1c2d3e4f50617283940a1'
const called = { kind: 'interaction', authority: router, value: 0n }

const bought = { standard: 'erc20', token, amount: 1n }
const exactly = { ...bought, amount: 5n }
const native = { standard: 'native', amount: 1n }

const route = array(value(weth), value(token))
const path = bytes(`${withoutPrefix(weth)}000bb8${withoutPrefix(token)}`)
const backwards = bytes(`${withoutPrefix(token)}000bb8${withoutPrefix(weth)}`)

/** The call for a recipient; exact outputs are 5. */
const cases: [string, (recipient: string) => string, object][] = [
  ['swapExactTokensForTokens', (to) => call('0x38ed1739', value(5), value(1), route, value(to), value(9)), bought],
  ['… with fees on transfer', (to) => call('0x5c11d795', value(5), value(1), route, value(to), value(9)), bought],
  ['swapTokensForExactTokens', (to) => call('0x8803dbee', value(5), value(9), route, value(to), value(9)), exactly],
  ['swapExactETHForTokens', (to) => call('0x7ff36ab5', value(1), route, value(to), value(9)), bought],
  ['… with fees on transfer', (to) => call('0xb6f9de95', value(1), route, value(to), value(9)), bought],
  ['swapETHForExactTokens', (to) => call('0xfb3bdb41', value(5), route, value(to), value(9)), exactly],
  ['swapExactTokensForETH', (to) => call('0x18cbafe5', value(5), value(1), route, value(to), value(9)), native],
  ['… with fees on transfer', (to) => call('0x791ac947', value(5), value(1), route, value(to), value(9)), native],
  [
    'swapTokensForExactETH',
    (to) => call('0x4a25d94a', value(5), value(9), route, value(to), value(9)),
    { ...native, amount: 5n },
  ],
  ['V2 swap of SwapRouter02', (to) => call('0x472b43f3', value(5), value(1), route, value(to)), bought],
  ['exact V2 swap of SwapRouter02', (to) => call('0x42712a67', value(5), value(9), route, value(to)), exactly],
  ['exactInputSingle', (to) => single('0x414bf389', to, 9), bought],
  ['exactInputSingle of SwapRouter02', (to) => single('0x04e45aaf', to), bought],
  ['exactOutputSingle', (to) => single('0xdb3e2198', to, 9), exactly],
  ['exactOutputSingle of SwapRouter02', (to) => single('0x5023b4df', to), exactly],
  ['exactInput', (to) => call('0xc04b8d59', tuple(path, value(to), value(9), value(5), value(1))), bought],
  ['exactInput of SwapRouter02', (to) => call('0xb858183f', tuple(path, value(to), value(5), value(1))), bought],
  ['exactOutput', (to) => call('0xf28c0498', tuple(backwards, value(to), value(9), value(5), value(1))), exactly],
  ['exactOutput of SwapRouter02', (to) => call('0x09b81346', tuple(backwards, value(to), value(5), value(1))), exactly],
  ['sweepToken', (to) => call('0xdf2ab5bb', value(token), value(1), value(to)), bought],
  ['unwrapWETH9', (to) => call('0x49404b7c', value(1), value(to)), native],
]

function single(selector: string, recipient: string, deadline?: number): string {
  const pair = [value(weth), value(token), value(3000), value(recipient)]
  const amounts: Encoded[] = [value(5), value(1), value(0)]
  return call(selector, tuple(...pair, ...(deadline === undefined ? [] : [value(deadline)]), ...amounts))
}

describe('output of a swap', () => {
  const exchanged = (situation: Situation) =>
    analyze(transaction(situation)).actions.map((action) =>
      action.kind === 'exchange' ? { to: action.authority, asset: action.receives[0] } : action,
    )
  const out = (to: string, asset: object) => [{ to, asset: { token: 'native', ids: [], ...asset } }]

  test.each(cases)('%s: receiver and least output', (_, data, asset) => {
    expect(exchanged({ to: router, data: data(other) })).toEqual(out(other, asset))
    expect(exchanged({ to: router, data: data(sender) })).toEqual(out(sender, asset))
  })

  test.each([
    ['0x0000000000000000000000000000000000000001', sender],
    ['0x0000000000000000000000000000000000000002', router],
    [router, router],
  ])('the receiver %s', (recipient, receiver) => {
    const data = single('0x04e45aaf', recipient)
    expect(exchanged({ to: router, data })).toEqual(out(receiver, bought))
  })

  test('a path shorter than a token exchanges what is not known, and its receiver is still seen', () => {
    const data = call('0xb858183f', tuple(bytes('c0ffee'), value(other), value(5), value(1)))
    expect(decodedActions({ to: router, data })).toMatchObject([
      { kind: 'exchange', authority: other, gives: [], receives: [] },
    ])
  })
})

describe('liquidity and vaults', () => {
  const words = (count: number) => Array.from({ length: count }, () => value(1))
  const erc20 = (of: string, amount?: bigint) => ({ standard: 'erc20', token: of, amount, ids: [] })
  const wei = (amount?: bigint) => ({ standard: 'native', token: 'native', amount, ids: [] })
  const pair = [value(token), value(weth)]

  test.each([
    [
      'addLiquidity',
      call('0xe8e33700', ...pair, ...words(4), value(other), value(9)),
      'liquidity',
      [erc20(token, 1n), erc20(weth, 1n)],
      [],
    ],
    [
      'addLiquidityETH',
      call('0xf305d719', value(token), ...words(3), value(other), value(9)),
      'liquidity',
      [erc20(token, 1n), wei(0n)],
      [],
    ],
    [
      'removeLiquidity',
      call('0xbaa2abde', ...pair, ...words(3), value(other), value(9)),
      'withdrawal',
      [],
      [erc20(token), erc20(weth)],
    ],
    [
      'removeLiquidityETH',
      call('0x02751cec', value(token), ...words(3), value(other), value(9)),
      'withdrawal',
      [],
      [erc20(token), wei()],
    ],
    [
      '… with fees on transfer',
      call('0xaf2979eb', value(token), ...words(3), value(other), value(9)),
      'withdrawal',
      [],
      [erc20(token), wei()],
    ],
    ['deposit', call('0x6e553f65', value(5), value(other)), 'deposit', [], [erc20(router)]],
    ['mint', call('0x94bf804d', value(5), value(other)), 'deposit', [], [erc20(router)]],
    ['withdraw', call('0xb460af94', value(5), value(other), value(sender)), 'withdrawal', [erc20(router)], []],
    ['redeem', call('0xba087652', value(5), value(other), value(sender)), 'withdrawal', [erc20(router)], []],
  ])('%s', (name, data, form, gives, receives) => {
    const least = form === 'liquidity' || name.startsWith('remove') || name.startsWith('…') ? 1n : undefined
    expect(decodedActions({ to: router, data })).toEqual([
      {
        kind: 'exchange',
        form,
        payer: sender,
        gives,
        receives,
        ...(least !== undefined && { least }),
        authority: other,
      },
    ])
  })
})

test.each([
  ['selfPermit', '0xf3995c67', 7n],
  ['selfPermitIfNecessary', '0xc2e3140a', 7n],
  ['selfPermitAllowed', '0x4659a494', undefined],
  ['selfPermitAllowedIfNecessary', '0xa4a78f0c', undefined],
])('%s grants the token to the router', (_, selector, amount) => {
  const data = call(selector, value(token), value(7), value(9), value(27), value(1), value(2))
  expect(decodedActions({ to: router, data })).toEqual([
    {
      kind: 'grant',
      form: 'permit',
      asset: { standard: 'erc20', token, amount, ids: [] },
      owner: sender,
      authority: router,
      revokes: false,
      unlimited: amount === undefined,
    },
  ])
})

test.each([
  ['deposit of a wrapped coin', call('0xd0e30db0')],
  ['withdraw of a wrapped coin', call('0x2e1a7d4d', value(5))],
  ['refundETH', call('0x12210e8a')],
])('%s is an interaction with the contract', (_, data) => {
  expect(decodedActions({ to: router, data })).toEqual([called])
})

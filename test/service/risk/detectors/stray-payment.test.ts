import { describe, expect, test } from 'vitest'
import { call } from '../../../../bench/detection/adversarial/encode.ts'
import { baselineFor } from '../../../../src/service/intel/baseline.ts'
import { ALL, CALLER, plan, ROUTER, type RouterStep, sweep, v3In, wrap } from '../../../honest/router-plans.ts'
import { callData } from '../call-data.ts'
import { change, eoa, measured, observation, old, tokenCalled } from '../chain/observed.ts'
import { allow, judged, other, type Situation, sender, token } from '../situation.ts'
import { safe, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const STETH = '0xae7ab96520de3a18e5e111b5eaab095312d7fe84'
const UNIVERSAL = '0x66a9893cc07d91d95644aedd05d03f95e1dba8af'
const ROUTER_02 = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'
const AAVE = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'
const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const ENTRY_POINT = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const NAME_WRAPPER = '0xd4416b13d2b3a9abae7acd5d6c2bbdbe25686401'
const ETHER = 10n ** 18n

const known = (...addresses: string[]) => ({ intel: addresses.flatMap((address) => baselineFor(address, '1')) })
const paid = (token: string, payee: string): Situation => ({
  to: token,
  data: callData.transfer(payee, 5n * 10n ** 9n),
  ...known(token, payee),
})
const sent = (to: string): Situation => ({ to, data: '0x', value: ETHER, ...known(to) })
const found = (situation: Situation) =>
  judged(situation).findings.flatMap(({ rule, points }) => (rule === 'stray-payment' ? [points] : []))

test('attack: USDC is sent to a router', () => {
  expect(judged(paid(USDC, UNIVERSAL))).toMatchObject({ status: 'WARNING', combinedScore: 60 })
  expect(judged({ ...paid(USDC, UNIVERSAL), entries: [allow(UNIVERSAL)] }).status).toBe('SAFE')
})

test('tokens that are credited when their transfer calls the payee are stray without that', () => {
  const [LINK, POOL] = ['0x514910771af9ca656af840dff83e8264ecf986ca', '0xbc10f2e862ed4502144c7d632a3459f49dfcdb5e']
  expect(found(paid(LINK, POOL))).toEqual([30])
  const data = call('transferAndCall(address,uint256,bytes)', POOL, 5n * 10n ** 18n, '0x')
  expect(judged({ to: LINK, data, ...known(LINK, POOL) })).toMatchObject({ status: 'SAFE', combinedScore: 0 })
})

const swap = (amount: bigint) =>
  call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
    USDC,
    WETH,
    500,
    safe,
    amount,
    ETHER,
    0n,
  ])
const batch = (amount: bigint): Situation => {
  const payment = { to: USDC, data: callData.transfer(ROUTER_02, 3_000_000_000n) }
  const data = wrapInSafe(other, 0n, wrapInMultiSend(payment, { to: ROUTER_02, data: swap(amount) }), 1)
  return { to: safe, data, ...known(USDC, WETH, ROUTER_02), entries: [allow(other)] }
}

test('near miss: A Safe sends USDC to a router, which swaps it in the next call', () => {
  // An amount of zero is what the router holds.
  expect(found(batch(0n))).toEqual([])
})

test('evasion: The next call swaps only a little of it: it is found', () => {
  expect(found(batch(5n))).toEqual([60])
})

test.each([
  ['a token to its own contract', paid(USDC, USDC)],
  ['a token to Permit2', paid(USDC, PERMIT2)],
  ['a token to a lending pool', paid(USDC, AAVE)],
  ['ether to a router', sent(UNIVERSAL)],
  ['ether to a lending pool', sent(AAVE)],
  ['ether to a token', sent(USDC)],
])('%s is lost', (_, situation) => {
  expect(found(situation)).toEqual([60])
})

test.each([
  ['ether to wrapped ether', sent(WETH)],
  ['ether to stETH', sent(STETH)],
  ['ether to the entry point', sent(ENTRY_POINT)],
  ['a token to an unknown account', paid(USDC, other)],
  ['a payment to oneself', paid(USDC, sender)],
])('%s is not', (_, situation) => {
  expect(found(situation)).toEqual([])
})

test('an output that stays in the contract that makes it, and credits nothing, is lost', () => {
  const withdrawal = (to: string): Situation => ({
    to: AAVE,
    data: call('withdraw(address,uint256,address)', USDC, 5n * 10n ** 9n, to),
    ...known(AAVE, USDC),
  })
  expect(found(withdrawal(AAVE))).toEqual([60])
  expect(found(withdrawal(sender))).toEqual([])
})

test('a command that wraps a little of the value, or pays out another token, returns nothing of it', () => {
  const of = (...steps: RouterStep[]): Situation => ({
    to: UNIVERSAL,
    value: 500n * ETHER,
    data: plan(...steps),
    ...known(UNIVERSAL, USDC),
  })
  const swapped = v3In(CALLER, ETHER, 1n, `${WETH}0001f4${USDC.slice(2)}`, false)
  expect(found(of(wrap(ROUTER, ETHER), swapped))).toEqual([60])
  expect(found(of(wrap(ROUTER, ETHER), swapped, sweep(USDC, CALLER, 0n)))).toEqual([60])
  expect(found(of(wrap(ROUTER, ETHER), swapped, sweep(`0x${'0'.repeat(40)}`, CALLER, 0n)))).toEqual([])
  expect(found(of(wrap(CALLER, ALL)))).toEqual([])
})

test('a known contract of which no source says that it accepts the payment is NO DATA', () => {
  for (const payee of [NAME_WRAPPER, WETH]) {
    const { coverage, combinedScore } = judged({ ...paid(USDC, payee), hasHistory: true })
    expect([coverage, combinedScore <= 30]).toEqual(['none', true])
  }
})

test('value that no step of a router uses, and tokens that are only moved into it, are found', () => {
  const of = (data: string, value = 500n * ETHER): Situation => ({ to: ROUTER_02, value, data, ...known(ROUTER_02) })
  const swapped = (amount: bigint) =>
    call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
      WETH,
      USDC,
      500,
      sender,
      amount,
      1n,
      0n,
    ])
  const permit = call(
    'selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)',
    ...[USDC, 1n, 9_999_999_999n, 27, `0x${'11'.repeat(32)}`, `0x${'11'.repeat(32)}`],
  )
  const both = (...steps: string[]) => call('multicall(bytes[])', steps)
  expect(found(of(swapped(ETHER)))).toEqual([60])
  expect(found(of(both(swapped(ETHER))))).toEqual([60])
  expect(found(of(permit))).toEqual([60])
  expect(found(of(call('pull(address,uint256)', USDC, 5n), 0n))).toEqual([60])
  expect(found(of(swapped(500n * ETHER)))).toEqual([])
  expect(found(of(swapped(400n * ETHER)))).toEqual([])
  expect(found(of(both(swapped(ETHER), call('refundETH()'))))).toEqual([])
  expect(found(of(both(permit, swapped(500n * ETHER))))).toEqual([])
})

test('value of an exchange that does not name what it takes is not stray', () => {
  const LIFI = '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae'
  const step = '(address,address,address,address,uint256,bytes,bool)[]'
  const zero = `0x${'0'.repeat(40)}`
  const data = call(
    `swapTokensMultipleV3NativeToERC20(bytes32,string,string,address,uint256,${step})`,
    `0x${'11'.repeat(32)}`,
    'app',
    '',
    sender,
    10n ** 9n,
    [[other, other, zero, USDC, ETHER, '0x', true]],
  )
  expect(found({ to: LIFI, data, value: ETHER, ...known(LIFI, USDC) })).toEqual([])
})

describe('with a node, tokens for a contract that is a token itself', () => {
  const pair = '0xb001c2d3e4f5061728394a5b6c7d8e9fa0b1c2d3'
  const accounts = [tokenCalled(token, 'ORCH'), tokenCalled(pair, 'UNI-V2')]
  const chain = observation(accounts, measured({ changes: [change(-5n * 10n ** 9n, token)] }))
  const payment = callData.transfer(pair, 5n * 10n ** 9n)
  const sentTo = (about: Situation = {}): Situation => ({ to: token, data: payment, chain, ...about })

  test('are a WARNING', () => {
    expect(found(sentTo())).toEqual([60])
    expect(found(sentTo({ data: callData.transferFrom(sender, pair, 5n * 10n ** 9n) }))).toEqual([60])
    expect(judged(sentTo({ chain: observation(accounts) })).status).toBe('WARNING')
    const bySafe = wrapInSafe(token, 0n, payment, 0)
    expect(found(sentTo({ to: safe, data: bySafe, chain: observation(accounts) }))).toEqual([60])
  })

  test('or a pool of two tokens are a WARNING', () => {
    const pool = observation([tokenCalled(token, 'ORCH'), old(pair, { isPool: true })])
    const { findings } = judged(sentTo({ chain: pool }))
    expect(
      findings.filter(({ rule }) => rule === 'stray-payment').map(({ points, text }) => `${points} ${text}`),
    ).toEqual(['60 gets tokens by a plain payment and is a pool of two tokens, and nothing returns them'])
  })

  test('are none where a later call takes them, or something comes back', () => {
    const batch = (then: string): Situation => {
      const steps = wrapInMultiSend({ to: token, data: payment }, { to: pair, data: then })
      return { to: safe, data: wrapInSafe(other, 0n, steps, 1), chain: observation(accounts), entries: [allow(other)] }
    }
    expect(found(batch(call('mint(address)', sender)))).toEqual([])
    expect(found(batch(callData.approve(other, 0n)))).toEqual([60])
    const back = observation(
      accounts,
      measured({ changes: [change(-5n * 10n ** 9n, token), change(10n ** 18n, pair)] }),
    )
    expect(found(sentTo({ chain: back }))).toEqual([])
  })

  test.each<[string, Situation]>([
    ['for an account', { chain: observation([tokenCalled(token, 'ORCH'), eoa(pair)]) }],
    ['for another contract', { chain: observation([tokenCalled(token, 'ORCH'), old(pair)]) }],
    ['for an allowed contract', { entries: [allow(pair)] }],
    ['without a node', { chain: undefined }],
    [
      'of which it may be an item',
      {
        chain: observation([
          old(token, { token: { symbol: 'ART', name: '', decimals: undefined, standard: 'erc721' } }),
          tokenCalled(pair, 'FRAC'),
        ]),
      },
    ],
  ])('%s are none', (_, about) => {
    expect(found(sentTo(about))).toEqual([])
  })
})

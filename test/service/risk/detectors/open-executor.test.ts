import { describe, expect, test } from 'vitest'
import { call as encoded } from '../../../../bench/detection/adversarial/encode.ts'
import { baselineFor } from '../../../../src/service/intel/baseline.ts'
import type { Control, Grant, Transfer } from '../../../../src/service/risk/actions/actions.ts'
import { openExecutor } from '../../../../src/service/risk/detectors/open-executor.ts'
import { isOpenExecutor } from '../../../../src/service/risk/parties/controlled-accounts.ts'
import {
  asset,
  brief,
  briefly,
  coin,
  control,
  detected,
  friend,
  grant,
  item,
  native,
  otherCoin,
  transfer,
} from '../actions-builder.ts'
import { callData, MAX_UINT256 } from '../call-data.ts'
import { allow, judged, observe, other, sender, token } from '../situation.ts'
import { entryPoint, safe, wrapInAggregate3, wrapInAll, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'

const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11'
const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const ROUTER = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'
const MULTI_SEND = '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'

const found = briefly(openExecutor)
const well = (address: string) => ({ intel: baselineFor(address, '1') })

describe('anyone can take', () => {
  test('attack: Multicall3 gets an allowance', () => {
    const situation = { data: callData.approve(MULTICALL3, 5n), ...well(MULTICALL3) }
    const verdict = judged(situation)
    expect(verdict).toMatchObject({
      status: 'UNSAFE',
      combinedScore: 85,
      combinedScoreDetails: { subCategory: 'maliciousInteraction', hops: 0 },
    })
    expect(verdict.error).toContain('a token allowance')
  })

  test.each<[string, Partial<Grant>]>([
    ['an unlimited allowance', { unlimited: true }],
    ['a permit', { form: 'permit' }],
    ['a Permit2 allowance', { form: 'permit2-permit' }],
    ['a whole collection', { form: 'approval-for-all', unlimited: true }],
  ])('%s', (_, about) => {
    expect(found([grant({ ...about, authority: MULTICALL3 })])).toEqual([`85 ${MULTICALL3}`])
  })

  test.each<[string, Partial<Transfer>]>([
    ['tokens that are sent there', { asset: asset() }],
    ['an item of a collection', { asset: item(7n) }],
  ])('%s', (_, about) => {
    expect(found([transfer({ ...about, authority: MULTICALL3 })])).toEqual([`85 ${MULTICALL3}`])
  })

  test.each<Control['form']>(['account-delegation', 'upgrade', 'ownership', 'role', 'module', 'signer'])(
    'control: %s',
    (form) => {
      expect(found([control({ form, authority: MULTICALL3 })])).toEqual([`85 ${MULTICALL3}`])
    },
  )

  describe('0x AllowanceHolder, which refuses to call ERC-20 tokens,', () => {
    const HOLDER = '0x0000000000001ff3684f28c67538d4d072c22734'
    const rules = (data: string, to = token) =>
      judged({ data, to, intel: [...baselineFor(HOLDER, '1'), ...baselineFor(PERMIT2, '1')] }).findings.map(
        ({ rule, subject }) => `${rule} ${subject}`,
      )

    test('spends what Permit2 or a collection lets it take, for anyone', () => {
      const permit2 = encoded('approve(address,address,uint160,uint48)', token, HOLDER, 5n, 2_000_000_000)
      expect(rules(permit2, PERMIT2)).toEqual([`open-executor ${HOLDER}`])
      expect(rules(encoded('setApprovalForAll(address,bool)', HOLDER, true))).toEqual([`open-executor ${HOLDER}`])
      expect(rules(encoded('setAuthorization(address,bool)', HOLDER, true))).toContain(`open-executor ${HOLDER}`)
    })

    test('may have an allowance of an ERC-20 token', () => {
      expect(rules(callData.approve(HOLDER, 5n))).toEqual([])
    })
  })

  test('tokens and control are two findings', () => {
    const given = [transfer({ authority: MULTICALL3 }), grant({ authority: MULTICALL3 })]
    const both = [...given, control({ form: 'ownership', authority: MULTICALL3 })]
    const assets = { subCategory: 'maliciousInteraction', text: expect.stringContaining('a token allowance') }
    const rights = { subCategory: 'maliciousProtocolUpgrade', text: expect.stringContaining('gets control') }
    expect(detected(openExecutor, both)).toMatchObject([assets, rights])
  })

  test('tokens alone, and value that its calls do not use', () => {
    const sent = transfer({ authority: MULTICALL3 })
    const value = { to: MULTICALL3, value: 1n, data: wrapInAggregate3({ to: other, data: '0xdeadbeef' }) }
    expect(detected(openExecutor, [sent])).toMatchObject([{ text: expect.stringContaining('gets tokens') }])
    expect(observe(openExecutor, value)).toMatchObject([{ text: expect.stringContaining('gets more value') }])
  })
})

test('an ALLOW entry for the executor caps it, one for the token does not', () => {
  const situation = { data: callData.approve(MULTICALL3, 5n), ...well(MULTICALL3) }
  expect(judged({ ...situation, entries: [allow(MULTICALL3)] }).combinedScore).toBe(30)
  expect(judged({ ...situation, entries: [allow(token)] }).combinedScore).toBe(85)
})

describe('ignores', () => {
  test.each([
    ['Permit2', PERMIT2],
    ['a router', ROUTER],
    ['MultiSend, which cannot be called', MULTI_SEND],
  ])('an allowance for %s', (_, spender) => {
    expect(brief(observe(openExecutor, { data: callData.approve(spender, MAX_UINT256) }))).toEqual([])
  })

  test('revocations and zero transfers', () => {
    expect(brief(observe(openExecutor, { data: callData.approve(MULTICALL3, 0n) }))).toEqual([])
    expect(found([transfer({ authority: MULTICALL3, asset: asset({ amount: 0n }) })])).toEqual([])
  })

  test('an executor of another chain', () => {
    const uniswaps = '0x1f98415757620b543a52e61c46b32eb19261f984'
    expect(isOpenExecutor(uniswaps, '1')).toBe(true)
    expect(isOpenExecutor(uniswaps, '8453')).toBe(false)
  })

  test('a plain payment, which reverts', () => {
    expect(found([transfer({ authority: MULTICALL3, asset: native(5n) })])).toEqual([])
  })

  test('near miss: Multicall3 is called and keeps nothing', () => {
    const data = wrapInAggregate3({ to: token, data: callData.transfer(other, 5n) }, { to: other, data: '0xdeadbeef' })
    expect(brief(observe(openExecutor, { to: MULTICALL3, data }))).toEqual([])
    expect(judged({ to: MULTICALL3, data, ...well(MULTICALL3) }).combinedScore).toBeLessThan(70)
  })

  test('value that its calls use in full; a rest is found', () => {
    const paying = wrapInMultiSend({ to: other, value: 5n }, { to: safe, value: 2n })
    const library = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
    expect(brief(observe(openExecutor, { to: library, value: 7n, data: paying }))).toEqual([])
    expect(brief(observe(openExecutor, { to: library, value: 8n, data: paying }))).toEqual([`85 ${library}`])
    const reading = wrapInAggregate3({ to: other, data: '0xdeadbeef' })
    expect(brief(observe(openExecutor, { to: MULTICALL3, value: 1n, data: reading }))).toEqual([`85 ${MULTICALL3}`])
  })

  test('a delegatecall from a Safe', () => {
    const library = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
    const data = wrapInSafe(library, 0n, callData.transfer(other, 1n), 1)
    expect(brief(observe(openExecutor, { to: safe, data }))).toEqual([])
  })

  test('what the same transaction spends in full', () => {
    const permitted = { authority: MULTICALL3, asset: asset({ amount: 100n }) }
    const taking = (amount: bigint, actor = MULTICALL3) => {
      const taken = transfer({ authority: friend, asset: asset({ amount }) })
      return { ...taken, call: { ...taken.call, actor } }
    }
    expect(found([grant({ ...permitted, form: 'permit' }), taking(60n), taking(40n)])).toEqual([])
    expect(found([grant(permitted), taking(100n, friend)])).toEqual([`85 ${MULTICALL3}`])
    expect(found([grant({ ...permitted, unlimited: true }), taking(100n)])).toEqual([`85 ${MULTICALL3}`])
    expect(found([grant(permitted), { ...taking(100n), from: friend }])).toEqual([`85 ${MULTICALL3}`])
    const open = grant({ ...permitted, asset: asset({ amount: undefined }) })
    expect(found([open, taking(100n)])).toEqual([`85 ${MULTICALL3}`])
  })

  test('what it passes on, of the same token and items', () => {
    const sent = transfer({ authority: MULTICALL3, asset: asset({ amount: 5n }) })
    const onward = (about: object) => transfer({ from: MULTICALL3, authority: friend, ...about })
    expect(found([sent, onward({ asset: asset({ amount: 5n }) })])).toEqual([])
    expect(found([sent, grant({ owner: MULTICALL3, authority: friend, asset: asset({ amount: 5n }) })])).toEqual([])
    expect(found([sent, grant({ authority: friend, asset: asset({ amount: 5n }) })])).toEqual([`85 ${MULTICALL3}`])
    expect(found([sent, onward({ asset: asset({ amount: 4n }) })])).toEqual([`85 ${MULTICALL3}`])
    expect(found([sent, onward({ asset: asset({ token: otherCoin, amount: 5n }) })])).toEqual([`85 ${MULTICALL3}`])
    const items = transfer({ authority: MULTICALL3, asset: item(7n, coin) })
    expect(found([items, onward({ asset: item(7n, coin) })])).toEqual([])
    expect(found([items, onward({ asset: item(9n, coin) })])).toEqual([`85 ${MULTICALL3}`])
  })
})

test.each([
  ['an approval', callData.approve(MULTICALL3, MAX_UINT256)],
  ['an operator', callData.setApprovalForAll(MULTICALL3, true)],
  ['a permit', callData.permit(sender, MULTICALL3, 5n, 9n, 27, 'aa', 'bb')],
  ['a transfer', callData.transferFrom(safe, MULTICALL3, 5n)],
])('%s inside multicall, Safe and user operation is found', (_, inner) => {
  const situation = { to: entryPoint, data: wrapInAll(token, inner), ...well(MULTICALL3) }
  expect(brief(observe(openExecutor, situation))).toEqual([`85 ${MULTICALL3}`])
  expect(judged(situation).status).toBe('UNSAFE')
})

test('evasion: The same transaction spends a part of the allowance: the rest is found', () => {
  const permitted = grant({ form: 'permit', authority: MULTICALL3, asset: asset({ amount: 100n }) })
  const taken = transfer({ authority: friend, asset: asset({ amount: 99n }) })
  const spends = { ...taken, call: { ...taken.call, actor: MULTICALL3 } }
  expect(found([permitted, spends])).toEqual([`85 ${MULTICALL3}`])
})

describe('what a call of the executor creates belongs to it', () => {
  const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
  const ETHER = 10n ** 18n
  const through = (...calls: readonly (readonly [string, boolean, bigint, string])[]) => ({
    to: MULTICALL3,
    value: ETHER,
    intel: [...baselineFor(MULTICALL3, '1'), ...baselineFor(WETH, '1')],
    data: encoded('aggregate3Value((address,bool,uint256,bytes)[])', calls),
  })
  const deposit = [WETH, false, ETHER, encoded('deposit()')] as const

  test('ether that it wraps', () => {
    expect(judged(through(deposit))).toMatchObject({ status: 'UNSAFE', combinedScore: 85 })
  })

  test('ether that it sends to the token, and what a MultiSend creates that is called by an account with a key', () => {
    expect(judged(through([WETH, false, ETHER, '0x'])).combinedScore).toBe(85)
    const data = wrapInMultiSend({ to: WETH, value: ETHER, data: encoded('deposit()') })
    const known = [...baselineFor(MULTI_SEND, '1'), ...baselineFor(WETH, '1')]
    expect(judged({ to: MULTI_SEND, value: ETHER, data, intel: known }).combinedScore).toBe(85)
    const bySafe = { to: safe, data: wrapInSafe(MULTI_SEND, 0n, data, 1), intel: known, entries: [allow(safe)] }
    expect(observe(openExecutor, bySafe)).toEqual([])
  })

  test('value for an empty list of calls', () => {
    expect(judged({ ...through(), data: encoded('aggregate3((address,bool,bytes)[])', []) }).combinedScore).toBe(85)
  })

  test('unless a later call pays it out', () => {
    const paidOut = [WETH, false, 0n, callData.transfer(sender, ETHER)] as const
    expect(observe(openExecutor, through(deposit, paidOut))).toEqual([])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf, call, left } from '../../../../bench/detection/adversarial/encode.ts'
import {
  ACROSS,
  DAI,
  HOP_USDC,
  SDAI,
  UNISWAP_2,
  UNISWAP_4_POSITIONS,
  UNISWAP_POSITIONS,
  USDC,
  USDC_BASE,
  USDT,
  WETH,
} from '../../../../bench/detection/adversarial/protocols.ts'
import { allow as allowed, DEADLINE, NOBODY, ONE, SIGNER, usd } from '../../../../bench/detection/adversarial/row.ts'
import { multicall, v4Mint } from '../../../../bench/detection/adversarial/wrap.ts'
import type { Asset } from '../../../../src/service/risk/actions/actions.ts'
import { belowWorth } from '../../../../src/service/risk/detectors/below-worth.ts'
import type { KnownEvidence } from '../../../../src/service/risk/evidence.ts'
import { verdictOfCase } from '../../../honest/verdict-of-case.ts'
import { fillForms, nativeForms } from '../../../support/orders/fills.ts'
import { limitForms } from '../../../support/orders/limits.ts'
import { messageForms } from '../../../support/orders/messages.ts'
import { dai, dollars, ether, type Trade, type TradeForm, usdt, weth } from '../../../support/orders/trade.ts'
import {
  asset,
  brief,
  briefly,
  detected,
  exchange,
  friend,
  item,
  native,
  order,
  signer,
  somebody,
  vanity,
} from '../actions-builder.ts'
import { change, measured, observation } from '../chain/observed.ts'
import { allow, intel } from '../situation.ts'

const forms = [...messageForms, ...fillForms, ...limitForms]

function scoreOf(form: TradeForm, trade: Trade): number {
  return verdictOfCase({ id: form.name, what: '', ...form.make(trade) }).score
}

const ofKind = (all: readonly TradeForm[], most: TradeForm['most']) => all.filter((form) => form.most === most)

describe('less than half of the worth', () => {
  test.each(ofKind(forms, 'UNSAFE'))('is UNSAFE: $name', (form) => {
    expect(scoreOf(form, dollars(499))).toBeGreaterThanOrEqual(70)
    expect(scoreOf(form, { give: dai, get: usdt, units: 7, rate: 100 })).toBeGreaterThanOrEqual(70)
  })

  test.each(ofKind(forms, 'WARNING'))('is a WARNING: $name', (form) => {
    expect(scoreOf(form, dollars(400))).toBe(35)
  })

  test.each(nativeForms)('of ether is UNSAFE: $name', (form) => {
    expect(scoreOf(form, { give: ether, get: weth, units: 3, rate: 400 })).toBeGreaterThanOrEqual(70)
  })
})

describe('a transfer to another chain at a fixed rate', () => {
  const signature =
    'depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)'
  const bridged = (given: string, got: string, amount: bigint) => {
    const nobody = `0x${'0'.repeat(40)}`
    const terms = [given, got, given === WETH ? 10n ** 18n : 1_000_000_000n, amount, 8453n, nobody, 9, 99, 0, '0x']
    const data = call(signature, SIGNER, SIGNER, ...terms)
    return verdictOfCase({ id: 'across', what: '', source: '', to: ACROSS, data })
  }

  test.each([
    ['dollars for about as many', bridged(USDC, USDC_BASE, 999_000_000n), 'SAFE', 0],
    ['less than 80 %', bridged(USDC, USDC_BASE, 799_000_000n), 'WARNING', 45],
    ['less than half', bridged(USDC, USDC_BASE, 499_000_000n), 'BLOCKED', 75],
    ['a token that is no dollar there', bridged(USDC, USDC, 999_000_000n), 'NO DATA', 0],
    ['dollars for ether, whose price is not known', bridged(WETH, USDC_BASE, 999_000_000n), 'NO DATA', 0],
  ])('%s', (_, { verdict, score }, expected, points) => {
    expect({ verdict, score }).toEqual({ verdict: expected, score: points })
  })
})

describe('a new pool that is paid into', () => {
  const Q96 = 2 ** 96
  /** The number of a price: base units of the second token for one of the first. */
  const rooted = (price: number) => BigInt(Math.round(Math.sqrt(price) * Q96))
  const judge = (to: string, data: string, more: object = {}) =>
    verdictOfCase({ id: 'pool', what: '', source: '', to, data, ...more })

  const create = (token0: string, token1: string, price: number) =>
    call('createAndInitializePoolIfNecessary(address,address,uint24,uint160)', token0, token1, 3000, rooted(price))
  const mint = (token0: string, token1: string) =>
    call('mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))', [
      token0,
      token1,
      3000,
      -600,
      600,
      usd(3000),
      ONE,
      usd(2900),
      ONE / 2n,
      SIGNER,
      DEADLINE,
    ])
  const v3 = (token0: string, token1: string, price: number, more = {}) =>
    judge(UNISWAP_POSITIONS, multicall(create(token0, token1, price), mint(token0, token1)), more)

  const v4Key = [USDC, WETH, 3000, 60, NOBODY]
  const initialize = (price: number) =>
    call('initializePool((address,address,uint24,int24,address),uint160)', v4Key, rooted(price))
  const v4 = (price: number) => judge(UNISWAP_4_POSITIONS, multicall(initialize(price), v4Mint(v4Key)))

  const slipstream = (price: bigint) =>
    judge(
      '0x827922686190790b37229fd06084350e74485b72',
      call('mint((address,address,int24,int24,int24,uint256,uint256,uint256,uint256,address,uint256,uint160))', [
        '0x4200000000000000000000000000000000000006',
        USDC_BASE,
        100,
        -600,
        600,
        ONE,
        usd(3000),
        ONE / 2n,
        usd(2900),
        SIGNER,
        DEADLINE,
        price,
      ]),
      { chainId: '8453' },
    )

  /** Of USDC and WETH: wei for one base unit, at so many dollars. */
  const at = (dollars: number) => 1e12 / dollars

  test('at a price of the day is SAFE', () => {
    expect(v3(USDC, WETH, at(3000)).verdict).toBe('SAFE')
    expect(v4(at(3000)).verdict).toBe('SAFE')
    expect(v3(USDC, USDT, 1).verdict).toBe('SAFE')
  })

  test.each([0.001, 100, 100_000])('at %d dollars for ether is BLOCKED', (price) => {
    expect(v3(USDC, WETH, at(price))).toMatchObject({ verdict: 'BLOCKED', score: 75 })
    expect(v4(at(price))).toMatchObject({ verdict: 'BLOCKED', score: 75 })
  })

  test('at 70 cents for a dollar is a WARNING', () => {
    expect(v3(USDC, USDT, 0.7)).toMatchObject({ verdict: 'WARNING', score: 45 })
    expect(v3(USDC, USDT, 1 / 0.7)).toMatchObject({ verdict: 'WARNING', score: 45 })
  })

  test('of a token of unknown worth is NO DATA, without a deposit it is not', () => {
    const own = addressOf('own new token')
    const risk = v3(USDC, own, 1, { lists: [allowed(own)] })
    expect(risk.verdict).toBe('NO DATA')
    expect(judge(UNISWAP_POSITIONS, multicall(mint(USDC, own)), { lists: [allowed(own)] }).verdict).toBe('SAFE')
    expect(judge(UNISWAP_POSITIONS, create(USDC, WETH, 1)).verdict).toBe('SAFE')
  })

  test('by the mint itself is found as well', () => {
    expect(slipstream(0n).verdict).toBe('SAFE')
    expect(slipstream(rooted(3e-9)).verdict).toBe('SAFE')
    expect(slipstream(rooted(3e-6))).toMatchObject({ verdict: 'BLOCKED', score: 75 })
  })

  describe('and has the price of the deposit', () => {
    const add = (a: bigint, b: bigint, leasts: readonly bigint[], [first, second] = [USDC, DAI], more = {}) =>
      judge(
        UNISWAP_2,
        call(
          'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)',
          ...[first, second, a, b, ...leasts, SIGNER, DEADLINE],
        ),
        more,
      )

    test.each([
      ['as much of both', usd(900), 900n * ONE, 'SAFE', 0],
      ['less than half', usd(400), 900n * ONE, 'WARNING', 45],
      ['less than an eighth', usd(900), 100n * ONE, 'BLOCKED', 75],
    ])('%s', (_, a, b, verdict, score) => {
      expect(add(a, b, [a, b])).toMatchObject({ verdict, score })
    })

    test('where the worth of one is not known, a limit must bound something', () => {
      const own = addressOf('own new token')
      const lists = { lists: [allowed(own)] }
      expect(add(usd(900), 900n * ONE, [usd(890), 0n], [USDC, own], lists).verdict).toBe('SAFE')
      expect(add(usd(900), 900n * ONE, [usd(9), ONE], [USDC, own], lists).verdict).toBe('NO DATA')
    })
  })
})

test.each(forms)('less than 80 % is a WARNING: $name', (form) => {
  expect(scoreOf(form, dollars(799))).toBe(form.most === 'UNSAFE' ? 45 : 35)
  expect(scoreOf(form, dollars(800))).toBeLessThan(31)
})

test.each(forms)('a lower limit never lowers the score: $name', (form) => {
  const rate = fc.integer({ min: 0, max: 1200 })
  fc.assert(
    fc.property(rate, rate, (one, two) => {
      const [low, high] = [Math.min(one, two), Math.max(one, two)]
      expect(scoreOf(form, dollars(low))).toBeGreaterThanOrEqual(scoreOf(form, dollars(high)))
    }),
    {
      numRuns: 60,
      examples: [
        [0, 1],
        [0, 400],
        [1, 1000],
      ],
    },
  )
})

const found = briefly(belowWorth)
const usdc = (dollars: number) => asset({ token: USDC, amount: BigInt(dollars) * 10n ** 6n })
const inDai = (dollars: number) => asset({ token: DAI, amount: BigInt(dollars) * 10n ** 18n })
const sale = (gives: readonly Asset[], receives: readonly Asset[]) => order({ gives, receives })

test('attack: A signed order sells 10,000 USDC for 4,000 DAI', () => {
  expect(detected(belowWorth, [sale([usdc(10_000)], [inDai(4_000)])])).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 75,
      hops: 0,
      subject: somebody,
      role: 'recipient',
      text: 'gets assets through a seaport order that pays 40 % of their worth',
      source: 'call data',
      flip: 'use an order that pays what the assets are worth',
      evenIfTrusted: true,
    },
  ])
})

test('near miss: An order sells them at a discount of 10 %', () => {
  expect(found([sale([usdc(10_000)], [inDai(9_000)])])).toEqual([])
})

test('evasion: An order starts at par and ends at a tenth: its end counts', () => {
  const fills = [10_000, 1_000].map((price) => ({ gives: [usdc(10_000)], receives: [inDai(price)] }))
  expect(found([{ ...sale([usdc(10_000)], [inDai(1_000)]), fills }])).toEqual([`75 ${somebody}`])
})

test('both amounts of an order may rise: its rate stays', () => {
  const fills = [100, 10_000].map((amount) => ({ gives: [usdc(amount)], receives: [inDai(amount)] }))
  expect(found([{ ...sale([usdc(10_000)], [inDai(100)]), fills }])).toEqual([])
})

describe('the finding', () => {
  const bad = sale([usdc(10_000)], [inDai(4_000)])

  test('is about an unknown beneficiary before a known one, so that an ALLOW entry of a fee taker does not cap it', () => {
    const paid = { ...bad, authority: vanity, beneficiaries: [vanity, somebody] }
    expect(found([paid], { entries: [allow(vanity)] })).toEqual([`75 ${somebody}`])
    expect(found([paid])).toEqual([`75 ${vanity}`])
  })

  test('names the market where no one else is paid', () => {
    const open = { ...bad, isOpen: true, authority: friend, beneficiaries: [friend] } as const
    expect(detected(belowWorth, [open])).toMatchObject([
      { subject: '', points: 75, text: 'The seaport order pays 40 % of the worth of what it gives.' },
    ])
  })

  test('is not repeated for an open order for nothing', () => {
    expect(found([{ ...sale([usdc(10_000)], []), isOpen: true }])).toEqual([])
    expect(found([sale([usdc(10_000)], [])])).toEqual([`75 ${somebody}`])
  })

  test('is about orders of own accounts only', () => {
    expect(found([{ ...bad, signer: friend }])).toEqual([])
  })
})

describe('a worth', () => {
  const price = (usd: string, decimals = 18) => ({ usd, decimals })
  const prices = (usd: Readonly<Record<string, ReturnType<typeof price>>>): Partial<KnownEvidence> => ({
    priceOf: (token) => usd[token],
    intel: [intel(WETH, { kind: 'token', canonical: true, symbol: 'WETH', decimals: 18 })],
  })
  const wrapped = (units: bigint) => asset({ token: WETH, amount: units * 10n ** 18n })
  const unlisted = asset({ amount: 1n })

  test.each<[string, Asset[], Asset[], Partial<KnownEvidence>, string[]]>([
    ['by imported prices', [wrapped(10n)], [usdc(14_000)], prices({ [WETH]: price('3000') }), ['75']],
    [
      'by the price of the native currency',
      [wrapped(10n)],
      [usdc(14_000)],
      prices({ native: price('3000.5') }),
      ['75'],
    ],
    ['near imported prices', [wrapped(10n)], [usdc(29_000)], prices({ [WETH]: price('3000') }), []],
    [
      'by old prices',
      [wrapped(10n)],
      [usdc(14_000)],
      prices({ [WETH]: { ...price('3000'), isStale: true } as never }),
      [],
    ],
    ['of the native currency for its wrapped form', [wrapped(10n)], [native(4n * 10n ** 18n)], prices({}), ['75']],
    ['of different currencies without prices, a half by rough ones', [wrapped(1n)], [usdc(1_500)], prices({}), []],
    [
      'of different currencies without prices, a tenth by rough ones',
      [wrapped(10n)],
      [usdc(3_000)],
      prices({}),
      ['75'],
    ],
    ['of a dollar that fell below 0.9', [usdc(1_000)], [inDai(400)], prices({ [USDC]: price('0.4', 6) }), []],
    ['of a dollar above 0.9', [usdc(1_000)], [inDai(400)], prices({ [USDC]: price('0.91', 6) }), ['75']],
    [
      'of a dollar whose fall is old news',
      [usdc(1_000)],
      [inDai(400)],
      prices({ [USDC]: { ...price('0.4', 6), isStale: true } as never }),
      [],
    ],
    ['of a token that bears interest', [usdc(1_000)], [asset({ token: SDAI, amount: 10n ** 18n })], {}, []],
    ['of an unlisted token that comes back', [usdc(1_000)], [inDai(1), unlisted], {}, []],
    ['of none of an unlisted token', [usdc(1_000)], [inDai(1), asset({ amount: 0n })], {}, ['75']],
    ['beside an unlisted token that is given', [usdc(1_000), unlisted], [inDai(400)], {}, ['75']],
    ['of an item', [usdc(1_000)], [inDai(1), item(1n)], {}, []],
    ['of an item that is given', [item(1n)], [inDai(1)], {}, []],
    ['of an amount that is not fixed', [usdc(1_000)], [asset({ token: DAI, amount: undefined })], {}, []],
    ['of dust', [asset({ token: USDC, amount: 999n })], [], {}, []],
  ])('%s', (_, gives, receives, known, points) => {
    expect(found([sale(gives, receives)], known).map((text) => text.split(' ')[0])).toEqual(points)
  })

  test('of dollars is that of their chain', () => {
    const elsewhere = '0x55d398326f99059ff775485246999027b3197955'
    expect(found([sale([asset({ token: elsewhere, amount: 10n ** 21n })], [inDai(1)])])).toEqual([])
  })
})

describe('the limit of a swap', () => {
  const swap = (least: number, about: object = {}) =>
    exchange({ gives: [usdc(1_000)], receives: [inDai(least)], ...about })
  const simulated = (...changes: readonly (readonly [string, bigint])[]) => ({
    chain: observation(
      [],
      measured({ changes: changes.map(([token, amount]) => change(amount, token, { owner: signer })) }),
    ),
  })
  const other = (least: bigint) => exchange({ gives: [usdc(1_000)], receives: [asset({ amount: least })] })

  test('is compared with what a simulation pays out', () => {
    const paid = simulated([USDC, -(10n ** 9n)], [asset().token ?? 'native', 1_000_000n])
    expect(brief(detected(belowWorth, [other(400_000n)], paid))).toEqual(['35 '])
    expect(found([other(950_000n)], paid)).toEqual([])
    expect(found([other(400_000n)])).toEqual([])
  })

  test('is not compared where something else may pay the same token', () => {
    const paid = simulated([asset().token ?? 'native', 1_000_000n])
    expect(found([other(400_000n), order({ gives: [usdc(1)], receives: [inDai(1)] })], paid)).toEqual([])
  })

  test('near its worth does not hide that a simulation pays much less', () => {
    const lost = simulated([USDC, -(10n ** 9n)], [DAI, 300n * 10n ** 18n])
    expect(
      detected(
        belowWorth,
        [exchange({ gives: [usdc(1_000)], receives: [asset({ token: DAI, amount: undefined })] })],
        lost,
      ),
    ).toMatchObject([
      { points: 75, source: 'simulation', text: 'The trade pays 30 % of the worth of what is given for it.' },
    ])
  })

  test.each<[string, Parameters<typeof found>[0]]>([
    ['of another account', [swap(1, { payer: friend })]],
    ['whose output stays in the router', [swap(1, { authority: exchange().call.to })]],
    ['of an output that is not named', [swap(1, { least: 5n, receives: [] })]],
    ['beside liquidity at the same router', [swap(1), exchange({ form: 'liquidity', receives: [] })]],
  ])('%s is not compared', (_, actions) => {
    expect(found(actions)).toEqual([])
  })

  test('of a transfer to another chain is compared', () => {
    const [finding] = detected(belowWorth, [swap(1, { form: 'bridge' })])
    expect(finding).toMatchObject({ points: 35, text: expect.stringContaining('transfer to another chain accepts') })
  })
})

test('USDT and USDC are compared by their decimals', () => {
  expect(found([sale([asset({ token: USDT, amount: 10n ** 9n })], [inDai(499)])])).toEqual([`75 ${somebody}`])
  expect(found([sale([inDai(1_000)], [asset({ token: USDT, amount: 10n ** 9n })])])).toEqual([])
})

describe('the fee of a transfer between chains', () => {
  const own = `0x${'00'.repeat(12)}${signer.slice(2)}`
  const cctp = (fee: bigint) => ({
    to: '0x28b5a0e9c621a5badaa536219b3a228c8168cf5d',
    data: call(
      'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
      ...[1_000_000n, 6, own, USDC, `0x${'00'.repeat(32)}`, fee, 1000],
    ),
  })
  const wormhole = (fee: bigint) => ({
    to: '0x3ee18b2214aff97000d974cf647e7c347e8fa585',
    value: 1_000_000n,
    data: call('wrapAndTransferETH(uint16,bytes32,uint256,uint32)', 6, own, fee, 1),
  })
  const scored = (row: object) => verdictOfCase({ id: 'fee', what: '', source: '', to: '', from: signer, ...row }).score

  test.each([
    ['CCTP', cctp],
    ['Wormhole', wormhole],
  ])('that takes the most of it is found: %s', (_, make) => {
    expect([0n, 100n, 200_000n].map((fee) => scored(make(fee)))).toEqual([0, 0, 0])
    expect(scored(make(300_000n))).toBe(45)
    for (const fee of [500_001n, 999_999n, 1_000_000n, 2n ** 200n]) expect(scored(make(fee))).toBe(75)
  })

  const LIFI = '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae'
  const bridged = [
    `0x${'11'.repeat(32)}`,
    '',
    '',
    `0x${'00'.repeat(20)}`,
    USDC,
    signer,
    1_000_000n,
    42161n,
    false,
    false,
  ]
  const data = '(bytes32,string,string,address,address,address,uint256,uint256,bool,bool)'

  test('counts a slippage in pips or basis points', () => {
    const celer = (slippage: bigint) => ({
      to: '0x5427fefa711eff984124bfbb1ab6fbf5e3da1820',
      data: call('send(address,address,uint256,uint64,uint64,uint32)', signer, USDC, 5_000n, 42161n, 1n, slippage),
    })
    const cBridge = (slippage: bigint) => ({
      to: LIFI,
      data: call(`startBridgeTokensViaCBridge(${data},(uint32,uint64))`, bridged, [slippage, 1n]),
    })
    for (const make of [celer, cBridge])
      expect([5_000n, 300_000n, 1_000_000n].map((slippage) => scored(make(slippage)))).toEqual([0, 45, 75])
    expect(amarok(0n, 9_999n)).toBe(75)
    expect(amarok(0n, 30n)).toBe(amarok(0n, 0n))
  })

  const amarok = (fee: bigint, slippage: bigint, isOfAsset = true) =>
    scored({
      to: LIFI,
      data: call(
        `startBridgeTokensViaAmarok(${data},(bytes,address,uint256,uint256,address,uint32,bool))`,
        ...[bridged, ['0x', signer, fee, slippage, signer, 6, isOfAsset]],
      ),
    })

  test('is one of the asset only where the call says so', () => {
    expect(amarok(900_000n, 0n)).toBe(75)
    expect(amarok(10n ** 15n, 0n, false)).toBe(0)
    const all = (fee: bigint, isOfAsset: boolean) =>
      scored({
        to: LIFI,
        data: call(
          `startBridgeTokensViaAllBridge(${data},(bytes32,uint256,bytes32,uint256,uint8,bool))`,
          ...[bridged, [own, fee, `0x${'00'.repeat(12)}af88d065e77c8cc2239327c5edb3a432268e5831`, 1n, 1, isOfAsset]],
        ),
      })
    expect([all(900_000n, true), all(1_000n, true), all(10n ** 15n, false)]).toEqual([75, 0, 0])
  })
})

describe('a facet of LI.FI', () => {
  const DIAMOND = '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae'
  const FULL = 10n ** 18n
  const bridge = '(bytes32,string,string,address,address,address,uint256,uint256,bool,bool)'
  const swaps = '(address,address,address,address,uint256,bytes,bool)[]'
  const data = (given: bigint) => [ID, 'x', 'x', NOBODY, USDC, SIGNER, given, 8453n, false, false]
  const ID = `0x${'ab'.repeat(32)}`
  const [own, base, none] = [left(SIGNER), left(USDC_BASE), left(NOBODY)]
  const swapped = (given: bigint) => [[DIAMOND, DIAMOND, USDT, USDC, given, '0x', true]]
  const verdict = (facet: string, types: string, ...args: readonly unknown[]) =>
    verdictOfCase({
      id: facet,
      what: '',
      source: '',
      to: DIAMOND,
      data: call(`${facet}(${types})`, ...args),
    }).score
  const acrossType = '(bytes32,bytes32,bytes32,bytes32,uint256,uint128,bytes32,uint32,uint32,uint32,bytes)'
  const across = (got: bigint, part: bigint) => [own, own, left(USDC), base, got, part, none, 9, 99, 0, '0x']

  test.each<[string, (thousandths: bigint) => number]>([
    [
      'Across 4',
      (part) =>
        verdict(
          'startBridgeTokensViaAcrossV4',
          `${bridge},${acrossType}`,
          data(usd(900)),
          across((usd(900) * part) / 1000n, 0n),
        ),
    ],
    [
      'Across 4 after a swap, by its multiplier',
      (part) =>
        verdict(
          ...(['swapAndStartBridgeTokensViaAcrossV4', `${bridge},${swaps},${acrossType}`] as const),
          ...[data(usd(900)), swapped(usd(900)), across(usd(900), (FULL * part) / 1000n)],
        ),
    ],
    [
      'Across 4, ERC20Min',
      (part) =>
        verdict(
          'startBridgeTokensViaAcrossV4ERC20Min',
          '(bytes8,bytes32,bytes32,uint64,bytes32,uint256,bytes32,uint32,uint32,uint32,bytes),bytes32,uint256',
          ...[['0x1122334455667788', own, own, 8453n, base, (usd(900) * part) / 1000n, none, 9, 99, 0, '0x']],
          ...[left(USDC), usd(900)],
        ),
    ],
    [
      'deBridge',
      (part) =>
        verdict(
          ...(['startBridgeTokensViaDeBridgeDln', `${bridge},(bytes,bytes,bytes,uint256)`] as const),
          ...[data(usd(900)), [USDC_BASE, SIGNER, SIGNER, (usd(900) * part) / 1000n]],
        ),
    ],
    [
      'an intent, by its multiplier',
      (part) =>
        verdict(
          'startBridgeTokensViaLiFiIntentEscrowV2',
          `${bridge},(bytes32,bytes32,address,uint256,uint32,uint32,address,bytes32,bytes32,bytes32,uint128,${swaps},bytes)`,
          data(usd(900)),
          [none, own, SIGNER, 1n, 9, 9, DIAMOND, none, none, base, (FULL * part) / 1000n, [], '0x'],
        ),
    ],
  ])('pays what the call says: %s', (_, scoreOf) => {
    expect([990n, 799n, 499n, 0n].map(scoreOf)).toEqual([0, 45, 75, 75])
  })

  test.each<[string, (least: bigint) => number]>([
    [
      'Hop, before it leaves',
      (least) =>
        verdict(
          'startBridgeTokensViaHopL2ERC20',
          `${bridge},(uint256,uint256,uint256,uint256,uint256,address,address,uint256,uint256)`,
          ...[data(usd(900)), [1n, least, 9n, usd(890), 9n, HOP_USDC, NOBODY, 0n, 0n]],
        ),
    ],
    [
      'Hop, where it arrives',
      (least) =>
        verdict(
          'startBridgeTokensViaHopL2ERC20',
          `${bridge},(uint256,uint256,uint256,uint256,uint256,address,address,uint256,uint256)`,
          ...[data(usd(900)), [1n, usd(890), 9n, least, 9n, HOP_USDC, NOBODY, 0n, 0n]],
        ),
    ],
    [
      'Stargate 1',
      (least) =>
        verdict(
          'startBridgeTokensViaStargate',
          `${bridge},(uint256,uint256,uint256,uint256,uint256,address,bytes,bytes)`,
          ...[data(usd(900)), [1n, 1n, least, 0n, 0n, SIGNER, '0x', '0x']],
        ),
    ],
    [
      'Mayan, by its swap',
      (least) =>
        verdict(
          'startBridgeTokensViaMayan',
          `${bridge},(bytes32,address,bytes,address,bytes,address,uint256,address,uint256)`,
          ...[data(usd(900)), [none, DIAMOND, '0x', DIAMOND, '0x', USDC, least, SIGNER, usd(900)]],
        ),
    ],
    [
      'a swap before any of them',
      (least) =>
        verdict('swapAndStartBridgeTokensViaPolygonBridge', `${bridge},${swaps}`, data(least), swapped(usd(900))),
    ],
  ])('accepts nothing only with a WARNING: %s', (_, scoreOf) => {
    expect([usd(890), 0n].map(scoreOf)).toEqual([0, 35])
  })

  test('compares the least output of a swap before it with what is swapped', () => {
    const scoreOf = (least: bigint) =>
      verdict(
        'swapAndStartBridgeTokensViaCBridge',
        `${bridge},${swaps},(uint32,uint64)`,
        data(least),
        swapped(usd(900)),
        [5_000n, 1n],
      )
    expect([890, 700, 1].map((least) => scoreOf(usd(least)))).toEqual([0, 35, 35])
  })

  test('may lose all of it by a slippage of 100 % with a finding', () => {
    const scoreOf = (slippage: number) =>
      verdict(
        ...(['startBridgeTokensViaCelerIM', `${bridge},(uint32,uint64,bytes,bytes,uint256,address)`] as const),
        ...[data(usd(900)), [slippage, 1n, '0x', '0x', 0n, DIAMOND]],
      )
    expect([5000, 1_000_000].map(scoreOf)).toEqual([0, 75])
  })
})

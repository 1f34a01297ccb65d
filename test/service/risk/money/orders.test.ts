import { describe, expect, test } from 'vitest'
import { addressOf } from '../../../../bench/detection/adversarial/encode.ts'
import { present } from '../../../../bench/detection/adversarial/evidence.ts'
import { SIGNER } from '../../../../bench/detection/adversarial/row.ts'
import { Knowledge } from '../../../../bench/detection/knowledge.ts'
import { judged, verdictOfRisk } from '../../../../bench/detection/run-engine.ts'
import { ZERO_ADDRESS } from '../../../../src/service/evm/words.ts'
import type { RiskAssessment } from '../../../../src/service/risk/assess.ts'
import { dataOf } from '../effects/found.ts'

/** Orders that calls make, at the contracts that are deployed, with nothing known but what is built in. */

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDC_ON_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ETH_FLOW = '0xba3cb449bd2b4adddbc894d8697f5170800eadec'
const DLN = '0xeF4fB24aD0916217251F553c0596F8Edc630EB66'
const SPOKE_POOL = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
const HANDLER = '0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E'
const other = addressOf('somebody else')

const verdict = (risk: RiskAssessment) => verdictOfRisk(risk)
const valued = (to: string, data: string, value = 0n) => {
  const { transaction, knowledge, known } = present({ id: 'order', what: '', source: '', to, data, value } as never)
  return judged(transaction, knowledge ?? new Knowledge(), known)
}

describe('an order of CoW for ether', () => {
  const order = (sold: bigint, bought: bigint, fee = 0n) =>
    valued(
      ETH_FLOW,
      dataOf('createOrder((address,address,uint256,uint256,bytes32,uint256,uint32,bool,int64) order)', [
        USDC,
        SIGNER,
        sold,
        bought,
        `0x${'00'.repeat(32)}`,
        fee,
        1_900_000_000,
        false,
        0n,
      ]),
      sold + fee,
    )
  const ETHER = 10n ** 18n

  test('at a price of the day is SAFE', () => {
    expect(verdict(order(ETHER, 3_000_000_000n))).toBe('SAFE')
  })

  test('for a small part of the worth is BLOCKED without any price', () => {
    expect(verdict(order(30n * ETHER, 10_000_000n))).toBe('BLOCKED')
  })

  test('whose fee takes nearly all is BLOCKED', () => {
    expect(verdict(order(30n * ETHER, 90_000_000_000n, 29n * ETHER))).toBe('BLOCKED')
  })

  test('says its terms', () => {
    expect(order(ETHER, 3_000_000_000n, 5n).explanation.order).toEqual({
      gives: [{ asset: 'native', amount: String(ETHER) }],
      receives: [{ asset: USDC.toLowerCase(), amount: '3000000000', to: SIGNER.toLowerCase(), chainId: '1' }],
      fees: [{ asset: 'native', amount: '5', to: '' }],
      expires: null,
      worth: { gives: '3000.00', receives: '3000.00', unit: 'usd-rough' },
    })
  })
})

describe('an order of deBridge', () => {
  const create = (about: { take?: bigint; fee?: string; cancel?: string; salted?: boolean }) => {
    const { take = 99_900_000_000n, fee = '0x', cancel = '0x', salted = false } = about
    const order = [USDC, 100_000_000_000n, USDC_ON_BASE, take, 8453n, SIGNER, SIGNER, SIGNER, '0x', '0x', cancel]
    const form = '(address,uint256,bytes,uint256,uint256,bytes,address,bytes,bytes,bytes,bytes) order'
    const data = salted
      ? dataOf(
          `createSaltedOrder(${form}, uint64 salt, bytes fee, uint32 code, bytes permit, bytes metadata)`,
          order,
          7n,
          fee,
          0,
          '0x',
          '0x',
        )
      : dataOf(`createOrder(${form}, bytes fee, uint32 code, bytes permit)`, order, fee, 0, '0x')
    return valued(DLN, data, 10n ** 15n)
  }
  const affiliate = (amount: bigint) => `${other}${amount.toString(16).padStart(64, '0')}`

  test('is not worse than NO DATA at par, also with a salt', () => {
    expect(['SAFE', 'NO DATA']).toContain(verdict(create({})))
    expect(['SAFE', 'NO DATA']).toContain(verdict(create({ salted: true })))
  })

  test.each([
    ['takes a ten-thousandth', { take: 10_000_000n }, 'BLOCKED'],
    ['takes a ten-thousandth, with a salt', { take: 10_000_000n, salted: true }, 'BLOCKED'],
    ['pays an affiliate nearly all', { fee: affiliate(99_000_000_000n) }, 'BLOCKED'],
    ['may be cancelled in favour of somebody else', { cancel: other }, 'WARNING'],
  ])('that %s is %s', (_, about, expected) => {
    expect(verdict(create(about))).toBe(expected)
  })
})

describe('a deposit of Across', () => {
  const deposit = (message: string, recipient = HANDLER, depositor = SIGNER) =>
    valued(
      SPOKE_POOL,
      dataOf(
        'depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message)',
        ...[depositor, recipient, USDC, USDC_ON_BASE, 1_000_000_000n, 998_000_000n, 8453n],
        ...[`0x${'00'.repeat(20)}`, 1_800_000_000, 1_800_003_600, 0, message],
      ),
    )
  const pays = (to: string, fallback: string) => {
    const call = dataOf('transfer(address to, uint256 amount)', to, 998_000_000n)
    const instructions = dataOf('f(((address,bytes,uint256)[],address) instructions)', [
      [[USDC_ON_BASE, call, 0n]],
      fallback,
    ])
    return `0x${instructions.slice(10)}`
  }

  test('for the zero address is for no own account, and neither is its refund', () => {
    expect(verdict(deposit('0x', SIGNER))).toBe('SAFE')
    expect(verdict(deposit('0x', ZERO_ADDRESS))).toBe('BLOCKED')
    expect(verdict(deposit('0x', SIGNER, ZERO_ADDRESS))).toBe('BLOCKED')
    expect(deposit('0x', SIGNER, ZERO_ADDRESS).findings[0]?.text).toContain('A refund goes to the zero address')
  })

  test('whose calls pay somebody else names who is paid there', () => {
    for (const risk of [deposit(pays(other, SIGNER)), deposit(pays(SIGNER, other))]) {
      expect(verdict(risk)).toBe('WARNING')
      expect(risk.findings.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual([`foreign-receiver ${other}`])
    }
  })

  test('whose calls do something that is not read is NO DATA', () => {
    const approve = dataOf('approve(address spender, uint256 amount)', other, 998_000_000n)
    const instructions = dataOf('f(((address,bytes,uint256)[],address) instructions)', [
      [[USDC_ON_BASE, approve, 0n]],
      SIGNER,
    ])
    expect(verdict(deposit(`0x${instructions.slice(10)}`))).toBe('NO DATA')
  })

  test('whose calls pay the sender is not worse than NO DATA', () => {
    expect(['SAFE', 'NO DATA']).toContain(verdict(deposit(pays(SIGNER, SIGNER))))
  })

  test('that is no call of the handler is NO DATA', () => {
    expect(verdict(deposit('0x1234'))).toBe('NO DATA')
  })
})

test('a new output amount for a deposit of Across says nothing of what was deposited', () => {
  const old =
    'speedUpV3Deposit(address depositor, uint256 id, uint256 amount, address recipient, bytes message, bytes signature)'
  const wide =
    'speedUpDeposit(bytes32 depositor, uint256 id, uint256 amount, bytes32 recipient, bytes message, bytes signature)'
  const account = `0x${SIGNER.slice(2).padStart(64, '0')}`
  for (const amount of [0n, 99_000_000_000n]) {
    expect(verdict(valued(SPOKE_POOL, dataOf(old, SIGNER, 1n, amount, SIGNER, '0x', '0x')))).toBe('NO DATA')
    expect(verdict(valued(SPOKE_POOL, dataOf(wide, account, 1n, amount, account, '0x', '0x')))).toBe('NO DATA')
  }
})

describe('a swap through the approval proxy of Relay', () => {
  const PROXY = '0xCcC88a9d1B4ED6b0EABA998850414b24f1c315bE'
  const ROUTER = '0xb92fe925DC43a0ECdE6c8b1a2709c170Ec4fFf4f'
  const UNISWAP = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
  const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
  const GIVEN = 1_000_000_000n
  type Inner = readonly [target: string, allowFailure: boolean, value: bigint, data: string]
  const proxied = (...calls: readonly Inner[]) =>
    valued(
      PROXY,
      dataOf(
        'transferAndMulticall(address[] tokens, uint256[] amounts, (address target, bool allowFailure, uint256 value, bytes callData)[] calls, address refundTo, address nftRecipient, bytes metadata)',
        ...[[USDC], [GIVEN], calls, SIGNER, SIGNER, '0x'],
      ),
    )
  const swap = (to: string): Inner => [
    UNISWAP,
    false,
    0n,
    dataOf(
      'exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
      [USDC, WETH, 500, to, GIVEN, 3n * 10n ** 17n, 0n],
    ),
  ]
  const approve: Inner = [USDC, false, 0n, dataOf('approve(address spender, uint256 amount)', UNISWAP, GIVEN)]
  const cleanup = (to: string): Inner => [
    ROUTER,
    false,
    0n,
    dataOf(
      'cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts, bytes metadata)',
      ...[[WETH], [to], [0n], '0x'],
    ),
  ]
  const pay = (to: string): Inner => [USDC, false, 0n, dataOf('transfer(address to, uint256 amount)', to, GIVEN)]

  test.each([
    ['the swap', [approve, swap(other)]],
    ['a later step', [approve, swap(ROUTER), cleanup(other)]],
    ['a transfer', [pay(other)]],
    ['a payment', [[other, false, 10n ** 18n, '0x']]],
  ] as const)('that pays somebody else by %s is a WARNING about that address', (_, calls) => {
    const risk = proxied(...calls)
    expect(verdict(risk)).toBe('WARNING')
    expect(risk.findings.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual([`foreign-receiver ${other}`])
  })

  test.each([
    ['the swap', [approve, swap(SIGNER)]],
    ['a later step', [approve, swap(ROUTER), cleanup(SIGNER)]],
    ['a transfer', [pay(SIGNER)]],
  ] as const)('that pays the sender by %s finds nothing', (_, calls) => {
    expect(proxied(...calls).findings).toEqual([])
  })

  test('leaves what it gets in the router, where anyone may take it', () => {
    expect(verdict(proxied(approve, swap(ROUTER)))).toBe('BLOCKED')
    expect(verdict(proxied(cleanup(SIGNER), approve, swap(ROUTER)))).toBe('BLOCKED')
  })
})

describe('what no minimum bounds', () => {
  const PENDLE = '0x808507121B80c02388fAd14726482e061B8da827'
  const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
  const ONE_INCH = '0x111111125421cA6dc452d289314280a0f8842A65'
  const ETHER = 10n ** 18n
  const HASH = `0x${'11'.repeat(32)}`

  test('an exchange that the router does not hold to the output', () => {
    const form =
      'clipperSwap(address clipperExchange, uint256 srcToken, address dstToken, uint256 inputAmount, uint256 outputAmount, uint256 goodUntil, bytes32 r, bytes32 vs)'
    const data = dataOf(form, other, BigInt(USDC), WETH, 1_000_000_000_000n, 300n * ETHER, 0n, HASH, HASH)
    expect(verdict(valued(ONE_INCH, data))).toBe('NO DATA')
  })

  test('an executor with a minimum whose worth is not compared with what it takes', () => {
    const form =
      'swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data)'
    const swap = (given: string, amount: bigint, least: bigint) =>
      valued(ONE_INCH, dataOf(form, other, [given, USDC, other, SIGNER, amount, least, 0n], '0x'))
    expect(verdict(swap(PENDLE, 1_000_000n * ETHER, 1000n))).not.toBe('SAFE')
    expect(verdict(swap(WETH, ETHER, 3_000_000_000n))).toBe('SAFE')
  })

  test('a bundle that pays its bundler more than any gas costs', () => {
    const form =
      'handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] operations, address beneficiary)'
    const limits = `0x${100_000n.toString(16).padStart(32, '0').repeat(2)}`
    const price = `0x${(10n ** 9n).toString(16).padStart(32, '0').repeat(2)}`
    const deposit = dataOf('execute(address target, uint256 value, bytes data)', WETH, ETHER, '0xd0e30db0')
    const bundle = (gas: bigint, paymaster = '0x') =>
      valued(
        '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
        dataOf(form, [[SIGNER, 1n, '0x', deposit, limits, gas, price, paymaster, '0x']], other),
      )
    // Zeros are no paymaster.
    for (const paymaster of ['0x', `0x${'00'.repeat(20)}`, `0x${'00'.repeat(52)}`])
      expect(bundle(10n ** 12n, paymaster).account.unaccounted.map(({ path }) => path)).toContain(
        'handleOps.beneficiary',
      )
    expect(bundle(50_000n).account.unaccounted).toEqual([])
  })

  test('a deBridge order with a hook, and a deposit whose order id says who is paid', () => {
    const order = [
      USDC,
      100_000_000n,
      USDC_ON_BASE,
      99_900_000n,
      8453n,
      SIGNER,
      SIGNER,
      SIGNER,
      '0x',
      `0x01${'00'.repeat(64)}`,
      '0x',
    ]
    const form = '(address,uint256,bytes,uint256,uint256,bytes,address,bytes,bytes,bytes,bytes) order'
    const data = dataOf(`createOrder(${form}, bytes fee, uint32 code, bytes permit)`, order, '0x', 0, '0x')
    expect(verdict(valued(DLN, data, 10n ** 15n))).toBe('NO DATA')
  })

  describe('a plan of Uniswap V4', () => {
    const POOL = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)'
    const NONE = `0x${'00'.repeat(20)}`
    const encoded = (form: string, ...values: readonly unknown[]) => `0x${dataOf(`f(${form})`, ...values).slice(10)}`
    const plan = (actions: string, ...params: readonly string[]) =>
      encoded('bytes actions, bytes[] params', actions, params)
    const swap = (least: bigint, hooks = NONE) =>
      encoded(`(${POOL} pool, bool zeroForOne, uint128 amountIn, uint128 amountOut, bytes hookData) swap`, [
        [USDC, WETH, 500, 10, hooks],
        true,
        3_000_000_000n,
        least,
        '0x',
      ])
    const settle = encoded('address currency, uint256 maxAmount', USDC, 3_000_000_000n)
    const take = encoded('address currency, uint256 minAmount', WETH, 0n)
    const ROUTER_2 = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
    const ROUTER_2_1 = '0x4C82D1fBFe28C977cBB58D8C7FF8FCF9F70a2cCA'
    const command = (router: string, id: string, input: string) =>
      valued(router, dataOf('execute(bytes commands, bytes[] inputs, uint256 deadline)', id, [input], 1n))
    const execute = (...params: readonly string[]) => command(ROUTER_2, '0x10', plan('0x060c0f', ...params))
    const positions = (actions: string, ...params: readonly string[]) =>
      valued(
        '0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e',
        dataOf('modifyLiquidities(bytes unlockData, uint256 deadline)', plan(actions, ...params), 1n),
      )

    test('that swaps for a fair minimum is SAFE, for none or through an unknown hook it is not', () => {
      expect(verdict(execute(swap(950_000_000_000_000_000n), settle, take))).toBe('SAFE')
      expect(verdict(execute(swap(0n), settle, take))).toBe('NO DATA')
      expect(verdict(execute(swap(950_000_000_000_000_000n, other), settle, take))).toBe('NO DATA')
      expect(verdict(execute(`${swap(0n).slice(0, -64)}`, settle, take))).not.toBe('SAFE')
    })

    describe('whose words are read by the version of the router', () => {
      const HOPS = '(address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path'
      const path = [[WETH, 500, 10, NONE, '0x']]
      const fair = 950_000_000_000_000_000n
      const amounts = 'uint128 amountIn, uint128 amountOut'
      const old = (least: bigint) =>
        encoded(`(address currencyIn, ${HOPS}, ${amounts}) swap`, [USDC, path, 3_000_000_000n, least])
      const priced = (least: bigint) =>
        encoded(`(address currencyIn, ${HOPS}, uint256[] hopPrices, ${amounts}) swap`, [
          USDC,
          path,
          [],
          3_000_000_000n,
          least,
        ])
      const single = (least: bigint) =>
        encoded(`(${POOL} pool, bool zeroForOne, ${amounts}, uint256 hopPrice, bytes hookData) swap`, [
          [USDC, WETH, 500, 10, NONE],
          true,
          3_000_000_000n,
          least,
          0n,
          '0x',
        ])
      const at = (router: string, id: string, one: string) =>
        verdict(command(router, '0x10', plan(`${id}0c0f`, one, settle, take)))

      test.each([
        ['a path of 2.0', ROUTER_2, '0x07', old],
        ['a path of 2.1', ROUTER_2_1, '0x07', priced],
        ['one pool of 2.1', ROUTER_2_1, '0x06', single],
      ])('%s', (_, router, id, form) => {
        expect(at(router, id, form(fair))).toBe('SAFE')
        expect(at(router, id, form(0n))).toBe('NO DATA')
      })

      test('a path in the layout of another version is not', () => {
        expect(at(ROUTER_2_1, '0x07', old(fair))).toBe('NO DATA')
        expect(at(ROUTER_2, '0x07', priced(fair))).toBe('NO DATA')
      })
    })

    test('a command of 2.1 is not read as one that differs from it in a bit', () => {
      const input = encoded(
        'address recipient, uint256 amountIn, uint256 amountOutMin, bytes path, bool payerIsUser, uint256[] hopPrices',
        ...[SIGNER, 10n ** 18n, 2_900_000_000n, `${WETH}0001f4${USDC.slice(2)}`, true, []],
      )
      expect(verdict(command(ROUTER_2_1, '0x00', input))).toBe('SAFE')
      expect(verdict(command(ROUTER_2_1, '0x40', input))).not.toBe('SAFE')
    })

    test.each(['02', '05'])('that mints a position asks whose it is, and for the hook: action %s', (id) => {
      const amounts = `${id === '02' ? 'uint256 liquidity, ' : ''}uint128 amount0Max, uint128 amount1Max`
      const mint = (owner: string, hooks = NONE) =>
        encoded(
          `${POOL} pool, int24 tickLower, int24 tickUpper, ${amounts}, address owner, bytes hookData`,
          ...[[USDC, WETH, 500, 10, hooks], -600, 600],
          ...[...(id === '02' ? [ETHER] : []), 3_000_000_000n, ETHER, owner, '0x'],
        )
      const pair = encoded('address currency0, address currency1', USDC, WETH)
      const minted = (one: string) => verdict(positions(`0x${id}0d`, one, pair))
      expect(minted(mint(SIGNER))).toBe('SAFE')
      expect(minted(mint(other))).toBe('WARNING')
      expect(minted(mint(SIGNER, other))).toBe('NO DATA')
    })

    test('that adds liquidity to a position names it', () => {
      const form = 'uint256 tokenId, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, bytes hookData'
      const pair = encoded('address currency0, address currency1', USDC, WETH)
      const found = positions('0x000d', encoded(form, 77n, 10n, 1_000_000n, ETHER, '0x'), pair)
      expect(found.account.unaccounted).toMatchObject([{ kind: 'position', value: 77n }])
    })
  })
})

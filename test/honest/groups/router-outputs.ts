import { addressOf, call, packed } from '../../../bench/detection/adversarial/encode.ts'
import {
  BALANCER,
  CURVE_3POOL,
  DAI,
  ONE_INCH_6,
  UNISWAP_2,
  UNISWAP_3,
  UNISWAP_02,
  UNISWAP_POSITIONS,
  UNIVERSAL_ROUTER,
  USDC,
  USDC_ARBITRUM,
  USDC_BASE,
  WBNB,
  WBTC,
  WETH,
  ZEROX,
} from '../../../bench/detection/adversarial/protocols.ts'
import {
  calls,
  DEADLINE,
  MAX_128,
  NOBODY,
  ONE,
  paid,
  rows,
  SAFE,
  SIGNER,
  usd,
} from '../../../bench/detection/adversarial/row.ts'
import { inMultiSend, multicall } from '../../../bench/detection/adversarial/wrap.ts'
import type { HonestGroup } from '../honest-case.ts'
import {
  ALL,
  CALLER,
  OPEN,
  payPortion,
  plan,
  pull,
  ROUTER,
  subPlan,
  sweep,
  transferOut,
  unwrap,
  v2In,
  v2Out,
  v3In,
  v3Out,
  v4,
  v4Settle,
  v4SwapIn,
  v4Take,
  v4TakeAll,
  wrap,
} from '../router-plans.ts'

const UR_BASE = '0x6ff5693b99212da76ad316178a184ab56d299b43'
const UR_ARBITRUM = '0xa51afafe0263b40edaef0df8781ea9aa03e381a3'
const WETH_BASE = '0x4200000000000000000000000000000000000006'
const WETH_ARBITRUM = '0x82af49447d8a07e3bd95bd0d56f35241523fbab1'
const PANCAKE_SMART = '0x13f4ea83d0bd40e75c8222255bc855a974568dd4'
const PANCAKE_3 = '0x1b81d678ffb9c0263b24a97847620c99d213eb14'
const BUSD = '0xe9e7cea3dedca5984780bafc599bd69add087d56'
const QUICKSWAP_3 = '0xf5b509bb0909a69b1c207e495f687a596c168e12'
const WPOL = '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270'
const USDC_POLYGON = '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'
const AERODROME = '0xcf77a3ba9a5ca399b7c97c74d54e5b1beb874e43'
const KYBER = '0x6131b5fae19ea4f9d964eac0408e4408b66337b5'
const ODOS = '0xcf5540fffcdc3d510b18bfca6d2b9987b0772559'

const LEAST = ONE - 10n ** 15n
const path = packed(USDC, [24, 500], WETH)
const back = packed(WETH, [24, 500], USDC)
const pool = (one: string, two: string) => [one, two, 500, 10, NOBODY]
const friend = addressOf('friend')
const interfaceFees = addressOf('interface fees')
const V2 = 'Uniswap: universal-router, V2_SWAP_EXACT_IN'
const V3 = 'Uniswap: universal-router, V3_SWAP_EXACT_IN'
const V4 = 'Uniswap: v4-periphery, Actions'
const V3_ROUTER = 'Uniswap: v3-periphery, SwapRouter and PeripheryPayments'
const ROUTER_02 = 'Uniswap: swap-router-contracts, SwapRouter02'

const universal = (data: string, value = 0n) => ({ to: UNIVERSAL_ROUTER, data, ...(value > 0n && { value }) })

const single = (tokenIn: string, tokenOut: string, to: string, amounts: readonly [bigint, bigint]) =>
  call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', [
    tokenIn,
    tokenOut,
    500,
    to,
    DEADLINE,
    ...amounts,
    0n,
  ])
const single02 = (tokenIn: string, tokenOut: string, to: string, amounts: readonly [bigint, bigint]) =>
  call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
    tokenIn,
    tokenOut,
    500,
    to,
    ...amounts,
    0n,
  ])
const unwrapTo = (least: bigint, to: string) => call('unwrapWETH9(uint256,address)', least, to)
const sweepTo = (token: string, least: bigint, to: string) =>
  call('sweepToken(address,uint256,address)', token, least, to)

const universalRouter = rows([
  ['to-caller', 'The output goes to the caller.', V3, universal(plan(v3In(CALLER, usd(3000), LEAST, path, true)))],
  [
    'unwrapped',
    'The router holds WETH until the next command unwraps it for the sender.',
    V3,
    universal(plan(v3In(ROUTER, usd(3000), 0n, path, true), unwrap(SIGNER, LEAST))),
  ],
  [
    'unwrapped-v2',
    'The same with a V2 pair.',
    V2,
    universal(plan(v2In(ROUTER, usd(3000), 0n, [USDC, WETH], true), unwrap(CALLER, LEAST))),
  ],
  [
    'wrapped-first',
    'Ether is wrapped for the router, which swaps it.',
    V3,
    universal(plan(wrap(ROUTER, ONE), v3In(CALLER, ONE, usd(2900), back, false)), ONE),
  ],
  [
    'wrapped-first-v2',
    'The same with a V2 pair and the whole balance.',
    V2,
    universal(plan(wrap(ROUTER, ALL), v2In(CALLER, ALL, usd(2900), [WETH, USDC], false)), ONE),
  ],
  [
    'split-and-sweep',
    'Two pools, and one sweep with the limit of both.',
    'Uniswap: universal-router, SWEEP',
    universal(
      plan(
        v2In(ROUTER, ONE / 2n, 0n, [WETH, USDC], true),
        v3In(ROUTER, ONE / 2n, 0n, back, true),
        sweep(USDC, SIGNER, usd(2900)),
      ),
    ),
  ],
  [
    'fee-and-sweep',
    'A fee of the interface, and the rest for the sender.',
    'Uniswap: universal-router, PAY_PORTION',
    {
      ...universal(
        plan(v3In(ROUTER, ONE, 0n, back, true), payPortion(USDC, interfaceFees, 25n), sweep(USDC, CALLER, usd(2900))),
      ),
      history: [paid(interfaceFees, USDC)],
    },
  ],
  [
    'fee-and-unwrap',
    'Unwrapped into the router, then a fee and the rest in ether.',
    'Uniswap: universal-router, UNWRAP_WETH',
    {
      ...universal(
        plan(
          v3In(ROUTER, usd(3000), 0n, path, true),
          unwrap(ROUTER, 0n),
          payPortion(NOBODY, interfaceFees, 25n),
          sweep(NOBODY, SIGNER, LEAST),
        ),
      ),
      history: [paid(interfaceFees)],
    },
  ],
  [
    'mixed-route',
    'The second pool takes the whole output of the first.',
    V2,
    universal(plan(v3In(ROUTER, usd(3000), 0n, path, true), v2In(CALLER, ALL, 10n ** 6n, [WETH, WBTC], false))),
  ],
  [
    'mixed-route-back',
    'The same the other way round.',
    V3,
    universal(plan(v2In(ROUTER, 10n ** 8n, 0n, [WBTC, WETH], true), v3In(SIGNER, ALL, usd(90_000), back, false))),
  ],
  [
    'exact-output',
    'The router pays an exact output from wrapped ether and returns the rest.',
    'Uniswap: universal-router, V3_SWAP_EXACT_OUT',
    universal(
      plan(wrap(ROUTER, ONE), v3Out(CALLER, usd(2900), ONE, packed(USDC, [24, 500], WETH), false), unwrap(CALLER, 0n)),
      ONE,
    ),
  ],
  [
    'exact-output-v2',
    'The same with a V2 pair.',
    'Uniswap: universal-router, V2_SWAP_EXACT_OUT',
    universal(plan(wrap(ROUTER, ONE), v2Out(CALLER, usd(2900), ONE, [WETH, USDC], false), unwrap(SIGNER, 0n)), ONE),
  ],
  [
    'pulled-first',
    'Permit2 moves the input into the router, which swaps it.',
    'Uniswap: universal-router, PERMIT2_TRANSFER_FROM',
    universal(plan(pull(USDC, ROUTER, usd(3000)), v3In(CALLER, ALL, LEAST, path, false))),
  ],
  [
    'pulled-and-unwrapped',
    'Permit2 moves WETH into the router, which unwraps it.',
    'Uniswap: universal-router, PERMIT2_TRANSFER_FROM',
    universal(plan(pull(WETH, ROUTER, ONE), unwrap(CALLER, ONE))),
  ],
  [
    'wrapped-for-caller',
    'Ether is wrapped for the caller.',
    'Uniswap: universal-router, WRAP_ETH',
    universal(plan(wrap(CALLER, ONE)), ONE),
  ],
  [
    'v4',
    'A V4 swap whose output goes to the caller.',
    V4,
    universal(
      plan(
        v4(
          v4SwapIn([pool(USDC, WETH), true, usd(3000), LEAST, '0x']),
          v4Settle(USDC, OPEN, true),
          v4Take(WETH, CALLER, OPEN),
        ),
      ),
    ),
  ],
  [
    'v4-take-all',
    'The same with a limit on what is taken.',
    V4,
    universal(
      plan(
        v4(v4SwapIn([pool(USDC, WETH), true, usd(3000), 0n, '0x']), v4Settle(USDC, OPEN, true), v4TakeAll(WETH, LEAST)),
      ),
    ),
  ],
  [
    'v4-and-sweep',
    'The output of a V4 swap stays in the router until it is swept.',
    V4,
    universal(
      plan(
        v4(
          v4SwapIn([pool(USDC, WETH), true, usd(3000), 0n, '0x']),
          v4Settle(USDC, OPEN, true),
          v4Take(WETH, ROUTER, OPEN),
        ),
        unwrap(SIGNER, LEAST),
      ),
    ),
  ],
  [
    'v4-ether-and-sweep',
    'Ether from a V4 swap is swept to the sender.',
    V4,
    universal(
      plan(
        v4(
          v4SwapIn([pool(NOBODY, USDC), false, usd(3000), 0n, '0x']),
          v4Settle(USDC, OPEN, true),
          v4Take(NOBODY, ROUTER, OPEN),
        ),
        sweep(NOBODY, SIGNER, LEAST),
      ),
    ),
  ],
  [
    'v3-then-v4',
    'A V4 swap takes its input from the router, where a V3 swap left it.',
    V4,
    universal(
      plan(
        v3In(ROUTER, usd(3000), 0n, path, true),
        v4(
          v4Settle(WETH, ALL, false),
          v4SwapIn([pool(WETH, WBTC), true, OPEN, 10n ** 6n, '0x']),
          v4Take(WBTC, CALLER, OPEN),
        ),
      ),
    ),
  ],
  [
    'sub-plan',
    'Swap and sweep are in one sub-plan.',
    'Uniswap: universal-router, EXECUTE_SUB_PLAN',
    universal(plan(subPlan(v3In(ROUTER, ONE, 0n, back, true), sweep(USDC, CALLER, usd(2900))))),
  ],
  [
    'transferred-out',
    'The whole balance of the router is transferred to the sender.',
    'Uniswap: universal-router, TRANSFER',
    universal(plan(v3In(ROUTER, ONE, usd(2900), back, true), transferOut(USDC, SIGNER, ALL))),
  ],
  [
    'to-friend',
    'The output goes to a person who was paid before, whom the operator allows.',
    V3,
    {
      ...universal(plan(v3In(friend, ONE, usd(2900), back, true))),
      history: [paid(friend, USDC)],
      lists: [{ type: 'ALLOW', address: friend }],
    },
  ],
  [
    'base',
    'On Base.',
    V3,
    {
      chainId: '8453',
      to: UR_BASE,
      value: ONE,
      data: plan(wrap(ROUTER, ONE), v3In(CALLER, ONE, usd(2900), packed(WETH_BASE, [24, 500], USDC_BASE), false)),
    },
  ],
  [
    'arbitrum',
    'On Arbitrum.',
    V3,
    {
      chainId: '42161',
      to: UR_ARBITRUM,
      data: plan(
        v3In(ROUTER, usd(3000), 0n, packed(USDC_ARBITRUM, [24, 500], WETH_ARBITRUM), true),
        unwrap(CALLER, LEAST),
      ),
    },
  ],
  [
    'safe-pays-router',
    'A Safe sends USDC to the router and swaps it in the same transaction.',
    'Uniswap: universal-router, payerIsUser is false',
    inMultiSend(
      { to: USDC, data: call('transfer(address,uint256)', UNIVERSAL_ROUTER, usd(3000)) },
      { to: UNIVERSAL_ROUTER, data: plan(v3In(CALLER, ALL, LEAST, path, false)) },
    ),
  ],
])

const swapRouters = calls([
  [
    'v3-unwrap',
    'The zero address means the router, which unwraps in the next call.',
    V3_ROUTER,
    UNISWAP_3,
    multicall(single(USDC, WETH, NOBODY, [usd(3000), 0n]), unwrapTo(LEAST, SIGNER)),
  ],
  [
    'v3-router-named',
    'The router is named, and sweeps in the next call.',
    V3_ROUTER,
    UNISWAP_3,
    multicall(single(WETH, USDC, UNISWAP_3, [ONE, 0n]), sweepTo(USDC, usd(2900), SIGNER)),
  ],
  [
    'v3-fee',
    'A sweep with a fee.',
    V3_ROUTER,
    UNISWAP_3,
    multicall(
      call('exactInput((bytes,address,uint256,uint256,uint256))', [back, NOBODY, DEADLINE, ONE, 0n]),
      call(
        'sweepTokenWithFee(address,uint256,address,uint256,address)',
        ...[USDC, usd(2900), SIGNER, 30n, interfaceFees],
      ),
    ),
  ],
  [
    'v3-refund',
    'What is left of the ether for an exact output is refunded.',
    V3_ROUTER,
    UNISWAP_3,
    multicall(
      call('exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', [
        WETH,
        USDC,
        500,
        SIGNER,
        DEADLINE,
        usd(2900),
        ONE,
        0n,
      ]),
      call('refundETH()'),
    ),
    { value: ONE },
  ],
  [
    'router-02-unwrap',
    'The router unwraps for the sender.',
    ROUTER_02,
    UNISWAP_02,
    multicall(single02(USDC, WETH, ROUTER, [usd(3000), 0n]), unwrapTo(LEAST, SIGNER)),
  ],
  [
    'router-02-unwrap-short',
    'The same for the caller, whom the call does not name.',
    ROUTER_02,
    UNISWAP_02,
    multicall(single02(USDC, WETH, ROUTER, [usd(3000), 0n]), call('unwrapWETH9(uint256)', LEAST)),
  ],
  [
    'router-02-sweep',
    'The router sweeps.',
    ROUTER_02,
    UNISWAP_02,
    multicall(single02(WETH, USDC, ROUTER, [ONE, 0n]), sweepTo(USDC, usd(2900), SIGNER)),
  ],
  [
    'router-02-sweep-short',
    'The same for the caller.',
    ROUTER_02,
    UNISWAP_02,
    multicall(single02(WETH, USDC, ROUTER, [ONE, 0n]), call('sweepToken(address,uint256)', USDC, usd(2900))),
  ],
  [
    'router-02-fee',
    'The router unwraps with a fee.',
    ROUTER_02,
    UNISWAP_02,
    multicall(
      single02(USDC, WETH, ROUTER, [usd(3000), 0n]),
      call('unwrapWETH9WithFee(uint256,address,uint256,address)', LEAST, SIGNER, 15n, interfaceFees),
    ),
  ],
  [
    'router-02-v2',
    'A V2 swap of the same router, unwrapped.',
    ROUTER_02,
    UNISWAP_02,
    multicall(
      call('swapExactTokensForTokens(uint256,uint256,address[],address)', usd(3000), 0n, [USDC, WETH], ROUTER),
      unwrapTo(LEAST, SIGNER),
    ),
  ],
  [
    'router-02-caller',
    'The output goes to the caller.',
    ROUTER_02,
    UNISWAP_02,
    single02(USDC, WETH, CALLER, [usd(3000), LEAST]),
  ],
  [
    'pancake-smart',
    'BNB from a swap on PancakeSwap.',
    'PancakeSwap: smart-router, PeripheryPaymentsExtended',
    PANCAKE_SMART,
    multicall(single02(BUSD, WBNB, ROUTER, [600n * ONE, 0n]), unwrapTo(LEAST, SIGNER)),
    { chainId: '56' },
  ],
  [
    'pancake-v3',
    'The same with the V3 router.',
    'PancakeSwap: v3-periphery, SwapRouter',
    PANCAKE_3,
    multicall(single(BUSD, WBNB, NOBODY, [600n * ONE, 0n]), unwrapTo(LEAST, SIGNER)),
    { chainId: '56' },
  ],
  [
    'quickswap',
    'POL from a swap on QuickSwap.',
    'Algebra: SwapRouter and PeripheryPayments',
    QUICKSWAP_3,
    multicall(
      call('exactInputSingle((address,address,address,uint256,uint256,uint256,uint160))', [
        USDC_POLYGON,
        WPOL,
        NOBODY,
        DEADLINE,
        usd(300),
        0n,
        0n,
      ]),
      call('unwrapWNativeToken(uint256,address)', 900n * ONE, SIGNER),
    ),
    { chainId: '137' },
  ],
  [
    'collect-ether',
    'Fees of a position stay in its manager until they are unwrapped and swept.',
    'Uniswap: NonfungiblePositionManager, collect',
    UNISWAP_POSITIONS,
    multicall(
      call('collect((uint256,address,uint128,uint128))', [42n, NOBODY, MAX_128, MAX_128]),
      unwrapTo(10n ** 15n, SIGNER),
      sweepTo(USDC, usd(5), SIGNER),
    ),
  ],
  [
    'remove-liquidity',
    'Liquidity is removed and collected by the sender.',
    'Uniswap: NonfungiblePositionManager, decreaseLiquidity',
    UNISWAP_POSITIONS,
    multicall(
      call('decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))', [42n, 10n ** 15n, 1n, 1n, DEADLINE]),
      call('collect((uint256,address,uint128,uint128))', [42n, SIGNER, MAX_128, MAX_128]),
    ),
  ],
  [
    'v2-ether',
    'Ether from a V2 swap goes to the sender.',
    'Uniswap v2: swapExactTokensForETH',
    UNISWAP_2,
    call(
      'swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
      usd(3000),
      LEAST,
      [USDC, WETH],
      SIGNER,
      DEADLINE,
    ),
  ],
  [
    'aerodrome',
    'A swap on Base.',
    'Aerodrome: Router, swapExactTokensForTokens',
    AERODROME,
    call(
      'swapExactTokensForTokens(uint256,uint256,(address,address,bool,address)[],address,uint256)',
      usd(3000),
      LEAST,
      [[USDC_BASE, WETH_BASE, false, NOBODY]],
      SIGNER,
      DEADLINE,
    ),
    { chainId: '8453' },
  ],
])

const others = calls([
  [
    'balancer-internal',
    'The output is credited to the sender in the vault.',
    'Balancer V2: swap with toInternalBalance',
    BALANCER,
    call(
      'swap((bytes32,uint8,address,address,uint256,bytes),(address,bool,address,bool),uint256,uint256)',
      [`0x${'96'.repeat(32)}`, 0, USDC, WETH, usd(3000), '0x'],
      [SIGNER, false, SIGNER, true],
      LEAST,
      DEADLINE,
    ),
  ],
  [
    'balancer',
    'The output goes to the sender.',
    'Balancer V2: swap',
    BALANCER,
    call(
      'swap((bytes32,uint8,address,address,uint256,bytes),(address,bool,address,bool),uint256,uint256)',
      [`0x${'96'.repeat(32)}`, 0, USDC, WETH, usd(3000), '0x'],
      [SIGNER, false, SIGNER, false],
      LEAST,
      DEADLINE,
    ),
  ],
  [
    '1inch-executor',
    'An executor with opaque data swaps; the output goes to the sender.',
    '1inch v6: swap',
    ONE_INCH_6,
    call(
      'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)',
      addressOf('executor of the aggregator'),
      [USDC, WETH, addressOf('executor of the aggregator'), SIGNER, usd(3000), LEAST, 0n],
      '0x12345678',
    ),
  ],
  [
    '0x-transform',
    'The output goes to the caller.',
    '0x: transformERC20',
    ZEROX,
    call('transformERC20(address,address,uint256,uint256,(uint32,bytes)[])', USDC, WETH, usd(3000), LEAST, [[1, '0x']]),
  ],
  [
    'kyber',
    'A simple swap to the sender.',
    'KyberSwap: MetaAggregationRouterV2, swapSimpleMode',
    KYBER,
    call(
      'swapSimpleMode(address,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes,bytes)',
      addressOf('executor of the aggregator'),
      [USDC, WETH, [], [], [], [], SIGNER, usd(3000), LEAST, 0n, '0x'],
      '0x',
      '0x',
    ),
  ],
  [
    'odos',
    'The output goes to the sender.',
    'Odos: OdosRouterV2, swap',
    ODOS,
    call(
      'swap((address,uint256,address,address,uint256,uint256,address),bytes,address,uint32)',
      [USDC, usd(3000), addressOf('executor of the aggregator'), WETH, ONE, LEAST, SIGNER],
      '0x',
      addressOf('executor of the aggregator'),
      0,
    ),
  ],
  [
    'curve',
    'A pool that pays the caller.',
    'Curve: 3pool, exchange',
    CURVE_3POOL,
    call('exchange(int128,int128,uint256,uint256)', 0n, 1n, 900n * ONE, usd(899)),
  ],
  [
    'dai-for-usdc-02',
    'A path of three tokens.',
    ROUTER_02,
    UNISWAP_02,
    call('exactInput((bytes,address,uint256,uint256))', [
      packed(DAI, [24, 100], USDC, [24, 500], WETH),
      SIGNER,
      3000n * ONE,
      LEAST,
    ]),
  ],
])

const PAIR = '0x0d4a11d5eeaac28ec3f61d100daf4d40471f1852'

const inSafe = rows([
  [
    'pair-as-recipient',
    'The router pays the next pair, which pays the Safe.',
    'Uniswap v2: UniswapV2Pair, swap',
    {
      ...inMultiSend(
        { to: UNIVERSAL_ROUTER, data: plan(v2In(PAIR, usd(3000), LEAST, [USDC, WETH], true)) },
        { to: PAIR, data: call('swap(uint256,uint256,address,bytes)', 0n, usd(2950), SAFE, '0x') },
      ),
      intel: [{ kind: 'tag', label: 'Uniswap V2: WETH-USDT', address: PAIR }],
    },
  ],
  [
    'safe-multicall',
    'A Safe swaps into the router and unwraps in the next call of its batch.',
    V3_ROUTER,
    inMultiSend(
      { to: USDC, data: call('approve(address,uint256)', UNISWAP_3, usd(3000)) },
      { to: UNISWAP_3, data: multicall(single(USDC, WETH, NOBODY, [usd(3000), 0n]), unwrapTo(LEAST, SAFE)) },
    ),
  ],
  [
    'safe-two-calls',
    'The same in two calls.',
    ROUTER_02,
    inMultiSend(
      { to: UNISWAP_02, data: single02(WETH, USDC, ROUTER, [ONE, 0n]) },
      { to: UNISWAP_02, data: sweepTo(USDC, usd(2900), SAFE) },
    ),
  ],
])

/** Exchanges whose output ends at the owner, at a later step or where it should. */
export const routerOutputs: HonestGroup = {
  name: 'router-outputs',
  cases: [...universalRouter, ...swapRouters, ...others, ...inSafe],
}

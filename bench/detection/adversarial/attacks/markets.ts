import { addressOf, call, hashOf, left } from '../encode.ts'
import {
  BALANCER,
  CCTP_1,
  CCTP_2,
  CURVE_3POOL,
  DAI,
  MORPHO,
  PENDLE,
  UNISWAP_2,
  UNISWAP_4_POSITIONS,
  UNISWAP_POSITIONS,
  USDC,
  USDT,
  WETH,
  WSTETH,
} from '../protocols.ts'
import {
  ACCOUNT,
  allow,
  calls,
  DEADLINE,
  type Group,
  MAX_128,
  NOBODY,
  ONE,
  type Row,
  SAFE,
  SIGNER,
  usd,
} from '../row.ts'
import { execute, inMultiSend, inOperation, inSafe, multicall } from '../wrap.ts'

const ORACLE = addressOf('oracle of a thief')
const RATES = addressOf('rate model of a thief')
const TOKEN = addressOf('token of a thief')
const MARKET = addressOf('market of a thief')
const POOL = addressOf('pool of a thief')
const HOOK = addressOf('hook of a thief')
const DELIVERER = addressOf('only deliverer')
const MORPHO_RATES = '0x870ac11d48b15db9a138cf899d20f13f79ba00bc'
const LTV = 945n * 10n ** 15n
const ZAP = addressOf('zap of a pool factory')

const NO_DIFFERENCE = {
  excluded:
    'Its market, pool or deliverer is unknown, as that of a new honest one is: NO DATA is the most that can be said.',
}

const supply = (market: readonly unknown[], owner = SIGNER) =>
  call(
    'supply((address,address,address,address,uint256),uint256,uint256,address,bytes)',
    ...[market, usd(250_000), 0n, owner, '0x'],
  )
const fakeMarket = [USDC, TOKEN, ORACLE, RATES, LTV]
const fakeOracle = [USDC, WSTETH, ORACLE, MORPHO_RATES, LTV]
const tokenIn = [USDC, usd(90_000), USDC, NOBODY, [0, NOBODY, '0x', false]]
const join = (pool: string, recipient = SIGNER) =>
  call(
    'joinPool(bytes32,address,address,(address[],uint256[],bytes,bool))',
    ...[`${pool}000200000000000000000a1b`, SIGNER, recipient, [[USDC, WETH], [usd(9000), ONE], '0x', false]],
  )

/** A position of a Uniswap V4 pool, whose hook runs whenever its liquidity changes. */
export function v4Mint(key: readonly unknown[], [first, second] = [usd(50_000), 15n * ONE]): string {
  const position = call(
    'mint((address,address,uint24,int24,address),int24,int24,uint256,uint128,uint128,address,bytes)',
    ...[key, -600, 600, ONE, first, second, SIGNER, '0x'],
  )
  const settle = call('settle(address,address)', key[0], key[1])
  const plan = call(
    'plan(bytes,bytes[])',
    '0x020d',
    [position, settle].map((each) => `0x${each.slice(10)}`),
  )
  return call('modifyLiquidities(bytes,uint256)', `0x${plan.slice(10)}`, DEADLINE)
}

const hooked = [USDC, WETH, 3000, 60, HOOK]

/** Funds are kept where anyone may decide over them: in the market, pool or hook, or by who alone may deliver them. */
export const markets: Group = {
  name: 'markets: deposits into what anyone may create',
  rows: [
    ...calls([
      [
        'morpho-market',
        'The collateral is worthless, and the oracle says otherwise: it borrows all.',
        'Morpho Blue: supply',
        MORPHO,
        supply(fakeMarket),
      ],
      [
        'morpho-oracle',
        'The oracle alone is of the thief, who borrows all against dust.',
        'Morpho Blue: supply',
        MORPHO,
        supply(fakeOracle),
      ],
      [
        'morpho-collateral',
        'The oracle says that nothing backs the debt, and the collateral is seized.',
        'Morpho Blue: supplyCollateral',
        MORPHO,
        call(
          'supplyCollateral((address,address,address,address,uint256),uint256,address,bytes)',
          ...[[TOKEN, WSTETH, ORACLE, RATES, LTV], 40n * ONE, SIGNER, '0x'],
        ),
      ],
      [
        'pendle-market',
        'The market sells its own worthless token; the minimum counts these.',
        'Pendle V2: Router V4',
        PENDLE,
        call(
          'swapExactTokenForPtSimple(address,address,uint256,(address,uint256,address,address,(uint8,address,bytes,bool)))',
          ...[SIGNER, MARKET, 91_000n * ONE, tokenIn],
        ),
      ],
      [
        'pendle-liquidity',
        'The market keeps what is added.',
        'Pendle V2: Router V4',
        PENDLE,
        call(
          'addLiquiditySingleTokenKeepYt(address,address,uint256,uint256,(address,uint256,address,address,(uint8,address,bytes,bool)))',
          ...[SIGNER, MARKET, ONE, ONE, tokenIn],
        ),
      ],
      [
        'pendle-sy',
        'The wrapper mints for what it keeps.',
        'Pendle V2: Router V4',
        PENDLE,
        call(
          'mintSyFromToken(address,address,uint256,(address,uint256,address,address,(uint8,address,bytes,bool)))',
          ...[SIGNER, MARKET, ONE, tokenIn],
        ),
      ],
      [
        'balancer-pool',
        'The pool, whose address its id starts with, takes what joins.',
        'Balancer V2: Vault',
        BALANCER,
        join(POOL),
      ],
      [
        'v4-hook',
        'The hook keeps what is added to its pool.',
        'Uniswap V4: PositionManager',
        UNISWAP_4_POSITIONS,
        v4Mint(hooked),
      ],
      [
        'v4-hook-multicall',
        'The same in a multicall.',
        'Uniswap V4: PositionManager',
        UNISWAP_4_POSITIONS,
        multicall(v4Mint(hooked)),
      ],
      [
        'v4-token',
        'The pool buys a token that only the thief has.',
        'Uniswap V4: PositionManager',
        UNISWAP_4_POSITIONS,
        v4Mint([USDC, TOKEN, 3000, 60, NOBODY]),
      ],
      [
        'v2-token',
        'The pair buys a token that only the thief has.',
        'Uniswap V2: addLiquidity',
        UNISWAP_2,
        call(
          'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)',
          ...[USDC, TOKEN, usd(20_000), ONE, usd(19_900), ONE, SIGNER, DEADLINE],
        ),
      ],
      [
        'v3-token',
        'The pool buys a token that only the thief has.',
        'Uniswap V3: mint',
        UNISWAP_POSITIONS,
        call('mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))', [
          TOKEN,
          WETH,
          3000,
          -600,
          600,
          ONE,
          9n * ONE,
          ONE,
          8n * ONE,
          SIGNER,
          DEADLINE,
        ]),
      ],
      [
        'curve-zap',
        'The zap is known, and the pool of the factory is not.',
        'Curve: factory zaps',
        ZAP,
        call('add_liquidity(address,uint256[4],uint256,address)', POOL, [0n, 0n, usd(9000), 0n], 8900n * ONE, SIGNER),
        { lists: [allow(ZAP)] },
      ],
    ]),
    ...calls([
      [
        'cctp-caller',
        'The receiver is right, and only an unknown address may ever mint it.',
        'Circle CCTP v1: depositForBurnWithCaller',
        CCTP_1,
        call(
          'depositForBurnWithCaller(uint256,uint32,bytes32,address,bytes32)',
          usd(75_000),
          6,
          left(SIGNER),
          USDC,
          left(DELIVERER),
        ),
      ],
      [
        'cctp-caller-2',
        'The same on the second version.',
        'Circle CCTP v2: depositForBurn',
        CCTP_2,
        call(
          'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
          ...[usd(75_000), 6, left(SIGNER), USDC, left(DELIVERER), usd(1), 1000],
        ),
      ],
      [
        'cctp-no-caller',
        'No account of an EVM chain is the caller: no one can ever mint it.',
        'Circle CCTP v1: depositForBurnWithCaller',
        CCTP_1,
        call(
          'depositForBurnWithCaller(uint256,uint32,bytes32,address,bytes32)',
          usd(75_000),
          6,
          left(SIGNER),
          USDC,
          hashOf('no caller'),
        ),
      ],
    ]),
    {
      id: 'safe',
      what: 'A Safe supplies to the market of the thief.',
      source: 'Morpho Blue: supply',
      ...inSafe({ to: MORPHO, data: supply(fakeOracle, SAFE) }),
    },
    {
      id: 'multisend',
      what: 'The same in a batch of a Safe.',
      source: 'Morpho Blue: supply',
      ...inMultiSend({ to: MORPHO, data: supply(fakeOracle, SAFE) }),
    },
    {
      id: 'operation',
      what: 'A smart account supplies to the market of the thief.',
      source: 'Morpho Blue: supply',
      ...inOperation(execute({ to: MORPHO, data: supply(fakeOracle, ACCOUNT) })),
    },
  ].map((row): Row => ({ ...row, ...NO_DIFFERENCE })),
}

const added = call('add_liquidity(uint256[3],uint256)', [1000n * ONE, usd(90_000), 0n], 0n)
const one = (least: bigint) => call('remove_liquidity_one_coin(uint256,int128,uint256)', 90_000n * ONE, 1n, least)

/** Bots move the price of the pool before and after, and take what no limit protects. */
export const liquidityLimits: Group = {
  name: 'liquidity limits: a pool may give anything',
  rows: [
    ...calls([
      ['curve-add', 'Any number of pool tokens is accepted.', 'Curve: pools', CURVE_3POOL, added],
      [
        'curve-remove',
        'Any amounts of all coins are accepted.',
        'Curve: pools',
        CURVE_3POOL,
        call('remove_liquidity(uint256,uint256[3])', 90_000n * ONE, [0n, 0n, 0n]),
      ],
      ['curve-remove-one', 'Any amount of one coin is accepted.', 'Curve: pools', CURVE_3POOL, one(0n)],
      ['curve-remove-dust', 'Dust is accepted.', 'Curve: pools', CURVE_3POOL, one(999n)],
      [
        'curve-imbalance',
        'Pool tokens are burned for nothing.',
        'Curve: pools',
        CURVE_3POOL,
        call('remove_liquidity_imbalance(uint256[3],uint256)', [0n, 0n, 0n], 90_000n * ONE),
      ],
      [
        'v2-add',
        'Any price of the pair is accepted.',
        'Uniswap V2: addLiquidity',
        UNISWAP_2,
        call(
          'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)',
          ...[USDC, DAI, usd(20_000), 20_000n * ONE, 0n, 0n, SIGNER, DEADLINE],
        ),
      ],
      [
        'v2-add-ether',
        'Any price of the pair is accepted.',
        'Uniswap V2: addLiquidityETH',
        UNISWAP_2,
        call(
          'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
          USDT,
          usd(9000),
          0n,
          0n,
          SIGNER,
          DEADLINE,
        ),
        { value: 3n * ONE },
      ],
      [
        'v3-mint',
        'Any price of the pool is accepted.',
        'Uniswap V3: mint',
        UNISWAP_POSITIONS,
        call('mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))', [
          USDC,
          WETH,
          3000,
          -600,
          600,
          usd(30_000),
          9n * ONE,
          0n,
          0n,
          SIGNER,
          DEADLINE,
        ]),
      ],
      [
        'v3-decrease',
        'Any amounts are accepted, and then collected.',
        'Uniswap V3: decreaseLiquidity, collect',
        UNISWAP_POSITIONS,
        multicall(
          call('decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))', [9n, ONE, 0n, 0n, DEADLINE]),
          call('collect((uint256,address,uint128,uint128))', [9n, SIGNER, MAX_128, MAX_128]),
        ),
      ],
      [
        'balancer-exit',
        'Any amounts of the pool are accepted.',
        'Balancer V2: Vault',
        BALANCER,
        call(
          'exitPool(bytes32,address,address,(address[],uint256[],bytes,bool))',
          ...[`${POOL}000200000000000000000a1b`, SIGNER, SIGNER, [[USDC, WETH], [0n, 0n], '0x', false]],
        ),
      ],
    ]),
    {
      id: 'safe',
      what: 'A Safe withdraws from the pool.',
      source: 'Curve: pools',
      ...inSafe({ to: CURVE_3POOL, data: one(0n) }),
    },
    {
      id: 'multisend',
      what: 'The same in a batch of a Safe.',
      source: 'Curve: pools',
      ...inMultiSend({ to: CURVE_3POOL, data: one(0n) }),
    },
    {
      id: 'operation',
      what: 'A smart account withdraws from the pool.',
      source: 'Curve: pools',
      ...inOperation(execute({ to: CURVE_3POOL, data: one(0n) })),
    },
  ],
}

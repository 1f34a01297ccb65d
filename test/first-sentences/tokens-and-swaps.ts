import { packed } from '../../bench/detection/adversarial/encode.ts'
import {
  at,
  type CallCase,
  call,
  calls,
  coin,
  coins,
  DAI,
  FRIEND,
  HASH,
  MAX,
  ME,
  NATIVE,
  NONE,
  PAYEE,
  SOON,
  someone,
  USDC,
  USDT,
  usd,
  WETH,
  ZERO,
} from './sentence-case.ts'

const WBTC = coin('WBTC')
const NFT = someone('collection')
const UNLISTED = someone('token that no list has')

const payments: readonly CallCase[] = [
  { protocol: 'Native currency', title: 'payment', chainId: '1', to: PAYEE, value: coins(1.5), data: NONE },
  { protocol: 'Native currency', title: 'payment, of POL', chainId: '137', to: PAYEE, value: coins(250), data: NONE },
  ...calls('ERC-20', USDC, [
    ['transfer(address,uint256)', [PAYEE, usd(250_000)]],
    ['transfer(address,uint256)', [PAYEE, 12345n], { to: UNLISTED, when: 'of a token on no list' }],
    [
      'transfer(address,uint256)',
      [PAYEE, 5_000_000_000n],
      { to: coin('USDC', '56'), chainId: '56', when: 'of a token with other decimals' },
    ],
    ['transferFrom(address,address,uint256)', [ME, PAYEE, usd(1200)]],
    ['transferFrom(address,address,uint256)', [FRIEND, ME, usd(1200)], { when: 'to the sender' }],
    ['transferFrom(address,address,uint256)', [FRIEND, ME, 42n], { to: UNLISTED, when: 'of a contract on no list' }],
    ['approve(address,uint256)', [at('Uniswap V2 Router'), usd(1000)]],
    ['approve(address,uint256)', [at('Permit2'), MAX], { when: 'unlimited' }],
    ['approve(address,uint256)', [at('Permit2'), 0n], { when: 'of nothing' }],
    ['approve(address,uint256)', [PAYEE, 77n], { to: UNLISTED, when: 'of a contract on no list' }],
    ['increaseAllowance(address,uint256)', [at('1inch Router 6'), usd(500)]],
    ['increaseAllowance(address,uint256)', [PAYEE, 77n], { to: UNLISTED, when: 'of a token on no list' }],
    ['decreaseAllowance(address,uint256)', [at('1inch Router 6'), usd(500)]],
    [
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      [ME, at('1inch Router 6'), usd(50), SOON, 27, HASH, HASH],
    ],
    [
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      [ME, at('Maker DSR Manager'), 1n, SOON, true, 27, HASH, HASH],
      { to: DAI, when: 'of DAI' },
    ],
    [
      'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
      [FRIEND, PAYEE, usd(99), 0n, SOON, HASH, 27, HASH, HASH],
    ],
    ['burn(uint256)', [usd(10)]],
  ]),
  ...calls('Wrapped ether', WETH, [
    ['deposit()', [], { value: coins(2) }],
    ['withdraw(uint256)', [coins(2)]],
    ['withdraw(uint256)', [coins(2)], { to: coin('WBNB', '56'), chainId: '56', when: 'of BNB' }],
  ]),
  ...calls('ERC-721 and ERC-1155', NFT, [
    ['safeTransferFrom(address,address,uint256)', [ME, PAYEE, 7n]],
    [
      'safeTransferFrom(address,address,uint256,uint256,bytes)',
      [ME, PAYEE, 7n, 3n, NONE],
      { when: 'of several copies' },
    ],
    ['safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', [ME, PAYEE, [7n, 8n], [1n, 1n], NONE]],
    ['setApprovalForAll(address,bool)', [at('OpenSea Conduit'), true]],
    ['setApprovalForAll(address,bool)', [at('OpenSea Conduit'), false], { when: 'revoked' }],
    ['mint(uint256)', [2n], { value: coins(0.1) }],
    ['mint(address,uint256)', [ME, 2n], { value: coins(0.1), when: 'to an address' }],
    [
      'mintWithRewards(address,uint256,uint256,bytes,address)',
      [at('Zora fixed price sale', '8453'), 1n, 1n, NONE, ZERO],
      { chainId: '8453', value: coins(0.0008) },
    ],
    [
      'claim(address,uint256,address,uint256,(bytes32[],uint256,uint256,address),bytes)',
      [ME, 1n, NATIVE, coins(0.01), [[], 0n, 0n, ZERO], NONE],
      { value: coins(0.01) },
    ],
  ]),
  ...calls('Disperse and bulk payments', someone('disperse'), [
    [
      'disperseEther(address[],uint256[])',
      [
        [PAYEE, FRIEND],
        [coins(1), coins(2)],
      ],
      { value: coins(3) },
    ],
    ['disperseToken(address,address[],uint256[])', [USDC, [PAYEE, FRIEND], [usd(100), usd(200)]]],
    ['multisendToken(address,address[],uint256[])', [USDT, [PAYEE], [usd(100)]]],
  ]),
  ...calls('Permit2', at('Permit2'), [
    ['approve(address,address,uint160,uint48)', [USDC, at('Uniswap Universal Router 2'), usd(1000), SOON]],
    [
      'approve(address,address,uint160,uint48)',
      [USDC, at('Uniswap Universal Router 2'), 2n ** 160n - 1n, SOON],
      { when: 'unlimited' },
    ],
    ['transferFrom(address,address,uint160,address)', [ME, PAYEE, usd(70), USDC]],
    ['lockdown((address,address)[])', [[[USDC, at('Uniswap Universal Router 2')]]]],
  ]),
]

const route = [WETH, USDC]
const path = (...parts: readonly (string | number)[]) =>
  packed(...parts.map((part) => (typeof part === 'number' ? ([24, part] as const) : part)))
const input = (types: string, ...values: readonly unknown[]) => `0x${call(`f(${types})`, ...values).slice(10)}`
const MSG_SENDER = '0x0000000000000000000000000000000000000001'
const ROUTER = '0x0000000000000000000000000000000000000002'
const plan = (commands: string, ...inputs: readonly string[]) => [commands, inputs, SOON]
const EXECUTE = 'execute(bytes,bytes[],uint256)'
const V4_KEY = '(address,address,uint24,int24,address)'
const key = [ZERO, USDC, 500, 10, ZERO]
const V4 = (actions: string, ...params: readonly string[]) => input('bytes,bytes[]', actions, params)

const uniswap: readonly CallCase[] = [
  ...calls('Uniswap V2', at('Uniswap V2 Router'), [
    ['swapExactTokensForTokens(uint256,uint256,address[],address,uint256)', [coins(1), usd(3900), route, ME, SOON]],
    ['swapTokensForExactTokens(uint256,uint256,address[],address,uint256)', [usd(3900), coins(1), route, ME, SOON]],
    ['swapExactETHForTokens(uint256,address[],address,uint256)', [usd(3900), route, ME, SOON], { value: coins(1) }],
    ['swapETHForExactTokens(uint256,address[],address,uint256)', [usd(3900), route, ME, SOON], { value: coins(1) }],
    [
      'swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
      [usd(4000), coins(0.9), [USDC, WETH], ME, SOON],
    ],
    [
      'swapTokensForExactETH(uint256,uint256,address[],address,uint256)',
      [coins(0.9), usd(4000), [USDC, WETH], ME, SOON],
    ],
    [
      'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
      [coins(1), 0n, route, FRIEND, SOON],
      { when: 'unprotected, to another' },
    ],
    [
      'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)',
      [coins(1), usd(3900), route, ME, SOON],
    ],
    [
      'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)',
      [USDC, DAI, usd(1000), coins(1000), usd(990), coins(990), ME, SOON],
    ],
    [
      'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
      [USDC, usd(4000), usd(3900), coins(0.9), ME, SOON],
      { value: coins(1) },
    ],
    [
      'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)',
      [USDC, DAI, coins(2), usd(990), coins(990), ME, SOON],
    ],
    [
      'removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
      [USDC, coins(2), usd(3900), coins(0.9), ME, SOON],
    ],
  ]),
  ...calls('Uniswap V3', at('Uniswap V3 SwapRouter'), [
    [
      'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
      [[WETH, USDC, 500, ME, SOON, coins(1), usd(3900), 0n]],
    ],
    [
      'exactInput((bytes,address,uint256,uint256,uint256))',
      [[path(WBTC, 3000, WETH, 500, USDC), ME, SOON, 100_000_000n, usd(90_000)]],
    ],
    [
      'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
      [[WETH, USDC, 500, ME, SOON, usd(3900), coins(1), 0n]],
    ],
    ['exactOutput((bytes,address,uint256,uint256,uint256))', [[path(USDC, 500, WETH), ME, SOON, usd(3900), coins(1)]]],
    [
      'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
      [[WETH, USDC, 500, ME, coins(1), usd(3900), 0n]],
      { to: at('Uniswap V3 SwapRouter02'), when: 'second router' },
    ],
    [
      'multicall(bytes[])',
      [
        [
          call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', [
            USDC,
            WETH,
            500,
            ZERO,
            SOON,
            usd(4000),
            coins(1),
            0n,
          ]),
          call('unwrapWETH9(uint256,address)', coins(1), ME),
        ],
      ],
      { when: 'into ether' },
    ],
    [
      'multicall(uint256,bytes[])',
      [
        SOON,
        [
          call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
            WETH,
            USDC,
            500,
            ME,
            coins(1),
            usd(3900),
            0n,
          ]),
          call('refundETH()'),
        ],
      ],
      { to: at('Uniswap V3 SwapRouter02'), value: coins(1), when: 'of ether' },
    ],
  ]),
  ...calls('Uniswap V3 positions', at('Uniswap V3 Positions'), [
    [
      'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))',
      [[USDC, WETH, 500, -887220, 887220, usd(4000), coins(1), usd(3900), coins(0.95), ME, SOON]],
    ],
    [
      'increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))',
      [[1234n, usd(4000), coins(1), usd(3900), coins(0.95), SOON]],
    ],
    ['decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))', [[1234n, coins(5), usd(3900), coins(0.95), SOON]]],
    ['collect((uint256,address,uint128,uint128))', [[1234n, ME, 2n ** 128n - 1n, 2n ** 128n - 1n]]],
    ['burn(uint256)', [1234n]],
  ]),
  ...calls('Uniswap Universal Router', at('Uniswap Universal Router 2'), [
    [
      EXECUTE,
      plan(
        '0x0b00',
        input('address,uint256', ROUTER, coins(1)),
        input('address,uint256,uint256,bytes,bool', MSG_SENDER, coins(1), usd(3900), path(WETH, 500, USDC), false),
      ),
      { value: coins(1), when: 'V3, ether in' },
    ],
    [
      EXECUTE,
      plan(
        '0x000c',
        input('address,uint256,uint256,bytes,bool', ROUTER, usd(4000), 0n, path(USDC, 500, WETH), true),
        input('address,uint256', MSG_SENDER, coins(0.95)),
      ),
      { when: 'V3, ether out' },
    ],
    [
      EXECUTE,
      plan('0x08', input('address,uint256,uint256,address[],bool', MSG_SENDER, coins(1), usd(3900), route, true)),
      { when: 'V2' },
    ],
    [
      EXECUTE,
      plan(
        '0x01',
        input('address,uint256,uint256,bytes,bool', MSG_SENDER, usd(3900), coins(1), path(USDC, 500, WETH), true),
      ),
      { when: 'V3, exact output' },
    ],
    [
      EXECUTE,
      plan(
        '0x000604',
        input('address,uint256,uint256,bytes,bool', ROUTER, coins(1), 0n, path(WETH, 500, USDC), true),
        input('address,address,uint256', USDC, at('Uniswap Fee Collector'), 25n),
        input('address,address,uint256', USDC, MSG_SENDER, usd(3900)),
      ),
      { when: 'V3, with a fee' },
    ],
    [
      EXECUTE,
      plan(
        '0x10',
        V4(
          '0x060c0f',
          input(`(${V4_KEY},bool,uint128,uint128,bytes)`, [key, true, coins(1), usd(3900), NONE]),
          input('address,uint256', ZERO, coins(1)),
          input('address,uint256', USDC, usd(3900)),
        ),
      ),
      { value: coins(1), when: 'V4' },
    ],
    [
      EXECUTE,
      plan(
        '0x0a00',
        input(
          '((address,uint160,uint48,uint48),address,uint256),bytes',
          [[WETH, 2n ** 160n - 1n, SOON, 0n], at('Uniswap Universal Router 2'), SOON],
          HASH,
        ),
        input('address,uint256,uint256,bytes,bool', MSG_SENDER, coins(1), usd(3900), path(WETH, 500, USDC), true),
      ),
      { when: 'with a permit' },
    ],
  ]),
  ...calls('Uniswap V4 positions', at('Uniswap V4 Positions'), [
    [
      'modifyLiquidities(bytes,uint256)',
      [
        input('bytes,bytes[]', '0x020d', [
          input(
            `${V4_KEY},int24,int24,uint256,uint128,uint128,address,bytes`,
            key,
            -887220,
            887220,
            coins(1),
            coins(1),
            usd(4000),
            ME,
            NONE,
          ),
          input('address,address', ZERO, USDC),
        ]),
        SOON,
      ],
      { value: coins(1) },
    ],
  ]),
]

const aggregators: readonly CallCase[] = [
  ...calls('1inch', at('1inch Router 6'), [
    [
      'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)',
      [someone('1inch executor'), [USDC, WETH, someone('1inch executor'), ME, usd(4000), coins(0.95), 0n], NONE],
    ],
    [
      'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)',
      [someone('1inch executor'), [NATIVE, USDC, someone('1inch executor'), FRIEND, coins(1), usd(3900), 0n], NONE],
      { value: coins(1), when: 'of ether, to another' },
    ],
    ['unoswap(uint256,uint256,uint256,uint256)', [BigInt(USDC), usd(4000), coins(0.95), BigInt(someone('pool'))]],
    [
      'unoswapTo(uint256,uint256,uint256,uint256,uint256)',
      [BigInt(FRIEND), BigInt(USDC), usd(4000), coins(0.95), BigInt(someone('pool'))],
    ],
    ['ethUnoswap(uint256,uint256)', [usd(3900), BigInt(someone('pool'))], { value: coins(1) }],
    [
      'clipperSwap(address,uint256,address,uint256,uint256,uint256,bytes32,bytes32)',
      [someone('clipper'), BigInt(USDC), WETH, usd(4000), coins(0.95), 0n, HASH, HASH],
    ],
    ['cancelOrder(uint256,bytes32)', [0n, HASH]],
  ]),
  ...calls('0x', at('0x Exchange Proxy'), [
    ['transformERC20(address,address,uint256,uint256,(uint32,bytes)[])', [USDC, WETH, usd(4000), coins(0.95), []]],
    ['sellToUniswap(address[],uint256,uint256,bool)', [[USDC, WETH], usd(4000), coins(0.95), false]],
    [
      'exec(address,address,uint256,address,bytes)',
      [
        someone('0x settler'),
        USDC,
        usd(4000),
        someone('0x settler'),
        call('execute((address,address,uint256),bytes[],bytes32)', [ME, WETH, coins(0.95)], [], HASH),
      ],
      { to: at('0x AllowanceHolder') },
    ],
    [
      'execute((address,address,uint256),bytes[],bytes32)',
      [[ME, USDC, usd(3900)], [], HASH],
      { to: someone('0x settler'), value: coins(1), when: 'of Settler' },
    ],
  ]),
  ...calls('CoW Protocol', at('CoW Protocol Settlement'), [
    ['setPreSignature(bytes,bool)', [`${HASH}${ME.slice(2)}6a444f00`, true]],
    ['invalidateOrder(bytes)', [`${HASH}${ME.slice(2)}6a444f00`]],
    [
      'createOrder((address,address,uint256,uint256,bytes32,uint256,uint32,bool,int64))',
      [[USDC, ME, coins(1), usd(3900), HASH, 0n, Number(SOON), false, 0n]],
      { to: at('CoW Protocol EthFlow'), value: coins(1) },
    ],
  ]),
  ...calls('Odos', at('Odos Router 2'), [
    [
      'swap((address,uint256,address,address,uint256,uint256,address),bytes,address,uint32)',
      [[USDC, usd(4000), someone('odos executor'), WETH, coins(1), coins(0.95), ME], NONE, someone('odos executor'), 0],
    ],
    [
      'swapMulti((address,uint256,address)[],(address,uint256,address)[],uint256,bytes,address,uint32)',
      [
        [
          [USDC, usd(2000), someone('odos executor')],
          [DAI, coins(2000), someone('odos executor')],
        ],
        [[WETH, 1n, ME]],
        coins(0.95),
        NONE,
        someone('odos executor'),
        0,
      ],
    ],
  ]),
  ...calls('KyberSwap', at('KyberSwap Router 2'), [
    [
      'swap((address,address,bytes,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes))',
      [
        [
          someone('kyber executor'),
          ZERO,
          NONE,
          [USDC, WETH, [someone('kyber executor')], [usd(4000)], [], [], ME, usd(4000), coins(0.95), 0n, NONE],
          NONE,
        ],
      ],
    ],
    [
      'swapSimpleMode(address,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes,bytes)',
      [
        someone('kyber executor'),
        [USDC, WETH, [someone('kyber executor')], [usd(4000)], [], [], ME, usd(4000), coins(0.95), 0n, NONE],
        NONE,
        NONE,
      ],
    ],
  ]),
  ...calls('ParaSwap (Velora)', at('ParaSwap Augustus 6.2'), [
    [
      'swapExactAmountIn(address,(address,address,uint256,uint256,uint256,bytes32,address),uint256,bytes,bytes)',
      [someone('paraswap executor'), [USDC, WETH, usd(4000), coins(0.95), coins(1), HASH, ME], 0n, NONE, NONE],
    ],
    [
      'swapExactAmountOut(address,(address,address,uint256,uint256,uint256,bytes32,address),uint256,bytes,bytes)',
      [someone('paraswap executor'), [USDC, WETH, usd(4000), coins(0.95), usd(3990), HASH, ME], 0n, NONE, NONE],
    ],
    [
      'swapExactAmountInOnUniswapV3((address,address,uint256,uint256,uint256,bytes32,address,bytes),uint256,bytes)',
      [[USDC, WETH, usd(4000), coins(0.95), coins(1), HASH, ME, NONE], 0n, NONE],
    ],
  ]),
  ...calls('OKX', at('OKX DEX Router'), [
    [
      'dagSwapByOrderId(uint256,(uint256,address,uint256,uint256,uint256),(address[],address[],uint256[],bytes[],uint256)[])',
      [1n, [BigInt(USDC), WETH, usd(4000), coins(0.95), SOON], []],
    ],
    [
      'uniswapV3SwapTo(uint256,uint256,uint256,uint256[])',
      [BigInt(ME), usd(4000), coins(0.95), [BigInt(someone('pool'))]],
    ],
    ['unxswapByOrderId(uint256,uint256,uint256,bytes32[])', [BigInt(USDC), usd(4000), coins(0.95), [HASH]]],
  ]),
  ...calls('Curve', at('Curve 3pool'), [
    ['exchange(int128,int128,uint256,uint256)', [1n, 2n, usd(1000), usd(998)]],
    ['add_liquidity(uint256[3],uint256)', [[coins(100), usd(100), usd(100)], coins(290)]],
    ['remove_liquidity_one_coin(uint256,int128,uint256)', [coins(290), 1n, usd(295)]],
    [
      'exchange(address[11],uint256[5][5],uint256,uint256)',
      [
        [USDC, someone('pool'), WETH, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO],
        Array(5).fill([0n, 1n, 1n, 1n, 2n]),
        usd(4000),
        coins(0.95),
      ],
      { to: at('Curve Router'), when: 'of the router' },
    ],
  ]),
  ...calls('Balancer', at('Balancer Vault'), [
    [
      'swap((bytes32,uint8,address,address,uint256,bytes),(address,bool,address,bool),uint256,uint256)',
      [[HASH, 0, USDC, WETH, usd(4000), NONE], [ME, false, ME, false], coins(0.95), SOON],
    ],
    [
      'joinPool(bytes32,address,address,(address[],uint256[],bytes,bool))',
      [HASH, ME, ME, [[USDC, WETH], [usd(4000), coins(1)], NONE, false]],
    ],
    [
      'exitPool(bytes32,address,address,(address[],uint256[],bytes,bool))',
      [HASH, ME, ME, [[USDC, WETH], [usd(4000), coins(1)], NONE, false]],
    ],
  ]),
  ...calls(
    'Aerodrome',
    at('Aerodrome Router', '8453'),
    [
      [
        'swapExactTokensForTokens(uint256,uint256,(address,address,bool,address)[],address,uint256)',
        [usd(100), coins(0.02), [[coin('USDC', '8453'), coin('WETH', '8453'), false, ZERO]], ME, SOON],
      ],
      [
        'addLiquidity(address,address,bool,uint256,uint256,uint256,uint256,address,uint256)',
        [coin('USDC', '8453'), coin('WETH', '8453'), false, usd(4000), coins(1), usd(3900), coins(0.9), ME, SOON],
      ],
      ['vote(uint256,address[],uint256[])', [12n, [someone('pool')], [100n]], { to: at('Aerodrome Voter', '8453') }],
      ['createLock(uint256,uint256)', [coins(500), 126_144_000n], { to: at('Aerodrome veAERO', '8453') }],
    ],
    '8453',
  ),
  ...calls(
    'PancakeSwap',
    at('PancakeSwap V2 Router', '56'),
    [
      [
        'swapExactETHForTokens(uint256,address[],address,uint256)',
        [coins(590), [coin('WBNB', '56'), coin('USDT', '56')], ME, SOON],
        { value: coins(1) },
      ],
      [
        'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
        [coins(600), coins(0.9), [coin('USDT', '56'), coin('WBNB', '56')], ME, SOON],
      ],
    ],
    '56',
  ),
]

export const tokensAndSwaps: readonly CallCase[] = [...payments, ...uniswap, ...aggregators]

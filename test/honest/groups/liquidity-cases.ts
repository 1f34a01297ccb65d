import { addressOf, call } from '../../../bench/detection/adversarial/encode.ts'
import {
  CURVE_3POOL,
  DAI,
  UNI,
  UNISWAP_2,
  UNISWAP_4_POSITIONS,
  UNISWAP_POSITIONS,
  USDC,
  USDT,
  WETH,
} from '../../../bench/detection/adversarial/protocols.ts'
import { allow, calls, DEADLINE, MAX_128, NOBODY, ONE, SIGNER, usd } from '../../../bench/detection/adversarial/row.ts'
import { multicall, v4Mint } from '../../../bench/detection/adversarial/wrap.ts'

const HOOK = addressOf('hook that was reviewed')
const OWN_TOKEN = addressOf('own new token')

const V2 = 'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)'
const add2 = (least: readonly bigint[], token = DAI) =>
  call(V2, USDC, token, usd(900), 900n * ONE, ...least, SIGNER, DEADLINE)
const V3 = 'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))'
const mint3 = (least: readonly bigint[]) =>
  call(V3, [USDC, WETH, 3000, -600, 600, usd(3000), ONE, ...least, SIGNER, DEADLINE])
const decrease = (least: readonly bigint[]) =>
  call('decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))', [9n, ONE, ...least, DEADLINE])
const collect = (to: string) => call('collect((uint256,address,uint128,uint128))', [9n, to, MAX_128, MAX_128])

const uniswap = calls([
  ['v2-add', 'Two well-known tokens, with limits.', 'Uniswap V2', UNISWAP_2, add2([usd(890), 890n * ONE])],
  ['v2-add-one-limit', 'The other limit follows from the price.', 'Uniswap V2', UNISWAP_2, add2([usd(890), 0n])],
  [
    'v2-add-own-token',
    'The first liquidity of an own token.',
    'Uniswap V2',
    UNISWAP_2,
    add2([usd(890), ONE], OWN_TOKEN),
    { lists: [allow(OWN_TOKEN)] },
  ],
  [
    'v2-add-new-token',
    'Nothing is known about a token of the pair.',
    'Uniswap V2',
    UNISWAP_2,
    add2([usd(890), ONE], OWN_TOKEN),
  ],
  [
    'v2-remove',
    'Out of the pair, with limits.',
    'Uniswap V2',
    UNISWAP_2,
    call(
      'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)',
      USDC,
      DAI,
      ONE,
      usd(890),
      890n * ONE,
      SIGNER,
      DEADLINE,
    ),
  ],
  ['v3-mint', 'A position with limits.', 'Uniswap V3', UNISWAP_POSITIONS, mint3([usd(2900), ONE / 2n])],
  ['v3-mint-one-side', 'A position on one side of the price.', 'Uniswap V3', UNISWAP_POSITIONS, mint3([usd(2900), 0n])],
  [
    'v3-decrease',
    'Out of a position, with limits.',
    'Uniswap V3',
    UNISWAP_POSITIONS,
    multicall(decrease([usd(900), ONE / 4n]), collect(SIGNER)),
  ],
  [
    'v3-decrease-one-side',
    'Out of a position on one side of the price.',
    'Uniswap V3',
    UNISWAP_POSITIONS,
    multicall(decrease([0n, ONE / 4n]), collect(SIGNER)),
  ],
  [
    'v3-decrease-swept',
    'The limit is that of the last steps.',
    'Uniswap V3',
    UNISWAP_POSITIONS,
    multicall(
      decrease([0n, 0n]),
      collect(NOBODY),
      call('unwrapWETH9(uint256,address)', ONE / 4n, SIGNER),
      call('sweepToken(address,uint256,address)', USDC, usd(900), SIGNER),
    ),
  ],
  ['v4-mint', 'A pool without a hook.', 'Uniswap V4', UNISWAP_4_POSITIONS, v4Mint([USDC, WETH, 3000, 60, NOBODY])],
  [
    'v4-mint-ether',
    'A pool of ether without a hook.',
    'Uniswap V4',
    UNISWAP_4_POSITIONS,
    v4Mint([NOBODY, USDC, 500, 10, NOBODY], [15n * ONE, usd(50_000)]),
    { value: 15n * ONE },
  ],
  [
    'v4-mint-multicall',
    'The same in a multicall.',
    'Uniswap V4',
    UNISWAP_4_POSITIONS,
    multicall(v4Mint([UNI, USDT, 500, 10, NOBODY])),
  ],
  [
    'v4-hook-allowed',
    'The hook is on the allow list.',
    'Uniswap V4',
    UNISWAP_4_POSITIONS,
    v4Mint([USDC, WETH, 3000, 60, HOOK]),
    { lists: [allow(HOOK)] },
  ],
  [
    'v4-hook-new',
    'Nothing is known about the hook.',
    'Uniswap V4',
    UNISWAP_4_POSITIONS,
    v4Mint([USDC, WETH, 3000, 60, HOOK]),
  ],
])

const curve = calls([
  [
    'curve-add',
    'Three coins, with a limit.',
    'Curve: 3pool',
    CURVE_3POOL,
    call('add_liquidity(uint256[3],uint256)', [900n * ONE, usd(900), 0n], 1750n * ONE),
  ],
  [
    'curve-remove',
    'All coins, with limits.',
    'Curve: 3pool',
    CURVE_3POOL,
    call('remove_liquidity(uint256,uint256[3])', 900n * ONE, [290n * ONE, usd(290), usd(290)]),
  ],
  [
    'curve-remove-one-limit',
    'All coins, with one limit.',
    'Curve: 3pool',
    CURVE_3POOL,
    call('remove_liquidity(uint256,uint256[3])', 900n * ONE, [0n, usd(290), 0n]),
  ],
  [
    'curve-remove-one',
    'One coin, with a limit.',
    'Curve: 3pool',
    CURVE_3POOL,
    call('remove_liquidity_one_coin(uint256,int128,uint256)', 900n * ONE, 1n, usd(890)),
  ],
  [
    'curve-imbalance',
    'Exact amounts of two coins.',
    'Curve: 3pool',
    CURVE_3POOL,
    call('remove_liquidity_imbalance(uint256[3],uint256)', [400n * ONE, 0n, usd(400)], 820n * ONE),
  ],
])

/** Liquidity of pools that their tokens and hooks name. */
export const liquidityCases = [...uniswap, ...curve]

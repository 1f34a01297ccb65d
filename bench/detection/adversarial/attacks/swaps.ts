import { addressOf, call, packed } from '../encode.ts'
import {
  CURVE_3POOL,
  ONE_INCH_6,
  PANCAKE,
  PENDLE,
  UNISWAP_2,
  UNISWAP_3,
  UNISWAP_02,
  UNISWAP_POSITIONS,
  UNIVERSAL_ROUTER,
  USDC,
  WBNB,
  WETH,
} from '../protocols.ts'
import { DEADLINE, type Group, MAX_128, NOBODY, ONE, SIGNER, usd } from '../row.ts'
import { multicall } from '../wrap.ts'

const thief = addressOf('thief in trade')

const to3 = (recipient: string, least: bigint) =>
  call(
    'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
    ...[[WETH, USDC, 500, recipient, 20n * ONE, least, 0n]],
  )

const path = [USDC, WETH]

export const swaps: Group = {
  name: 'swaps and liquidity: output to another, no minimum output',
  rows: [
    {
      id: 'v2-recipient',
      what: 'The signer pays 50,000 USDC, the thief gets the WETH.',
      source: 'Uniswap v2: Router02, swapExactTokensForTokens',
      to: UNISWAP_2,
      data: call(
        'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
        ...[usd(50_000), 14n * ONE, path, thief, DEADLINE],
      ),
    },
    {
      id: 'v2-no-minimum',
      what: 'A sandwich takes nearly all of 400,000 USDC: no minimum output.',
      source: 'Uniswap v2: Router02, swapExactTokensForTokens',
      to: UNISWAP_2,
      data: call(
        'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
        ...[usd(400_000), 0n, path, SIGNER, DEADLINE],
      ),
    },
    {
      id: 'pancake-both',
      what: 'The thief gets the tokens for 90 BNB, without a minimum.',
      source: 'PancakeSwap v2: swapExactETHForTokens',
      chainId: '56',
      to: PANCAKE,
      value: 90n * ONE,
      data: call(
        'swapExactETHForTokens(uint256,address[],address,uint256)',
        ...[0n, [WBNB, addressOf('some token')], thief, DEADLINE],
      ),
    },
    {
      id: 'v3-recipient',
      what: 'The USDC of the swap go to the thief.',
      source: 'Uniswap v3: SwapRouter, exactInputSingle',
      to: UNISWAP_3,
      data: call(
        'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
        ...[[WETH, USDC, 500, thief, DEADLINE, 20n * ONE, usd(60_000), 0n]],
      ),
    },
    {
      id: 'router-02-recipient',
      what: 'The USDC of the swap go to the thief.',
      source: 'Uniswap: SwapRouter02, exactInputSingle',
      to: UNISWAP_02,
      data: to3(thief, usd(60_000)),
    },
    {
      id: 'v3-unwrap-to-thief',
      what: 'The router keeps the WETH and pays the ether to the thief.',
      source: 'Uniswap v3: multicall, unwrapWETH9',
      to: UNISWAP_02,
      data: multicall(to3(NOBODY, 1n), call('unwrapWETH9(uint256,address)', 0n, thief)),
    },
    {
      id: 'v3-packed-path',
      what: 'The output of a swap over two pools goes to the thief.',
      source: 'Uniswap v3: exactInput with a packed path',
      to: UNISWAP_3,
      data: call(
        'exactInput((bytes,address,uint256,uint256,uint256))',
        ...[[packed(USDC, [24, 500], WETH, [24, 3000], addressOf('token')), thief, DEADLINE, usd(70_000), 1n]],
      ),
    },
    {
      id: 'universal-router',
      what: 'The swap of the universal router pays the thief.',
      source: 'Uniswap: Universal Router, V3_SWAP_EXACT_IN (0x00)',
      to: UNIVERSAL_ROUTER,
      data: call('execute(bytes,bytes[],uint256)', '0x00', [universalInput()], DEADLINE),
    },
    {
      id: 'curve-receiver',
      what: 'The exchanged stablecoins go to the thief.',
      source: 'Curve: exchange with a receiver',
      to: addressOf('curve pool'),
      data: call('exchange(int128,int128,uint256,uint256,address)', ...[0n, 1n, 90_000n * ONE, 89_000n * ONE, thief]),
    },
    {
      id: 'curve-no-minimum',
      what: 'A sandwich takes nearly all of 900,000 DAI: no minimum output.',
      source: 'Curve: 3pool, exchange',
      to: CURVE_3POOL,
      data: call('exchange(int128,int128,uint256,uint256)', 0n, 1n, 900_000n * ONE, 0n),
    },
    {
      id: '1inch-receiver',
      what: 'The aggregated swap pays the thief.',
      source: '1inch v6: AggregationRouter, swap',
      to: ONE_INCH_6,
      data: call(
        'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)',
        ...[addressOf('1inch executor'), [USDC, WETH, NOBODY, thief, usd(45_000), ONE, 0n], '0x1234'],
      ),
    },
    {
      id: 'pendle-receiver',
      what: 'The redeemed tokens go to the thief.',
      source: 'Pendle: Router v4, redeemPyToSy',
      to: PENDLE,
      data: call('redeemPyToSy(address,address,uint256,uint256)', ...[thief, addressOf('yield token'), 700n * ONE, 1n]),
    },
    {
      id: 'remove-liquidity',
      what: 'The liquidity of the signer goes to the thief.',
      source: 'Uniswap v2: Router02, removeLiquidityETH',
      to: UNISWAP_2,
      data: call(
        'removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
        ...[USDC, 50n * ONE, 1n, 1n, thief, DEADLINE],
      ),
    },
    {
      id: 'collect',
      what: 'Fees and removed liquidity of the position go to the thief.',
      source: 'Uniswap v3: NonfungiblePositionManager, collect',
      to: UNISWAP_POSITIONS,
      data: call('collect((uint256,address,uint128,uint128))', [812_345n, thief, MAX_128, MAX_128]),
    },
    {
      id: 'mint-position',
      what: 'The signer pays for a position of the thief.',
      source: 'Uniswap v3: NonfungiblePositionManager, mint',
      to: UNISWAP_POSITIONS,
      data: call(
        'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))',
        ...[[USDC, WETH, 500, -887_270, 887_270, usd(90_000), 30n * ONE, 0n, 0n, thief, DEADLINE]],
      ),
    },
    {
      id: 'gmx-swap-receiver',
      what: 'The swapped tokens go to the thief.',
      source: 'GMX v1: Router, swap',
      chainId: '42161',
      to: addressOf('GMX router'),
      data: call('swap(address[],uint256,uint256,address)', path, usd(20_000), 5n * ONE, thief),
    },
  ],
}

function universalInput(): string {
  const encoded = call(
    'input(address,uint256,uint256,bytes,bool)',
    ...[thief, usd(45_000), 1n, packed(USDC, [24, 500], WETH), true],
  )
  return `0x${encoded.slice(10)}`
}

import { type EffectTable, moves, output, right, row } from './effect.ts'

/** Solidly, Velodrome, Aerodrome and Trader Joe: who receives the output of a swap or of liquidity. */
export const solidlyEffects: EffectTable = {
  '0xa2a1623d': row(
    'swapExactAVAXForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    output('swap', 'to', { gives: [{ token: 'native' }], receives: [{ token: 'path.@last', amount: 'amountOutMin' }] }),
    'Trader Joe and Pangolin V2 routers (Avalanche)',
  ),
  '0x676528d1': row(
    'swapExactTokensForAVAX(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'path.@first', amount: 'amountIn' }],
      receives: [{ token: 'native', amount: 'amountOutMin' }],
    }),
    'Trader Joe and Pangolin V2 routers (Avalanche)',
  ),
  '0xc57559dd': row(
    'swapExactAVAXForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    output('swap', 'to', { gives: [{ token: 'native' }], receives: [{ token: 'path.@last', amount: 'amountOutMin' }] }),
    'Trader Joe and Pangolin V2 routers (Avalanche)',
  ),
  '0x762b1562': row(
    'swapExactTokensForAVAXSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'path.@first', amount: 'amountIn' }],
      receives: [{ token: 'native', amount: 'amountOutMin' }],
    }),
    'Trader Joe and Pangolin V2 routers (Avalanche)',
  ),
  '0x8a657e67': row(
    'swapAVAXForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)',
    output('swap', 'to', { gives: [{ token: 'native' }], receives: [{ token: 'path.@last', amount: 'amountOut' }] }),
    'Trader Joe and Pangolin V2 routers (Avalanche)',
  ),
  '0x7a42416a': row(
    'swapTokensForExactAVAX(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'path.@first', amount: 'amountInMax' }],
      receives: [{ token: 'native', amount: 'amountOut' }],
    }),
    'Trader Joe and Pangolin V2 routers (Avalanche)',
  ),
  '0xf91b3f72': row(
    'addLiquidityAVAX(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountNativeMin, address to, uint256 deadline)',
    output('liquidity', 'to', {
      least: ['amountTokenMin', 'amountNativeMin'],
      gives: [{ token: 'token', amount: 'amountTokenDesired' }, { token: 'native' }],
    }),
    'Trader Joe and Pangolin V2 routers (Avalanche)',
  ),
  '0x33c6b725': row(
    'removeLiquidityAVAX(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountNativeMin, address to, uint256 deadline)',
    output('withdrawal', 'to', { least: ['amountTokenMin', 'amountNativeMin'] }),
    'Trader Joe and Pangolin V2 routers (Avalanche)',
  ),
  '0x2c407024': row(
    'removeLiquidityAVAXWithPermit(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountNativeMin, address to, uint256 deadline, bool approveMax, uint8 v, bytes32 r, bytes32 s)',
    output('withdrawal', 'to', { least: ['amountTokenMin', 'amountNativeMin'] }),
    'Trader Joe and Pangolin V2 routers (Avalanche)',
  ),
  '0x73bc79cf': row(
    'removeLiquidityAVAXSupportingFeeOnTransferTokens(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountNativeMin, address to, uint256 deadline)',
    output('withdrawal', 'to', { least: ['amountTokenMin', 'amountNativeMin'] }),
    'Trader Joe and Pangolin V2 routers (Avalanche)',
  ),
  '0xcac88ea9': row(
    'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, (address from, address to, bool stable, address factory)[] routes, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'routes.@first.from', amount: 'amountIn' }],
      receives: [{ token: 'routes.@last.to', amount: 'amountOutMin' }],
    }),
    'Aerodrome and Velodrome V2 router',
  ),
  '0x903638a4': row(
    'swapExactETHForTokens(uint256 amountOutMin, (address from, address to, bool stable, address factory)[] routes, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'native' }],
      receives: [{ token: 'routes.@last.to', amount: 'amountOutMin' }],
    }),
    'Aerodrome and Velodrome V2 router',
  ),
  '0xc6b7f1b6': row(
    'swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, (address from, address to, bool stable, address factory)[] routes, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'routes.@first.from', amount: 'amountIn' }],
      receives: [{ token: 'native', amount: 'amountOutMin' }],
    }),
    'Aerodrome and Velodrome V2 router',
  ),
  '0x88cd821e': row(
    'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, (address from, address to, bool stable, address factory)[] routes, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'routes.@first.from', amount: 'amountIn' }],
      receives: [{ token: 'routes.@last.to', amount: 'amountOutMin' }],
    }),
    'Aerodrome and Velodrome V2 router',
  ),
  '0x3da5acba': row(
    'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, (address from, address to, bool stable, address factory)[] routes, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'native' }],
      receives: [{ token: 'routes.@last.to', amount: 'amountOutMin' }],
    }),
    'Aerodrome and Velodrome V2 router',
  ),
  '0x12bc3aca': row(
    'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, (address from, address to, bool stable, address factory)[] routes, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'routes.@first.from', amount: 'amountIn' }],
      receives: [{ token: 'native', amount: 'amountOutMin' }],
    }),
    'Aerodrome and Velodrome V2 router',
  ),
  '0xf41766d8': row(
    'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, (address from, address to, bool stable)[] routes, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'routes.@first.from', amount: 'amountIn' }],
      receives: [{ token: 'routes.@last.to', amount: 'amountOutMin' }],
    }),
    'Solidly and Velodrome V1 router',
  ),
  '0x67ffb66a': row(
    'swapExactETHForTokens(uint256 amountOutMin, (address from, address to, bool stable)[] routes, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'native' }],
      receives: [{ token: 'routes.@last.to', amount: 'amountOutMin' }],
    }),
    'Solidly and Velodrome V1 router',
  ),
  '0x18a13086': row(
    'swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, (address from, address to, bool stable)[] routes, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'routes.@first.from', amount: 'amountIn' }],
      receives: [{ token: 'native', amount: 'amountOutMin' }],
    }),
    'Solidly and Velodrome V1 router',
  ),
  '0x6cc1ae13': row(
    'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, (address from, address to, bool stable)[] routes, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'routes.@first.from', amount: 'amountIn' }],
      receives: [{ token: 'routes.@last.to', amount: 'amountOutMin' }],
    }),
    'Solidly and Velodrome V1 router',
  ),
  '0x76c72751': row(
    'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, (address from, address to, bool stable)[] routes, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'native' }],
      receives: [{ token: 'routes.@last.to', amount: 'amountOutMin' }],
    }),
    'Solidly and Velodrome V1 router',
  ),
  '0x7af728c8': row(
    'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, (address from, address to, bool stable)[] routes, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'routes.@first.from', amount: 'amountIn' }],
      receives: [{ token: 'native', amount: 'amountOutMin' }],
    }),
    'Solidly and Velodrome V1 router',
  ),
  '0x13dcfc59': row(
    'swapExactTokensForTokensSimple(uint256 amountIn, uint256 amountOutMin, address tokenFrom, address tokenTo, bool stable, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'tokenFrom', amount: 'amountIn' }],
      receives: [{ token: 'tokenTo', amount: 'amountOutMin' }],
    }),
    'Solidly and Velodrome V1 router',
  ),
  '0x5a47ddc3': row(
    'addLiquidity(address tokenA, address tokenB, bool stable, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
    output('liquidity', 'to', {
      least: ['amountAMin', 'amountBMin'],
      gives: [
        { token: 'tokenA', amount: 'amountADesired' },
        { token: 'tokenB', amount: 'amountBDesired' },
      ],
    }),
    'Solidly, Velodrome and Aerodrome routers',
  ),
  '0xb7e0d4c0': row(
    'addLiquidityETH(address token, bool stable, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
    output('liquidity', 'to', {
      least: ['amountTokenMin', 'amountETHMin'],
      gives: [{ token: 'token', amount: 'amountTokenDesired' }, { token: 'native' }],
    }),
    'Solidly, Velodrome and Aerodrome routers',
  ),
  '0x0dede6c4': row(
    'removeLiquidity(address tokenA, address tokenB, bool stable, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
    output('withdrawal', 'to', { least: ['amountAMin', 'amountBMin'] }),
    'Solidly, Velodrome and Aerodrome routers',
  ),
  '0xd7b0e0a5': row(
    'removeLiquidityETH(address token, bool stable, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
    output('withdrawal', 'to', { least: ['amountTokenMin', 'amountETHMin'] }),
    'Solidly, Velodrome and Aerodrome routers',
  ),
  '0xfe411f14': row(
    'removeLiquidityETHSupportingFeeOnTransferTokens(address token, bool stable, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
    output('withdrawal', 'to', { least: ['amountTokenMin', 'amountETHMin'] }),
    'Solidly, Velodrome and Aerodrome routers',
  ),
  '0xfb49bafd': row(
    'zapIn(address tokenIn, uint256 amountInA, uint256 amountInB, (address tokenA, address tokenB, bool stable, address factory, uint256 amountOutMinA, uint256 amountOutMinB, uint256 amountAMin, uint256 amountBMin) zapInPool, (address from, address to, bool stable, address factory)[] routesA, (address from, address to, bool stable, address factory)[] routesB, address to, bool stake)',
    output('liquidity', 'to', { least: ['zapInPool.amountAMin', 'zapInPool.amountBMin'] }),
    'Aerodrome and Velodrome V2 router',
  ),
  '0xa026383e': row(
    'exactInputSingle((address tokenIn, address tokenOut, int24 tickSpacing, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    output('swap', 'params.recipient', {
      zero: 'contract',
      gives: [{ token: 'params.tokenIn', amount: 'params.amountIn' }],
      receives: [{ token: 'params.tokenOut', amount: 'params.amountOutMinimum' }],
    }),
    'Aerodrome and Velodrome Slipstream',
  ),
  '0xc714e838': row(
    'exactOutputSingle((address tokenIn, address tokenOut, int24 tickSpacing, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
    output('swap', 'params.recipient', {
      zero: 'contract',
      gives: [{ token: 'params.tokenIn', amount: 'params.amountInMaximum' }],
      receives: [{ token: 'params.tokenOut', amount: 'params.amountOut' }],
    }),
    'Aerodrome and Velodrome Slipstream',
  ),
  '0xb5007d1f': row(
    'mint((address token0, address token1, int24 tickSpacing, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline, uint160 sqrtPriceX96) params)',
    output('liquidity', 'params.recipient', {
      least: ['params.amount0Min', 'params.amount1Min'],
      gives: [
        { token: 'params.token0', amount: 'params.amount0Desired' },
        { token: 'params.token1', amount: 'params.amount1Desired' },
      ],
    }),
    'Aerodrome and Velodrome Slipstream',
  ),
  '0x2a443fae': row(
    'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, (uint256[] pairBinSteps, uint8[] versions, address[] tokenPath) path, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'path.tokenPath.@first', amount: 'amountIn' }],
      receives: [{ token: 'path.tokenPath.@last', amount: 'amountOutMin' }],
    }),
    'Trader Joe liquidity book router V2.1',
  ),
  '0xb066ea7c': row(
    'swapExactNATIVEForTokens(uint256 amountOutMin, (uint256[] pairBinSteps, uint8[] versions, address[] tokenPath) path, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'native' }],
      receives: [{ token: 'path.tokenPath.@last', amount: 'amountOutMin' }],
    }),
    'Trader Joe liquidity book router V2.1',
  ),
  '0x9ab6156b': row(
    'swapExactTokensForNATIVE(uint256 amountIn, uint256 amountOutMin, (uint256[] pairBinSteps, uint8[] versions, address[] tokenPath) path, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'path.tokenPath.@first', amount: 'amountIn' }],
      receives: [{ token: 'native', amount: 'amountOutMin' }],
    }),
    'Trader Joe liquidity book router V2.1',
  ),
  '0x4b801870': row(
    'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, (uint256[] pairBinSteps, uint8[] versions, address[] tokenPath) path, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'path.tokenPath.@first', amount: 'amountIn' }],
      receives: [{ token: 'path.tokenPath.@last', amount: 'amountOutMin' }],
    }),
    'Trader Joe liquidity book router V2.1',
  ),
  '0xe038e6dc': row(
    'swapExactNATIVEForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, (uint256[] pairBinSteps, uint8[] versions, address[] tokenPath) path, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'native' }],
      receives: [{ token: 'path.tokenPath.@last', amount: 'amountOutMin' }],
    }),
    'Trader Joe liquidity book router V2.1',
  ),
  '0x1a24f9a9': row(
    'swapExactTokensForNATIVESupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, (uint256[] pairBinSteps, uint8[] versions, address[] tokenPath) path, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'path.tokenPath.@first', amount: 'amountIn' }],
      receives: [{ token: 'native', amount: 'amountOutMin' }],
    }),
    'Trader Joe liquidity book router V2.1',
  ),
  '0x92fe8e70': row(
    'swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, (uint256[] pairBinSteps, uint8[] versions, address[] tokenPath) path, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'path.tokenPath.@first', amount: 'amountInMax' }],
      receives: [{ token: 'path.tokenPath.@last', amount: 'amountOut' }],
    }),
    'Trader Joe liquidity book router V2.1',
  ),
  '0x3dc8f8ec': row(
    'swapTokensForExactNATIVE(uint256 amountOut, uint256 amountInMax, (uint256[] pairBinSteps, uint8[] versions, address[] tokenPath) path, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'path.tokenPath.@first', amount: 'amountInMax' }],
      receives: [{ token: 'native', amount: 'amountOut' }],
    }),
    'Trader Joe liquidity book router V2.1',
  ),
  '0x2075ad22': row(
    'swapNATIVEForExactTokens(uint256 amountOut, (uint256[] pairBinSteps, uint8[] versions, address[] tokenPath) path, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'native' }],
      receives: [{ token: 'path.tokenPath.@last', amount: 'amountOut' }],
    }),
    'Trader Joe liquidity book router V2.1',
  ),
  '0xa3c7271a': row(
    'addLiquidity((address tokenX, address tokenY, uint256 binStep, uint256 amountX, uint256 amountY, uint256 amountXMin, uint256 amountYMin, uint256 activeIdDesired, uint256 idSlippage, int256[] deltaIds, uint256[] distributionX, uint256[] distributionY, address to, address refundTo, uint256 deadline) terms)',
    [
      output('liquidity', 'terms.to', { least: ['terms.amountXMin', 'terms.amountYMin'] }),
      output('withdrawal', 'terms.refundTo'),
    ],
    'Trader Joe liquidity book router V2.1',
  ),
  '0x8efc2b2c': row(
    'addLiquidityNATIVE((address tokenX, address tokenY, uint256 binStep, uint256 amountX, uint256 amountY, uint256 amountXMin, uint256 amountYMin, uint256 activeIdDesired, uint256 idSlippage, int256[] deltaIds, uint256[] distributionX, uint256[] distributionY, address to, address refundTo, uint256 deadline) terms)',
    [
      output('liquidity', 'terms.to', { least: ['terms.amountXMin', 'terms.amountYMin'] }),
      output('withdrawal', 'terms.refundTo'),
    ],
    'Trader Joe liquidity book router V2.1',
  ),
  '0xc22159b6': row(
    'removeLiquidity(address tokenX, address tokenY, uint16 binStep, uint256 amountXMin, uint256 amountYMin, uint256[] ids, uint256[] amounts, address to, uint256 deadline)',
    output('withdrawal', 'to', { least: ['amountXMin', 'amountYMin'] }),
    'Trader Joe liquidity book router V2.1',
  ),
  '0x81c2fdfb': row(
    'removeLiquidityNATIVE(address token, uint16 binStep, uint256 amountTokenMin, uint256 amountNativeMin, uint256[] ids, uint256[] amounts, address to, uint256 deadline)',
    output('withdrawal', 'to', { least: ['amountTokenMin', 'amountNativeMin'] }),
    'Trader Joe liquidity book router V2.1',
  ),
  '0xe9361c08': row(
    'sweepLBToken(address token, address to, uint256[] ids, uint256[] amounts)',
    output('withdrawal', 'to'),
    'Trader Joe liquidity book router V2.1',
  ),
  '0xe584b654': row(
    'approveForAll(address operator, bool approved)',
    right('manage', 'operator', { unless: 'approved' }),
    'Trader Joe liquidity book pair',
  ),
  '0x17fad7fc': row(
    'batchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts)',
    moves({ token: '@contract' }, 'to', { from: 'from' }),
    'Trader Joe liquidity book pair',
  ),
}

import { type EffectTable, output, row } from './effect.ts'

/** Routers, pools and position managers: who receives the output. Uniswap V2 and V3 routers are in actions/routers.ts. */
export const exchangesEffects: EffectTable = {
  '0x2195995c': row(
    'removeLiquidityWithPermit(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline, bool approveMax, uint8 v, bytes32 r, bytes32 s)',
    output('withdrawal', 'to', { least: ['amountAMin', 'amountBMin'] }),
    'Uniswap V2 router',
  ),
  '0xded9382a': row(
    'removeLiquidityETHWithPermit(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline, bool approveMax, uint8 v, bytes32 r, bytes32 s)',
    output('withdrawal', 'to', { least: ['amountTokenMin', 'amountETHMin'] }),
    'Uniswap V2 router',
  ),
  '0x5b0d5984': row(
    'removeLiquidityETHWithPermitSupportingFeeOnTransferTokens(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline, bool approveMax, uint8 v, bytes32 r, bytes32 s)',
    output('withdrawal', 'to', { least: ['amountTokenMin', 'amountETHMin'] }),
    'Uniswap V2 router',
  ),
  '0x022c0d9f': row(
    'swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)',
    output('swap', 'to'),
    'Uniswap V2 pair',
  ),
  '0x89afcb44': row('burn(address to)', output('withdrawal', 'to'), 'Uniswap V2 pair'),
  '0x128acb08': row(
    'swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 sqrtPriceLimitX96, bytes data)',
    output('swap', 'recipient'),
    'Uniswap V3 pool',
  ),
  '0xac3893ba': row(
    'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'path.@first', amount: 'amountIn' }],
      receives: [{ token: 'path.@last', amount: 'amountOutMin' }],
    }),
    'Camelot V2 router',
  ),
  '0xb4822be3': row(
    'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline)',
    output('swap', 'to', { gives: [{ token: 'native' }], receives: [{ token: 'path.@last', amount: 'amountOutMin' }] }),
    'Camelot V2 router',
  ),
  '0x52aa4c22': row(
    'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'path.@first', amount: 'amountIn' }],
      receives: [{ token: 'native', amount: 'amountOutMin' }],
    }),
    'Camelot V2 router',
  ),
  '0xbc651188': row(
    'exactInputSingle((address tokenIn, address tokenOut, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params)',
    output('swap', 'params.recipient', {
      zero: 'contract',
      gives: [{ token: 'params.tokenIn', amount: 'params.amountIn' }],
      receives: [{ token: 'params.tokenOut', amount: 'params.amountOutMinimum' }],
    }),
    'Algebra (QuickSwap, Camelot V3)',
  ),
  '0x1679c792': row(
    'exactInputSingle((address tokenIn, address tokenOut, address deployer, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params)',
    output('swap', 'params.recipient', {
      zero: 'contract',
      gives: [{ token: 'params.tokenIn', amount: 'params.amountIn' }],
      receives: [{ token: 'params.tokenOut', amount: 'params.amountOutMinimum' }],
    }),
    'Algebra Integral',
  ),
  '0xb87d2524': row(
    'exactInputSingleSupportingFeeOnTransferTokens((address tokenIn, address tokenOut, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params)',
    output('swap', 'params.recipient', {
      zero: 'contract',
      gives: [{ token: 'params.tokenIn', amount: 'params.amountIn' }],
      receives: [{ token: 'params.tokenOut', amount: 'params.amountOutMinimum' }],
    }),
    'Algebra (QuickSwap, Camelot V3)',
  ),
  '0x88316456': row(
    'mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
    output('liquidity', 'params.recipient', {
      least: ['params.amount0Min', 'params.amount1Min'],
      gives: [
        { token: 'params.token0', amount: 'params.amount0Desired' },
        { token: 'params.token1', amount: 'params.amount1Desired' },
      ],
    }),
    'Uniswap V3 position manager',
  ),
  '0x9cc1a283': row(
    'mint((address token0, address token1, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
    output('liquidity', 'params.recipient', {
      least: ['params.amount0Min', 'params.amount1Min'],
      gives: [
        { token: 'params.token0', amount: 'params.amount0Desired' },
        { token: 'params.token1', amount: 'params.amount1Desired' },
      ],
    }),
    'Algebra (QuickSwap, Camelot V3)',
  ),
  '0xfc6f7865': row(
    'collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)',
    output('withdrawal', 'params.recipient', { zero: 'contract' }),
    'Uniswap V3 position manager',
  ),
  '0x0c49ccbe': row(
    'decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
    output('withdrawal', '@contract', { least: ['params.amount0Min', 'params.amount1Min'] }),
    'Uniswap V3 position manager: stays there for `collect`',
  ),
  '0x13ead562': row(
    'createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96)',
    [],
    'Uniswap V3 position manager',
  ),
  '0xe0e189a0': row(
    'sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
    output('withdrawal', 'recipient', { receives: [{ token: 'token', amount: 'amountMinimum' }] }),
    'Uniswap V3 router',
  ),
  '0x9b2c0a37': row(
    'unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
    output('withdrawal', 'recipient', { receives: [{ token: 'native', amount: 'amountMinimum' }] }),
    'Uniswap V3 router',
  ),
  '0x49616997': row(
    'unwrapWETH9(uint256 amountMinimum)',
    output('withdrawal', '@actor', { receives: [{ token: 'native', amount: 'amountMinimum' }] }),
    'Uniswap SwapRouter02: PeripheryPaymentsWithFeeExtended',
  ),
  '0xe90a182f': row(
    'sweepToken(address token, uint256 amountMinimum)',
    output('withdrawal', '@actor', { receives: [{ token: 'token', amount: 'amountMinimum' }] }),
    'Uniswap SwapRouter02: PeripheryPaymentsWithFeeExtended',
  ),
  '0xd4ef38de': row(
    'unwrapWETH9WithFee(uint256 amountMinimum, uint256 feeBips, address feeRecipient)',
    output('withdrawal', '@actor', { receives: [{ token: 'native', amount: 'amountMinimum' }] }),
    'Uniswap SwapRouter02: PeripheryPaymentsWithFeeExtended',
  ),
  '0x3068c554': row(
    'sweepTokenWithFee(address token, uint256 amountMinimum, uint256 feeBips, address feeRecipient)',
    output('withdrawal', '@actor', { receives: [{ token: 'token', amount: 'amountMinimum' }] }),
    'Uniswap SwapRouter02: PeripheryPaymentsWithFeeExtended',
  ),
  '0x69bc35b2': row(
    'unwrapWNativeToken(uint256 amountMinimum, address recipient)',
    output('withdrawal', 'recipient', { receives: [{ token: 'native', amount: 'amountMinimum' }] }),
    'Algebra (QuickSwap, Camelot V3)',
  ),
  '0xf0edc80e': row(
    'exchange(address[11] route, uint256[4][5] parameters, uint256 amount, uint256 minimum, address[5] pools, address receiver)',
    output('swap', 'receiver', { gives: [{ token: 'route.@first', amount: 'amount' }], least: 'minimum' }),
    'Curve router',
  ),
  '0x9fdaea0c': row(
    'remove_liquidity_imbalance(uint256[3] amounts, uint256 maximum)',
    output('withdrawal', '@actor', { least: 'amounts' }),
    'Curve pool',
  ),
  '0x9504fae8': row(
    'remove_liquidity_imbalance(uint256[3] amounts, uint256 maximum, address receiver)',
    output('withdrawal', 'receiver', { least: 'amounts' }),
    'Curve pool',
  ),
  '0x18a7bd76': row(
    'remove_liquidity_imbalance(uint256[4] amounts, uint256 maximum)',
    output('withdrawal', '@actor', { least: 'amounts' }),
    'Curve pool',
  ),
  '0x4ab3a82b': row(
    'remove_liquidity_imbalance(uint256[4] amounts, uint256 maximum, address receiver)',
    output('withdrawal', 'receiver', { least: 'amounts' }),
    'Curve pool',
  ),
  '0xd3a4acd3': row(
    'tradeBySourceAmount(address sourceToken, address targetToken, uint256 sourceAmount, uint256 minReturnAmount, uint256 deadline, address beneficiary)',
    output('swap', 'beneficiary', {
      gives: [{ token: 'sourceToken', amount: 'sourceAmount' }],
      receives: [{ token: 'targetToken', amount: 'minReturnAmount' }],
    }),
    'Bancor V3: BancorNetwork, docs.bancor.network',
  ),
  '0x45d6602c': row(
    'tradeByTargetAmount(address sourceToken, address targetToken, uint256 targetAmount, uint256 maxSourceAmount, uint256 deadline, address beneficiary)',
    output('swap', 'beneficiary', {
      gives: [{ token: 'sourceToken', amount: 'maxSourceAmount' }],
      receives: [{ token: 'targetToken', amount: 'targetAmount' }],
    }),
    'Bancor V3: BancorNetwork, docs.bancor.network',
  ),
}

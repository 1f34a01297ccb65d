import type { SignatureTable } from './signature-table.ts'

/** Uniswap V2 and V3 routers (copied by many others), wrapped native tokens, vaults (ERC-4626). */
export const routerSignatures: SignatureTable = {
  '0x38ed1739':
    'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  '0x5c11d795':
    'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  '0x8803dbee':
    'swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  '0x7ff36ab5': 'swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  '0xb6f9de95':
    'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  '0xfb3bdb41': 'swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)',
  '0x18cbafe5':
    'swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  '0x791ac947':
    'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  '0x4a25d94a':
    'swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  '0x472b43f3': 'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  '0x42712a67': 'swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
  '0xe8e33700':
    'addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
  '0xf305d719':
    'addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
  '0xbaa2abde':
    'removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
  '0x02751cec':
    'removeLiquidityETH(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
  '0xaf2979eb':
    'removeLiquidityETHSupportingFeeOnTransferTokens(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
  '0x414bf389':
    'exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  '0x04e45aaf':
    'exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  '0xc04b8d59':
    'exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
  '0xb858183f': 'exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
  '0xdb3e2198':
    'exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
  '0x5023b4df':
    'exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
  '0xf28c0498':
    'exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum) params)',
  '0x09b81346': 'exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum) params)',
  '0xdf2ab5bb': 'sweepToken(address token, uint256 amountMinimum, address recipient)',
  '0x49404b7c': 'unwrapWETH9(uint256 amountMinimum, address recipient)',
  '0x12210e8a': 'refundETH()',
  '0xf3995c67': 'selfPermit(address token, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  '0xc2e3140a': 'selfPermitIfNecessary(address token, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  '0x4659a494': 'selfPermitAllowed(address token, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
  '0xa4a78f0c':
    'selfPermitAllowedIfNecessary(address token, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
  '0xd0e30db0': 'deposit()',
  '0x2e1a7d4d': 'withdraw(uint256 amount)',
  '0x6e553f65': 'deposit(uint256 assets, address to)',
  '0x94bf804d': 'mint(uint256 shares, address to)',
  '0xb460af94': 'withdraw(uint256 assets, address to, address owner)',
  '0xba087652': 'redeem(uint256 shares, address to, address owner)',
}

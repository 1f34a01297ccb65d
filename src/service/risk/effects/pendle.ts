import { type EffectTable, output, right, row } from './effect.ts'

/** Pendle V2: Router V4, standardized yield, principal and yield tokens. The first parameter gets the output. */
export const pendleEffects: EffectTable = {
  '0xc81f847a': row(
    'swapExactTokenForPt(address receiver, address market, uint256 minPtOut, (uint256 guessMin, uint256 guessMax, uint256 guessOffchain, uint256 maxIteration, uint256 eps) guessPtOut, (address tokenIn, uint256 netTokenIn, address tokenMintSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) input, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('swap', 'receiver', {
      heldBy: 'market',
      least: 'minPtOut',
      gives: [{ token: 'input.tokenIn', amount: 'input.netTokenIn' }],
    }),
    'Pendle V2: Router',
  ),
  '0xfeb9d1d2': row(
    'swapExactTokenForPtSimple(address receiver, address market, uint256 minPtOut, (address tokenIn, uint256 netTokenIn, address tokenMintSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) input)',
    output('swap', 'receiver', {
      heldBy: 'market',
      gives: [{ token: 'input.tokenIn', amount: 'input.netTokenIn' }],
      least: 'minPtOut',
    }),
    'Pendle V2: Router',
  ),
  '0x2a50917c': row(
    'swapExactSyForPt(address receiver, address market, uint256 exactSyIn, uint256 minPtOut, (uint256 guessMin, uint256 guessMax, uint256 guessOffchain, uint256 maxIteration, uint256 eps) guessPtOut, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('swap', 'receiver', { heldBy: 'market', least: 'minPtOut' }),
    'Pendle V2: Router',
  ),
  '0x40a169f9': row(
    'swapExactSyForPtSimple(address receiver, address market, uint256 exactSyIn, uint256 minPtOut)',
    output('swap', 'receiver', { heldBy: 'market', least: 'minPtOut' }),
    'Pendle V2: Router',
  ),
  '0x594a88cc': row(
    'swapExactPtForToken(address receiver, address market, uint256 exactPtIn, (address tokenOut, uint256 minTokenOut, address tokenRedeemSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) output, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('swap', 'receiver', { receives: [{ token: 'output.tokenOut', amount: 'output.minTokenOut' }] }),
    'Pendle V2: Router',
  ),
  '0x3346d3a3': row(
    'swapExactPtForSy(address receiver, address market, uint256 exactPtIn, uint256 minSyOut, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('swap', 'receiver', { heldBy: 'market', least: 'minSyOut' }),
    'Pendle V2: Router',
  ),
  '0xed48907e': row(
    'swapExactTokenForYt(address receiver, address market, uint256 minYtOut, (uint256 guessMin, uint256 guessMax, uint256 guessOffchain, uint256 maxIteration, uint256 eps) guessYtOut, (address tokenIn, uint256 netTokenIn, address tokenMintSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) input, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('swap', 'receiver', {
      heldBy: 'market',
      least: 'minYtOut',
      gives: [{ token: 'input.tokenIn', amount: 'input.netTokenIn' }],
    }),
    'Pendle V2: Router',
  ),
  '0x22bfddd0': row(
    'swapExactTokenForYtSimple(address receiver, address market, uint256 minYtOut, (address tokenIn, uint256 netTokenIn, address tokenMintSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) input)',
    output('swap', 'receiver', {
      heldBy: 'market',
      gives: [{ token: 'input.tokenIn', amount: 'input.netTokenIn' }],
      least: 'minYtOut',
    }),
    'Pendle V2: Router',
  ),
  '0x7b8b4b95': row(
    'swapExactSyForYt(address receiver, address market, uint256 exactSyIn, uint256 minYtOut, (uint256 guessMin, uint256 guessMax, uint256 guessOffchain, uint256 maxIteration, uint256 eps) guessYtOut, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('swap', 'receiver', { heldBy: 'market', least: 'minYtOut' }),
    'Pendle V2: Router',
  ),
  '0x6afe6998': row(
    'swapExactSyForYtSimple(address receiver, address market, uint256 exactSyIn, uint256 minYtOut)',
    output('swap', 'receiver', { heldBy: 'market', least: 'minYtOut' }),
    'Pendle V2: Router',
  ),
  '0x05eb5327': row(
    'swapExactYtForToken(address receiver, address market, uint256 exactYtIn, (address tokenOut, uint256 minTokenOut, address tokenRedeemSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) output, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('swap', 'receiver', { receives: [{ token: 'output.tokenOut', amount: 'output.minTokenOut' }] }),
    'Pendle V2: Router',
  ),
  '0x80c4d566': row(
    'swapExactYtForSy(address receiver, address market, uint256 exactYtIn, uint256 minSyOut, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('swap', 'receiver', { heldBy: 'market', least: 'minSyOut' }),
    'Pendle V2: Router',
  ),
  '0xa89eba4a': row(
    'swapTokenToTokenViaSy(address receiver, address SY, (address tokenIn, uint256 netTokenIn, address tokenMintSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) input, address tokenRedeemSy, uint256 minTokenOut)',
    output('swap', 'receiver', {
      gives: [{ token: 'input.tokenIn', amount: 'input.netTokenIn' }],
      least: 'minTokenOut',
    }),
    'Pendle V2: Router',
  ),
  '0xa58f46c6': row(
    'swapWithFixedPricePTAMM(address receiver, address fixedPricePTAMM, address PT, uint256 exactPtIn, (address tokenOut, uint256 minTokenOut, address tokenRedeemSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) out)',
    output('swap', 'receiver', { least: 'out.minTokenOut' }),
    'Pendle V2: Router',
  ),
  '0x12599ac6': row(
    'addLiquiditySingleToken(address receiver, address market, uint256 minLpOut, (uint256 guessMin, uint256 guessMax, uint256 guessOffchain, uint256 maxIteration, uint256 eps) guessPtReceivedFromSy, (address tokenIn, uint256 netTokenIn, address tokenMintSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) input, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('liquidity', 'receiver', {
      heldBy: 'market',
      least: 'minLpOut',
      gives: [{ token: 'input.tokenIn', amount: 'input.netTokenIn' }],
    }),
    'Pendle V2: Router',
  ),
  '0x3dbe1c55': row(
    'addLiquiditySingleTokenKeepYt(address receiver, address market, uint256 minLpOut, uint256 minYtOut, (address tokenIn, uint256 netTokenIn, address tokenMintSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) input)',
    output('liquidity', 'receiver', {
      heldBy: 'market',
      least: ['minLpOut', 'minYtOut'],
      gives: [{ token: 'input.tokenIn', amount: 'input.netTokenIn' }],
    }),
    'Pendle V2: Router',
  ),
  '0x2756ce06': row(
    'addLiquidityDualTokenAndPt(address receiver, address market, (address tokenIn, uint256 netTokenIn, address tokenMintSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) input, uint256 netPtDesired, uint256 minLpOut)',
    output('liquidity', 'receiver', {
      heldBy: 'market',
      least: 'minLpOut',
      gives: [{ token: 'input.tokenIn', amount: 'input.netTokenIn' }],
    }),
    'Pendle V2: Router',
  ),
  '0x97ee279e': row(
    'addLiquidityDualSyAndPt(address receiver, address market, uint256 netSyDesired, uint256 netPtDesired, uint256 minLpOut)',
    output('liquidity', 'receiver', { heldBy: 'market', least: 'minLpOut' }),
    'Pendle V2: Router',
  ),
  '0x4e390267': row(
    'addLiquiditySinglePt(address receiver, address market, uint256 netPtIn, uint256 minLpOut, (uint256 guessMin, uint256 guessMax, uint256 guessOffchain, uint256 maxIteration, uint256 eps) guessPtSwapToSy, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('liquidity', 'receiver', { heldBy: 'market', least: 'minLpOut' }),
    'Pendle V2: Router',
  ),
  '0xf2f6eae5': row(
    'addLiquiditySinglePtSimple(address receiver, address market, uint256 netPtIn, uint256 minLpOut)',
    output('liquidity', 'receiver', { heldBy: 'market', least: 'minLpOut' }),
    'Pendle V2: Router',
  ),
  '0x58bda475': row(
    'addLiquiditySingleSy(address receiver, address market, uint256 netSyIn, uint256 minLpOut, (uint256 guessMin, uint256 guessMax, uint256 guessOffchain, uint256 maxIteration, uint256 eps) guessPtReceivedFromSy, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('liquidity', 'receiver', { heldBy: 'market', least: 'minLpOut' }),
    'Pendle V2: Router',
  ),
  '0x844384aa': row(
    'addLiquiditySingleSyKeepYt(address receiver, address market, uint256 netSyIn, uint256 minLpOut, uint256 minYtOut)',
    output('liquidity', 'receiver', { heldBy: 'market', least: ['minLpOut', 'minYtOut'] }),
    'Pendle V2: Router',
  ),
  '0x252f9db3': row(
    'addLiquiditySingleSySimple(address receiver, address market, uint256 netSyIn, uint256 minLpOut)',
    output('liquidity', 'receiver', { heldBy: 'market', least: 'minLpOut' }),
    'Pendle V2: Router',
  ),
  '0xb7d75b8b': row(
    'removeLiquidityDualSyAndPt(address receiver, address market, uint256 netLpToRemove, uint256 minSyOut, uint256 minPtOut)',
    output('withdrawal', 'receiver', { least: ['minSyOut', 'minPtOut'] }),
    'Pendle V2: Router',
  ),
  '0xb00f09d7': row(
    'removeLiquidityDualTokenAndPt(address receiver, address market, uint256 netLpToRemove, (address tokenOut, uint256 minTokenOut, address tokenRedeemSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) output, uint256 minPtOut)',
    output('withdrawal', 'receiver', { least: ['minPtOut', 'output.minTokenOut'] }),
    'Pendle V2: Router',
  ),
  '0x6b77ac9e': row(
    'removeLiquiditySinglePt(address receiver, address market, uint256 netLpToRemove, uint256 minPtOut, (uint256 guessMin, uint256 guessMax, uint256 guessOffchain, uint256 maxIteration, uint256 eps) guessPtReceivedFromSy, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('withdrawal', 'receiver', { least: 'minPtOut' }),
    'Pendle V2: Router',
  ),
  '0x0af8a5cf': row(
    'removeLiquiditySinglePtSimple(address receiver, address market, uint256 netLpToRemove, uint256 minPtOut)',
    output('withdrawal', 'receiver', { least: 'minPtOut' }),
    'Pendle V2: Router',
  ),
  '0xd13b4fdc': row(
    'removeLiquiditySingleSy(address receiver, address market, uint256 netLpToRemove, uint256 minSyOut, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('withdrawal', 'receiver', { least: 'minSyOut' }),
    'Pendle V2: Router',
  ),
  '0x60da0860': row(
    'removeLiquiditySingleToken(address receiver, address market, uint256 netLpToRemove, (address tokenOut, uint256 minTokenOut, address tokenRedeemSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) output, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('withdrawal', 'receiver', { least: 'output.minTokenOut' }),
    'Pendle V2: Router',
  ),
  '0xc2d6d65d': row(
    'exitPostExpToSy(address receiver, address market, uint256 netPtIn, uint256 netLpIn, uint256 minSyOut)',
    output('withdrawal', 'receiver', { least: 'minSyOut' }),
    'Pendle V2: Router',
  ),
  '0xf06a07a0': row(
    'exitPostExpToToken(address receiver, address market, uint256 netPtIn, uint256 netLpIn, (address tokenOut, uint256 minTokenOut, address tokenRedeemSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) output)',
    output('withdrawal', 'receiver', { least: 'output.minTokenOut' }),
    'Pendle V2: Router',
  ),
  '0x8354a5e5': row(
    'exitPreExpToSy(address receiver, address market, uint256 netPtIn, uint256 netYtIn, uint256 netLpIn, uint256 minSyOut, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('withdrawal', 'receiver', { least: 'minSyOut' }),
    'Pendle V2: Router',
  ),
  '0x7036e052': row(
    'exitPreExpToToken(address receiver, address market, uint256 netPtIn, uint256 netYtIn, uint256 netLpIn, (address tokenOut, uint256 minTokenOut, address tokenRedeemSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) output, (address limitRouter, uint256 epsSkipMarket, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] normalFills, ((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] flashFills, bytes optData) limit)',
    output('withdrawal', 'receiver', { least: 'output.minTokenOut' }),
    'Pendle V2: Router',
  ),
  '0xd0f42385': row(
    'mintPyFromToken(address receiver, address YT, uint256 minPyOut, (address tokenIn, uint256 netTokenIn, address tokenMintSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) input)',
    output('deposit', 'receiver', { heldBy: 'YT', gives: [{ token: 'input.tokenIn', amount: 'input.netTokenIn' }] }),
    'Pendle V2: Router',
  ),
  '0x1a8631b2': row(
    'mintPyFromSy(address receiver, address YT, uint256 netSyIn, uint256 minPyOut)',
    output('deposit', 'receiver', { heldBy: 'YT' }),
    'Pendle V2: Router',
  ),
  '0x2e071dc6': row(
    'mintSyFromToken(address receiver, address SY, uint256 minSyOut, (address tokenIn, uint256 netTokenIn, address tokenMintSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) input)',
    output('deposit', 'receiver', { heldBy: 'SY', gives: [{ token: 'input.tokenIn', amount: 'input.netTokenIn' }] }),
    'Pendle V2: Router',
  ),
  '0x47f1de22': row(
    'redeemPyToToken(address receiver, address YT, uint256 netPyIn, (address tokenOut, uint256 minTokenOut, address tokenRedeemSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) output)',
    output('withdrawal', 'receiver'),
    'Pendle V2: Router',
  ),
  '0x339748cb': row(
    'redeemPyToSy(address receiver, address YT, uint256 netPyIn, uint256 minSyOut)',
    output('withdrawal', 'receiver'),
    'Pendle V2: Router',
  ),
  '0x339a5572': row(
    'redeemSyToToken(address receiver, address SY, uint256 netSyIn, (address tokenOut, uint256 minTokenOut, address tokenRedeemSy, address pendleSwap, (uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData) output)',
    output('withdrawal', 'receiver'),
    'Pendle V2: Router',
  ),
  '0xf7e375e8': row(
    'redeemDueInterestAndRewards(address user, address[] sys, address[] yts, address[] markets)',
    [],
    'Pendle V2: Router',
  ),
  '0x1dfa02a8': row('redeemRewardsAndTransfer(address receiver)', output('claim', 'receiver'), 'Pendle V2: Router'),
  '0x20e8c565': row(
    'deposit(address receiver, address tokenIn, uint256 amountTokenToDeposit, uint256 minSharesOut)',
    output('deposit', 'receiver', { gives: [{ token: 'tokenIn', amount: 'amountTokenToDeposit' }] }),
    'Pendle V2: standardized yield, PT and YT',
  ),
  '0x769f8e5d': row(
    'redeem(address receiver, uint256 amountSharesToRedeem, address tokenOut, uint256 minTokenOut, bool burnFromInternalBalance)',
    output('withdrawal', 'receiver'),
    'Pendle V2: standardized yield, PT and YT',
  ),
  '0xdb74aa15': row(
    'mintPY(address receiverPT, address receiverYT)',
    [output('deposit', 'receiverPT'), output('deposit', 'receiverYT')],
    'Pendle V2: standardized yield, PT and YT',
  ),
  '0x53335819': row(
    'mintPYMulti(address[] receiverPTs, address[] receiverYTs, uint256[] amountSyToMints)',
    [output('deposit', 'receiverPTs'), output('deposit', 'receiverYTs')],
    'Pendle V2: standardized yield, PT and YT',
  ),
  '0xbcb7ea5d': row(
    'redeemPY(address receiver)',
    output('withdrawal', 'receiver'),
    'Pendle V2: standardized yield, PT and YT',
  ),
  '0xb0d88981': row(
    'redeemPYMulti(address[] receivers, uint256[] amountPYToRedeems)',
    output('withdrawal', 'receivers'),
    'Pendle V2: standardized yield, PT and YT',
  ),
  '0x7d24da4d': row(
    'redeemDueInterestAndRewards(address user, bool redeemInterest, bool redeemRewards)',
    [],
    'Pendle V2: standardized yield, PT and YT',
  ),
  '0xf6b911bc': row(
    'burn(address receiverSy, address receiverPt, uint256 netLpToBurn)',
    [output('withdrawal', 'receiverSy'), output('withdrawal', 'receiverPt')],
    'Pendle V2: standardized yield, PT and YT',
  ),
  '0x6122b173': row(
    'fill(((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order, bytes signature, uint256 makingAmount)[] params, address receiver, uint256 maxTaking, bytes optData, bytes callback)',
    output('swap', 'receiver'),
    'Pendle V2: limit orders and distributors',
  ),
  '0xf1d4deb3': row(
    'cancelBatch((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit)[] orders)',
    [],
    'Pendle V2: limit orders and distributors',
  ),
  '0x5413fba7': row(
    'cancelSingle((uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit) order)',
    [],
    'Pendle V2: limit orders and distributors',
  ),
  '0xa0165082': row(
    'claim(address receiver, address[] tokens, uint256[] totalAccrueds, bytes32[][] proofs)',
    output('claim', 'receiver'),
    'Pendle V2: limit orders and distributors',
  ),
  '0x053f6a70': row(
    'claimRetail(address receiver, uint256 totalAccrued, bytes32[] proof)',
    output('claim', 'receiver'),
    'Pendle V2: limit orders and distributors',
  ),
  '0xff5b4066': row(
    'claimProtocol(address receiver, address[] pools)',
    output('claim', 'receiver'),
    'Pendle V2: limit orders and distributors',
  ),
  '0x769b1ebc': row(
    'setDelegatorFor(address receiver, address delegator)',
    right('operate', 'delegator', { of: 'receiver' }),
    'Pendle V2: limit orders and distributors',
  ),
}

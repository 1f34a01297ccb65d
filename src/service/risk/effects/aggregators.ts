import { type EffectTable, output, right, row } from './effect.ts'

/** Aggregators and order books: who receives the output of a swap or an order. */
export const aggregatorsEffects: EffectTable = {
  '0x415565b0': row(
    'transformERC20(address inputToken, address outputToken, uint256 inputTokenAmount, uint256 minOutputTokenAmount, (uint32 deploymentNonce, bytes data)[] transformations)',
    output('swap', '@actor', {
      gives: [{ token: 'inputToken', amount: 'inputTokenAmount' }],
      receives: [{ token: 'outputToken', amount: 'minOutputTokenAmount' }],
    }),
    '0x exchange proxy',
  ),
  '0xd9627aa4': row(
    'sellToUniswap(address[] tokens, uint256 sellAmount, uint256 minBuyAmount, bool isSushi)',
    output('swap', '@actor', {
      gives: [{ token: 'tokens.@first', amount: 'sellAmount' }],
      receives: [{ token: 'tokens.@last', amount: 'minBuyAmount' }],
    }),
    '0x exchange proxy',
  ),
  '0x6af479b2': row(
    'sellTokenForTokenToUniswapV3(bytes encodedPath, uint256 sellAmount, uint256 minBuyAmount, address recipient)',
    output('swap', 'recipient', { least: 'minBuyAmount' }),
    '0x exchange proxy',
  ),
  '0x3598d8ab': row(
    'sellEthForTokenToUniswapV3(bytes encodedPath, uint256 minBuyAmount, address recipient)',
    output('swap', 'recipient', { least: 'minBuyAmount' }),
    '0x exchange proxy',
  ),
  '0x803ba26d': row(
    'sellTokenForEthToUniswapV3(bytes encodedPath, uint256 sellAmount, uint256 minBuyAmount, address recipient)',
    output('swap', 'recipient', { least: 'minBuyAmount' }),
    '0x exchange proxy',
  ),
  '0xf7fcd384': row(
    'sellToLiquidityProvider(address inputToken, address outputToken, address provider, address recipient, uint256 sellAmount, uint256 minBuyAmount, bytes auxiliaryData)',
    output('swap', 'recipient', {
      gives: [{ token: 'inputToken', amount: 'sellAmount' }],
      receives: [{ token: 'outputToken', amount: 'minBuyAmount' }],
    }),
    '0x exchange proxy',
  ),
  '0xea7faa61': row(
    'registerAllowedOrderSigner(address signer, bool allowed)',
    right('manage', 'signer', { unless: 'allowed' }),
    '0x exchange proxy',
  ),
  '0x7d49ec1a': row(
    'cancelLimitOrder((address makerToken, address takerToken, uint128 makerAmount, uint128 takerAmount, uint128 takerTokenFeeAmount, address maker, address taker, address sender, address feeRecipient, bytes32 pool, uint64 expiry, uint256 salt) order)',
    [],
    '0x exchange proxy',
  ),
  '0xf6274f66': row(
    'fillLimitOrder((address makerToken, address takerToken, uint128 makerAmount, uint128 takerAmount, uint128 takerTokenFeeAmount, address maker, address taker, address sender, address feeRecipient, bytes32 pool, uint64 expiry, uint256 salt) order, (uint8 signatureType, uint8 v, bytes32 r, bytes32 s) signature, uint128 takerTokenFillAmount)',
    output('swap', '@actor', {
      gives: [{ token: 'order.takerToken', amount: 'takerTokenFillAmount' }],
      receives: [{ token: 'order.makerToken' }],
    }),
    '0x exchange proxy',
  ),
  '0xaa77476c': row(
    'fillRfqOrder((address makerToken, address takerToken, uint128 makerAmount, uint128 takerAmount, address maker, address taker, address txOrigin, bytes32 pool, uint64 expiry, uint256 salt) order, (uint8 signatureType, uint8 v, bytes32 r, bytes32 s) signature, uint128 takerTokenFillAmount)',
    output('swap', '@actor', {
      gives: [{ token: 'order.takerToken', amount: 'takerTokenFillAmount' }],
      receives: [{ token: 'order.makerToken' }],
    }),
    '0x exchange proxy',
  ),
  '0x1fff991f': row(
    'execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 affiliate)',
    output('swap', 'slippage.recipient', {
      receives: [{ token: 'slippage.buyToken', amount: 'slippage.minAmountOut' }],
    }),
    '0x Settler',
  ),
  '0x54e3f31b': row(
    'simpleSwap((address fromToken, address toToken, uint256 fromAmount, uint256 toAmount, uint256 expectedAmount, address[] callees, bytes exchangeData, uint256[] startIndexes, uint256[] values, address beneficiary, address partner, uint256 feePercent, bytes permit, uint256 deadline, bytes16 uuid) data)',
    output('swap', 'data.beneficiary', {
      gives: [{ token: 'data.fromToken', amount: 'data.fromAmount' }],
      receives: [{ token: 'data.toToken', amount: 'data.toAmount' }],
    }),
    'ParaSwap V5',
  ),
  '0x2298207a': row(
    'simpleBuy((address fromToken, address toToken, uint256 fromAmount, uint256 toAmount, uint256 expectedAmount, address[] callees, bytes exchangeData, uint256[] startIndexes, uint256[] values, address beneficiary, address partner, uint256 feePercent, bytes permit, uint256 deadline, bytes16 uuid) data)',
    output('swap', 'data.beneficiary', {
      gives: [{ token: 'data.fromToken', amount: 'data.fromAmount' }],
      receives: [{ token: 'data.toToken', amount: 'data.toAmount' }],
    }),
    'ParaSwap V5',
  ),
  '0xa94e78ef': row(
    'multiSwap((address fromToken, uint256 fromAmount, uint256 toAmount, uint256 expectedAmount, address beneficiary, (address to, uint256 totalNetworkFee, (address adapter, uint256 percent, uint256 networkFee, (uint256 index, address targetExchange, uint256 percent, bytes payload, uint256 networkFee)[] route)[] adapters)[] path, address partner, uint256 feePercent, bytes permit, uint256 deadline, bytes16 uuid) data)',
    output('swap', 'data.beneficiary', { gives: [{ token: 'data.fromToken', amount: 'data.fromAmount' }] }),
    'ParaSwap V5',
  ),
  '0x46c67b6d': row(
    'megaSwap((address fromToken, uint256 fromAmount, uint256 toAmount, uint256 expectedAmount, address beneficiary, (uint256 fromAmountPercent, (address to, uint256 totalNetworkFee, (address adapter, uint256 percent, uint256 networkFee, (uint256 index, address targetExchange, uint256 percent, bytes payload, uint256 networkFee)[] route)[] adapters)[] path)[] path, address partner, uint256 feePercent, bytes permit, uint256 deadline, bytes16 uuid) data)',
    output('swap', 'data.beneficiary', { gives: [{ token: 'data.fromToken', amount: 'data.fromAmount' }] }),
    'ParaSwap V5',
  ),
  '0xe3ead59e': row(
    'swapExactAmountIn(address executor, (address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary) swapData, uint256 partnerAndFee, bytes permit, bytes executorData)',
    output('swap', 'swapData.beneficiary', {
      gives: [{ token: 'swapData.srcToken', amount: 'swapData.fromAmount' }],
      receives: [{ token: 'swapData.destToken', amount: 'swapData.toAmount' }],
    }),
    'ParaSwap V6 (Velora)',
  ),
  '0x7f457675': row(
    'swapExactAmountOut(address executor, (address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary) swapData, uint256 partnerAndFee, bytes permit, bytes executorData)',
    output('swap', 'swapData.beneficiary', {
      gives: [{ token: 'swapData.srcToken', amount: 'swapData.fromAmount' }],
      receives: [{ token: 'swapData.destToken', amount: 'swapData.toAmount' }],
    }),
    'ParaSwap V6 (Velora)',
  ),
  '0xe8bb3b6c': row(
    'swapExactAmountInOnUniswapV2((address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary, bytes pools) swapData, uint256 partnerAndFee, bytes permit)',
    output('swap', 'swapData.beneficiary', {
      gives: [{ token: 'swapData.srcToken', amount: 'swapData.fromAmount' }],
      receives: [{ token: 'swapData.destToken', amount: 'swapData.toAmount' }],
    }),
    'ParaSwap V6 (Velora)',
  ),
  '0xa76f4eb6': row(
    'swapExactAmountOutOnUniswapV2((address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary, bytes pools) swapData, uint256 partnerAndFee, bytes permit)',
    output('swap', 'swapData.beneficiary', {
      gives: [{ token: 'swapData.srcToken', amount: 'swapData.fromAmount' }],
      receives: [{ token: 'swapData.destToken', amount: 'swapData.toAmount' }],
    }),
    'ParaSwap V6 (Velora)',
  ),
  '0x876a02f6': row(
    'swapExactAmountInOnUniswapV3((address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary, bytes pools) swapData, uint256 partnerAndFee, bytes permit)',
    output('swap', 'swapData.beneficiary', {
      gives: [{ token: 'swapData.srcToken', amount: 'swapData.fromAmount' }],
      receives: [{ token: 'swapData.destToken', amount: 'swapData.toAmount' }],
    }),
    'ParaSwap V6 (Velora)',
  ),
  '0x5e94e28d': row(
    'swapExactAmountOutOnUniswapV3((address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary, bytes pools) swapData, uint256 partnerAndFee, bytes permit)',
    output('swap', 'swapData.beneficiary', {
      gives: [{ token: 'swapData.srcToken', amount: 'swapData.fromAmount' }],
      receives: [{ token: 'swapData.destToken', amount: 'swapData.toAmount' }],
    }),
    'ParaSwap V6 (Velora)',
  ),
  '0x1a01c532': row(
    'swapExactAmountInOnCurveV1((uint256 curveData, uint256 curveAssets, address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary) swapData, uint256 partnerAndFee, bytes permit)',
    output('swap', 'swapData.beneficiary', {
      gives: [{ token: 'swapData.srcToken', amount: 'swapData.fromAmount' }],
      receives: [{ token: 'swapData.destToken', amount: 'swapData.toAmount' }],
    }),
    'ParaSwap V6 (Velora)',
  ),
  '0xe37ed256': row(
    'swapExactAmountInOnCurveV2((uint256 curveData, uint256 i, uint256 j, address poolAddress, address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary) swapData, uint256 partnerAndFee, bytes permit)',
    output('swap', 'swapData.beneficiary', {
      gives: [{ token: 'swapData.srcToken', amount: 'swapData.fromAmount' }],
      receives: [{ token: 'swapData.destToken', amount: 'swapData.toAmount' }],
    }),
    'ParaSwap V6 (Velora)',
  ),
  '0xd85ca173': row(
    'swapExactAmountInOnBalancerV2((uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, uint256 beneficiaryAndApproveFlag) swapData, uint256 partnerAndFee, bytes permit, bytes data)',
    output('swap', 'swapData.beneficiaryAndApproveFlag'),
    'ParaSwap V6 (Velora)',
  ),
  '0xd6ed22e6': row(
    'swapExactAmountOutOnBalancerV2((uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, uint256 beneficiaryAndApproveFlag) swapData, uint256 partnerAndFee, bytes permit, bytes data)',
    output('swap', 'swapData.beneficiaryAndApproveFlag'),
    'ParaSwap V6 (Velora)',
  ),
  '0xe21fd0e9': row(
    'swap((address callTarget, address approveTarget, bytes targetData, (address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc, bytes clientData) execution)',
    output('swap', 'execution.desc.dstReceiver', {
      gives: [{ token: 'execution.desc.srcToken', amount: 'execution.desc.amount' }],
      receives: [{ token: 'execution.desc.dstToken', amount: 'execution.desc.minReturnAmount' }],
    }),
    'KyberSwap meta aggregation router V2',
  ),
  '0x59e50fed': row(
    'swapGeneric((address callTarget, address approveTarget, bytes targetData, (address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc, bytes clientData) execution)',
    output('swap', 'execution.desc.dstReceiver', {
      gives: [{ token: 'execution.desc.srcToken', amount: 'execution.desc.amount' }],
      receives: [{ token: 'execution.desc.dstToken', amount: 'execution.desc.minReturnAmount' }],
    }),
    'KyberSwap meta aggregation router V2',
  ),
  '0x8af033fb': row(
    'swapSimpleMode(address caller, (address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc, bytes executorData, bytes clientData)',
    output('swap', 'desc.dstReceiver', {
      gives: [{ token: 'desc.srcToken', amount: 'desc.amount' }],
      receives: [{ token: 'desc.dstToken', amount: 'desc.minReturnAmount' }],
    }),
    'KyberSwap meta aggregation router V2',
  ),
  '0x90411a32': row(
    'swap(address caller, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 guaranteedAmount, uint256 flags, address referrer, bytes permit) desc, (uint256 target, uint256 gasLimit, uint256 value, bytes data)[] calls)',
    output('swap', 'desc.dstReceiver', {
      gives: [{ token: 'desc.srcToken', amount: 'desc.amount' }],
      receives: [{ token: 'desc.dstToken', amount: 'desc.minReturnAmount' }],
    }),
    'OpenOcean exchange V2',
  ),
  '0x3b635ce4': row(
    'swap((address inputToken, uint256 inputAmount, address inputReceiver, address outputToken, uint256 outputQuote, uint256 outputMin, address outputReceiver) tokenInfo, bytes pathDefinition, address executor, uint32 referralCode)',
    output('swap', 'tokenInfo.outputReceiver', {
      gives: [{ token: 'tokenInfo.inputToken', amount: 'tokenInfo.inputAmount' }],
      receives: [{ token: 'tokenInfo.outputToken', amount: 'tokenInfo.outputMin' }],
    }),
    'Odos router V2',
  ),
  '0x87b621b5': row(
    'swapPermit2((address contractAddress, uint256 nonce, uint256 deadline, bytes signature) permit2, (address inputToken, uint256 inputAmount, address inputReceiver, address outputToken, uint256 outputQuote, uint256 outputMin, address outputReceiver) tokenInfo, bytes pathDefinition, address executor, uint32 referralCode)',
    output('swap', 'tokenInfo.outputReceiver', {
      gives: [{ token: 'tokenInfo.inputToken', amount: 'tokenInfo.inputAmount' }],
      receives: [{ token: 'tokenInfo.outputToken', amount: 'tokenInfo.outputMin' }],
    }),
    'Odos router V2',
  ),
  '0x7bf2d6d4': row(
    'swapMulti((address tokenAddress, uint256 amountIn, address receiver)[] inputs, (address tokenAddress, uint256 relativeValue, address receiver)[] outputs, uint256 valueOutMin, bytes pathDefinition, address executor, uint32 referralCode)',
    output('swap', 'outputs.receiver', {
      gives: [{ token: 'inputs.tokenAddress', amount: 'inputs.amountIn' }],
      least: 'valueOutMin',
    }),
    'Odos router V2',
  ),
  '0x080c25b3': row(
    'swapMultiPermit2((address contractAddress, uint256 nonce, uint256 deadline, bytes signature) permit2, (address tokenAddress, uint256 amountIn, address receiver)[] inputs, (address tokenAddress, uint256 relativeValue, address receiver)[] outputs, uint256 valueOutMin, bytes pathDefinition, address executor, uint32 referralCode)',
    output('swap', 'outputs.receiver', {
      gives: [{ token: 'inputs.tokenAddress', amount: 'inputs.amountIn' }],
      least: 'valueOutMin',
    }),
    'Odos router V2',
  ),
  '0x322bba21': row(
    'createOrder((address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, bytes32 appData, uint256 feeAmount, uint32 validTo, bool partiallyFillable, int64 quoteId) order)',
    output('swap', 'order.receiver', {
      gives: [{ token: 'native', amount: 'order.sellAmount' }],
      receives: [{ token: 'order.buyToken', amount: 'order.buyAmount' }],
      isFixedRate: true,
    }),
    'CoW Protocol native order',
  ),
  '0x15337bc0': row('invalidateOrder(bytes orderUid)', [], 'CoW Protocol'),
  '0x7bc41b96': row(
    'invalidateOrder((address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, bytes32 appData, uint256 feeAmount, uint32 validTo, bool partiallyFillable, int64 quoteId) order)',
    [],
    'CoW Protocol native order',
  ),
  '0xed9f35ce': row('freeFilledAmountStorage(bytes[] orderUids)', [], 'CoW Protocol'),
  '0x4630a0d8': row(
    'swapTokensGeneric(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData)',
    output('swap', 'receiver', { least: 'minAmount' }),
    'LI.FI generic swap',
  ),
  '0x2646478b': row(
    'processRoute(address tokenIn, uint256 amountIn, address tokenOut, uint256 amountOutMin, address to, bytes route)',
    output('swap', 'to', {
      gives: [{ token: 'tokenIn', amount: 'amountIn' }],
      receives: [{ token: 'tokenOut', amount: 'amountOutMin' }],
    }),
    'SushiSwap route processor',
  ),
  '0x6bf2df86': row(
    'swapNoSplit((uint256 amountIn, uint256 amountOut, address[] path, address[] adapters) trade, address to, uint256 fee)',
    output('swap', 'to', {
      gives: [{ token: 'trade.path.@first', amount: 'trade.amountIn' }],
      receives: [{ token: 'trade.path.@last', amount: 'trade.amountOut' }],
    }),
    'Yield Yak router',
  ),
  '0xfe38c5e6': row(
    'swapNoSplitFromAVAX((uint256 amountIn, uint256 amountOut, address[] path, address[] adapters) trade, address to, uint256 fee)',
    output('swap', 'to'),
    'Yield Yak router',
  ),
  '0xf0350382': row(
    'swapNoSplitToAVAX((uint256 amountIn, uint256 amountOut, address[] path, address[] adapters) trade, address to, uint256 fee)',
    output('swap', 'to', { gives: [{ token: 'trade.path.@first', amount: 'trade.amountIn' }] }),
    'Yield Yak router',
  ),
  '0x4dcebcba': row(
    'swapSingle((uint256 expiry, address taker_address, address maker_address, uint256 maker_nonce, address taker_token, address maker_token, uint256 taker_amount, uint256 maker_amount, address receiver, uint256 packed_commands, uint256 flags) order, (bytes signatureBytes, uint256 flags) makerSignature, uint256 filledTakerAmount)',
    output('swap', 'order.receiver', {
      gives: [{ token: 'order.taker_token', amount: 'order.taker_amount' }],
      receives: [{ token: 'order.maker_token', amount: 'order.maker_amount' }],
      isFixedRate: true,
    }),
    'Bebop',
  ),
  '0x30e6ae31': row('sellBase(address to, address pool, bytes data)', output('swap', 'to'), 'DODO and OKX adapters'),
  '0x6f7929f2': row('sellQuote(address to, address pool, bytes data)', output('swap', 'to'), 'DODO and OKX adapters'),
  '0xbd6015b4': row('sellBase(address to)', output('swap', 'to'), 'DODO pools'),
  '0xdd93f59a': row('sellQuote(address to)', output('swap', 'to'), 'DODO pools'),
  '0x7dc20382': row(
    'swap(address fromToken, address toToken, uint256 fromAmount, uint256 minimumToAmount, address to, address rebateTo)',
    output('swap', 'to', {
      gives: [{ token: 'fromToken', amount: 'fromAmount' }],
      receives: [{ token: 'toToken', amount: 'minimumToAmount' }],
    }),
    'WOOFi',
  ),
  '0x9908fc8b': row(
    'swap(address fromToken, address toToken, uint256 fromAmount, uint256 minimumToAmount, address to, uint256 deadline)',
    output('swap', 'to', {
      gives: [{ token: 'fromToken', amount: 'fromAmount' }],
      receives: [{ token: 'toToken', amount: 'minimumToAmount' }],
    }),
    'Wombat, Platypus',
  ),
}

import { type EffectTable, output, row } from './effect.ts'

/** 1inch aggregation router and limit orders: who receives the output. */
export const oneInchEffects: EffectTable = {
  '0x7c025200': row(
    'swap(address caller, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc, bytes data)',
    output('swap', 'desc.dstReceiver', {
      gives: [{ token: 'desc.srcToken', amount: 'desc.amount' }],
      receives: [{ token: 'desc.dstToken', amount: 'desc.minReturnAmount' }],
    }),
    '1inch aggregation router V4',
  ),
  '0x12aa3caf': row(
    'swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes permit, bytes data)',
    output('swap', 'desc.dstReceiver', {
      gives: [{ token: 'desc.srcToken', amount: 'desc.amount' }],
      receives: [{ token: 'desc.dstToken', amount: 'desc.minReturnAmount' }],
    }),
    '1inch aggregation router V5',
  ),
  '0x07ed2379': row(
    'swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data)',
    output('swap', 'desc.dstReceiver', {
      gives: [{ token: 'desc.srcToken', amount: 'desc.amount' }],
      receives: [{ token: 'desc.dstToken', amount: 'desc.minReturnAmount' }],
    }),
    '1inch aggregation router V6',
  ),
  '0x0502b1c5': row(
    'unoswap(address srcToken, uint256 amount, uint256 minReturn, uint256[] pools)',
    output('swap', '@actor', { least: 'minReturn' }),
    '1inch aggregation router V5: to the caller',
  ),
  '0x2e95b6c8': row(
    'unoswap(address srcToken, uint256 amount, uint256 minReturn, bytes32[] pools)',
    output('swap', '@actor', { least: 'minReturn' }),
    '1inch aggregation router V4: to the caller',
  ),
  '0xe449022e': row(
    'uniswapV3Swap(uint256 amount, uint256 minReturn, uint256[] pools)',
    output('swap', '@actor', { least: 'minReturn' }),
    '1inch aggregation router V4 and V5: to the caller',
  ),
  '0xf78dc253': row(
    'unoswapTo(address recipient, address srcToken, uint256 amount, uint256 minReturn, uint256[] pools)',
    output('swap', 'recipient', { gives: [{ token: 'srcToken', amount: 'amount' }], least: 'minReturn' }),
    '1inch aggregation router V5',
  ),
  '0x3c15fd91': row(
    'unoswapToWithPermit(address recipient, address srcToken, uint256 amount, uint256 minReturn, uint256[] pools, bytes permit)',
    output('swap', 'recipient', { gives: [{ token: 'srcToken', amount: 'amount' }], least: 'minReturn' }),
    '1inch aggregation router V5',
  ),
  '0xbc80f1a8': row(
    'uniswapV3SwapTo(address recipient, uint256 amount, uint256 minReturn, uint256[] pools)',
    output('swap', 'recipient', { least: 'minReturn' }),
    '1inch aggregation router V4 and V5',
  ),
  '0x2521b930': row(
    'uniswapV3SwapToWithPermit(address recipient, address srcToken, uint256 amount, uint256 minReturn, uint256[] pools, bytes permit)',
    output('swap', 'recipient', { gives: [{ token: 'srcToken', amount: 'amount' }], least: 'minReturn' }),
    '1inch aggregation router V4 and V5',
  ),
  '0x84bd6d29': row(
    'clipperSwap(address clipperExchange, address srcToken, address dstToken, uint256 inputAmount, uint256 outputAmount, uint256 goodUntil, bytes32 r, bytes32 vs)',
    output('swap', '@actor', {
      gives: [{ token: 'srcToken', amount: 'inputAmount' }],
      receives: [{ token: 'dstToken', amount: 'outputAmount' }],
    }),
    '1inch aggregation router V5',
  ),
  '0x093d4fa5': row(
    'clipperSwapTo(address clipperExchange, address recipient, address srcToken, address dstToken, uint256 inputAmount, uint256 outputAmount, uint256 goodUntil, bytes32 r, bytes32 vs)',
    output('swap', 'recipient', {
      gives: [{ token: 'srcToken', amount: 'inputAmount' }],
      receives: [{ token: 'dstToken', amount: 'outputAmount' }],
    }),
    '1inch aggregation router V5',
  ),
  '0xc4d652af': row(
    'clipperSwapTo(address clipperExchange, address recipient, uint256 srcToken, address dstToken, uint256 inputAmount, uint256 outputAmount, uint256 goodUntil, bytes32 r, bytes32 vs)',
    output('swap', 'recipient', {
      gives: [{ token: 'srcToken', amount: 'inputAmount' }],
      receives: [{ token: 'dstToken', amount: 'outputAmount' }],
    }),
    '1inch aggregation router V6',
  ),
  '0x83800a8e': row(
    'unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
    output('swap', '@actor', { least: 'minReturn' }),
    '1inch aggregation router V6: to the caller',
  ),
  '0xe2c95c82': row(
    'unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
    output('swap', 'to', { gives: [{ token: 'token', amount: 'amount' }], least: 'minReturn' }),
    '1inch aggregation router V6',
  ),
  '0xa76dfc3b': row(
    'ethUnoswap(uint256 minReturn, uint256 dex)',
    output('swap', '@actor', { least: 'minReturn' }),
    '1inch aggregation router V6: to the caller',
  ),
  '0x175accdc': row(
    'ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex)',
    output('swap', 'to', { least: 'minReturn' }),
    '1inch aggregation router V6',
  ),
  '0x8770ba91': row(
    'unoswap2(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)',
    output('swap', '@actor', { least: 'minReturn' }),
    '1inch aggregation router V6: to the caller',
  ),
  '0xea76dddf': row(
    'unoswapTo2(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)',
    output('swap', 'to', { gives: [{ token: 'token', amount: 'amount' }], least: 'minReturn' }),
    '1inch aggregation router V6',
  ),
  '0x89af926a': row(
    'ethUnoswap2(uint256 minReturn, uint256 dex, uint256 dex2)',
    output('swap', '@actor', { least: 'minReturn' }),
    '1inch aggregation router V6: to the caller',
  ),
  '0x0f449d71': row(
    'ethUnoswapTo2(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2)',
    output('swap', 'to', { least: 'minReturn' }),
    '1inch aggregation router V6',
  ),
  '0x19367472': row(
    'unoswap3(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
    output('swap', '@actor', { least: 'minReturn' }),
    '1inch aggregation router V6: to the caller',
  ),
  '0xf7a70056': row(
    'unoswapTo3(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
    output('swap', 'to', { gives: [{ token: 'token', amount: 'amount' }], least: 'minReturn' }),
    '1inch aggregation router V6',
  ),
  '0x188ac35d': row(
    'ethUnoswap3(uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
    output('swap', '@actor', { least: 'minReturn' }),
    '1inch aggregation router V6: to the caller',
  ),
  '0x493189f0': row(
    'ethUnoswapTo3(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
    output('swap', 'to', { least: 'minReturn' }),
    '1inch aggregation router V6',
  ),
  '0x9fda64bd': row(
    'fillOrder((uint256 salt, uint256 maker, uint256 receiver, uint256 makerAsset, uint256 takerAsset, uint256 makingAmount, uint256 takingAmount, uint256 makerTraits) order, bytes32 r, bytes32 vs, uint256 amount, uint256 takerTraits)',
    output('swap', '@actor', { gives: [{ token: 'order.takerAsset' }], receives: [{ token: 'order.makerAsset' }] }),
    '1inch limit order protocol V4',
  ),
  '0xcc713a04': row(
    'fillContractOrder((uint256 salt, uint256 maker, uint256 receiver, uint256 makerAsset, uint256 takerAsset, uint256 makingAmount, uint256 takingAmount, uint256 makerTraits) order, bytes signature, uint256 amount, uint256 takerTraits)',
    output('swap', '@actor', { gives: [{ token: 'order.takerAsset' }], receives: [{ token: 'order.makerAsset' }] }),
    '1inch limit order protocol V4',
  ),
  '0xe5d7bde6': row(
    'fillOrderTo((uint256 salt, address makerAsset, address takerAsset, address maker, address receiver, address allowedSender, uint256 makingAmount, uint256 takingAmount, uint256 offsets, bytes interactions) order, bytes signature, bytes interaction, uint256 makingAmount, uint256 takingAmount, uint256 skipPermitAndThresholdAmount, address target)',
    output('swap', 'target', { gives: [{ token: 'order.takerAsset' }], receives: [{ token: 'order.makerAsset' }] }),
    '1inch limit order protocol V3',
  ),
  '0xb2610fe3': row(
    'fillOrderTo((uint256 salt, address makerAsset, address takerAsset, address maker, address receiver, address allowedSender, uint256 makingAmount, uint256 takingAmount, bytes makerAssetData, bytes takerAssetData, bytes getMakerAmount, bytes getTakerAmount, bytes predicate, bytes permit, bytes interaction) order, bytes signature, uint256 makingAmount, uint256 takingAmount, uint256 thresholdAmount, address target)',
    output('swap', 'target', { gives: [{ token: 'order.takerAsset' }], receives: [{ token: 'order.makerAsset' }] }),
    '1inch limit order protocol V2',
  ),
  '0x5a099843': row(
    'fillOrderRFQTo((uint256 info, address makerAsset, address takerAsset, address maker, address allowedSender, uint256 makingAmount, uint256 takingAmount) order, bytes signature, uint256 flagsAndAmount, address target)',
    output('swap', 'target', { gives: [{ token: 'order.takerAsset' }], receives: [{ token: 'order.makerAsset' }] }),
    '1inch limit order protocol V3',
  ),
  '0xbaba5855': row(
    'fillOrderRFQTo((uint256 info, address makerAsset, address takerAsset, address maker, address allowedSender, uint256 makingAmount, uint256 takingAmount) order, bytes signature, uint256 makingAmount, uint256 takingAmount, address target)',
    output('swap', 'target', { gives: [{ token: 'order.takerAsset' }], receives: [{ token: 'order.makerAsset' }] }),
    '1inch limit order protocol V2',
  ),
  '0xb68fb020': row('cancelOrder(uint256 makerTraits, bytes32 orderHash)', [], '1inch limit order protocol V4'),
  '0xc3cf8043': row('increaseEpoch(uint96 series)', [], '1inch limit order protocol V4'),
}

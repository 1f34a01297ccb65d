import { type EffectTable, output, right, row } from './effect.ts'

/** Bridges of third parties: Stargate, CCTP, Across, Hop, Celer, Synapse, deBridge and others. */
export const bridgesEffects: EffectTable = {
  '0x9fbf10fc': row(
    'swap(uint16 dstChainId, uint256 srcPoolId, uint256 dstPoolId, address refundAddress, uint256 amountLD, uint256 minAmountLD, (uint256 dstGasForCall, uint256 dstNativeAmount, bytes dstNativeAddr) lzTxParams, bytes to, bytes payload)',
    [output('bridge', 'to', { least: 'minAmountLD' }), output('bridge', 'refundAddress')],
    'Stargate V1',
  ),
  '0x1114cd2a': row(
    'swapETH(uint16 dstChainId, address refundAddress, bytes toAddress, uint256 amountLD, uint256 minAmountLD)',
    [output('bridge', 'toAddress', { least: 'minAmountLD' }), output('bridge', 'refundAddress')],
    'Stargate V1',
  ),
  '0x87b21efc': row(
    'addLiquidity(uint256 poolId, uint256 amountLD, address to)',
    output('liquidity', 'to'),
    'Stargate V1',
  ),
  '0xc4de93a5': row(
    'instantRedeemLocal(uint16 srcPoolId, uint256 amountLP, address to)',
    output('withdrawal', 'to'),
    'Stargate V1',
  ),
  '0x8f2e1d18': row(
    'redeemLocal(uint16 dstChainId, uint256 srcPoolId, uint256 dstPoolId, address refundAddress, uint256 amountLP, bytes to, (uint256 dstGasForCall, uint256 dstNativeAmount, bytes dstNativeAddr) lzTxParams)',
    [output('bridge', 'to'), output('bridge', 'refundAddress')],
    'Stargate V1',
  ),
  '0x84d0dba3': row(
    'redeemRemote(uint16 dstChainId, uint256 srcPoolId, uint256 dstPoolId, address refundAddress, uint256 amountLP, uint256 minAmountLD, bytes to, (uint256 dstGasForCall, uint256 dstNativeAmount, bytes dstNativeAddr) lzTxParams)',
    [output('bridge', 'to', { least: 'minAmountLD' }), output('bridge', 'refundAddress')],
    'Stargate V1',
  ),
  '0x6fd3504e': row(
    'depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken)',
    output('bridge', 'mintRecipient', {
      on: ['cctp', 'destinationDomain'],
      gives: [{ token: 'burnToken', amount: 'amount' }],
    }),
    'Circle CCTP V1 and V2',
  ),
  '0xf856ddb6': row(
    'depositForBurnWithCaller(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller)',
    output('bridge', 'mintRecipient', {
      heldBy: 'destinationCaller',
      on: ['cctp', 'destinationDomain'],
      gives: [{ token: 'burnToken', amount: 'amount' }],
    }),
    'Circle CCTP V1 and V2',
  ),
  '0x8e0250ee': row(
    'depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
    output('bridge', 'mintRecipient', {
      heldBy: 'destinationCaller',
      fee: 'maxFee',
      on: ['cctp', 'destinationDomain'],
      gives: [{ token: 'burnToken', amount: 'amount' }],
    }),
    'Circle CCTP V1 and V2',
  ),
  '0x779b432d': row(
    'depositForBurnWithHook(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold, bytes hookData)',
    output('bridge', 'mintRecipient', {
      heldBy: 'destinationCaller',
      fee: 'maxFee',
      on: ['cctp', 'destinationDomain'],
      gives: [{ token: 'burnToken', amount: 'amount' }],
    }),
    'Circle CCTP V1 and V2',
  ),
  '0x29a78e33': row(
    'replaceDepositForBurn(bytes originalMessage, bytes originalAttestation, bytes32 newDestinationCaller, bytes32 newMintRecipient)',
    output('bridge', 'newMintRecipient'),
    'Circle CCTP V1 and V2',
  ),
  '0x57ecfd28': row('receiveMessage(bytes message, bytes attestation)', [], 'Circle CCTP V1 and V2'),
  '0x7b939232': row(
    'depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message)',
    [
      output('bridge', 'recipient', {
        gives: [{ token: 'inputToken', amount: 'inputAmount' }],
        receives: [{ token: 'outputToken', amount: 'outputAmount' }],
      }),
      output('bridge', 'depositor'),
    ],
    'Across: SpokePool, the depositor is refunded',
  ),
  '0x7aef642c': row(
    'depositV3Now(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 fillDeadlineOffset, uint32 exclusivityDeadline, bytes message)',
    [
      output('bridge', 'recipient', {
        gives: [{ token: 'inputToken', amount: 'inputAmount' }],
        receives: [{ token: 'outputToken', amount: 'outputAmount' }],
      }),
      output('bridge', 'depositor'),
    ],
    'Across: SpokePool, the depositor is refunded',
  ),
  '0xad5425c6': row(
    'deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)',
    [
      output('bridge', 'recipient', {
        on: ['across', 'destinationChainId'],
        gives: [{ token: 'inputToken', amount: 'inputAmount' }],
        receives: [{ token: 'outputToken', amount: 'outputAmount' }],
      }),
      output('bridge', 'depositor'),
    ],
    'Across: SpokePool, the depositor is refunded',
  ),
  '0xea86bd46': row(
    'depositNow(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 fillDeadlineOffset, uint32 exclusivityDeadline, bytes message)',
    [
      output('bridge', 'recipient', {
        on: ['across', 'destinationChainId'],
        gives: [{ token: 'inputToken', amount: 'inputAmount' }],
        receives: [{ token: 'outputToken', amount: 'outputAmount' }],
      }),
      output('bridge', 'depositor'),
    ],
    'Across: SpokePool, the depositor is refunded',
  ),
  '0x541f4f14': row(
    'depositFor(address depositor, address recipient, address originToken, uint256 amount, uint256 destinationChainId, int64 relayerFeePct, uint32 quoteTimestamp, bytes message, uint256 maxCount)',
    [
      output('bridge', 'recipient', { gives: [{ token: 'originToken', amount: 'amount' }] }),
      output('bridge', 'depositor'),
    ],
    'Across: SpokePool, the depositor is refunded',
  ),
  '0x1186ec33': row(
    'deposit(address recipient, address originToken, uint256 amount, uint256 destinationChainId, int64 relayerFeePct, uint32 quoteTimestamp, bytes message, uint256 maxCount)',
    output('bridge', 'recipient', { gives: [{ token: 'originToken', amount: 'amount' }] }),
    'Across: SpokePool, the depositor is refunded',
  ),
  '0xc92192a6': row(
    'deposit(address spokePool, bytes32 recipient, bytes32 inputToken, uint256 inputAmount, bytes32 outputToken, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message)',
    output('bridge', 'recipient', {
      heldBy: 'spokePool',
      on: ['across', 'destinationChainId'],
      gives: [{ token: 'inputToken', amount: 'inputAmount' }],
      receives: [{ token: 'outputToken', amount: 'outputAmount' }],
    }),
    'Across: SpokePool, the depositor is refunded',
  ),
  '0x609ea081': row(
    'depositNative(address spokePool, address depositor, bytes32 recipient, address inputToken, uint256 inputAmount, bytes32 outputToken, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)',
    [
      output('bridge', 'recipient', { heldBy: 'spokePool', on: ['across', 'destinationChainId'] }),
      output('bridge', 'depositor'),
    ],
    'Across: SpokePool, the depositor is refunded',
  ),
  '0x577f51f8': row(
    'speedUpV3Deposit(address depositor, uint256 depositId, uint256 updatedOutputAmount, address updatedRecipient, bytes updatedMessage, bytes depositorSignature)',
    output('bridge', 'updatedRecipient', { payer: 'depositor' }),
    'Across: SpokePool, the depositor is refunded',
  ),
  '0xbabb6aac': row(
    'speedUpDeposit(bytes32 depositor, uint256 depositId, uint256 updatedOutputAmount, bytes32 updatedRecipient, bytes updatedMessage, bytes depositorSignature)',
    output('bridge', 'updatedRecipient', { payer: 'depositor' }),
    'Across: SpokePool, the depositor is refunded',
  ),
  '0xdeace8f5': row(
    'sendToL2(uint256 chainId, address recipient, uint256 amount, uint256 amountOutMin, uint256 deadline, address relayer, uint256 relayerFee)',
    output('bridge', 'recipient', { least: 'amountOutMin' }),
    'Hop',
  ),
  '0xeea0d7b2': row(
    'swapAndSend(uint256 chainId, address recipient, uint256 amount, uint256 bonderFee, uint256 amountOutMin, uint256 deadline, uint256 destinationAmountOutMin, uint256 destinationDeadline)',
    output('bridge', 'recipient', { least: 'amountOutMin' }),
    'Hop',
  ),
  '0xa6bd1b33': row(
    'send(uint256 chainId, address recipient, uint256 amount, uint256 bonderFee, uint256 amountOutMin, uint256 deadline)',
    output('bridge', 'recipient', { least: 'amountOutMin' }),
    'Hop',
  ),
  '0xa5977fbb': row(
    'send(address receiver, address token, uint256 amount, uint64 dstChainId, uint64 nonce, uint32 maxSlippage)',
    output('bridge', 'receiver', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Celer: cBridge and pegged tokens',
  ),
  '0x3f2e5fc3': row(
    'sendNative(address receiver, uint256 amount, uint64 dstChainId, uint64 nonce, uint32 maxSlippage)',
    output('bridge', 'receiver'),
    'Celer: cBridge and pegged tokens',
  ),
  '0x23463624': row(
    'deposit(address token, uint256 amount, uint64 mintChainId, address mintAccount, uint64 nonce)',
    output('bridge', 'mintAccount', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Celer: cBridge and pegged tokens',
  ),
  '0x00a95fd7': row(
    'depositNative(uint256 amount, uint64 mintChainId, address mintAccount, uint64 nonce)',
    output('bridge', 'mintAccount'),
    'Celer: cBridge and pegged tokens',
  ),
  '0xde790c7e': row(
    'burn(address token, uint256 amount, address withdrawAccount, uint64 nonce)',
    output('bridge', 'withdrawAccount', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Celer: cBridge and pegged tokens',
  ),
  '0xa0029301': row(
    'burn(address token, uint256 amount, uint64 toChainId, address toAccount, uint64 nonce)',
    output('bridge', 'toAccount', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Celer: cBridge and pegged tokens',
  ),
  '0x90d25074': row(
    'deposit(address to, uint256 chainId, address token, uint256 amount)',
    output('bridge', 'to', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Synapse',
  ),
  '0xf3f094a1': row(
    'redeem(address to, uint256 chainId, address token, uint256 amount)',
    output('bridge', 'to', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Synapse',
  ),
  '0xa2a2af0b': row(
    'depositAndSwap(address to, uint256 chainId, address token, uint256 amount, uint8 tokenIndexFrom, uint8 tokenIndexTo, uint256 minDy, uint256 deadline)',
    output('bridge', 'to', { gives: [{ token: 'token', amount: 'amount' }], least: 'minDy' }),
    'Synapse',
  ),
  '0x839ed90a': row(
    'redeemAndSwap(address to, uint256 chainId, address token, uint256 amount, uint8 tokenIndexFrom, uint8 tokenIndexTo, uint256 minDy, uint256 deadline)',
    output('bridge', 'to', { gives: [{ token: 'token', amount: 'amount' }], least: 'minDy' }),
    'Synapse',
  ),
  '0x36e712ed': row(
    'redeemAndRemove(address to, uint256 chainId, address token, uint256 amount, uint8 swapTokenIndex, uint256 swapMinAmount, uint256 swapDeadline)',
    output('bridge', 'to', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Synapse',
  ),
  '0xc2288147': row(
    'bridge(address to, uint256 chainId, address token, uint256 amount, (address swapAdapter, address tokenOut, uint256 minAmountOut, uint256 deadline, bytes rawParams) originQuery, (address swapAdapter, address tokenOut, uint256 minAmountOut, uint256 deadline, bytes rawParams) destQuery)',
    output('bridge', 'to', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Synapse',
  ),
  '0xb5d1cdd4': row(
    'swap(address to, address token, uint256 amount, (address swapAdapter, address tokenOut, uint256 minAmountOut, uint256 deadline, bytes rawParams) query)',
    output('swap', 'to', {
      gives: [{ token: 'token', amount: 'amount' }],
      receives: [{ token: 'query.tokenOut', amount: 'query.minAmountOut' }],
    }),
    'Synapse',
  ),
  '0x45851694': row(
    'bridge((uint32 dstChainId, address sender, address to, address originToken, address destToken, uint256 originAmount, uint256 destAmount, bool sendChainGas, uint256 deadline) params)',
    [
      output('bridge', 'params.to', { gives: [{ token: 'params.originToken', amount: 'params.originAmount' }] }),
      output('bridge', 'params.sender'),
    ],
    'Synapse',
  ),
  '0xfbe16ca7': row(
    'createOrder((address giveTokenAddress, uint256 giveAmount, bytes takeTokenAddress, uint256 takeAmount, uint256 takeChainId, bytes receiverDst, address givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes externalCall, bytes allowedCancelBeneficiarySrc) orderCreation, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope)',
    [
      output('bridge', 'orderCreation.receiverDst', {
        on: ['debridge', 'orderCreation.takeChainId'],
        gives: [{ token: 'orderCreation.giveTokenAddress', amount: 'orderCreation.giveAmount' }],
      }),
      right('manage', 'orderCreation.givePatchAuthoritySrc'),
      right('manage', 'orderCreation.orderAuthorityAddressDst'),
    ],
    'deBridge: DLN orders',
  ),
  '0x241dc2df': row(
    'anySwapOut(address token, address to, uint256 amount, uint256 toChainId)',
    output('bridge', 'to', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Multichain',
  ),
  '0xedbdf5e2': row(
    'anySwapOutUnderlying(address token, address to, uint256 amount, uint256 toChainId)',
    output('bridge', 'to', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Multichain',
  ),
  '0xa5e56571': row(
    'anySwapOutNative(address token, address to, uint256 toChainId)',
    output('bridge', 'to'),
    'Multichain',
  ),
  '0x4cd480bd': row(
    'swapAndBridge(bytes32 token, uint256 amount, bytes32 recipient, uint256 destinationChainId, bytes32 receiveToken, uint256 nonce, uint8 messenger, uint256 feeTokenAmount)',
    output('bridge', 'recipient', { on: ['allbridge', 'destinationChainId'] }),
    'Allbridge Core',
  ),
  '0x49290c1c': row(
    'depositNative(address depositor, bytes32 id)',
    output('bridge', 'depositor'),
    'Relay: depository, the depositor is credited',
  ),
  '0xe8017952': row(
    'depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
    output('bridge', 'depositor', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Relay: depository, the depositor is credited',
  ),
  '0x5a1ee3ac': row(
    'depositErc20(address depositor, address token, bytes32 id)',
    output('bridge', 'depositor'),
    'Relay: depository, the depositor is credited',
  ),
}

import { type EffectTable, output, row } from './effect.ts'

const on = ['lifi', 'bridgeData.destinationChainId'] as const
const sentTo = (receiver: string) => output('bridge', receiver, { on })
/** Undefined for a receiver on another kind of chain, which the data of the bridge names. */
const sent = output('bridge', 'bridgeData.receiver', {
  gives: [{ token: 'bridgeData.sendingAssetId', amount: 'bridgeData.minAmount' }],
  on,
})

/** LI.FI: facets of the diamond; the receiver is on the other chain. */
export const lifiEffects: EffectTable = {
  '0xa1f1ce43': row(
    'startBridgeTokensViaAcrossV4((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (bytes32 receiverAddress, bytes32 refundAddress, bytes32 sendingAssetId, bytes32 receivingAssetId, uint256 outputAmount, uint128 outputAmountMultiplier, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) acrossData)',
    [sent, sentTo('acrossData.receiverAddress')],
    'LI.FI: bridge facets',
  ),
  '0x6a51e9a9': row(
    'startBridgeTokensViaAllBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (bytes32 recipient, uint256 fees, bytes32 receiveToken, uint256 nonce, uint8 messenger, bool payFeeWithSendingAsset) allBridgeData)',
    [sent, sentTo('allBridgeData.recipient')],
    'LI.FI: bridge facets',
  ),
  '0x8dc9932d': row(
    'startBridgeTokensViaAmarok((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (bytes callData, address callTo, uint256 relayerFee, uint256 slippageTol, address delegate, uint32 destChainDomainId, bool payFeeWithSendingAsset) amarokData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xc9851d0b': row(
    'startBridgeTokensViaArbitrumBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (uint256 maxSubmissionCost, uint256 maxGas, uint256 maxGasPrice) arbitrumData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xe0a4201c': row(
    'startBridgeTokensViaCelerCircleBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (uint256 maxFee, uint32 minFinalityThreshold) celerCircleData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xc908b380': row(
    'startBridgeTokensViaCelerIM((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (uint32 maxSlippage, uint64 nonce, bytes callTo, bytes callData, uint256 messageBusFee, address bridgeType) celerIMData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x0ad553b3': row(
    'startBridgeTokensViaChainflip((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (bytes nonEVMReceiver, uint32 dstToken, address dstCallReceiver, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] dstCallSwapData, uint256 gasAmount, bytes cfParameters) chainflipData)',
    [sent, sentTo('chainflipData.nonEVMReceiver')],
    'LI.FI: bridge facets',
  ),
  '0x4004633e': row(
    'startBridgeTokensViaDeBridgeDln((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (bytes receivingAssetId, bytes receiver, bytes orderAuthorityDst, uint256 minAmountOut) deBridgeData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x7e56b7b0': row(
    'startBridgeTokensViaEco((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (bytes nonEVMReceiver, address prover, uint64 rewardDeadline, bytes encodedRoute, bytes32 solanaATA, address refundRecipient) ecoData)',
    [sent, sentTo('ecoData.nonEVMReceiver')],
    'LI.FI: bridge facets',
  ),
  '0xfc5f1003': row(
    'startBridgeTokensViaGasZip((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (bytes32 receiverAddress, uint256 destinationChains) gasZipData)',
    [sent, sentTo('gasZipData.receiverAddress')],
    'LI.FI: bridge facets',
  ),
  '0x6f9206ba': row(
    'startBridgeTokensViaGlacis((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (bytes32 receiverAddress, address refundAddress, uint256 nativeFee, bytes32 outputToken) glacisData)',
    [sent, sentTo('glacisData.receiverAddress')],
    'LI.FI: bridge facets',
  ),
  '0xf66fe519': row(
    'startBridgeTokensViaGnosisBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xb4875292': row(
    'startBridgeTokensViaMayan((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (bytes32 nonEVMReceiver, address mayanProtocol, bytes protocolData, address swapProtocol, bytes swapData, address middleToken, uint256 minMiddleAmount, address refundRecipient, uint256 mayanAmountIn) mayanData)',
    [sent, sentTo('mayanData.nonEVMReceiver')],
    'LI.FI: bridge facets',
  ),
  '0x5cf8113b': row(
    'startBridgeTokensViaNEARIntents((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (bytes32 nonEVMReceiver, address depositAddress, bytes32 quoteId, uint256 deadline, uint256 minAmountOut, address refundRecipient, bytes signature) nearData)',
    [sent, sentTo('nearData.nonEVMReceiver')],
    'LI.FI: bridge facets',
  ),
  '0x782621d8': row(
    'startBridgeTokensViaOmniBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xce8a97a5': row(
    'startBridgeTokensViaOptimismBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address assetIdOnL2, uint32 l2Gas, bool isSynthetix) optimismData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xaf62c7d6': row(
    'startBridgeTokensViaPolygonBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xf434d6ca': row(
    'startBridgeTokensViaPolymerCCTP((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (uint256 polymerTokenFee, uint256 maxCCTPFee, bytes32 nonEVMReceiver, bytes32 solanaReceiverATA, uint32 minFinalityThreshold, address refundRecipient, bytes hookData) polymerData)',
    [sent, sentTo('polymerData.nonEVMReceiver')],
    'LI.FI: bridge facets',
  ),
  '0x092e8fa4': row(
    'startBridgeTokensViaRelayDepository((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (bytes32 orderId, address depositorAddress) relayDepositoryData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x37ba3486': row(
    'startBridgeTokensViaSquid((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (uint8 routeType, string destinationChain, string destinationAddress, string bridgedTokenSymbol, address depositAssetId, (address target, bytes callData)[] sourceCalls, bytes payload, uint256 fee, bool enableExpress) squidData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x3f313808': row(
    'startBridgeTokensViaSquid((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (uint8 routeType, string destinationChain, string destinationAddress, string bridgedTokenSymbol, address depositAssetId, (uint8 callType, address target, uint256 value, bytes callData, bytes payload)[] sourceCalls, bytes payload, uint256 fee, bool enableExpress) squidData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x14d53077': row(
    'startBridgeTokensViaStargate((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (uint16 assetId, (uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParams, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress) stargateData)',
    [sent, sentTo('stargateData.sendParams.to')],
    'LI.FI: bridge facets',
  ),
  '0xbe1eace7': row(
    'startBridgeTokensViaStargate((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (uint256 srcPoolId, uint256 dstPoolId, uint256 minAmountLD, uint256 dstGasForCall, uint256 lzFee, address refundAddress, bytes callTo, bytes callData) stargateData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xe23b7a08': row(
    'startBridgeTokensViaSymbiosis((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address refundRecipient, bytes32 nonEvmReceiver, bytes firstSwapCalldata, bytes secondSwapCalldata, address firstDexRouter, address secondDexRouter, address[] approvedTokens, address callTo, bytes callData, bool viaOnchainSwapV3, address dex, address dexgateway, bytes onchainSwapData, uint256 fee, uint256 deadline, bytes signature) symbiosisData)',
    [sent, sentTo('symbiosisData.nonEvmReceiver')],
    'LI.FI: bridge facets',
  ),
  '0x2541ec57': row(
    'startBridgeTokensViaThorSwap((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address vault, string memo, uint256 expiration) thorSwapData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x02cba4a3': row(
    'startBridgeTokensViaXDaiBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x1794958f': row(
    'swapAndStartBridgeTokensViaAcrossV4((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (bytes32 receiverAddress, bytes32 refundAddress, bytes32 sendingAssetId, bytes32 receivingAssetId, uint256 outputAmount, uint128 outputAmountMultiplier, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) acrossData)',
    [sent, sentTo('acrossData.receiverAddress')],
    'LI.FI: bridge facets',
  ),
  '0x63267469': row(
    'swapAndStartBridgeTokensViaAllBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (bytes32 recipient, uint256 fees, bytes32 receiveToken, uint256 nonce, uint8 messenger, bool payFeeWithSendingAsset) allBridgeData)',
    [sent, sentTo('allBridgeData.recipient')],
    'LI.FI: bridge facets',
  ),
  '0x83f31917': row(
    'swapAndStartBridgeTokensViaAmarok((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (bytes callData, address callTo, uint256 relayerFee, uint256 slippageTol, address delegate, uint32 destChainDomainId, bool payFeeWithSendingAsset) amarokData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x3cc9517b': row(
    'swapAndStartBridgeTokensViaArbitrumBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (uint256 maxSubmissionCost, uint256 maxGas, uint256 maxGasPrice) arbitrumData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x4f3b0759': row(
    'swapAndStartBridgeTokensViaCelerCircleBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (uint256 maxFee, uint32 minFinalityThreshold) celerCircleData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x7aff670f': row(
    'swapAndStartBridgeTokensViaCelerIM((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (uint32 maxSlippage, uint64 nonce, bytes callTo, bytes callData, uint256 messageBusFee, address bridgeType) celerIMData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xee3314a1': row(
    'swapAndStartBridgeTokensViaChainflip((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (bytes nonEVMReceiver, uint32 dstToken, address dstCallReceiver, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] dstCallSwapData, uint256 gasAmount, bytes cfParameters) chainflipData)',
    [sent, sentTo('chainflipData.nonEVMReceiver')],
    'LI.FI: bridge facets',
  ),
  '0x2c7d2db0': row(
    'swapAndStartBridgeTokensViaDeBridgeDln((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (bytes receivingAssetId, bytes receiver, bytes orderAuthorityDst, uint256 minAmountOut) deBridgeData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x9e75aa95': row(
    'swapAndStartBridgeTokensViaEco((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (bytes nonEVMReceiver, address prover, uint64 rewardDeadline, bytes encodedRoute, bytes32 solanaATA, address refundRecipient) ecoData)',
    [sent, sentTo('ecoData.nonEVMReceiver')],
    'LI.FI: bridge facets',
  ),
  '0x606326ff': row(
    'swapAndStartBridgeTokensViaGasZip((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (bytes32 receiverAddress, uint256 destinationChains) gasZipData)',
    [sent, sentTo('gasZipData.receiverAddress')],
    'LI.FI: bridge facets',
  ),
  '0x9c4b6dd9': row(
    'swapAndStartBridgeTokensViaGlacis((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (bytes32 receiverAddress, address refundAddress, uint256 nativeFee, bytes32 outputToken) glacisData)',
    [sent, sentTo('glacisData.receiverAddress')],
    'LI.FI: bridge facets',
  ),
  '0x7bf96e0a': row(
    'swapAndStartBridgeTokensViaGnosisBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x80c65808': row(
    'swapAndStartBridgeTokensViaMayan((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (bytes32 nonEVMReceiver, address mayanProtocol, bytes protocolData, address swapProtocol, bytes swapData, address middleToken, uint256 minMiddleAmount, address refundRecipient, uint256 mayanAmountIn) mayanData)',
    [sent, sentTo('mayanData.nonEVMReceiver')],
    'LI.FI: bridge facets',
  ),
  '0x3110c7b9': row(
    'swapAndStartBridgeTokensViaNEARIntents((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (bytes32 nonEVMReceiver, address depositAddress, bytes32 quoteId, uint256 deadline, uint256 minAmountOut, address refundRecipient, bytes signature) nearData)',
    [sent, sentTo('nearData.nonEVMReceiver')],
    'LI.FI: bridge facets',
  ),
  '0x95726782': row(
    'swapAndStartBridgeTokensViaOmniBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x5bb5d448': row(
    'swapAndStartBridgeTokensViaOptimismBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (address assetIdOnL2, uint32 l2Gas, bool isSynthetix) optimismData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xb4f37581': row(
    'swapAndStartBridgeTokensViaPolygonBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x17917a4e': row(
    'swapAndStartBridgeTokensViaPolymerCCTP((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (uint256 polymerTokenFee, uint256 maxCCTPFee, bytes32 nonEVMReceiver, bytes32 solanaReceiverATA, uint32 minFinalityThreshold, address refundRecipient, bytes hookData) polymerData)',
    [sent, sentTo('polymerData.nonEVMReceiver')],
    'LI.FI: bridge facets',
  ),
  '0xa3443faa': row(
    'swapAndStartBridgeTokensViaRelayDepository((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (bytes32 orderId, address depositorAddress) relayDepositoryData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xa8f66666': row(
    'swapAndStartBridgeTokensViaSquid((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (uint8 routeType, string destinationChain, string destinationAddress, string bridgedTokenSymbol, address depositAssetId, (uint8 callType, address target, uint256 value, bytes callData, bytes payload)[] sourceCalls, bytes payload, uint256 fee, bool enableExpress) squidData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xe6a05bae': row(
    'swapAndStartBridgeTokensViaSquid((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (uint8 routeType, string destinationChain, string destinationAddress, string bridgedTokenSymbol, address depositAssetId, (address target, bytes callData)[] sourceCalls, bytes payload, uint256 fee, bool enableExpress) squidData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xa6010a66': row(
    'swapAndStartBridgeTokensViaStargate((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (uint16 assetId, (uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParams, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress) stargateData)',
    [sent, sentTo('stargateData.sendParams.to')],
    'LI.FI: bridge facets',
  ),
  '0xed178619': row(
    'swapAndStartBridgeTokensViaStargate((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (uint256 srcPoolId, uint256 dstPoolId, uint256 minAmountLD, uint256 dstGasForCall, uint256 lzFee, address refundAddress, bytes callTo, bytes callData) stargateData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xc46059b2': row(
    'swapAndStartBridgeTokensViaSymbiosis((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (address refundRecipient, bytes32 nonEvmReceiver, bytes firstSwapCalldata, bytes secondSwapCalldata, address firstDexRouter, address secondDexRouter, address[] approvedTokens, address callTo, bytes callData, bool viaOnchainSwapV3, address dex, address dexgateway, bytes onchainSwapData, uint256 fee, uint256 deadline, bytes signature) symbiosisData)',
    [sent, sentTo('symbiosisData.nonEvmReceiver')],
    'LI.FI: bridge facets',
  ),
  '0xad673d88': row(
    'swapAndStartBridgeTokensViaThorSwap((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData, (address vault, string memo, uint256 expiration) thorSwapData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0xa9d0550f': row(
    'swapAndStartBridgeTokensViaXDaiBridge((bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData)',
    sent,
    'LI.FI: bridge facets',
  ),
  '0x5fd9ae2e': row(
    'swapTokensMultipleV3ERC20ToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData)',
    output('swap', 'receiver', { least: 'minAmountOut' }),
    'LI.FI: swaps on one chain',
  ),
  '0x2c57e884': row(
    'swapTokensMultipleV3ERC20ToNative(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData)',
    output('swap', 'receiver', { least: 'minAmountOut' }),
    'LI.FI: swaps on one chain',
  ),
  '0x736eac0b': row(
    'swapTokensMultipleV3NativeToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData)',
    output('swap', 'receiver', { least: 'minAmountOut' }),
    'LI.FI: swaps on one chain',
  ),
  '0x4666fc80': row(
    'swapTokensSingleV3ERC20ToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit) swapData)',
    output('swap', 'receiver', { least: 'minAmountOut' }),
    'LI.FI: swaps on one chain',
  ),
  '0x733214a3': row(
    'swapTokensSingleV3ERC20ToNative(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit) swapData)',
    output('swap', 'receiver', { least: 'minAmountOut' }),
    'LI.FI: swaps on one chain',
  ),
  '0xaf7060fd': row(
    'swapTokensSingleV3NativeToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit) swapData)',
    output('swap', 'receiver', { least: 'minAmountOut' }),
    'LI.FI: swaps on one chain',
  ),
}

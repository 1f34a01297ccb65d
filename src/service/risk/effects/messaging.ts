import { type EffectTable, output, right, row } from './effect.ts'

/** Messages and tokens between chains: LayerZero, Wormhole, Connext, Axelar, Hyperlane. Peers may send messages to a contract. */
export const messagingEffects: EffectTable = {
  '0xc7c7f5b3': row(
    'send((uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress)',
    [
      output('bridge', 'sendParam.to', { on: ['layerZero', 'sendParam.dstEid'], least: 'sendParam.minAmountLD' }),
      output('bridge', 'refundAddress'),
    ],
    'LayerZero V2: OFT and Stargate V2',
  ),
  '0xcbef2aa9': row(
    'sendToken((uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress)',
    [
      output('bridge', 'sendParam.to', { on: ['layerZero', 'sendParam.dstEid'], least: 'sendParam.minAmountLD' }),
      output('bridge', 'refundAddress'),
    ],
    'LayerZero V2: OFT and Stargate V2',
  ),
  '0x764f6a78': row(
    'redeemSend((uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress)',
    [
      output('bridge', 'sendParam.to', { on: ['layerZero', 'sendParam.dstEid'], least: 'sendParam.minAmountLD' }),
      output('bridge', 'refundAddress'),
    ],
    'LayerZero V2: OFT and Stargate V2',
  ),
  '0x3400288b': row(
    'setPeer(uint32 eid, bytes32 peer)',
    right('bridge', 'peer', { of: '@contract' }),
    'LayerZero V2: OApp, peers may send messages to it',
  ),
  '0xca5eb5e1': row(
    'setDelegate(address delegate)',
    right('bridge', 'delegate', { of: '@contract' }),
    'LayerZero V2: OApp, peers may send messages to it',
  ),
  '0x9535ff30': row(
    'setSendLibrary(address oapp, uint32 eid, address newLib)',
    right('bridge', 'newLib', { of: 'oapp' }),
    'LayerZero V2: OApp, peers may send messages to it',
  ),
  '0x6a14d715': row(
    'setReceiveLibrary(address oapp, uint32 eid, address newLib, uint256 gracePeriod)',
    right('bridge', 'newLib', { of: 'oapp' }),
    'LayerZero V2: OApp, peers may send messages to it',
  ),
  '0x51905636': row(
    'sendFrom(address from, uint16 dstChainId, bytes toAddress, uint256 amount, address refundAddress, address zroPaymentAddress, bytes adapterParams)',
    [
      output('bridge', 'toAddress', { on: ['layerZero', 'dstChainId'], payer: 'from' }),
      output('bridge', 'refundAddress'),
    ],
    'LayerZero V1: OFT and remotes',
  ),
  '0x695ef6bf': row(
    'sendFrom(address from, uint16 dstChainId, bytes32 toAddress, uint256 amount, (address refundAddress, address zroPaymentAddress, bytes adapterParams) callParams)',
    [
      output('bridge', 'toAddress', { on: ['layerZero', 'dstChainId'], payer: 'from' }),
      output('bridge', 'callParams.refundAddress'),
    ],
    'LayerZero V1: OFT and remotes',
  ),
  '0x2cdf0b95': row(
    'sendFrom(address from, uint16 dstChainId, bytes32 toAddress, uint256 amount, uint256 minAmount, (address refundAddress, address zroPaymentAddress, bytes adapterParams) callParams)',
    [
      output('bridge', 'toAddress', { on: ['layerZero', 'dstChainId'], payer: 'from', least: 'minAmount' }),
      output('bridge', 'callParams.refundAddress'),
    ],
    'LayerZero V1: OFT and remotes',
  ),
  '0x76203b48': row(
    'sendAndCall(address from, uint16 dstChainId, bytes32 toAddress, uint256 amount, bytes payload, uint64 dstGasForCall, (address refundAddress, address zroPaymentAddress, bytes adapterParams) callParams)',
    [
      output('bridge', 'toAddress', { on: ['layerZero', 'dstChainId'], payer: 'from' }),
      output('bridge', 'callParams.refundAddress'),
    ],
    'LayerZero V1: OFT and remotes',
  ),
  '0xeb8d72b7': row(
    'setTrustedRemote(uint16 remoteChainId, bytes path)',
    right('bridge', 'path', { of: '@contract' }),
    'LayerZero V1: OFT and remotes',
  ),
  '0xa6c3d165': row(
    'setTrustedRemoteAddress(uint16 remoteChainId, bytes remoteAddress)',
    right('bridge', 'remoteAddress', { of: '@contract' }),
    'LayerZero V1: OFT and remotes',
  ),
  '0x0f5287b0': row(
    'transferTokens(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint256 arbiterFee, uint32 nonce)',
    output('bridge', 'recipient', {
      fee: 'arbiterFee',
      on: ['wormhole', 'recipientChain'],
      gives: [{ token: 'token', amount: 'amount' }],
    }),
    'Wormhole: token bridge and NTT',
  ),
  '0xc5a5ebda': row(
    'transferTokensWithPayload(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint32 nonce, bytes payload)',
    output('bridge', 'recipient', {
      on: ['wormhole', 'recipientChain'],
      gives: [{ token: 'token', amount: 'amount' }],
    }),
    'Wormhole: token bridge and NTT',
  ),
  '0x9981509f': row(
    'wrapAndTransferETH(uint16 recipientChain, bytes32 recipient, uint256 arbiterFee, uint32 nonce)',
    output('bridge', 'recipient', { fee: 'arbiterFee', on: ['wormhole', 'recipientChain'] }),
    'Wormhole: token bridge and NTT',
  ),
  '0xbee9cdfc': row(
    'wrapAndTransferETHWithPayload(uint16 recipientChain, bytes32 recipient, uint32 nonce, bytes payload)',
    output('bridge', 'recipient', { on: ['wormhole', 'recipientChain'] }),
    'Wormhole: token bridge and NTT',
  ),
  '0xc6878519': row('completeTransfer(bytes encodedVm)', [], 'Wormhole: token bridge and NTT'),
  '0xff200cde': row('completeTransferAndUnwrapETH(bytes encodedVm)', [], 'Wormhole: token bridge and NTT'),
  '0x1019d654': row(
    'transferTokensWithRelay(address token, uint256 amount, uint256 toNativeTokenAmount, uint16 targetChain, bytes32 targetRecipient, uint32 batchId)',
    output('bridge', 'targetRecipient', {
      on: ['wormhole', 'targetChain'],
      gives: [{ token: 'token', amount: 'amount' }],
    }),
    'Wormhole: token bridge and NTT',
  ),
  '0x29ac8361': row(
    'wrapAndTransferEthWithRelay(uint256 toNativeTokenAmount, uint16 targetChain, bytes32 targetRecipient, uint32 batchId)',
    output('bridge', 'targetRecipient', { on: ['wormhole', 'targetChain'] }),
    'Wormhole: token bridge and NTT',
  ),
  '0x961b94d0': row(
    'transfer(uint256 amount, uint16 recipientChain, bytes32 recipient)',
    output('bridge', 'recipient', { on: ['wormhole', 'recipientChain'] }),
    'Wormhole: token bridge and NTT',
  ),
  '0xb293f97f': row(
    'transfer(uint256 amount, uint16 recipientChain, bytes32 recipient, bytes32 refundAddress, bool shouldQueue, bytes transceiverInstructions)',
    [output('bridge', 'recipient', { on: ['wormhole', 'recipientChain'] }), output('bridge', 'refundAddress')],
    'Wormhole: token bridge and NTT',
  ),
  '0x7c918634': row(
    'setPeer(uint16 peerChainId, bytes32 peerContract, uint8 decimals, uint256 inboundLimit)',
    right('bridge', 'peerContract', { of: '@contract' }),
    'Wormhole: token bridge and NTT',
  ),
  '0x7ab56403': row(
    'setWormholePeer(uint16 peerChainId, bytes32 peerContract)',
    right('bridge', 'peerContract', { of: '@contract' }),
    'Wormhole: token bridge and NTT',
  ),
  '0x203e4a9b': row(
    'setTransceiver(address transceiver)',
    right('bridge', 'transceiver', { of: '@contract' }),
    'Wormhole: token bridge and NTT',
  ),
  '0x8aac16ba': row(
    'xcall(uint32 destination, address to, address asset, address delegate, uint256 amount, uint256 slippage, bytes callData)',
    [output('bridge', 'to', { gives: [{ token: 'asset', amount: 'amount' }] }), right('manage', 'delegate')],
    'Connext: the delegate can change the slippage and cancel',
  ),
  '0x91f5de79': row(
    'xcallIntoLocal(uint32 destination, address to, address asset, address delegate, uint256 amount, uint256 slippage, bytes callData)',
    [output('bridge', 'to', { gives: [{ token: 'asset', amount: 'amount' }] }), right('manage', 'delegate')],
    'Connext: the delegate can change the slippage and cancel',
  ),
  '0x93f18ac5': row(
    'xcall(uint32 destination, address to, address asset, address delegate, uint256 amount, uint256 slippage, bytes callData, uint256 relayerFee)',
    [output('bridge', 'to', { gives: [{ token: 'asset', amount: 'amount' }] }), right('manage', 'delegate')],
    'Connext: the delegate can change the slippage and cancel',
  ),
  '0xa08d5654': row(
    'setLimits(address bridge, uint256 mintingLimit, uint256 burningLimit)',
    right('mint', 'bridge', { of: '@contract', unless: 'mintingLimit' }),
    'xERC20 (ERC-7281): token',
  ),
  '0x435350b7': row(
    'setLockbox(address lockbox)',
    right('mint', 'lockbox', { of: '@contract' }),
    'xERC20 (ERC-7281): token',
  ),
  '0x8ca41808': row('depositNativeTo(address to)', output('deposit', 'to'), 'xERC20 (ERC-7281): lockbox'),
  '0x26ef699d': row(
    'sendToken(string destinationChain, string destinationAddress, string symbol, uint256 amount)',
    output('bridge', 'destinationAddress'),
    'Axelar: gateway and interchain tokens',
  ),
  '0xb5417084': row(
    'callContractWithToken(string destinationChain, string contractAddress, bytes payload, string symbol, uint256 amount)',
    output('bridge', 'contractAddress'),
    'Axelar: gateway and interchain tokens',
  ),
  '0x1c92115f': row(
    'callContract(string destinationChain, string contractAddress, bytes payload)',
    [],
    'Axelar: gateway and interchain tokens',
  ),
  '0xda081c73': row(
    'interchainTransfer(bytes32 tokenId, string destinationChain, bytes destinationAddress, uint256 amount, bytes metadata, uint256 gasValue)',
    output('bridge', 'destinationAddress'),
    'Axelar: gateway and interchain tokens',
  ),
  '0xbc0ba3c5': row(
    'interchainTransfer(string destinationChain, bytes recipient, uint256 amount, bytes metadata)',
    output('bridge', 'recipient'),
    'Axelar: gateway and interchain tokens',
  ),
  '0xa60fee37': row(
    'interchainTransferFrom(address sender, string destinationChain, bytes recipient, uint256 amount, bytes metadata)',
    output('bridge', 'recipient', { payer: 'sender' }),
    'Axelar: gateway and interchain tokens',
  ),
  '0xcf86a95a': row(
    'transferMintership(address minter)',
    right('mint', 'minter', { of: '@contract' }),
    'Axelar: gateway and interchain tokens',
  ),
  '0x4a6a42d8': row(
    'transferOperatorship(address operator)',
    right('operate', 'operator', { of: '@contract' }),
    'Axelar: gateway and interchain tokens',
  ),
  '0x81b4e8b4': row(
    'transferRemote(uint32 destination, bytes32 recipient, uint256 amount)',
    output('bridge', 'recipient', { on: ['hyperlane', 'destination'] }),
    'Hyperlane: warp routes and mailbox clients',
  ),
  '0x51debffc': row(
    'transferRemote(uint32 destination, bytes32 recipient, uint256 amount, bytes hookMetadata, address hook)',
    output('bridge', 'recipient', { on: ['hyperlane', 'destination'] }),
    'Hyperlane: warp routes and mailbox clients',
  ),
  '0xb49c53a7': row(
    'enrollRemoteRouter(uint32 domain, bytes32 router)',
    right('bridge', 'router', { of: '@contract' }),
    'Hyperlane: warp routes and mailbox clients',
  ),
  '0xe9198bf9': row(
    'enrollRemoteRouters(uint32[] domains, bytes32[] addresses)',
    right('bridge', 'addresses', { of: '@contract' }),
    'Hyperlane: warp routes and mailbox clients',
  ),
  '0x0e72cc06': row(
    'setInterchainSecurityModule(address module)',
    right('bridge', 'module', { of: '@contract' }),
    'Hyperlane: warp routes and mailbox clients',
  ),
  '0x3dfd3873': row(
    'setHook(address hook)',
    right('bridge', 'hook', { of: '@contract' }),
    'Hyperlane: warp routes and mailbox clients',
  ),
  '0xfa31de01': row(
    'dispatch(uint32 destinationDomain, bytes32 recipientAddress, bytes messageBody)',
    output('bridge', 'recipientAddress', { on: ['hyperlane', 'destinationDomain'] }),
    'Hyperlane: warp routes and mailbox clients',
  ),
}

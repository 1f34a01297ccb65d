import { type EffectTable, output, row } from './effect.ts'

/** Canonical bridges of rollups: Optimism and its copies, Arbitrum, zkSync, Polygon, Scroll, Linea. `to` is on the other chain. */
export const rollupsEffects: EffectTable = {
  '0x9a2ac6d5': row(
    'depositETHTo(address to, uint32 minGasLimit, bytes extraData)',
    output('bridge', 'to'),
    'Optimism: standard bridges',
  ),
  '0x838b2520': row(
    'depositERC20To(address l1Token, address l2Token, address to, uint256 amount, uint32 l2Gas, bytes data)',
    output('bridge', 'to', { gives: [{ token: 'l1Token', amount: 'amount' }] }),
    'Optimism: standard bridges',
  ),
  '0xe11013dd': row(
    'bridgeETHTo(address to, uint32 minGasLimit, bytes extraData)',
    output('bridge', 'to'),
    'Optimism: standard bridges',
  ),
  '0x540abf73': row(
    'bridgeERC20To(address localToken, address remoteToken, address to, uint256 amount, uint32 minGasLimit, bytes extraData)',
    output('bridge', 'to', { gives: [{ token: 'localToken', amount: 'amount' }] }),
    'Optimism: standard bridges',
  ),
  '0xaa557452': row(
    'bridgeERC721To(address localToken, address remoteToken, address to, uint256 tokenId, uint32 minGasLimit, bytes extraData)',
    output('bridge', 'to', { gives: [{ token: 'localToken' }] }),
    'Optimism: standard bridges',
  ),
  '0xa3a79548': row(
    'withdrawTo(address l2Token, address to, uint256 amount, uint32 l1Gas, bytes data)',
    output('bridge', 'to', { gives: [{ token: 'l2Token', amount: 'amount' }] }),
    'Optimism: standard bridges',
  ),
  '0xb1a1a882': row('depositETH(uint32 minGasLimit, bytes extraData)', [], 'Optimism: standard bridges'),
  '0x58a997f6': row(
    'depositERC20(address l1Token, address l2Token, uint256 amount, uint32 minGasLimit, bytes extraData)',
    [],
    'Optimism: standard bridges',
  ),
  '0x09fc8843': row('bridgeETH(uint32 minGasLimit, bytes extraData)', [], 'Optimism: standard bridges'),
  '0x87087623': row(
    'bridgeERC20(address localToken, address remoteToken, uint256 amount, uint32 minGasLimit, bytes extraData)',
    [],
    'Optimism: standard bridges',
  ),
  '0x3687011a': row(
    'bridgeERC721(address localToken, address remoteToken, uint256 tokenId, uint32 minGasLimit, bytes extraData)',
    [],
    'Optimism: standard bridges',
  ),
  '0x32b7006d': row(
    'withdraw(address l2Token, uint256 amount, uint32 l1Gas, bytes data)',
    [],
    'Optimism: standard bridges',
  ),
  '0xe9e05c42': row(
    'depositTransaction(address to, uint256 value, uint64 gasLimit, bool isCreation, bytes data)',
    output('bridge', 'to'),
    'Optimism: portal and messengers, the target is called with the value',
  ),
  '0x149f2f22': row(
    'depositERC20Transaction(address to, uint256 mint, uint256 value, uint64 gasLimit, bool isCreation, bytes data)',
    output('bridge', 'to'),
    'Optimism: portal and messengers, the target is called with the value',
  ),
  '0xc2b3e5ac': row(
    'initiateWithdrawal(address target, uint256 gasLimit, bytes data)',
    output('bridge', 'target'),
    'Optimism: portal and messengers, the target is called with the value',
  ),
  '0x3dbb202b': row(
    'sendMessage(address target, bytes message, uint32 gasLimit)',
    output('bridge', 'target'),
    'Optimism: portal and messengers, the target is called with the value',
  ),
  '0x7056f41f': row(
    'sendMessage(uint256 destination, address target, bytes message)',
    output('bridge', 'target'),
    'Optimism: portal and messengers, the target is called with the value',
  ),
  '0xc1a433d8': row(
    'sendERC20(address token, address to, uint256 amount, uint256 chainId)',
    output('bridge', 'to', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Optimism: portal and messengers, the target is called with the value',
  ),
  '0x64a197f3': row(
    'sendETH(address to, uint256 chainId)',
    output('bridge', 'to'),
    'Optimism: portal and messengers, the target is called with the value',
  ),
  '0x60e27464': row(
    'claimCredit(address recipient)',
    [],
    'Optimism: portal and messengers, the target is called with the value',
  ),
  '0x679b6ded': row(
    'createRetryableTicket(address to, uint256 l2CallValue, uint256 maxSubmissionCost, address excessFeeRefundAddress, address callValueRefundAddress, uint256 gasLimit, uint256 maxFeePerGas, bytes data)',
    [output('bridge', 'to'), output('bridge', 'excessFeeRefundAddress'), output('bridge', 'callValueRefundAddress')],
    'Arbitrum: inbox and gateways',
  ),
  '0x6e6e8a6a': row(
    'unsafeCreateRetryableTicket(address to, uint256 l2CallValue, uint256 maxSubmissionCost, address excessFeeRefundAddress, address callValueRefundAddress, uint256 gasLimit, uint256 maxFeePerGas, bytes data)',
    [output('bridge', 'to'), output('bridge', 'excessFeeRefundAddress'), output('bridge', 'callValueRefundAddress')],
    'Arbitrum: inbox and gateways',
  ),
  '0x549e8426': row(
    'createRetryableTicket(address to, uint256 l2CallValue, uint256 maxSubmissionCost, address excessFeeRefundAddress, address callValueRefundAddress, uint256 gasLimit, uint256 maxFeePerGas, uint256 tokenTotalFeeAmount, bytes data)',
    [output('bridge', 'to'), output('bridge', 'excessFeeRefundAddress'), output('bridge', 'callValueRefundAddress')],
    'Arbitrum: inbox and gateways',
  ),
  '0x439370b1': row('depositEth()', [], 'Arbitrum: inbox and gateways'),
  '0x7b3a3c8b': row(
    'outboundTransfer(address l1Token, address to, uint256 amount, bytes data)',
    output('bridge', 'to', { gives: [{ token: 'l1Token', amount: 'amount' }] }),
    'Arbitrum: inbox and gateways',
  ),
  '0xd2ce7d65': row(
    'outboundTransfer(address token, address to, uint256 amount, uint256 maxGas, uint256 gasPriceBid, bytes data)',
    output('bridge', 'to', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Arbitrum: inbox and gateways',
  ),
  '0x4fb1a07b': row(
    'outboundTransferCustomRefund(address l1Token, address refundTo, address to, uint256 amount, uint256 maxGas, uint256 gasPriceBid, bytes data)',
    [output('bridge', 'to', { gives: [{ token: 'l1Token', amount: 'amount' }] }), output('bridge', 'refundTo')],
    'Arbitrum: inbox and gateways',
  ),
  '0xbd5f3e7d': row(
    'transferExitAndCall(uint256 exitNum, address initialDestination, address newDestination, bytes newData, bytes data)',
    output('bridge', 'newDestination'),
    'Arbitrum: inbox and gateways',
  ),
  '0x25e16063': row(
    'withdrawEth(address destination)',
    output('bridge', 'destination'),
    'Arbitrum: inbox and gateways',
  ),
  '0x928c169a': row(
    'sendTxToL1(address destination, bytes data)',
    output('bridge', 'destination'),
    'Arbitrum: inbox and gateways',
  ),
  '0xd52471c1': row(
    'requestL2TransactionDirect((uint256 chainId, uint256 mintValue, address l2Contract, uint256 l2Value, bytes l2Calldata, uint256 l2GasLimit, uint256 l2GasPerPubdataByteLimit, bytes[] factoryDeps, address refundRecipient) request)',
    [output('bridge', 'request.l2Contract'), output('bridge', 'request.refundRecipient')],
    'zkSync: bridgehub, mailbox and bridges',
  ),
  '0x24fd57fb': row(
    'requestL2TransactionTwoBridges((uint256 chainId, uint256 mintValue, uint256 l2Value, uint256 l2GasLimit, uint256 l2GasPerPubdataByteLimit, address refundRecipient, address secondBridgeAddress, uint256 secondBridgeValue, bytes secondBridgeCalldata) request)',
    output('bridge', 'request.refundRecipient'),
    'zkSync: bridgehub, mailbox and bridges',
  ),
  '0xeb672419': row(
    'requestL2Transaction(address contractL2, uint256 l2Value, bytes l2Calldata, uint256 l2GasLimit, uint256 l2GasPerPubdataByteLimit, bytes[] factoryDeps, address refundRecipient)',
    [output('bridge', 'contractL2'), output('bridge', 'refundRecipient')],
    'zkSync: bridgehub, mailbox and bridges',
  ),
  '0xe8b99b1b': row(
    'deposit(address l2Receiver, address l1Token, uint256 amount, uint256 l2TxGasLimit, uint256 l2TxGasPerPubdataByte, address refundRecipient)',
    [
      output('bridge', 'l2Receiver', { gives: [{ token: 'l1Token', amount: 'amount' }] }),
      output('bridge', 'refundRecipient'),
    ],
    'zkSync: bridgehub, mailbox and bridges',
  ),
  '0x933999fb': row(
    'deposit(address l2Receiver, address l1Token, uint256 amount, uint256 l2TxGasLimit, uint256 l2TxGasPerPubdataByte)',
    output('bridge', 'l2Receiver', { gives: [{ token: 'l1Token', amount: 'amount' }] }),
    'zkSync: bridgehub, mailbox and bridges',
  ),
  '0x51cff8d9': row(
    'withdraw(address l1Receiver)',
    output('bridge', 'l1Receiver'),
    'zkSync: bridgehub, mailbox and bridges',
  ),
  '0x84bc3eb0': row(
    'withdrawWithMessage(address l1Receiver, bytes additionalData)',
    output('bridge', 'l1Receiver'),
    'zkSync: bridgehub, mailbox and bridges',
  ),
  '0x4faa8a26': row('depositEtherFor(address user)', output('bridge', 'user'), 'Polygon: PoS portal, zkEVM bridge'),
  '0xe3dec8fb': row(
    'depositFor(address user, address rootToken, bytes depositData)',
    output('bridge', 'user', { gives: [{ token: 'rootToken' }] }),
    'Polygon: PoS portal, zkEVM bridge',
  ),
  '0x8b9e4f93': row(
    'depositERC20ForUser(address token, address user, uint256 amount)',
    output('bridge', 'user', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Polygon: PoS portal, zkEVM bridge',
  ),
  '0x3805550f': row('exit(bytes inputData)', [], 'Polygon: PoS portal, zkEVM bridge'),
  '0xcd586579': row(
    'bridgeAsset(uint32 destinationNetwork, address destinationAddress, uint256 amount, address token, bool forceUpdateGlobalExitRoot, bytes permitData)',
    output('bridge', 'destinationAddress', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Polygon: PoS portal, zkEVM bridge',
  ),
  '0x240ff378': row(
    'bridgeMessage(uint32 destinationNetwork, address destinationAddress, bool forceUpdateGlobalExitRoot, bytes metadata)',
    output('bridge', 'destinationAddress'),
    'Polygon: PoS portal, zkEVM bridge',
  ),
  '0xb8b284d0': row(
    'bridgeMessageWETH(uint32 destinationNetwork, address destinationAddress, uint256 amountWETH, bool forceUpdateGlobalExitRoot, bytes metadata)',
    output('bridge', 'destinationAddress'),
    'Polygon: PoS portal, zkEVM bridge',
  ),
  '0xce0b63ce': row(
    'depositETH(address to, uint256 amount, uint256 gasLimit)',
    output('bridge', 'to'),
    'Scroll: gateways and messengers',
  ),
  '0x9f8420b3': row('depositETH(uint256 amount, uint256 gasLimit)', [], 'Scroll: gateways and messengers'),
  '0xaac476f8': row(
    'depositETHAndCall(address to, uint256 amount, bytes data, uint256 gasLimit)',
    output('bridge', 'to'),
    'Scroll: gateways and messengers',
  ),
  '0xf219fa66': row(
    'depositERC20(address token, address to, uint256 amount, uint256 gasLimit)',
    output('bridge', 'to', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Scroll: gateways and messengers',
  ),
  '0x21425ee0': row(
    'depositERC20(address token, uint256 amount, uint256 gasLimit)',
    [],
    'Scroll: gateways and messengers',
  ),
  '0x0aea8c26': row(
    'depositERC20AndCall(address token, address to, uint256 amount, bytes data, uint256 gasLimit)',
    output('bridge', 'to', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Scroll: gateways and messengers',
  ),
  '0x2fcc29fa': row(
    'withdrawETH(address to, uint256 amount, uint256 gasLimit)',
    output('bridge', 'to'),
    'Scroll: gateways and messengers',
  ),
  '0xc7cdea37': row('withdrawETH(uint256 amount, uint256 gasLimit)', [], 'Scroll: gateways and messengers'),
  '0xa93a4af9': row(
    'withdrawERC20(address token, address to, uint256 amount, uint256 gasLimit)',
    output('bridge', 'to', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Scroll: gateways and messengers',
  ),
  '0x6c07ea43': row(
    'withdrawERC20(address token, uint256 amount, uint256 gasLimit)',
    [],
    'Scroll: gateways and messengers',
  ),
  '0xb2267a7b': row(
    'sendMessage(address to, uint256 value, bytes message, uint256 gasLimit)',
    output('bridge', 'to'),
    'Scroll: gateways and messengers',
  ),
  '0x5f7b1577': row(
    'sendMessage(address to, uint256 value, bytes message, uint256 gasLimit, address refundAddress)',
    [output('bridge', 'to'), output('bridge', 'refundAddress')],
    'Scroll: gateways and messengers',
  ),
  '0x9f3ce55a': row(
    'sendMessage(address to, uint256 fee, bytes data)',
    output('bridge', 'to'),
    'Linea: message service and token bridge',
  ),
  '0x522ea81a': row(
    'bridgeToken(address token, uint256 amount, address recipient)',
    output('bridge', 'recipient', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Linea: message service and token bridge',
  ),
  '0xdfa96efb': row(
    'bridgeTokenWithPermit(address token, uint256 amount, address recipient, bytes permitData)',
    output('bridge', 'recipient', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Linea: message service and token bridge',
  ),
  '0xad58bdd1': row(
    'relayTokens(address token, address receiver, uint256 amount)',
    output('bridge', 'receiver', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Gnosis: Omnibridge and xDai bridge',
  ),
  '0xd7405481': row(
    'relayTokensAndCall(address token, address receiver, uint256 amount, bytes data)',
    output('bridge', 'receiver', { gives: [{ token: 'token', amount: 'amount' }] }),
    'Gnosis: Omnibridge and xDai bridge',
  ),
  '0x01e4f53a': row(
    'relayTokens(address receiver, uint256 amount)',
    output('bridge', 'receiver'),
    'Gnosis: Omnibridge and xDai bridge',
  ),
  '0xf52cbf0e': row(
    'wrapAndRelayTokens(address receiver)',
    output('bridge', 'receiver'),
    'Gnosis: Omnibridge and xDai bridge',
  ),
  '0x01a754ff': row('wrapAndRelayTokens()', [], 'Gnosis: Omnibridge and xDai bridge'),
  '0x4b14557e': row(
    'requestDepositFor((address recipientAddr, address tokenAddr, (uint8 erc, uint256 id, uint256 quantity) info) request)',
    output('bridge', 'request.recipientAddr'),
    'Ronin: gateway',
  ),
  '0xd2d9114f': row(
    'bulkRequestDepositFor((address recipientAddr, address tokenAddr, (uint8 erc, uint256 id, uint256 quantity) info)[] requests)',
    output('bridge', 'requests.recipientAddr'),
    'Ronin: gateway',
  ),
  '0x0b1ff17f': row(
    'requestWithdrawalFor((address recipientAddr, address tokenAddr, (uint8 erc, uint256 id, uint256 quantity) info) request, uint256 chainId)',
    output('bridge', 'request.recipientAddr'),
    'Ronin: gateway',
  ),
}

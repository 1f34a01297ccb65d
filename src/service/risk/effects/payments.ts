import { allows, type EffectTable, moves, row } from './effect.ts'

/** Payments to many, and to addresses in the arguments. */
export const paymentsEffects: EffectTable = {
  '0x0b66f3f5': row(
    'multisendToken(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x025ff12f': row(
    'airdrop(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x1ca0a28d': row(
    'multiTransfer(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x20651d5d': row(
    'batchTransferToken(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0xe886dade': row(
    'bulkTransfer(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x4a311f4d': row(
    'bulksendToken(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x15270ace': row(
    'distribute(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x1239ec8c': row(
    'batchTransfer(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0xc87b1ae3': row(
    'disperse(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0xfeecb6bc': row(
    'airdropERC20(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x74ad291c': row(
    'multisendERC20(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x0e6245ef': row(
    'sendMany(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x9ec68f0f': row(
    'multiSend(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0xad8733ca': row(
    'multisend(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x79f2447e': row(
    'batchTransferERC20(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x63aedb38': row(
    'airdropToken(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x19648bed': row(
    'batchSend(address token, address[] recipients, uint256[] amounts)',
    moves({ token: 'token', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x88d695b2': row(
    'batchTransfer(address[] recipients, uint256[] amounts)',
    moves({ token: '@contract', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x1e89d545': row(
    'multiTransfer(address[] recipients, uint256[] amounts)',
    moves({ token: '@contract', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0xaad41a41': row(
    'multisend(address[] recipients, uint256[] amounts)',
    moves({ token: '@contract', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x67243482': row(
    'airdrop(address[] recipients, uint256[] amounts)',
    moves({ token: '@contract', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x7a53bcfc': row(
    'batchSend(address[] recipients, uint256[] amounts)',
    moves({ token: '@contract', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0xab883d28': row(
    'multisendEther(address[] recipients, uint256[] amounts)',
    moves({ token: 'native', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x706f6937': row(
    'airdropTokens(address[] recipients, uint256[] amounts)',
    moves({ token: '@contract', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x2929abe6': row(
    'distribute(address[] recipients, uint256[] amounts)',
    moves({ token: '@contract', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x77988cf8': row(
    'multiTransferETH(address[] recipients, uint256[] amounts)',
    moves({ token: 'native', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0xa0ce91d8': row(
    'batchTransferETH(address[] recipients, uint256[] amounts)',
    moves({ token: 'native', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0x80862479': row(
    'sendMany(address[] recipients, uint256[] amounts)',
    moves({ token: '@contract', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0xbb4c9f0b': row(
    'multiSend(address[] recipients, uint256[] amounts)',
    moves({ token: '@contract', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0xc1a38006': row(
    'airdropETH(address[] recipients, uint256[] amounts)',
    moves({ token: 'native', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0xc76bd193': row(
    'batchSendETH(address[] recipients, uint256[] amounts)',
    moves({ token: 'native', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0xf8b7fabf': row(
    'distributeETH(address[] recipients, uint256[] amounts)',
    moves({ token: 'native', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0xfb488204': row(
    'multiSendETH(address[] recipients, uint256[] amounts)',
    moves({ token: 'native', amount: 'amounts' }, 'recipients'),
    'Batch senders',
  ),
  '0xc204642c': row(
    'airdrop(address[] recipients, uint256 amount)',
    moves({ token: '@contract', amount: 'amount' }, 'recipients'),
    'Batch senders',
  ),
  '0x83f12fec': row(
    'batchTransfer(address[] recipients, uint256 amount)',
    moves({ token: '@contract', amount: 'amount' }, 'recipients'),
    'Batch senders',
  ),
  '0x56b0b449': row(
    'airdropERC20(address token, (address recipient, uint256 amount)[] contents)',
    moves({ token: 'token', amount: 'contents.amount' }, 'contents.recipient'),
    'thirdweb airdrop',
  ),
  '0x0670b2b3': row(
    'airdropERC20(address token, address owner, (address recipient, uint256 amount)[] contents)',
    moves({ token: 'token', amount: 'contents.amount' }, 'contents.recipient', { from: 'owner' }),
    'thirdweb airdrop',
  ),
  '0x6d582ebe': row(
    'airdropERC721(address token, (address recipient, uint256 tokenId)[] contents)',
    moves({ token: 'token' }, 'contents.recipient'),
    'thirdweb airdrop',
  ),
  '0x0d5818f7': row(
    'airdropNativeToken((address recipient, uint256 amount)[] contents)',
    moves({ token: 'native', amount: 'contents.amount' }, 'contents.recipient'),
    'thirdweb airdrop',
  ),
  '0xc219a14d': row(
    'transferFromWithReferenceAndFee(address token, address to, uint256 amount, bytes paymentReference, uint256 feeAmount, address feeAddress)',
    moves({ token: 'token', amount: 'amount' }, 'to'),
    'Request Network',
  ),
  '0xb868980b': row(
    'transferWithReferenceAndFee(address to, bytes paymentReference, uint256 feeAmount, address feeAddress)',
    moves({ token: 'native' }, 'to'),
    'Request Network',
  ),
  '0xd7c95e98': row(
    'transferExactEthWithReferenceAndFee(address to, uint256 amount, bytes paymentReference, uint256 feeAmount, address feeAddress)',
    moves({ token: 'native', amount: 'amount' }, 'to'),
    'Request Network',
  ),
  '0xd8fbe994': row(
    'transferFromAndCall(address from, address to, uint256 amount)',
    moves({ token: '@contract', amount: 'amount' }, 'to', { from: 'from' }),
    'ERC-1363',
  ),
  '0xc1d34b89': row(
    'transferFromAndCall(address from, address to, uint256 amount, bytes data)',
    moves({ token: '@contract', amount: 'amount' }, 'to', { from: 'from' }),
    'ERC-1363',
  ),
  '0x1296ee62': row(
    'transferAndCall(address to, uint256 amount)',
    moves({ token: '@contract', amount: 'amount' }, 'to'),
    'ERC-1363',
  ),
  '0x3177029f': row(
    'approveAndCall(address spender, uint256 amount)',
    allows('approve', { token: '@contract', amount: 'amount' }, 'spender'),
    'ERC-1363',
  ),
  '0xf3d490db': row(
    'transferByPartition(bytes32 partition, address to, uint256 amount, bytes data)',
    moves({ token: '@contract', amount: 'amount' }, 'to'),
    'ERC-1400',
  ),
  '0x2535f762': row(
    'transferWithData(address to, uint256 amount, bytes data)',
    moves({ token: '@contract', amount: 'amount' }, 'to'),
    'ERC-1400',
  ),
  '0xee532f31': row(
    'transferFromWithData(address from, address to, uint256 amount, bytes data)',
    moves({ token: '@contract', amount: 'amount' }, 'to', { from: 'from' }),
    'ERC-1400',
  ),
  '0xb753a98c': row(
    'push(address to, uint256 amount)',
    moves({ token: '@contract', amount: 'amount' }, 'to'),
    'DSToken (Maker)',
  ),
  '0xf2d5d56b': row('pull(address from, uint256 amount)', [], 'DSToken (Maker)'),
  '0x5a049a70': row(
    'cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
    [],
    'Circle FiatToken (ERC-3009)',
  ),
  '0xc237108f': row(
    'increaseAllowanceWithAuthorization(address owner, address spender, uint256 increment, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
    allows('permit', { token: '@contract', amount: 'increment' }, 'spender', { of: 'owner' }),
    'Circle FiatToken on Polygon',
  ),
  '0xe1560fd3': row(
    'approveWithAuthorization(address owner, address spender, uint256 amount, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
    allows('permit', { token: '@contract', amount: 'amount' }, 'spender', { of: 'owner' }),
    'Circle FiatToken on Polygon',
  ),
}

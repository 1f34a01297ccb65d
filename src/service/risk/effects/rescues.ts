import { type EffectTable, output, row } from './effect.ts'

/** Tokens that a contract holds go to an address in the arguments. */
export const rescuesEffects: EffectTable = {
  '0xe5711e8b': row(
    'rescueToken(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xb2118a8d': row(
    'rescueERC20(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x6ccae054': row(
    'rescueFunds(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xeb3e947d': row(
    'rescueAsset(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x5f3e849f': row(
    'recoverTokens(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xa7229fd9': row(
    'recoverToken(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x1171bda9': row(
    'recoverERC20(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x1ec82cb8': row(
    'recover(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x62c06767': row(
    'sweep(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x64aff9ec': row(
    'sweepToken(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x8b6ca32c': row(
    'sweepTokens(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x01e33667': row(
    'withdrawToken(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x5e35359e': row(
    'withdrawTokens(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x44004cc1': row(
    'withdrawERC20(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x092ae4dc': row(
    'withdrawAsset(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x1c20fadd': row(
    'withdrawFunds(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xf5537ede': row(
    'transferToken(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xa64b6e5f': row(
    'transferTokens(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x9db5dbe4': row(
    'transferERC20(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x078d3b79': row(
    'transferOut(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x2fdcfbd2': row(
    'sendToken(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x8f975a64': row(
    'sendERC20(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xe63ea408': row(
    'emergencyWithdraw(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x277327a5': row(
    'emergencyWithdrawToken(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x0e80f0b3': row(
    'emergencyWithdrawTokens(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xa3d5b255': row(
    'emergencyTokenTransfer(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x1e84c725': row(
    'emergencyTransfer(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xf587268a': row(
    'inCaseTokensGetStuck(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x9fc314c8': row(
    'claimTokens(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x125bfb66': row(
    'claimToken(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xabf59fc9': row(
    'drain(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xcd616776': row(
    'reclaimToken(address token, address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xb37fd190': row(
    'rescueTokens(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x77662ffc': row(
    'rescueERC20(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xb51609b4': row(
    'recoverERC20(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x61b0a56e': row(
    'recoverTokens(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xdc2c256f': row(
    'sweep(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x3ccdbb28': row(
    'withdrawToken(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x5fc3ea0b': row(
    'withdrawERC20(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x551512de': row(
    'emergencyWithdraw(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x01f3c01e': row(
    'claimTokens(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x67206d40': row(
    'inCaseTokensGetStuck(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x97e10a79': row(
    'transferERC20(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x9bc5c509': row(
    'withdrawTokens(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x5431c94e': row(
    'rescueTokens(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0x4707d000': row(
    'rescueToken(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0x5d799f87': row(
    'rescueERC20(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0x056097ac': row(
    'recoverTokens(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0xfeaea586': row(
    'recoverToken(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0x886f039a': row(
    'recoverERC20(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0xb8dc491b': row(
    'sweep(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0x258836fe': row(
    'sweepToken(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0x1609be1d': row(
    'sweepTokens(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0x3aeac4e1': row(
    'withdrawToken(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0xa522ad25': row(
    'withdrawTokens(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0x9456fbcc': row(
    'withdrawERC20(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0x6382d9ad': row(
    'emergencyWithdraw(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0x69ffa08a': row(
    'claimTokens(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0xf2555278': row(
    'withdrawFees(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0x4fdf5d1d': row(
    'rescue(address token, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token' }] }),
    'Rescue functions',
  ),
  '0x1113ef52': row(
    'salvage(address to, address token, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Harvest',
  ),
  '0x8161b874': row(
    'collectProtocolFees(address to, address token, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Uniswap V4 pool manager',
  ),
  '0xc432a46f': row(
    'sendAssets(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x4025feb2': row(
    'withdrawERC721(address token, address to, uint256 tokenId)',
    output('withdrawal', 'to', { receives: [{ token: 'token', id: 'tokenId' }] }),
    'Rescue functions',
  ),
  '0x7df325e1': row(
    'rescueERC721(address token, address to, uint256 tokenId)',
    output('withdrawal', 'to', { receives: [{ token: 'token', id: 'tokenId' }] }),
    'Rescue functions',
  ),
  '0x2cdf2c35': row(
    'recoverERC721(address token, address to, uint256 tokenId)',
    output('withdrawal', 'to', { receives: [{ token: 'token', id: 'tokenId' }] }),
    'Rescue functions',
  ),
  '0x8d337099': row(
    'sweepERC721(address token, address to, uint256 tokenId)',
    output('withdrawal', 'to', { receives: [{ token: 'token', id: 'tokenId' }] }),
    'Rescue functions',
  ),
  '0xf0e9fcd1': row(
    'recoverERC721(address token, uint256 tokenId, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', id: 'tokenId' }] }),
    'Rescue functions',
  ),
  '0x8980f11f': row('recoverERC20(address token, uint256 amount)', [], 'Synthetix StakingRewards: to the owner'),
  '0xdef68a9c': row('inCaseTokensGetStuck(address token)', [], 'Yearn and Beefy: to the governance or the owner'),
  '0x01681a62': row('sweep(address token)', [], 'Yearn V2: to the governance'),
}

import { allows, control, type EffectTable, moves, output, right, row } from './effect.ts'

/** NFTs: delegation registries, renting, markets and pools, permits; allowances of ERC-6909. */
export const itemsEffects: EffectTable = {
  '0x685ee3e8': row(
    'delegateForAll(address delegate, bool value)',
    right('claim', 'delegate', { unless: 'value' }),
    'delegate.xyz V1',
  ),
  '0x49c95d29': row(
    'delegateForContract(address delegate, address collection, bool value)',
    right('claim', 'delegate', { unless: 'value' }),
    'delegate.xyz V1',
  ),
  '0x537a5c3d': row(
    'delegateForToken(address delegate, address collection, uint256 tokenId, bool value)',
    right('claim', 'delegate', { unless: 'value' }),
    'delegate.xyz V1',
  ),
  '0x36137872': row('revokeAllDelegates()', [], 'delegate.xyz V1'),
  '0xfa352c00': row('revokeDelegate(address delegate)', [], 'delegate.xyz V1'),
  '0x219044b0': row('revokeSelf(address vault)', [], 'delegate.xyz V1'),
  '0x30ff3140': row(
    'delegateAll(address to, bytes32 rights, bool enable)',
    right('claim', 'to', { unless: 'enable' }),
    'delegate.xyz V2',
  ),
  '0xd90e73ab': row(
    'delegateContract(address to, address collection, bytes32 rights, bool enable)',
    right('claim', 'to', { unless: 'enable' }),
    'delegate.xyz V2',
  ),
  '0xb18e2bbb': row(
    'delegateERC721(address to, address collection, uint256 tokenId, bytes32 rights, bool enable)',
    right('claim', 'to', { unless: 'enable' }),
    'delegate.xyz V2',
  ),
  '0x003c2ba6': row(
    'delegateERC20(address to, address token, bytes32 rights, uint256 amount)',
    right('claim', 'to', { unless: 'amount' }),
    'delegate.xyz V2',
  ),
  '0xab764683': row(
    'delegateERC1155(address to, address collection, uint256 tokenId, bytes32 rights, uint256 amount)',
    right('claim', 'to', { unless: 'amount' }),
    'delegate.xyz V2',
  ),
  '0x2407a746': row(
    'setHotWallet(address hotWallet, uint256 expiration, bool lockHotWallet)',
    right('claim', 'hotWallet'),
    'warm.xyz',
  ),
  '0xe426c1f7': row(
    'delegateTokens(address delegate, uint256[] tokenIds)',
    right('use', 'delegate'),
    'Moonbirds and collections with delegation',
  ),
  '0xe030565e': row(
    'setUser(uint256 tokenId, address user, uint64 expires)',
    right('use', 'user', { unless: 'expires' }),
    'ERC-4907',
  ),
  '0xdb4d295b': row('setUser(uint256 tokenId, address user)', right('use', 'user'), 'Renting'),
  '0x883d1d5f': row(
    'createUserRecord(address owner, address user, uint256 tokenId, uint64 amount, uint64 expiry)',
    right('use', 'user', { of: 'owner', unless: 'amount' }),
    'ERC-5006',
  ),
  '0x37516f7c': row('deleteUserRecord(uint256 recordId)', [], 'ERC-5006'),
  '0x426a8493': row(
    'approve(address spender, uint256 id, uint256 amount)',
    allows('approve', { token: '@contract', amount: 'amount' }, 'spender'),
    'ERC-6909',
  ),
  '0x095bcdb6': row(
    'transfer(address to, uint256 id, uint256 amount)',
    moves({ token: '@contract', amount: 'amount' }, 'to'),
    'ERC-6909',
  ),
  '0xfe99049a': row(
    'transferFrom(address from, address to, uint256 id, uint256 amount)',
    moves({ token: '@contract', amount: 'amount' }, 'to', { from: 'from' }),
    'ERC-6909',
  ),
  '0x745a41bc': row(
    'permit(address spender, uint256 tokenId, uint256 deadline, bytes signature)',
    allows('permit', { token: '@contract', id: 'tokenId' }, 'spender'),
    'ERC-4494',
  ),
  '0x0f5730f1': row(
    'permit(address spender, uint256 tokenId, uint256 deadline, uint256 nonce, bytes signature)',
    allows('permit', { token: '@contract', id: 'tokenId' }, 'spender'),
    'Uniswap V4 position manager',
  ),
  '0x3aea60f0': row(
    'permitForAll(address owner, address operator, bool approved, uint256 deadline, uint256 nonce, bytes signature)',
    allows('approval-for-all', { token: '@contract' }, 'operator', { of: 'owner', unless: 'approved' }),
    'Uniswap V4 position manager',
  ),
  '0xaba07847': row(
    'permitAll(address owner, address operator, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    allows('approval-for-all', { token: '@contract' }, 'operator', { of: 'owner', unless: 'operator' }),
    'Collections with a permit for all items',
  ),
  '0x1d2c8839': row(
    'setApprovalForAllBySig(address owner, address operator, bool approved, uint256 deadline, bytes signature)',
    allows('approval-for-all', { token: '@contract' }, 'operator', { of: 'owner', unless: 'approved' }),
    'Collections with signed approvals',
  ),
  '0xeab56f42': row(
    'setApprovalForAllWithSig(address owner, address operator, bool approved, (address signer, uint8 v, bytes32 r, bytes32 s, uint256 deadline) signature)',
    allows('approval-for-all', { token: '@contract' }, 'operator', { of: 'owner', unless: 'approved' }),
    'Collections with signed approvals',
  ),
  '0x8b72a2ec': row(
    'transferPunk(address to, uint256 punkIndex)',
    moves({ token: '@contract', id: 'punkIndex' }, 'to'),
    'CryptoPunks',
  ),
  '0xf6eeff1e': row('punkNoLongerForSale(uint256 punkIndex)', [], 'CryptoPunks'),
  '0x8264fe98': row('buyPunk(uint256 punkIndex)', [], 'CryptoPunks'),
  '0x979bc638': row('withdrawBidForPunk(uint256 punkIndex)', [], 'CryptoPunks'),
  '0x24cf6f0f': row(
    'safeTransferFrom(address from, address to, uint256[] tokenIds)',
    moves({ token: '@contract' }, 'to', { from: 'from' }),
    'ERC-721 batches',
  ),
  '0xf3993d11': row(
    'batchTransferFrom(address from, address to, uint256[] tokenIds)',
    moves({ token: '@contract' }, 'to', { from: 'from' }),
    'ERC-721 batches',
  ),
  '0x034601ec': row(
    'safeBatchTransferFrom(address from, address to, uint256[] tokenIds)',
    moves({ token: '@contract' }, 'to', { from: 'from' }),
    'ERC-721 batches',
  ),
  '0x28cfbd46': row(
    'safeBatchTransferFrom(address from, address to, uint256[] tokenIds, bytes data)',
    moves({ token: '@contract' }, 'to', { from: 'from' }),
    'ERC-721 batches',
  ),
  '0x4885b254': row(
    'batchTransferFrom(address collection, address[] recipients, uint256[] tokenIds)',
    moves({ token: 'collection', id: 'tokenIds' }, 'recipients'),
    'NFT batch senders',
  ),
  '0x645550ad': row(
    'batchTransferToSingleWallet(address collection, address to, uint256[] tokenIds)',
    moves({ token: 'collection' }, 'to'),
    'NFT batch senders',
  ),
  '0x3593cebc': row(
    'batchTransfer(address collection, address recipient, uint256[] tokenIds)',
    moves({ token: 'collection' }, 'recipient'),
    'NFT batch senders',
  ),
  '0x13ad9cab': row(
    'updateChannel(address conduit, address channel, bool isOpen)',
    right('manage', 'channel', { of: 'conduit', unless: 'isOpen' }),
    'Seaport conduit controller',
  ),
  '0x794593bc': row(
    'createConduit(bytes32 conduitKey, address initialOwner)',
    control('ownership', 'initialOwner'),
    'Seaport conduit controller',
  ),
  '0x51710e45': row('acceptOwnership(address conduit)', [], 'Seaport conduit controller'),
  '0x5b34b966': row('incrementCounter()', [], 'Seaport, Blur: cancels every order'),
  '0x627cdcb9': row('incrementNonce()', [], 'Seaport, Wyvern: cancels every order'),
  '0xfd9f1e10': row(
    'cancel((address offerer, address zone, (uint8 itemType, address token, uint256 id, uint256 startAmount, uint256 endAmount)[] offer, (uint8 itemType, address token, uint256 id, uint256 startAmount, uint256 endAmount, address recipient)[] consideration, uint8 orderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 conduitKey, uint256 counter)[] orders)',
    [],
    'Seaport',
  ),
  '0x8585ae03': row(
    'executeTakerBid((address recipient, bytes additionalParameters) taker, (uint8 quoteType, uint256 globalNonce, uint256 subsetNonce, uint256 orderNonce, uint256 strategyId, uint8 collectionType, address collection, address currency, address signer, uint256 startTime, uint256 endTime, uint256 price, uint256[] itemIds, uint256[] amounts, bytes additionalParameters) maker, bytes makerSignature, (bytes32 root, (bytes32 value, uint8 position)[] proof) merkleTree, address affiliate)',
    output('swap', 'taker.recipient', {
      gives: [{ token: 'maker.currency', amount: 'maker.price' }],
      receives: [{ token: 'maker.collection', id: 'maker.itemIds' }],
    }),
    'LooksRare V2',
  ),
  '0xe72853e1': row(
    'executeTakerAsk((address recipient, bytes additionalParameters) taker, (uint8 quoteType, uint256 globalNonce, uint256 subsetNonce, uint256 orderNonce, uint256 strategyId, uint8 collectionType, address collection, address currency, address signer, uint256 startTime, uint256 endTime, uint256 price, uint256[] itemIds, uint256[] amounts, bytes additionalParameters) maker, bytes makerSignature, (bytes32 root, (bytes32 value, uint8 position)[] proof) merkleTree, address affiliate)',
    output('swap', 'taker.recipient', {
      gives: [{ token: 'maker.collection' }],
      receives: [{ token: 'maker.currency', amount: 'maker.price' }],
    }),
    'LooksRare V2',
  ),
  '0xe8f9f1dc': row(
    'grantApprovals(address[] operators)',
    right('manage', 'operators'),
    'LooksRare V2 transfer manager',
  ),
  '0x6cf0859c': row('revokeApprovals(address[] operators)', [], 'LooksRare V2 transfer manager'),
  '0x79ed31d4': row('cancelOrderNonces(uint256[] orderNonces)', [], 'LooksRare V2'),
  '0x134849a6': row('cancelSubsetNonces(uint256[] subsetNonces)', [], 'LooksRare V2'),
  '0xd5b010f5': row('incrementBidAskNonces(bool bid, bool ask)', [], 'LooksRare V2'),
  '0xcbd2ec65': row('cancelAllOrdersForSender(uint256 minNonce)', [], 'LooksRare V1'),
  '0x9e53a69a': row('cancelMultipleMakerOrders(uint256[] orderNonces)', [], 'LooksRare V1'),
  '0x6d8b99f7': row(
    'swapTokenForSpecificNFTs(uint256[] nftIds, uint256 maxExpectedTokenInput, address nftRecipient, bool isRouter, address routerCaller)',
    output('swap', 'nftRecipient'),
    'Sudoswap pair',
  ),
  '0x28b8aee1': row(
    'swapTokenForAnyNFTs(uint256 numNFTs, uint256 maxExpectedTokenInput, address nftRecipient, bool isRouter, address routerCaller)',
    output('swap', 'nftRecipient'),
    'Sudoswap pair',
  ),
  '0xb1d3f1c1': row(
    'swapNFTsForToken(uint256[] nftIds, uint256 minExpectedTokenOutput, address tokenRecipient, bool isRouter, address routerCaller)',
    output('swap', 'tokenRecipient', { least: 'minExpectedTokenOutput' }),
    'Sudoswap pair',
  ),
  '0x11132000': row(
    'swapETHForSpecificNFTs((address pair, uint256[] nftIds)[] swapList, address ethRecipient, address nftRecipient, uint256 deadline)',
    [output('swap', 'nftRecipient'), output('withdrawal', 'ethRecipient')],
    'Sudoswap router',
  ),
  '0xdabf67d7': row(
    'swapNFTsForToken((address pair, uint256[] nftIds)[] swapList, uint256 minOutput, address tokenRecipient, uint256 deadline)',
    output('swap', 'tokenRecipient', { least: 'minOutput' }),
    'Sudoswap router',
  ),
  '0x9d54def6': row(
    'redeemTo(uint256 amount, uint256[] specificIds, address to)',
    output('withdrawal', 'to'),
    'NFTX vault',
  ),
  '0xb10402ea': row('mintTo(uint256[] tokenIds, uint256[] amounts, address to)', output('deposit', 'to'), 'NFTX vault'),
  '0x8c850814': row(
    'swapTo(uint256[] tokenIds, uint256[] amounts, uint256[] specificIds, address to)',
    output('swap', 'to'),
    'NFTX vault',
  ),
  '0x7fc82484': row(
    'buyAndRedeem(uint256 vaultId, uint256 amount, uint256[] specificIds, address[] path, address to)',
    output('swap', 'to'),
    'NFTX marketplace zap',
  ),
  '0x0956642b': row(
    'mintAndSell721(uint256 vaultId, uint256[] ids, uint256 minEthOut, address[] path, address to)',
    output('swap', 'to', { least: 'minEthOut' }),
    'NFTX marketplace zap',
  ),
  '0x929bf3d3': row(
    'mintAndSell721WETH(uint256 vaultId, uint256[] ids, uint256 minWethOut, address[] path, address to)',
    output('swap', 'to', { least: 'minWethOut' }),
    'NFTX marketplace zap',
  ),
  '0xab3a4121': row(
    'mintAndSell1155(uint256 vaultId, uint256[] ids, uint256[] amounts, uint256 minWethOut, address[] path, address to)',
    output('swap', 'to', { least: 'minWethOut' }),
    'NFTX marketplace zap',
  ),
  '0xa0271617': row(
    'mintAndSell1155WETH(uint256 vaultId, uint256[] ids, uint256[] amounts, uint256 minWethOut, address[] path, address to)',
    output('swap', 'to', { least: 'minWethOut' }),
    'NFTX marketplace zap',
  ),
}

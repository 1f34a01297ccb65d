import { control, type EffectTable, output, right, row } from './effect.ts'

/** Royalties of collections, payees of oracles, shares of splits. */
export const royaltiesEffects: EffectTable = {
  '0x04634d8d': row(
    'setDefaultRoyalty(address receiver, uint96 feeNumerator)',
    right('payout', 'receiver', { of: '@contract', unless: 'feeNumerator' }),
    'OpenZeppelin ERC-2981',
  ),
  '0x5944c753': row(
    'setTokenRoyalty(uint256 tokenId, address receiver, uint96 feeNumerator)',
    right('payout', 'receiver', { of: '@contract', unless: 'feeNumerator' }),
    'OpenZeppelin ERC-2981',
  ),
  '0xaa1b103f': row('deleteDefaultRoyalty()', [], 'OpenZeppelin ERC-2981'),
  '0x8a616bc0': row('resetTokenRoyalty(uint256 tokenId)', [], 'OpenZeppelin ERC-2981'),
  '0x600dd5ea': row(
    'setDefaultRoyaltyInfo(address recipient, uint256 bps)',
    right('payout', 'recipient', { of: '@contract', unless: 'bps' }),
    'thirdweb',
  ),
  '0x9bcf7a15': row(
    'setRoyaltyInfoForToken(uint256 tokenId, address recipient, uint256 bps)',
    right('payout', 'recipient', { of: '@contract', unless: 'bps' }),
    'thirdweb',
  ),
  '0x1e7ac488': row(
    'setPlatformFeeInfo(address recipient, uint256 bps)',
    right('payout', 'recipient', { of: '@contract', unless: 'bps' }),
    'thirdweb',
  ),
  '0x44dae42c': row(
    'setRoyaltyInfo((address royaltyAddress, uint96 royaltyBps) newInfo)',
    right('payout', 'newInfo.royaltyAddress', { of: '@contract' }),
    'OpenSea SeaDrop',
  ),
  '0xe2e784d5': row(
    'setRoyaltyInfo(address receiver, uint256 bps)',
    right('payout', 'receiver', { of: '@contract', unless: 'bps' }),
    'ERC-2981 collections',
  ),
  '0x02fa7c47': row(
    'setRoyaltyInfo(address receiver, uint96 bps)',
    right('payout', 'receiver', { of: '@contract', unless: 'bps' }),
    'ERC-2981 collections',
  ),
  '0x10fd332b': row(
    'setRoyalty(address receiver, uint256 bps)',
    right('payout', 'receiver', { of: '@contract', unless: 'bps' }),
    'ERC-2981 collections',
  ),
  '0x8c7ea24b': row(
    'setRoyalties(address receiver, uint256 bps)',
    right('payout', 'receiver', { of: '@contract', unless: 'bps' }),
    'ERC-2981 collections',
  ),
  '0x332dd1ae': row(
    'setRoyalties(address[] receivers, uint256[] bps)',
    right('payout', 'receivers', { of: '@contract' }),
    'Manifold creator core',
  ),
  '0x20e4afe2': row(
    'setRoyalties(uint256 tokenId, address[] receivers, uint256[] bps)',
    right('payout', 'receivers', { of: '@contract' }),
    'Manifold creator core',
  ),
  '0x8dc251e3': row(
    'setRoyaltyReceiver(address receiver)',
    right('payout', 'receiver', { of: '@contract' }),
    'ERC-2981 collections',
  ),
  '0x41e42f30': row(
    'setRoyaltyRecipient(address receiver)',
    right('payout', 'receiver', { of: '@contract' }),
    'ERC-2981 collections',
  ),
  '0x06d254da': row(
    'setRoyaltyAddress(address receiver)',
    right('payout', 'receiver', { of: '@contract' }),
    'ERC-2981 collections',
  ),
  '0x26bd8982': row(
    'setRoyaltyLookupAddress(address token, address lookup)',
    right('payout', 'lookup', { of: 'token' }),
    'Royalty registry',
  ),
  '0xbbdf9b68': row(
    'updateRoyaltyInfoForCollection(address collection, address setter, address receiver, uint256 fee)',
    right('payout', 'receiver', { of: 'collection' }),
    'LooksRare royalty fee setter',
  ),
  '0x12738db8': row(
    'updateCreatorPayoutAddress(address payoutAddress)',
    right('payout', 'payoutAddress'),
    'OpenSea SeaDrop',
  ),
  '0x66251b69': row(
    'updateCreatorPayoutAddress(address seaDrop, address payoutAddress)',
    right('payout', 'payoutAddress', { of: '@contract' }),
    'OpenSea SeaDrop',
  ),
  '0x48a4c101': row(
    'updateAllowedFeeRecipient(address seaDrop, address feeRecipient, bool allowed)',
    right('payout', 'feeRecipient', { of: '@contract', unless: 'allowed' }),
    'OpenSea SeaDrop',
  ),
  '0xb121e147': row('acceptPayeeship(address transmitter)', [], 'Chainlink oracles and keepers'),
  '0x9c849b30': row(
    'setPayees(address[] transmitters, address[] payees)',
    right('payout', 'payees', { of: '@contract' }),
    'Chainlink oracles',
  ),
  '0xecef0ace': row(
    'updateSplit(address split, address[] accounts, uint32[] percentAllocations, uint32 distributorFee)',
    right('payout', 'accounts', { of: 'split' }),
    'Splits V1',
  ),
  '0xd0e4b2f4': row(
    'transferControl(address split, address newController)',
    control('ownership', 'newController', { of: 'split' }),
    'Splits V1',
  ),
  '0x7601f782': row(
    'createSplit(address[] accounts, uint32[] percentAllocations, uint32 distributorFee, address controller)',
    control('ownership', 'controller'),
    'Splits V1: who may change the shares',
  ),
  '0x1267c6da': row('cancelControlTransfer(address split)', [], 'Splits V1'),
  '0xc7de6440': row('acceptControl(address split)', [], 'Splits V1'),
  '0x189cbaa0': row('makeSplitImmutable(address split)', [], 'Splits V1'),
  '0x6e5f6919': row(
    'withdraw(address account, uint256 withdrawNative, address[] tokens)',
    output('withdrawal', 'account'),
    'Splits V1',
  ),
  '0x18f9b023': row(
    'addPayee(address account, uint256 shares)',
    right('payout', 'account', { of: '@contract' }),
    'Payment splitters',
  ),
}

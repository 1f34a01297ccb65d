import { control, type EffectTable, right, row } from './effect.ts'

/** Where fees and income of a contract go from now on. */
export const feesEffects: EffectTable = {
  '0xa42dce80': row(
    'setFeeCollector(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0x90d49b9d': row(
    'setFeeWallet(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0x8705fcd4': row(
    'setFeeAddress(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0xbfa37e37': row(
    'setFeeTreasury(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0xe521cb92': row(
    'setProtocolFeeRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0x23604071': row(
    'changeFeeRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0x514f0330': row(
    'changeProtocolFeeRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0xf160d369': row(
    'updateFeeRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0xc69bebe4': row(
    'updateFeeReceiver(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0xf18e7951': row(
    'setFeesReceiver(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0x84b7719a': row(
    'setFeesRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0x631f8427': row(
    'setPerformanceFeeReceiver(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0x46877b1a': row(
    'setProtocolFeeReceiver(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0xcfca3147': row(
    'setProtocolFeeCollector(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0xe0e6799f': row(
    'setProtocolFeeTo(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0xccfc2e8d': row(
    'setFeeDistributor(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with fees',
  ),
  '0xf46901ed': row(
    'setFeeTo(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Uniswap V2 factory',
  ),
  '0xa2e74af6': row('setFeeToSetter(address newSetter)', control('role', 'newSetter'), 'Uniswap V2 factory'),
  '0x472d35b9': row('setFeeManager(address newManager)', control('role', 'newManager'), 'Factories with a fee manager'),
  '0xe41ab771': row('set_fee_receiver(address recipient)', right('payout', 'recipient', { of: '@contract' }), 'Curve'),
  '0x30cc317b': row(
    'set_fee_recipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Vyper contracts',
  ),
  '0x36d2b77a': row(
    'set_fee_receiver(address pool, address recipient)',
    right('payout', 'recipient', { of: 'pool' }),
    'Curve factory',
  ),
  '0xf0f44260': row(
    'setTreasury(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with a treasury',
  ),
  '0x6605bfda': row(
    'setTreasuryAddress(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with a treasury',
  ),
  '0x7f51bb1f': row(
    'updateTreasury(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with a treasury',
  ),
  '0x841e4561': row(
    'updateTreasuryAddress(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with a treasury',
  ),
  '0xb14f2a39': row(
    'changeTreasury(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with a treasury',
  ),
  '0xd5f80c34': row(
    'setTreasuryVault(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with a treasury',
  ),
  '0xa8602fea': row(
    'setTreasuryWallet(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with a treasury',
  ),
  '0x14673d31': row(
    'setReserveAddress(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with a treasury',
  ),
  '0x0c5a61f8': row(
    'setProtocolTreasury(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with a treasury',
  ),
  '0x89fcbdc5': row(
    'setRevenueRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with a treasury',
  ),
  '0x4f6dc09e': row(
    'setRevenueReceiver(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with a treasury',
  ),
  '0xfb235f34': row(
    'setRevenueWallet(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Protocols with a treasury',
  ),
  '0x1c31f710': row(
    'setBeneficiary(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x0aaffd2a': row(
    'updateBeneficiary(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x14bbe21c': row(
    'transferBeneficiary(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x33ea51a8': row(
    'setPayoutAddress(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0xa3ff39b2': row(
    'setPayout(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x410459ad': row(
    'setPayee(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x46bb5954': row(
    'setPayoutRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0xfeec756c': row(
    'updateRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x3bbed4a0': row(
    'setRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x92c2bcb4': row(
    'changeRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x718da7ee': row(
    'setReceiver(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x547e3f06': row(
    'changeReceiver(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x7ba2196a': row(
    'updateReceiver(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0xdeaa59df': row(
    'setWallet(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x98b9a2dc': row(
    'changeWallet(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x10a7eb5d': row(
    'setFundsRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x141edd58': row(
    'setFundsReceiver(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0xbfb62028': row(
    'setFundRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0xc93fc83d': row(
    'setSplitter(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x6b29b79f': row(
    'setPaymentSplitter(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x6f4f2837': row(
    'setPrimarySaleRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x1c908d98': row(
    'setSaleRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0xd0d41fe1': row(
    'setDevAddress(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x1f53ac02': row(
    'setDevWallet(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x5d098b38': row(
    'setMarketingWallet(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x1525ff7d': row(
    'setTeamWallet(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0xaacebbe3': row(
    'updateMarketingWallet(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x1816467f': row(
    'updateDevWallet(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0xa22e4faa': row(
    'setArtistAddress(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Contracts that pay out',
  ),
  '0x8d88a90e': row(
    'dev(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'MasterChef: developer share',
  ),
  '0xd477f05f': row(
    'setDev(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'MasterChef: developer share',
  ),
  '0x3ab1a494': row(
    'setWithdrawAddress(address recipient)',
    right('withdrawal', 'recipient', { of: '@contract' }),
    'Contracts with a withdrawal address',
  ),
  '0x21b8092e': row(
    'setWithdrawalAddress(address recipient)',
    right('withdrawal', 'recipient', { of: '@contract' }),
    'Contracts with a withdrawal address',
  ),
  '0xfc8a584f': row(
    'setWithdrawalRecipient(address recipient)',
    right('withdrawal', 'recipient', { of: '@contract' }),
    'Contracts with a withdrawal address',
  ),
  '0xc0bb38ff': row(
    'setWithdrawRecipient(address recipient)',
    right('withdrawal', 'recipient', { of: '@contract' }),
    'Contracts with a withdrawal address',
  ),
  '0x19762143': row(
    'setRewardsDistribution(address distributor)',
    control('role', 'distributor'),
    'Synthetix StakingRewards and its copies',
  ),
  '0x0d68b761': row(
    'setRewardDistribution(address distributor)',
    control('role', 'distributor'),
    'Synthetix StakingRewards and its copies',
  ),
  '0xa1809b95': row(
    'setRewardDistributor(address distributor)',
    control('role', 'distributor'),
    'Synthetix StakingRewards and its copies',
  ),
  '0x75619ab5': row(
    'setDistributor(address distributor)',
    control('role', 'distributor'),
    'Synthetix StakingRewards and its copies',
  ),
  '0xd1f5c33b': row(
    'setRewardsDistributor(address distributor)',
    control('role', 'distributor'),
    'Synthetix StakingRewards and its copies',
  ),
  '0xf4629549': row(
    'changeAssetRecipient(address recipient)',
    right('payout', 'recipient', { of: '@contract' }),
    'Sudoswap pairs',
  ),
}

import { type EffectTable, moves, output, right, row } from './effect.ts'

/** Morpho Blue, its vaults, bundler adapters and optimizers. */
export const morphoEffects: EffectTable = {
  '0xeecea000': row(
    'setAuthorization(address authorized, bool newIsAuthorized)',
    right('manage', 'authorized', { unless: 'newIsAuthorized' }),
    'Morpho Blue: authorizations',
  ),
  '0x8069218f': row(
    'setAuthorizationWithSig((address authorizer, address authorized, bool isAuthorized, uint256 nonce, uint256 deadline) authorization, (uint8 v, bytes32 r, bytes32 s) signature)',
    right('manage', 'authorization.authorized', {
      of: 'authorization.authorizer',
      unless: 'authorization.isAuthorized',
    }),
    'Morpho Blue: authorizations',
  ),
  '0xa99aad89': row(
    'supply((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data)',
    output('deposit', 'onBehalf', {
      heldBy: ['marketParams.loanToken', 'marketParams.collateralToken', 'marketParams.oracle', 'marketParams.irm'],
      gives: [{ token: 'marketParams.loanToken', amount: 'assets' }],
    }),
    'Morpho Blue: positions of `onBehalf`',
  ),
  '0x238d6579': row(
    'supplyCollateral((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, uint256 assets, address onBehalf, bytes data)',
    output('deposit', 'onBehalf', {
      heldBy: ['marketParams.loanToken', 'marketParams.collateralToken', 'marketParams.oracle', 'marketParams.irm'],
      gives: [{ token: 'marketParams.collateralToken', amount: 'assets' }],
    }),
    'Morpho Blue: positions of `onBehalf`',
  ),
  '0x50d8cd4b': row(
    'borrow((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver)',
    output('borrow', 'receiver', { payer: 'onBehalf' }),
    'Morpho Blue: positions of `onBehalf`',
  ),
  '0x5c2bea49': row(
    'withdraw((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver)',
    output('withdrawal', 'receiver', { payer: 'onBehalf' }),
    'Morpho Blue: positions of `onBehalf`',
  ),
  '0x8720316d': row(
    'withdrawCollateral((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, uint256 assets, address onBehalf, address receiver)',
    output('withdrawal', 'receiver', { payer: 'onBehalf' }),
    'Morpho Blue: positions of `onBehalf`',
  ),
  '0x20b76e81': row(
    'repay((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data)',
    output('repayment', 'onBehalf', { gives: [{ token: 'marketParams.loanToken', amount: 'assets' }] }),
    'Morpho Blue: positions of `onBehalf`',
  ),
  '0xe0232b42': row('flashLoan(address token, uint256 assets, bytes data)', [], 'Morpho Blue: positions of `onBehalf`'),
  '0xd8eabcb8': row(
    'liquidate((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, address borrower, uint256 seizedAssets, uint256 repaidShares, bytes data)',
    [],
    'Morpho Blue: positions of `onBehalf`',
  ),
  '0x151c1ade': row(
    'accrueInterest((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams)',
    [],
    'Morpho Blue: positions of `onBehalf`',
  ),
  '0x8c1358a2': row(
    'createMarket((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams)',
    [],
    'Morpho Blue: positions of `onBehalf`',
  ),
  '0xe90956cf': row(
    'setCurator(address newCurator)',
    right('operate', 'newCurator', { of: '@contract' }),
    'Morpho: vaults (MetaMorpho, Vault V2)',
  ),
  '0xb192a84a': row(
    'setIsAllocator(address newAllocator, bool newIsAllocator)',
    right('operate', 'newAllocator', { of: '@contract', unless: 'newIsAllocator' }),
    'Morpho: vaults (MetaMorpho, Vault V2)',
  ),
  '0x9d6b4a45': row(
    'submitGuardian(address newGuardian)',
    right('operate', 'newGuardian', { of: '@contract' }),
    'Morpho: vaults (MetaMorpho, Vault V2)',
  ),
  '0x920ed706': row(
    'setIsSentinel(address account, bool newIsSentinel)',
    right('operate', 'account', { of: '@contract', unless: 'newIsSentinel' }),
    'Morpho: vaults (MetaMorpho, Vault V2)',
  ),
  '0xe74b981b': row(
    'setFeeRecipient(address newFeeRecipient)',
    right('payout', 'newFeeRecipient', { of: '@contract' }),
    'Morpho: vaults (MetaMorpho, Vault V2)',
  ),
  '0x2b30997b': row(
    'setSkimRecipient(address newSkimRecipient)',
    right('payout', 'newSkimRecipient', { of: '@contract' }),
    'Morpho: vaults (MetaMorpho, Vault V2)',
  ),
  '0x6a5f1aa2': row(
    'setPerformanceFeeRecipient(address newPerformanceFeeRecipient)',
    right('payout', 'newPerformanceFeeRecipient', { of: '@contract' }),
    'Morpho: vaults (MetaMorpho, Vault V2)',
  ),
  '0x9faae464': row(
    'setManagementFeeRecipient(address newManagementFeeRecipient)',
    right('payout', 'newManagementFeeRecipient', { of: '@contract' }),
    'Morpho: vaults (MetaMorpho, Vault V2)',
  ),
  '0xa5f31d61': row('acceptGuardian()', [], 'Morpho: vaults (MetaMorpho, Vault V2)'),
  '0x3d13f874': row(
    'claim(address user, uint256 claimable, bytes32[] proof)',
    [],
    'Morpho: rewards distributor (Universal Rewards Distributor), pays the account',
  ),
  '0xfabed412': row(
    'claim(address account, address reward, uint256 claimable, bytes32[] proof)',
    [],
    'Morpho: rewards distributor (Universal Rewards Distributor), pays the account',
  ),
  '0x3790767d': row(
    'erc20Transfer(address token, address receiver, uint256 amount)',
    output('withdrawal', 'receiver', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Morpho Bundler3: adapters',
  ),
  '0xd96ca0b9': row(
    'erc20TransferFrom(address token, address receiver, uint256 amount)',
    moves({ token: 'token', amount: 'amount' }, 'receiver'),
    'Morpho Bundler3: adapters',
  ),
  '0x827fcfcc': row(
    'permit2TransferFrom(address token, address receiver, uint256 amount)',
    moves({ token: 'token', amount: 'amount' }, 'receiver'),
    'Morpho Bundler3: adapters',
  ),
  '0xf2522bcd': row(
    'nativeTransfer(address receiver, uint256 amount)',
    output('withdrawal', 'receiver'),
    'Morpho Bundler3: adapters',
  ),
  '0x60244408': row(
    'erc20WrapperWithdrawTo(address wrapper, address receiver, uint256 amount)',
    output('withdrawal', 'receiver'),
    'Morpho Bundler3: adapters',
  ),
  '0x6ef5eeae': row(
    'erc4626Deposit(address vault, uint256 assets, uint256 maxSharePriceE27, address receiver)',
    output('deposit', 'receiver', { heldBy: 'vault' }),
    'Morpho Bundler3: adapters',
  ),
  '0x39029ab6': row(
    'erc4626Mint(address vault, uint256 shares, uint256 maxSharePriceE27, address receiver)',
    output('deposit', 'receiver', { heldBy: 'vault' }),
    'Morpho Bundler3: adapters',
  ),
  '0xa7f6e606': row(
    'erc4626Redeem(address vault, uint256 shares, uint256 minSharePriceE27, address receiver, address owner)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Morpho Bundler3: adapters',
  ),
  '0xc9565706': row(
    'erc4626Withdraw(address vault, uint256 assets, uint256 minSharePriceE27, address receiver, address owner)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Morpho Bundler3: adapters',
  ),
  '0x62577ad0': row(
    'morphoBorrow((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, uint256 assets, uint256 shares, uint256 minSharePriceE27, address receiver)',
    output('borrow', 'receiver'),
    'Morpho Bundler3: adapters',
  ),
  '0x84d287ef': row(
    'morphoWithdraw((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, uint256 assets, uint256 shares, uint256 minSharePriceE27, address receiver)',
    output('withdrawal', 'receiver'),
    'Morpho Bundler3: adapters',
  ),
  '0x1af3bbc6': row(
    'morphoWithdrawCollateral((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, uint256 assets, address receiver)',
    output('withdrawal', 'receiver'),
    'Morpho Bundler3: adapters',
  ),
  '0x5b866db6': row(
    'morphoSupply((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, uint256 assets, uint256 shares, uint256 maxSharePriceE27, address onBehalf, bytes data)',
    output('deposit', 'onBehalf', {
      heldBy: ['marketParams.loanToken', 'marketParams.collateralToken', 'marketParams.oracle', 'marketParams.irm'],
    }),
    'Morpho Bundler3: adapters',
  ),
  '0xca463673': row(
    'morphoSupplyCollateral((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, uint256 assets, address onBehalf, bytes data)',
    output('deposit', 'onBehalf', {
      heldBy: ['marketParams.loanToken', 'marketParams.collateralToken', 'marketParams.oracle', 'marketParams.irm'],
    }),
    'Morpho Bundler3: adapters',
  ),
  '0x4d5fcf68': row(
    'morphoRepay((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, uint256 assets, uint256 shares, uint256 maxSharePriceE27, address onBehalf, bytes data)',
    output('repayment', 'onBehalf'),
    'Morpho Bundler3: adapters',
  ),
  '0xb172af6d': row(
    'unwrapNative(uint256 amount, address receiver)',
    output('withdrawal', 'receiver'),
    'Morpho Bundler3: adapters',
  ),
  '0x3244c12c': row(
    'wrapNative(uint256 amount, address receiver)',
    output('withdrawal', 'receiver'),
    'Morpho Bundler3: adapters',
  ),
  '0xe17aeb46': row(
    'unwrapStEth(uint256 amount, address receiver)',
    output('withdrawal', 'receiver'),
    'Morpho Bundler3: adapters',
  ),
  '0x5a18a7d0': row(
    'wrapStEth(uint256 amount, address receiver)',
    output('withdrawal', 'receiver'),
    'Morpho Bundler3: adapters',
  ),
  '0x54f09129': row(
    'stakeEth(uint256 amount, uint256 maxSharePriceE27, address referral, address receiver)',
    output('stake', 'receiver'),
    'Morpho Bundler3: adapters',
  ),
  '0x9ab2d0c7': row(
    'approveManager(address manager, bool isAllowed)',
    right('manage', 'manager', { unless: 'isAllowed' }),
    'Morpho Aave V3 optimizer',
  ),
  '0x896f122c': row(
    'approveManagerWithSig(address delegator, address manager, bool isAllowed, uint256 nonce, uint256 deadline, (uint8 v, bytes32 r, bytes32 s) signature)',
    right('manage', 'manager', { of: 'delegator', unless: 'isAllowed' }),
    'Morpho Aave V3 optimizer',
  ),
  '0xe9c7359c': row(
    'supply(address underlying, uint256 amount, address onBehalf, uint256 maxIterations)',
    output('deposit', 'onBehalf', { gives: [{ token: 'underlying', amount: 'amount' }] }),
    'Morpho Aave V3 optimizer',
  ),
  '0x094b2886': row(
    'supplyWithPermit(address underlying, uint256 amount, address onBehalf, uint256 maxIterations, uint256 deadline, (uint8 v, bytes32 r, bytes32 s) signature)',
    output('deposit', 'onBehalf', { gives: [{ token: 'underlying', amount: 'amount' }] }),
    'Morpho Aave V3 optimizer',
  ),
  '0xd910fa66': row(
    'supplyCollateral(address underlying, uint256 amount, address onBehalf)',
    output('deposit', 'onBehalf', { gives: [{ token: 'underlying', amount: 'amount' }] }),
    'Morpho Aave V3 optimizer',
  ),
  '0x8746b8e3': row(
    'supplyCollateralWithPermit(address underlying, uint256 amount, address onBehalf, uint256 deadline, (uint8 v, bytes32 r, bytes32 s) signature)',
    output('deposit', 'onBehalf', { gives: [{ token: 'underlying', amount: 'amount' }] }),
    'Morpho Aave V3 optimizer',
  ),
  '0x99920806': row(
    'borrow(address underlying, uint256 amount, address onBehalf, address receiver, uint256 maxIterations)',
    output('borrow', 'receiver', { payer: 'onBehalf' }),
    'Morpho Aave V3 optimizer',
  ),
  '0x5501f1c6': row(
    'withdraw(address underlying, uint256 amount, address onBehalf, address receiver, uint256 maxIterations)',
    output('withdrawal', 'receiver', { payer: 'onBehalf' }),
    'Morpho Aave V3 optimizer',
  ),
  '0x2bbccf01': row(
    'withdrawCollateral(address underlying, uint256 amount, address onBehalf, address receiver)',
    output('withdrawal', 'receiver', { payer: 'onBehalf' }),
    'Morpho Aave V3 optimizer',
  ),
  '0x5ceae9c4': row(
    'repay(address underlying, uint256 amount, address onBehalf)',
    output('repayment', 'onBehalf', { gives: [{ token: 'underlying', amount: 'amount' }] }),
    'Morpho Aave V3 optimizer',
  ),
  '0x1006d22f': row(
    'repayWithPermit(address underlying, uint256 amount, address onBehalf, uint256 deadline, (uint8 v, bytes32 r, bytes32 s) signature)',
    output('repayment', 'onBehalf', { gives: [{ token: 'underlying', amount: 'amount' }] }),
    'Morpho Aave V3 optimizer',
  ),
  '0x77d5d857': row('claimRewards(address[] assets, address onBehalf)', [], 'Morpho Aave V3 optimizer'),
  '0x0c0a769b': row(
    'supply(address poolToken, address onBehalf, uint256 amount)',
    output('deposit', 'onBehalf', { gives: [{ token: 'poolToken' }] }),
    'Morpho Compound and Aave V2 optimizers',
  ),
  '0xf62256c7': row(
    'supply(address poolToken, address onBehalf, uint256 amount, uint256 maxGasForMatching)',
    output('deposit', 'onBehalf', { gives: [{ token: 'poolToken' }] }),
    'Morpho Compound and Aave V2 optimizers',
  ),
  '0x1da649cf': row(
    'repay(address poolToken, address onBehalf, uint256 amount)',
    output('repayment', 'onBehalf'),
    'Morpho Compound and Aave V2 optimizers',
  ),
  '0xc1bce0b7': row(
    'borrow(address poolToken, uint256 amount, uint256 maxGasForMatching)',
    [],
    'Morpho Compound and Aave V2 optimizers',
  ),
}

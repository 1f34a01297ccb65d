import { control, type EffectTable, output, right, row } from './effect.ts'

/** Vaults: ERC-4626 variants, ERC-7540, Yearn, Beefy, Sommelier, Ethena, staking pools in the MasterChef family. */
export const vaultsEffects: EffectTable = {
  '0x85b77f45': row(
    'requestDeposit(uint256 assets, address controller, address owner)',
    output('deposit', 'controller', { payer: 'owner' }),
    'ERC-7540: asynchronous vaults, the controller owns the request',
  ),
  '0x7d41c86e': row(
    'requestRedeem(uint256 shares, address controller, address owner)',
    output('withdrawal', 'controller', { payer: 'owner' }),
    'ERC-7540: asynchronous vaults, the controller owns the request',
  ),
  '0x2e2d2984': row(
    'deposit(uint256 assets, address receiver, address controller)',
    output('deposit', 'receiver', { payer: 'controller' }),
    'ERC-7540: asynchronous vaults, the controller owns the request',
  ),
  '0xda39b3e7': row(
    'mint(uint256 shares, address receiver, address controller)',
    output('deposit', 'receiver', { payer: 'controller' }),
    'ERC-7540: asynchronous vaults, the controller owns the request',
  ),
  '0x711b58ff': row(
    'authorizeOperator(address controller, address operator, bool approved, bytes32 nonce, uint256 deadline, bytes signature)',
    right('manage', 'operator', { of: 'controller', unless: 'approved' }),
    'ERC-7540: asynchronous vaults, the controller owns the request',
  ),
  '0xb9cf0634': row('cancelDepositRequest(uint256 requestId, address controller)', [], 'ERC-7887: cancels a request'),
  '0x2b9d9c1f': row('cancelRedeemRequest(uint256 requestId, address controller)', [], 'ERC-7887: cancels a request'),
  '0x69d77a44': row(
    'claimCancelDepositRequest(uint256 requestId, address receiver, address controller)',
    output('withdrawal', 'receiver', { payer: 'controller' }),
    'ERC-7887: cancels a request',
  ),
  '0x00a06d19': row(
    'claimCancelRedeemRequest(uint256 requestId, address receiver, address controller)',
    output('withdrawal', 'receiver', { payer: 'controller' }),
    'ERC-7887: cancels a request',
  ),
  '0xec19a49d': row(
    'requestDeposit(address vault, uint256 amount, address controller, address owner, uint256 topUpAmount)',
    output('deposit', 'controller', { heldBy: 'vault', payer: 'owner' }),
    'Centrifuge: router',
  ),
  '0x8b30ad56': row(
    'requestRedeem(address vault, uint256 amount, address controller, address owner, uint256 topUpAmount)',
    output('withdrawal', 'controller', { payer: 'owner' }),
    'Centrifuge: router',
  ),
  '0x45e0a315': row(
    'claimDeposit(address vault, address receiver, address controller)',
    output('deposit', 'receiver', { payer: 'controller' }),
    'Centrifuge: router',
  ),
  '0xfa485928': row(
    'claimRedeem(address vault, address receiver, address controller)',
    output('withdrawal', 'receiver', { payer: 'controller' }),
    'Centrifuge: router',
  ),
  '0x00f714ce': row(
    'withdraw(uint256 maxShares, address recipient)',
    output('withdrawal', 'recipient'),
    'Vaults with a receiver (Yearn V2 and copies)',
  ),
  '0xe63697c8': row(
    'withdraw(uint256 maxShares, address recipient, uint256 maxLoss)',
    output('withdrawal', 'recipient'),
    'Vaults with a receiver (Yearn V2 and copies)',
  ),
  '0x7bde82f2': row(
    'redeem(uint256 amount, address receiver)',
    output('withdrawal', 'receiver'),
    'Vaults with a receiver (Yearn V2 and copies)',
  ),
  '0xd81a09f6': row(
    'withdraw(uint256 assets, address receiver, address owner, uint256 maxLoss, address[] strategies)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Yearn V3',
  ),
  '0x06580f2d': row(
    'redeem(uint256 shares, address receiver, address owner, uint256 maxLoss, address[] strategies)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Yearn V3',
  ),
  '0xd4a22bde': row(
    'setManagement(address management)',
    right('operate', 'management', { of: '@contract' }),
    'Yearn V2: governance of a vault',
  ),
  '0xc7b9d530': row(
    'setStrategist(address strategist)',
    right('operate', 'strategist', { of: '@contract' }),
    'Yearn V2: governance of a vault',
  ),
  '0x748747e6': row(
    'setKeeper(address keeper)',
    right('operate', 'keeper', { of: '@contract' }),
    'Yearn V2: governance of a vault',
  ),
  '0x8a0dac4a': row(
    'setGuardian(address guardian)',
    right('operate', 'guardian', { of: '@contract' }),
    'Yearn V2: governance of a vault',
  ),
  '0xec38a862': row(
    'setRewards(address rewards)',
    right('payout', 'rewards', { of: '@contract' }),
    'Yearn V2: governance of a vault',
  ),
  '0x11bc8245': row(
    'setHealthCheck(address healthCheck)',
    right('operate', 'healthCheck', { of: '@contract' }),
    'Yearn V2: governance of a vault',
  ),
  '0xa97cefa2': row(
    'add_role(address account, uint256 role)',
    control('role', 'account'),
    'Yearn V3: roles of a vault',
  ),
  '0x2cf7fd85': row(
    'set_role(address account, uint256 role)',
    control('role', 'account', { unless: 'role' }),
    'Yearn V3: roles of a vault',
  ),
  '0xef54cefd': row(
    'transfer_role_manager(address roleManager)',
    control('ownership', 'roleManager'),
    'Yearn V3: roles of a vault',
  ),
  '0xde7aeb41': row(
    'add_strategy(address newStrategy)',
    right('operate', 'newStrategy', { of: '@contract' }),
    'Yearn V3: roles of a vault',
  ),
  '0xc2e73cca': row(
    'add_strategy(address newStrategy, bool addToQueue)',
    right('operate', 'newStrategy', { of: '@contract' }),
    'Yearn V3: roles of a vault',
  ),
  '0x71da8a8d': row(
    'set_accountant(address newAccountant)',
    right('operate', 'newAccountant', { of: '@contract' }),
    'Yearn V3: roles of a vault',
  ),
  '0xbb435466': row(
    'set_deposit_limit_module(address depositLimitModule)',
    right('operate', 'depositLimitModule', { of: '@contract' }),
    'Yearn V3: roles of a vault',
  ),
  '0x7b675894': row(
    'set_withdraw_limit_module(address withdrawLimitModule)',
    right('operate', 'withdrawLimitModule', { of: '@contract' }),
    'Yearn V3: roles of a vault',
  ),
  '0xf8ebccea': row(
    'set_protocol_fee_recipient(address newProtocolFeeRecipient)',
    right('payout', 'newProtocolFeeRecipient', { of: '@contract' }),
    'Yearn V3: roles of a vault',
  ),
  '0xf629b790': row(
    'setPendingManagement(address newPendingManagement)',
    control('ownership', 'newPendingManagement'),
    'Yearn V3: roles of a vault',
  ),
  '0x35da3394': row(
    'setEmergencyAdmin(address newEmergencyAdmin)',
    right('operate', 'newEmergencyAdmin', { of: '@contract' }),
    'Yearn V3: roles of a vault',
  ),
  '0xc8c2fe6c': row('acceptManagement()', [], 'Yearn V3: roles of a vault'),
  '0x6ec2b8d4': row('process_report(address strategy)', [], 'Yearn V3: roles of a vault'),
  '0xde5f6268': row('depositAll()', [], 'Beefy'),
  '0x5b12ff9b': row('proposeStrat(address implementation)', control('upgrade', 'implementation'), 'Beefy'),
  '0xd92f3d73': row('setUnirouter(address unirouter)', right('operate', 'unirouter', { of: '@contract' }), 'Beefy'),
  '0xa68833e5': row(
    'setBeefyFeeRecipient(address beefyFeeRecipient)',
    right('payout', 'beefyFeeRecipient', { of: '@contract' }),
    'Beefy',
  ),
  '0x6817031b': row('setVault(address vault)', right('operate', 'vault', { of: '@contract' }), 'Beefy'),
  '0x2b91c5de': row(
    'multiAssetDeposit(address depositAsset, uint256 assets, address receiver)',
    output('deposit', 'receiver', { gives: [{ token: 'depositAsset', amount: 'assets' }] }),
    'Sommelier, ether.fi and other BoringVaults',
  ),
  '0x0efe6a8b': row(
    'deposit(address collateralToken, uint256 amount, uint256 referralId)',
    [],
    'Sommelier, ether.fi and other BoringVaults',
  ),
  '0x9d574420': row(
    'bulkDeposit(address depositAsset, uint256 depositAmount, uint256 minimumMint, address to)',
    output('deposit', 'to', { gives: [{ token: 'depositAsset', amount: 'depositAmount' }] }),
    'Sommelier, ether.fi and other BoringVaults',
  ),
  '0x3e64ce99': row(
    'bulkWithdraw(address withdrawAsset, uint256 shareAmount, uint256 minimumAssets, address to)',
    output('withdrawal', 'to'),
    'Sommelier, ether.fi and other BoringVaults',
  ),
  '0x05921740': row(
    'bridge(uint96 shareAmount, address to, bytes bridgeWildCard, address feeToken, uint256 maxFee)',
    output('bridge', 'to'),
    'Sommelier, ether.fi and other BoringVaults',
  ),
  '0xcab716e8': row(
    'depositAndBridge(address depositAsset, uint256 depositAmount, uint256 minimumMint, address to, bytes bridgeWildCard, address feeToken, uint256 maxFee)',
    output('bridge', 'to', { least: 'minimumMint' }),
    'Sommelier, ether.fi and other BoringVaults',
  ),
  '0x3d935d9e': row(
    'depositWithPermit(address depositAsset, uint256 depositAmount, uint256 minimumMint, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    [],
    'Sommelier, ether.fi and other BoringVaults',
  ),
  '0xf2888dbb': row(
    'unstake(address receiver)',
    output('withdrawal', 'receiver'),
    'Ethena: stakers and delegated signers',
  ),
  '0x9343d9e1': row('cooldownShares(uint256 shares)', [], 'Ethena: stakers and delegated signers'),
  '0xcdac52ed': row('cooldownAssets(uint256 assets)', [], 'Ethena: stakers and delegated signers'),
  '0x53863613': row(
    'setDelegatedSigner(address delegateTo)',
    right('spend', 'delegateTo'),
    'Ethena: stakers and delegated signers',
  ),
  '0x157a4028': row('confirmDelegatedSigner(address delegatedBy)', [], 'Ethena: stakers and delegated signers'),
  '0x40e49216': row('removeDelegatedSigner(address removedSigner)', [], 'Ethena: stakers and delegated signers'),
  '0x9d01fc72': row(
    'delegateYield(address from, address to)',
    right('payout', 'to', { of: 'from' }),
    'Origin: yield delegation',
  ),
  '0x2f4f21e2': row('depositFor(address to, uint256 uAmount)', output('deposit', 'to'), 'ERC-20 wrappers'),
  '0x205c2878': row('withdrawTo(address account, uint256 amount)', output('withdrawal', 'account'), 'ERC-20 wrappers'),
  '0xe2bbb158': row(
    'deposit(uint256 vaultId, uint256 amount)',
    [],
    'MasterChef family: `to` gets the stake or the rewards',
  ),
  '0x441a3e70': row(
    'withdraw(uint256 vaultId, uint256 share)',
    [],
    'MasterChef family: `to` gets the stake or the rewards',
  ),
  '0x5312ea8e': row('emergencyWithdraw(uint256 questID)', [], 'MasterChef family: `to` gets the stake or the rewards'),
  '0x8dbdbe6d': row(
    'deposit(uint256 deposit0, uint256 deposit1, address to)',
    output('stake', 'to'),
    'MasterChef family: `to` gets the stake or the rewards',
  ),
  '0x0ad58d2f': row(
    'withdraw(uint256 pid, uint256 amount, address to)',
    output('withdrawal', 'to'),
    'MasterChef family: `to` gets the stake or the rewards',
  ),
  '0x18fccc76': row(
    'harvest(uint256 pid, address to)',
    output('claim', 'to'),
    'MasterChef family: `to` gets the stake or the rewards',
  ),
  '0xd1abb907': row(
    'withdrawAndHarvest(uint256 pid, uint256 amount, address to)',
    output('withdrawal', 'to'),
    'MasterChef family: `to` gets the stake or the rewards',
  ),
  '0x2f940c70': row(
    'emergencyWithdraw(uint256 pid, address to)',
    output('withdrawal', 'to'),
    'MasterChef family: `to` gets the stake or the rewards',
  ),
  '0x71ee95c0': row(
    'claim(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs)',
    [],
    'Merkl: rewards distributor',
  ),
  '0xbdac7ca3': row(
    'toggleOperator(address user, address operator)',
    right('claim', 'operator', { of: 'user' }),
    'Merkl: rewards distributor',
  ),
  '0x68508c98': row(
    'setClaimRecipient(address recipient, address token)',
    right('payout', 'recipient'),
    'Merkl: rewards distributor',
  ),
  '0x9fb67b58': row(
    'claimWithRecipient(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs, address[] recipients, bytes[] datas)',
    output('claim', 'recipients', { payer: 'users' }),
    'Merkl: rewards distributor',
  ),
  '0xf96258c4': row('setRewardForwarding(address to)', right('payout', 'to'), 'Hidden Hand: rewards forwarding'),
  '0x13b39b9c': row(
    'approveMint(address spender, uint256 amount)',
    right('borrow', 'spender', { unless: 'amount' }),
    'Alchemix V2: AlchemistV2, alchemix-finance.gitbook.io',
  ),
  '0x6bf9b3e7': row(
    'approveWithdraw(address spender, address yieldToken, uint256 shares)',
    right('manage', 'spender', { unless: 'shares' }),
    'Alchemix V2: AlchemistV2, alchemix-finance.gitbook.io',
  ),
  '0x51044b8e': row(
    'mintFrom(address owner, uint256 amount, address recipient)',
    output('borrow', 'recipient', { payer: 'owner' }),
    'Alchemix V2: AlchemistV2, alchemix-finance.gitbook.io',
  ),
  '0xa6459a32': row(
    'withdrawUnderlying(address yieldToken, uint256 shares, address recipient, uint256 minimumAmountOut)',
    output('withdrawal', 'recipient'),
    'Alchemix V2: AlchemistV2, alchemix-finance.gitbook.io',
  ),
  '0xedca201b': row(
    'withdrawFrom(address owner, address yieldToken, uint256 shares, address recipient)',
    output('withdrawal', 'recipient', { payer: 'owner' }),
    'Alchemix V2: AlchemistV2, alchemix-finance.gitbook.io',
  ),
  '0xb968ee3c': row(
    'withdrawUnderlyingFrom(address owner, address yieldToken, uint256 shares, address recipient, uint256 minimumAmountOut)',
    output('withdrawal', 'recipient', { payer: 'owner' }),
    'Alchemix V2: AlchemistV2, alchemix-finance.gitbook.io',
  ),
}

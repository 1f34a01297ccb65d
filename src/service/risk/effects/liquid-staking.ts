import { control, type EffectTable, moves, output, right, row } from './effect.ts'

/** Liquid staking and the deposit contract: Lido, Rocket Pool, ether.fi, Frax, StakeWise and others. */
export const liquidStakingEffects: EffectTable = {
  '0x22895118': row(
    'deposit(bytes pubkey, bytes withdrawalCredentials, bytes signature, bytes32 depositDataRoot)',
    right('withdrawal', 'withdrawalCredentials'),
    'Ethereum deposit contract: withdrawal credentials of the validator',
  ),
  '0xd6681042': row(
    'requestWithdrawals(uint256[] amounts, address owner)',
    output('withdrawal', 'owner'),
    'Lido: withdrawal queue',
  ),
  '0xacf41e4d': row(
    'requestWithdrawalsWithPermit(uint256[] amounts, address owner, (uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) permit)',
    output('withdrawal', 'owner'),
    'Lido: withdrawal queue',
  ),
  '0x19aa6257': row(
    'requestWithdrawalsWstETH(uint256[] amounts, address owner)',
    output('withdrawal', 'owner'),
    'Lido: withdrawal queue',
  ),
  '0x7951b76f': row(
    'requestWithdrawalsWstETHWithPermit(uint256[] amounts, address owner, (uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) permit)',
    output('withdrawal', 'owner'),
    'Lido: withdrawal queue',
  ),
  '0x5e7eead9': row(
    'claimWithdrawalsTo(uint256[] requestIds, uint256[] hints, address recipient)',
    output('withdrawal', 'recipient'),
    'Lido: withdrawal queue',
  ),
  '0xf8444436': row('claimWithdrawal(uint256 requestId)', [], 'Lido: withdrawal queue'),
  '0xe3afe0a3': row('claimWithdrawals(uint256[] requestIds, uint256[] hints)', [], 'Lido: withdrawal queue'),
  '0xa1903eab': row('submit(address referral)', [], 'Lido: stETH and wstETH'),
  '0xea598cb0': row('wrap(uint256 stETHAmount)', [], 'Lido: stETH and wstETH'),
  '0xde0e9a3e': row('unwrap(uint256 wstETHAmount)', [], 'Lido: stETH and wstETH'),
  '0x8fcb4e5b': row(
    'transferShares(address recipient, uint256 sharesAmount)',
    moves({ token: '@contract', amount: 'sharesAmount' }, 'recipient'),
    'Lido: stETH and wstETH',
  ),
  '0x6d780459': row(
    'transferSharesFrom(address sender, address recipient, uint256 sharesAmount)',
    moves({ token: '@contract', amount: 'sharesAmount' }, 'recipient', { from: 'sender' }),
    'Lido: stETH and wstETH',
  ),
  '0x973e9328': row(
    'setNodeOperatorRewardAddress(uint256 nodeOperatorId, address rewardAddress)',
    right('payout', 'rewardAddress'),
    'Lido: node operators',
  ),
  '0x8cabe959': row(
    'proposeNodeOperatorManagerAddressChange(uint256 nodeOperatorId, address proposedAddress)',
    right('manage', 'proposedAddress'),
    'Lido: node operators',
  ),
  '0x1b40b231': row(
    'proposeNodeOperatorRewardAddressChange(uint256 nodeOperatorId, address proposedAddress)',
    right('payout', 'proposedAddress'),
    'Lido: node operators',
  ),
  '0x75a401da': row(
    'changeNodeOperatorRewardAddress(uint256 nodeOperatorId, address newAddress)',
    right('payout', 'newAddress'),
    'Lido: node operators',
  ),
  '0x528c198a': row(
    'mintShares(address recipient, uint256 amountOfShares)',
    output('borrow', 'recipient'),
    'Lido: staking vaults (Dashboard)',
  ),
  '0x50d99dd4': row(
    'mintStETH(address recipient, uint256 amountOfStETH)',
    output('borrow', 'recipient'),
    'Lido: staking vaults (Dashboard)',
  ),
  '0x3e619a6c': row(
    'mintWstETH(address recipient, uint256 amountOfWstETH)',
    output('borrow', 'recipient'),
    'Lido: staking vaults (Dashboard)',
  ),
  '0xcdfdbcd2': row(
    'collectERC20FromVault(address token, address recipient, uint256 amount)',
    output('withdrawal', 'recipient'),
    'Lido: staking vaults (Dashboard)',
  ),
  '0xe071c0ca': row(
    'transferVaultOwnership(address newOwner)',
    control('ownership', 'newOwner'),
    'Lido: staking vaults (Dashboard)',
  ),
  '0xf634dcbd': row(
    'grantRoles((address account, bytes32 role)[] assignments)',
    control('role', 'assignments.account'),
    'Lido: staking vaults (Dashboard)',
  ),
  '0x35763d2b': row(
    'revokeRoles((address account, bytes32 role)[] assignments)',
    [],
    'Lido: staking vaults (Dashboard)',
  ),
  '0xf2c098b7': row(
    'setDepositor(address depositor)',
    right('operate', 'depositor', { of: '@contract' }),
    'Lido: staking vaults (Dashboard)',
  ),
  '0x8291dd6b': row(
    'setNodeOperatorDepositor(address newDepositor)',
    right('operate', 'newDepositor'),
    'Lido: staking vaults (Dashboard)',
  ),
  '0x9cf29675': row(
    'setNodeOperatorGuarantor(address newGuarantor)',
    right('operate', 'newGuarantor'),
    'Lido: staking vaults (Dashboard)',
  ),
  '0xf7db7f6a': row(
    'claimGuarantorRefund(address recipient)',
    output('claim', 'recipient'),
    'Lido: staking vaults (Dashboard)',
  ),
  '0x5b0aa953': row(
    'createVaultWithDashboard(address defaultAdmin, address nodeOperator, address nodeOperatorManager, uint256 nodeOperatorFeeBP, uint256 confirmExpiry, (address account, bytes32 role)[] roleAssignments)',
    [control('role', 'defaultAdmin'), control('role', 'nodeOperatorManager'), right('stake', 'nodeOperator')],
    'Lido: staking vaults (Dashboard)',
  ),
  '0xb60d4288': row('fund()', [], 'Lido: staking vaults (Dashboard)'),
  '0xa543ccea': row(
    'setWithdrawalAddress(address nodeAddress, address newWithdrawalAddress, bool confirm)',
    right('withdrawal', 'newWithdrawalAddress', { of: 'nodeAddress' }),
    'Rocket Pool: withdrawal addresses of a node',
  ),
  '0xf5b17b42': row(
    'setRPLWithdrawalAddress(address nodeAddress, address newRPLWithdrawalAddress, bool confirm)',
    right('withdrawal', 'newRPLWithdrawalAddress', { of: 'nodeAddress' }),
    'Rocket Pool: withdrawal addresses of a node',
  ),
  '0xbd439126': row('confirmWithdrawalAddress(address nodeAddress)', [], 'Rocket Pool: withdrawal addresses of a node'),
  '0x3a643648': row(
    'confirmRPLWithdrawalAddress(address nodeAddress)',
    [],
    'Rocket Pool: withdrawal addresses of a node',
  ),
  '0x2a7968eb': row(
    'unsetRPLWithdrawalAddress(address nodeAddress)',
    [],
    'Rocket Pool: withdrawal addresses of a node',
  ),
  '0xcb1c8321': row(
    'stakeRPLFor(address nodeAddress, uint256 amount)',
    output('stake', 'nodeAddress'),
    'Rocket Pool: withdrawal addresses of a node',
  ),
  '0xeee3f07a': row(
    'depositEthFor(address nodeAddress)',
    output('stake', 'nodeAddress'),
    'Rocket Pool: withdrawal addresses of a node',
  ),
  '0x088903a4': row(
    'setStakeRPLForAllowed(address caller, bool allowed)',
    [],
    'Rocket Pool: withdrawal addresses of a node',
  ),
  '0x194c63d8': row(
    'setRPLLockingAllowed(address nodeAddress, bool allowed)',
    [],
    'Rocket Pool: withdrawal addresses of a node',
  ),
  '0x89dcff7b': row(
    'claimAndStake(address nodeAddress, (uint256 rewardIndex, uint256 amountRPL, uint256 amountSmoothingPoolETH, uint256 amountVoterETH, bytes32[] merkleProof)[] claims, uint256 stakeAmount)',
    [],
    'Rocket Pool: withdrawal addresses of a node',
  ),
  '0xf3cd7686': row(
    'claim(address nodeAddress, (uint256 rewardIndex, uint256 amountRPL, uint256 amountSmoothingPoolETH, uint256 amountVoterETH, bytes32[] merkleProof)[] claims)',
    [],
    'Rocket Pool: withdrawal addresses of a node',
  ),
  '0x99283f8b': row('setSmoothingPoolRegistrationState(bool state)', [], 'Rocket Pool: withdrawal addresses of a node'),
  '0x397a1b28': row(
    'requestWithdraw(address recipient, uint256 amount)',
    output('withdrawal', 'recipient'),
    'ether.fi',
  ),
  '0x03dcfbdc': row(
    'requestWithdrawWithPermit(address owner, uint256 amount, (uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) permit)',
    output('withdrawal', 'owner'),
    'ether.fi',
  ),
  '0xf9609f08': row(
    'deposit(address receiver, address referrer)',
    output('stake', 'receiver'),
    'ether.fi and StakeWise: pools',
  ),
  '0xb46a130e': row(
    'depositToRecipient(address recipient, uint256 amount, address referral)',
    output('stake', 'recipient'),
    'ether.fi',
  ),
  '0xb13acedd': row('claimWithdraw(uint256 tokenId)', [], 'ether.fi'),
  '0x6dcc078e': row(
    'redeemEEth(uint256 eEthAmount, address receiver, address outputToken)',
    output('withdrawal', 'receiver'),
    'ether.fi',
  ),
  '0x091ecfce': row(
    'redeemEEthWithPermit(uint256 eEthAmount, address receiver, (uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) permit, address outputToken)',
    output('withdrawal', 'receiver'),
    'ether.fi',
  ),
  '0x50cd3742': row(
    'redeemWeEth(uint256 weEthAmount, address receiver, address outputToken)',
    output('withdrawal', 'receiver'),
    'ether.fi',
  ),
  '0xb6185713': row(
    'redeemWeEthWithPermit(uint256 weEthAmount, address receiver, (uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) permit, address outputToken)',
    output('withdrawal', 'receiver'),
    'ether.fi',
  ),
  '0x77040173': row('redeemEEth(uint256 eEthAmount, address receiver)', output('withdrawal', 'receiver'), 'ether.fi'),
  '0xd3714d82': row('redeemWeEth(uint256 weEthAmount, address receiver)', output('withdrawal', 'receiver'), 'ether.fi'),
  '0x4dcd4547': row('submitAndDeposit(address recipient)', output('stake', 'recipient'), 'Frax ether'),
  '0xbfda0c8c': row('submitAndGive(address recipient)', output('stake', 'recipient'), 'Frax ether'),
  '0x4f4798ae': row(
    'enterRedemptionQueue(address recipient, uint120 amountToRedeem)',
    output('withdrawal', 'recipient'),
    'Frax ether',
  ),
  '0xe14cbb8a': row(
    'enterRedemptionQueueViaSfrxEth(address recipient, uint120 sfrxEthAmount)',
    output('withdrawal', 'recipient'),
    'Frax ether',
  ),
  '0x0a5334e5': row(
    'burnRedemptionTicketNft(uint256 nftId, address recipient)',
    output('withdrawal', 'recipient'),
    'Frax ether',
  ),
  '0x8ceab9aa': row(
    'enterExitQueue(uint256 shares, address receiver)',
    output('withdrawal', 'receiver'),
    'StakeWise V3',
  ),
  '0x201b9eb5': row(
    'mintOsToken(address receiver, uint256 osTokenShares, address referrer)',
    output('borrow', 'receiver'),
    'StakeWise V3',
  ),
  '0x43e82a79': row(
    'redeemOsToken(uint256 osTokenShares, address owner, address receiver)',
    output('withdrawal', 'receiver'),
    'StakeWise V3',
  ),
  '0x2999ad3f': row(
    'liquidateOsToken(uint256 osTokenShares, address owner, address receiver)',
    output('withdrawal', 'receiver'),
    'StakeWise V3',
  ),
  '0x754c3888': row(
    'setValidatorsManager(address validatorsManager)',
    right('operate', 'validatorsManager', { of: '@contract' }),
    'StakeWise V3',
  ),
  '0x21eb5a37': row(
    'onboardNodeOperator(string operatorName, address operatorRewardAddress)',
    right('payout', 'operatorRewardAddress'),
    'Stader: permissioned node registry',
  ),
  '0x044d2fe8': row(
    'onboardNodeOperator(bool optInForSocializingPool, string operatorName, address operatorRewardAddress)',
    right('payout', 'operatorRewardAddress'),
    'Stader: node registry',
  ),
  '0x473271ee': row(
    'proposeRewardAddress(address operatorAddress, address newRewardAddress)',
    right('payout', 'newRewardAddress', { of: 'operatorAddress' }),
    'Stader: node registry',
  ),
  '0xef027fbf': row(
    'requestWithdrawal(uint128 pufETHAmount, address recipient)',
    output('withdrawal', 'recipient'),
    'Puffer: withdrawal manager',
  ),
  '0xc5a67b01': row(
    'initiateWithdrawal(address asset, uint256 rsETHUnstaked, string referralId)',
    [],
    'Kelp: withdrawal manager',
  ),
  '0xd3a86833': row('completeWithdrawal(address asset, string referralId)', [], 'Kelp: withdrawal manager'),
  '0xf379a7d6': row(
    'deposit(address to, uint256[] amounts, uint256 minLpAmount, uint256 deadline, uint256 referralCode)',
    output('deposit', 'to'),
    'Mellow: vaults',
  ),
  '0x2e3d46dc': row(
    'registerWithdrawal(address to, uint256 lpAmount, uint256[] minAmounts, uint256 deadline, uint256 requestDeadline, bool closePrevious)',
    output('withdrawal', 'to'),
    'Mellow: vaults',
  ),
  '0x996cba68': row(
    'claim(address account, address recipient, uint256 maxAmount)',
    output('claim', 'recipient', { payer: 'account' }),
    'Mellow: vaults',
  ),
}

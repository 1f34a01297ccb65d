import { type EffectTable, moves, output, right, row } from './effect.ts'

/** Streams and vesting: who receives, and who may cancel and take the rest. */
export const streamsEffects: EffectTable = {
  '0xab167ccc': row(
    'createWithDurations((address sender, address recipient, uint128 totalAmount, address asset, bool cancelable, bool transferable, (uint40 cliff, uint40 total) durations, (address account, uint256 fee) broker) params)',
    [
      moves({ token: 'params.asset', amount: 'params.totalAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup linear V1.1 and V1.2',
  ),
  '0x96ce1431': row(
    'createWithRange((address sender, address recipient, uint128 totalAmount, address asset, bool cancelable, bool transferable, (uint40 start, uint40 cliff, uint40 end) range, (address account, uint256 fee) broker) params)',
    [
      moves({ token: 'params.asset', amount: 'params.totalAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup linear V1.1',
  ),
  '0x53b15727': row(
    'createWithTimestamps((address sender, address recipient, uint128 totalAmount, address asset, bool cancelable, bool transferable, (uint40 start, uint40 cliff, uint40 end) timestamps, (address account, uint256 fee) broker) params)',
    [
      moves({ token: 'params.asset', amount: 'params.totalAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup linear V1.2',
  ),
  '0xb8856d89': row(
    'createWithDurationsLL((address sender, address recipient, uint128 depositAmount, address token, bool cancelable, bool transferable, string shape) params, (uint128 start, uint128 cliff) unlockAmounts, (uint40 cliff, uint40 total) durations)',
    [
      moves({ token: 'params.token', amount: 'params.depositAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup V3',
  ),
  '0x74d213e5': row(
    'createWithTimestampsLL((address sender, address recipient, uint128 depositAmount, address token, bool cancelable, bool transferable, (uint40 start, uint40 end) timestamps, string shape) params, (uint128 start, uint128 cliff) unlockAmounts, uint40 cliffTime)',
    [
      moves({ token: 'params.token', amount: 'params.depositAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup V3',
  ),
  '0x7ee44729': row(
    'createWithDurationsLT((address sender, address recipient, uint128 depositAmount, address token, bool cancelable, bool transferable, string shape) params, (uint128 amount, uint40 duration)[] tranches)',
    [
      moves({ token: 'params.token', amount: 'params.depositAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup V3',
  ),
  '0x9d93ddd3': row(
    'createWithTimestampsLT((address sender, address recipient, uint128 depositAmount, address token, bool cancelable, bool transferable, (uint40 start, uint40 end) timestamps, string shape) params, (uint128 amount, uint40 timestamp)[] tranches)',
    [
      moves({ token: 'params.token', amount: 'params.depositAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup V3',
  ),
  '0xc9ad007c': row(
    'createWithDurationsLD((address sender, address recipient, uint128 depositAmount, address token, bool cancelable, bool transferable, string shape) params, (uint128 amount, uint64 exponent, uint40 duration)[] segments)',
    [
      moves({ token: 'params.token', amount: 'params.depositAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup V3',
  ),
  '0x7aab211a': row(
    'createWithTimestampsLD((address sender, address recipient, uint128 depositAmount, address token, bool cancelable, bool transferable, (uint40 start, uint40 end) timestamps, string shape) params, (uint128 amount, uint64 exponent, uint40 timestamp)[] segments)',
    [
      moves({ token: 'params.token', amount: 'params.depositAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup V3',
  ),
  '0x00dba286': row(
    'createWithDurationsLL((address sender, address recipient, uint128 totalAmount, address token, bool cancelable, bool transferable, string shape, (address account, uint256 fee) broker) params, (uint128 start, uint128 cliff) unlockAmounts, (uint40 cliff, uint40 total) durations)',
    [
      moves({ token: 'params.token', amount: 'params.totalAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup V2',
  ),
  '0x7a695841': row(
    'createWithTimestampsLL((address sender, address recipient, uint128 totalAmount, address token, bool cancelable, bool transferable, (uint40 start, uint40 end) timestamps, string shape, (address account, uint256 fee) broker) params, (uint128 start, uint128 cliff) unlockAmounts, uint40 cliffTime)',
    [
      moves({ token: 'params.token', amount: 'params.totalAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup V2',
  ),
  '0xdeecd64f': row(
    'createWithDurationsLT((address sender, address recipient, uint128 totalAmount, address token, bool cancelable, bool transferable, string shape, (address account, uint256 fee) broker) params, (uint128 amount, uint40 duration)[] tranches)',
    [
      moves({ token: 'params.token', amount: 'params.totalAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup V2',
  ),
  '0x7ee21391': row(
    'createWithTimestampsLT((address sender, address recipient, uint128 totalAmount, address token, bool cancelable, bool transferable, (uint40 start, uint40 end) timestamps, string shape, (address account, uint256 fee) broker) params, (uint128 amount, uint40 timestamp)[] tranches)',
    [
      moves({ token: 'params.token', amount: 'params.totalAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup V2',
  ),
  '0x0aef4433': row(
    'createWithDurationsLD((address sender, address recipient, uint128 totalAmount, address token, bool cancelable, bool transferable, string shape, (address account, uint256 fee) broker) params, (uint128 amount, uint64 exponent, uint40 duration)[] segments)',
    [
      moves({ token: 'params.token', amount: 'params.totalAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup V2',
  ),
  '0x22bc0a80': row(
    'createWithTimestampsLD((address sender, address recipient, uint128 totalAmount, address token, bool cancelable, bool transferable, (uint40 start, uint40 end) timestamps, string shape, (address account, uint256 fee) broker) params, (uint128 amount, uint64 exponent, uint40 timestamp)[] segments)',
    [
      moves({ token: 'params.token', amount: 'params.totalAmount' }, 'params.recipient'),
      right('withdrawal', 'params.sender'),
    ],
    'Sablier lockup V2',
  ),
  '0xfdd46d60': row(
    'withdraw(uint256 streamId, address to, uint128 amount)',
    output('withdrawal', 'to'),
    'Sablier lockup and Flow',
  ),
  '0xea5ead19': row('withdrawMax(uint256 streamId, address to)', output('withdrawal', 'to'), 'Sablier lockup and Flow'),
  '0xc156a11d': row(
    'withdrawMaxAndTransfer(uint256 streamId, address newRecipient)',
    right('payout', 'newRecipient'),
    'Sablier lockup: the stream goes to another recipient',
  ),
  '0x4cc55e11': row(
    'withdrawMultiple(uint256[] streamIds, uint128[] amounts)',
    [],
    'Sablier lockup: to the recipients',
  ),
  '0x8659c270': row('cancelMultiple(uint256[] streamIds)', [], 'Sablier lockup'),
  '0x7de6b1db': row('renounce(uint256 streamId)', [], 'Sablier lockup'),
  '0x597150fa': row(
    'create(address sender, address recipient, uint128 ratePerSecond, address token, bool transferable)',
    right('withdrawal', 'sender'),
    'Sablier Flow V1.0',
  ),
  '0x5f2a0beb': row(
    'create(address sender, address recipient, uint128 ratePerSecond, uint40 startTime, address token, bool transferable)',
    right('withdrawal', 'sender'),
    'Sablier Flow',
  ),
  '0xfbf2777e': row(
    'createAndDeposit(address sender, address recipient, uint128 ratePerSecond, address token, bool transferable, uint128 amount)',
    [moves({ token: 'token', amount: 'amount' }, 'recipient'), right('withdrawal', 'sender')],
    'Sablier Flow V1.0',
  ),
  '0x36af277f': row(
    'createAndDeposit(address sender, address recipient, uint128 ratePerSecond, uint40 startTime, address token, bool transferable, uint128 amount)',
    [moves({ token: 'token', amount: 'amount' }, 'recipient'), right('withdrawal', 'sender')],
    'Sablier Flow',
  ),
  '0xcc1b4bf6': row(
    'createStream(address recipient, uint256 deposit, address tokenAddress, uint256 startTime, uint256 stopTime)',
    moves({ token: 'tokenAddress', amount: 'deposit' }, 'recipient'),
    'Sablier V1',
  ),
  '0x6db9241b': row('cancelStream(uint256 streamId)', [], 'Sablier V1'),
  '0x7a9b2c6c': row('withdrawFromStream(uint256 streamId, uint256 amount)', [], 'Sablier V1: to the recipient'),
  '0x62fc305e': row(
    'createFlow(address token, address receiver, int96 flowRate, bytes context)',
    moves({ token: 'token' }, 'receiver'),
    'Superfluid constant flow agreement',
  ),
  '0x50209a62': row(
    'updateFlow(address token, address receiver, int96 flowRate, bytes context)',
    moves({ token: 'token' }, 'receiver'),
    'Superfluid constant flow agreement',
  ),
  '0xb4b333c6': row(
    'deleteFlow(address token, address sender, address receiver, bytes context)',
    [],
    'Superfluid constant flow agreement',
  ),
  '0x811b3d40': row(
    'updateFlowOperatorPermissions(address token, address flowOperator, uint8 permissions, int96 flowRateAllowance, bytes context)',
    right('spend', 'flowOperator', { unless: 'permissions' }),
    'Superfluid constant flow agreement',
  ),
  '0x54b770e3': row(
    'authorizeFlowOperatorWithFullControl(address token, address flowOperator, bytes context)',
    right('spend', 'flowOperator'),
    'Superfluid constant flow agreement',
  ),
  '0x062e56ec': row(
    'revokeFlowOperatorWithFullControl(address token, address flowOperator, bytes context)',
    [],
    'Superfluid constant flow agreement',
  ),
  '0xac5f5d00': row(
    'increaseFlowRateAllowance(address token, address flowOperator, int96 addedFlowRateAllowance, bytes context)',
    right('spend', 'flowOperator', { unless: 'addedFlowRateAllowance' }),
    'Superfluid constant flow agreement',
  ),
  '0xe15536b6': row(
    'createFlow(address token, address sender, address receiver, int96 flowRate, bytes userData)',
    moves({ token: 'token' }, 'receiver', { from: 'sender' }),
    'Superfluid forwarder',
  ),
  '0x0c033991': row(
    'updateFlow(address token, address sender, address receiver, int96 flowRate, bytes userData)',
    moves({ token: 'token' }, 'receiver', { from: 'sender' }),
    'Superfluid forwarder',
  ),
  '0x57e6aa36': row(
    'setFlowrate(address token, address receiver, int96 flowRate)',
    moves({ token: 'token' }, 'receiver'),
    'Superfluid forwarder',
  ),
  '0xc5ad5c1a': row(
    'setFlowrateFrom(address token, address sender, address receiver, int96 flowRate)',
    moves({ token: 'token' }, 'receiver', { from: 'sender' }),
    'Superfluid forwarder',
  ),
  '0x7243fb93': row(
    'grantPermissions(address token, address flowOperator)',
    right('spend', 'flowOperator'),
    'Superfluid forwarder',
  ),
  '0x0bd0728d': row('revokePermissions(address token, address flowOperator)', [], 'Superfluid forwarder'),
  '0x30885591': row(
    'updateFlowOperatorPermissions(address token, address flowOperator, uint8 permissions, int96 flowRateAllowance)',
    right('spend', 'flowOperator', { unless: 'permissions' }),
    'Superfluid forwarder',
  ),
  '0x11bcc81e': row('downgrade(uint256 amount)', [], 'Superfluid super token: unwrap'),
  '0x5b9d09cc': row(
    'upgradeTo(address to, uint256 amount, bytes userData)',
    output('deposit', 'to', { receives: [{ token: '@contract', amount: 'amount' }] }),
    'Superfluid super token: wrap',
  ),
  '0x83ba2525': row(
    'downgradeTo(address to, uint256 amount)',
    output('withdrawal', 'to', { gives: [{ token: '@contract', amount: 'amount' }] }),
    'Superfluid super token: unwrap',
  ),
  '0xc355f343': row('createStream(address to, uint216 amountPerSec)', moves({ token: '@contract' }, 'to'), 'LlamaPay'),
  '0x8835510c': row(
    'createStreamWithReason(address to, uint216 amountPerSec, string reason)',
    moves({ token: '@contract' }, 'to'),
    'LlamaPay',
  ),
  '0x5ed1b15d': row(
    'depositAndCreate(uint256 amountToDeposit, address to, uint216 amountPerSec)',
    moves({ token: '@contract', amount: 'amountToDeposit' }, 'to'),
    'LlamaPay',
  ),
  '0xc6a64771': row(
    'modifyStream(address oldTo, uint216 oldAmountPerSec, address to, uint216 amountPerSec)',
    moves({ token: '@contract' }, 'to'),
    'LlamaPay',
  ),
  '0x807a379c': row('cancelStream(address to, uint216 amountPerSec)', [], 'LlamaPay'),
  '0x5b0c2f2f': row('pauseStream(address to, uint216 amountPerSec)', [], 'LlamaPay'),
  '0xbfda0b45': row('withdrawPayer(uint256 amount)', [], 'LlamaPay: to the caller'),
  '0xa3f83f6e': row('withdrawPayerAll()', [], 'LlamaPay: to the caller'),
  '0x4e897e16': row(
    'createPlan(address recipient, address token, uint256 amount, uint256 start, uint256 cliff, uint256 rate, uint256 period)',
    moves({ token: 'token', amount: 'amount' }, 'recipient'),
    'Hedgey token plans',
  ),
  '0x050fbad7': row(
    'createPlan(address recipient, address token, uint256 amount, uint256 start, uint256 cliff, uint256 rate, uint256 period, address vestingAdmin, bool adminTransferOBO)',
    [moves({ token: 'token', amount: 'amount' }, 'recipient'), right('withdrawal', 'vestingAdmin')],
    'Hedgey token plans',
  ),
  '0x08bbb824': row('delegate(uint256 planId, address delegatee)', right('votes', 'delegatee'), 'Hedgey token plans'),
  '0x1f25ccb6': row('delegateAll(address token, address delegatee)', right('votes', 'delegatee'), 'Hedgey token plans'),
  '0xa8973e2b': row(
    'delegatePlans(uint256[] planIds, address[] delegatees)',
    right('votes', 'delegatees'),
    'Hedgey token plans',
  ),
  '0x968b3e59': row('redeemPlans(uint256[] planIds)', [], 'Hedgey token plans'),
  '0xb9bdac2c': row('redeemAllPlans()', [], 'Hedgey token plans'),
  '0x23ed81fb': row(
    'changeVestingPlanAdmin(uint256 planId, address newAdmin)',
    right('withdrawal', 'newAdmin'),
    'Hedgey token plans',
  ),
  '0x85f504f6': row(
    'deploy_vesting_contract(address token, address recipient, uint256 amount, bool canDisable, uint256 duration, uint256 start)',
    moves({ token: 'token', amount: 'amount' }, 'recipient'),
    'Curve vesting escrow factory',
  ),
  '0x0551ebac': row(
    'deploy_vesting_contract(address token, address recipient, uint256 amount, uint256 duration)',
    moves({ token: 'token', amount: 'amount' }, 'recipient'),
    'Yearn and LlamaPay vesting escrow factory',
  ),
  '0xa697c354': row(
    'changeBeneficiary(address oldBeneficiary, address newBeneficiary)',
    right('payout', 'newBeneficiary', { of: 'oldBeneficiary' }),
    'Vesting contracts',
  ),
  '0x1c846d59': row(
    'setBeneficiary(uint256 id, address beneficiary)',
    right('payout', 'beneficiary'),
    'Vesting contracts',
  ),
  '0x86d1a69f': row('release()', [], 'OpenZeppelin VestingWallet: to the beneficiary'),
}

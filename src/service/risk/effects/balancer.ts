import { type EffectTable, output, right, row } from './effect.ts'

/** Balancer V2 and V3: Vault, relayers, routers. */
export const balancerEffects: EffectTable = {
  '0xfa6e671d': row(
    'setRelayerApproval(address sender, address relayer, bool approved)',
    right('manage', 'relayer', { of: 'sender', unless: 'approved' }),
    'Balancer V2: Vault, relayers may use the assets of who approves them',
  ),
  '0x80db15bd': row(
    'setRelayerApproval(address relayer, bool approved, bytes authorisation)',
    right('manage', 'relayer', { unless: 'approved' }),
    'Balancer V2: Vault, relayers may use the assets of who approves them',
  ),
  '0x52bbbe29': row(
    'swap((bytes32 poolId, uint8 kind, address assetIn, address assetOut, uint256 amount, bytes userData) singleSwap, (address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds, uint256 limit, uint256 deadline)',
    output('swap', 'funds.recipient', {
      payer: 'funds.sender',
      gives: [{ token: 'singleSwap.assetIn' }],
      least: 'limit',
    }),
    'Balancer V2: Vault',
  ),
  '0x945bcec9': row(
    'batchSwap(uint8 kind, (bytes32 poolId, uint256 assetInIndex, uint256 assetOutIndex, uint256 amount, bytes userData)[] swaps, address[] assets, (address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds, int256[] limits, uint256 deadline)',
    output('swap', 'funds.recipient', { payer: 'funds.sender' }),
    'Balancer V2: Vault',
  ),
  '0xb95cac28': row(
    'joinPool(bytes32 poolId, address sender, address recipient, (address[] assets, uint256[] maxAmountsIn, bytes userData, bool fromInternalBalance) request)',
    output('liquidity', 'recipient', {
      heldBy: 'poolId.@start',
      payer: 'sender',
      gives: [{ token: 'request.assets', amount: 'request.maxAmountsIn' }],
    }),
    'Balancer V2: Vault',
  ),
  '0x8bdb3913': row(
    'exitPool(bytes32 poolId, address sender, address recipient, (address[] assets, uint256[] minAmountsOut, bytes userData, bool toInternalBalance) request)',
    output('withdrawal', 'recipient', { least: 'request.minAmountsOut', payer: 'sender' }),
    'Balancer V2: Vault',
  ),
  '0x0e8e3e84': row(
    'manageUserBalance((uint8 kind, address asset, uint256 amount, address sender, address recipient)[] ops)',
    output('withdrawal', 'ops.recipient', { payer: 'ops.sender' }),
    'Balancer V2: Vault',
  ),
  '0x5c38449e': row(
    'flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)',
    [],
    'Balancer V2: Vault',
  ),
  '0x2e6272ea': row(
    'swap((bytes32 poolId, uint8 kind, address assetIn, address assetOut, uint256 amount, bytes userData) singleSwap, (address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds, uint256 limit, uint256 deadline, uint256 value, uint256 outputReference)',
    output('swap', 'funds.recipient', { payer: 'funds.sender', least: 'limit' }),
    'Balancer V2: relayer library',
  ),
  '0x18369446': row(
    'batchSwap(uint8 kind, (bytes32 poolId, uint256 assetInIndex, uint256 assetOutIndex, uint256 amount, bytes userData)[] swaps, address[] assets, (address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds, int256[] limits, uint256 deadline, uint256 value, (uint256 index, uint256 key)[] outputReferences)',
    output('swap', 'funds.recipient', { payer: 'funds.sender' }),
    'Balancer V2: relayer library',
  ),
  '0x8fe4624f': row(
    'joinPool(bytes32 poolId, uint8 kind, address sender, address recipient, (address[] assets, uint256[] maxAmountsIn, bytes userData, bool fromInternalBalance) request, uint256 value, uint256 outputReference)',
    output('liquidity', 'recipient', { heldBy: 'poolId.@start', payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0xd80952d5': row(
    'exitPool(bytes32 poolId, uint8 kind, address sender, address recipient, (address[] assets, uint256[] minAmountsOut, bytes userData, bool toInternalBalance) request, (uint256 index, uint256 key)[] outputReferences)',
    output('withdrawal', 'recipient', { least: 'request.minAmountsOut', payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x837f9bcb': row(
    'manageUserBalance((uint8 kind, address asset, uint256 amount, address sender, address recipient)[] ops, uint256 value, (uint256 index, uint256 key)[] outputReferences)',
    output('withdrawal', 'ops.recipient', { payer: 'ops.sender' }),
    'Balancer V2: relayer library',
  ),
  '0x7bc008f5': row(
    'gaugeDeposit(address gauge, address sender, address recipient, uint256 amount)',
    output('stake', 'recipient', { heldBy: 'gauge', payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x65ca4804': row(
    'gaugeWithdraw(address gauge, address sender, address recipient, uint256 amount)',
    output('withdrawal', 'recipient', { payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x7ab6e03c': row(
    'unwrapAaveStaticToken(address staticToken, address sender, address recipient, uint256 amount, bool toUnderlying, uint256 outputReference)',
    output('withdrawal', 'recipient', { payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x44b6ac74': row(
    'unwrapCompoundV2(address wrappedToken, address sender, address recipient, uint256 amount, uint256 outputReference)',
    output('withdrawal', 'recipient', { payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0xefe69108': row(
    'unwrapERC4626(address wrappedToken, address sender, address recipient, uint256 amount, uint256 outputReference)',
    output('withdrawal', 'recipient', { payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x941e849b': row(
    'unwrapEuler(address wrappedToken, address sender, address recipient, uint256 amount, uint256 outputReference)',
    output('withdrawal', 'recipient', { payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0xf4dd54b0': row(
    'unwrapGearbox(address wrappedToken, address sender, address recipient, uint256 dieselAmount, uint256 outputReference)',
    output('withdrawal', 'recipient', { payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x4e9d9bab': row(
    'unwrapShareToken(address wrappedToken, address sender, address recipient, uint256 amount, uint256 outputReference)',
    output('withdrawal', 'recipient', { payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x311c5c57': row(
    'unwrapTetu(address wrappedToken, address sender, address recipient, uint256 amount, uint256 outputReference)',
    output('withdrawal', 'recipient', { payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x611b90dd': row(
    'unwrapUnbuttonToken(address wrapperToken, address sender, address recipient, uint256 amount, uint256 outputReference)',
    output('withdrawal', 'recipient', { payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0xdb4c0e91': row(
    'unwrapWstETH(address sender, address recipient, uint256 amount, uint256 outputReference)',
    output('withdrawal', 'recipient', { payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x8b35ac8d': row(
    'unwrapYearn(address wrappedToken, address sender, address recipient, uint256 amount, uint256 outputReference)',
    output('withdrawal', 'recipient', { payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x433b0865': row(
    'wrapAaveDynamicToken(address staticToken, address sender, address recipient, uint256 amount, bool fromUnderlying, uint256 outputReference)',
    output('deposit', 'recipient', { heldBy: 'staticToken', payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x2c25efe1': row(
    'wrapCompoundV2(address wrappedToken, address sender, address recipient, uint256 amount, uint256 outputReference)',
    output('deposit', 'recipient', { heldBy: 'wrappedToken', payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x6d307ea8': row(
    'wrapERC4626(address wrappedToken, address sender, address recipient, uint256 amount, uint256 outputReference)',
    output('deposit', 'recipient', { heldBy: 'wrappedToken', payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x1c982441': row(
    'wrapStETH(address sender, address recipient, uint256 amount, uint256 outputReference)',
    output('deposit', 'recipient', { payer: 'sender' }),
    'Balancer V2: relayer library',
  ),
  '0x2cbec84e': row(
    'stakeETH(address recipient, uint256 amount, uint256 outputReference)',
    output('stake', 'recipient'),
    'Balancer V2: relayer library',
  ),
  '0x1089e5e3': row(
    'stakeETHAndWrap(address recipient, uint256 amount, uint256 outputReference)',
    output('stake', 'recipient'),
    'Balancer V2: relayer library',
  ),
  '0x84e9bd7e': row('claim_rewards(address user)', [], 'Balancer: gauges and rewards'),
  '0x9faceb1b': row(
    'claim_rewards(address addr, address receiver)',
    output('claim', 'receiver', { payer: 'addr' }),
    'Balancer: gauges and rewards',
  ),
  '0xbdf98116': row(
    'set_rewards_receiver(address receiver)',
    right('payout', 'receiver'),
    'Balancer: gauges and rewards',
  ),
  '0xca31879d': row('claimToken(address user, address token)', [], 'Balancer: gauges and rewards'),
  '0x88720467': row('claimTokens(address user, address[] tokens)', [], 'Balancer: gauges and rewards'),
  '0x7504a15d': row('mintFor(address gauge, address user)', [], 'Balancer: gauges and rewards'),
  '0x3b9f7384': row('mintManyFor(address[] gauges, address user)', [], 'Balancer: gauges and rewards'),
  '0xc6542794': row(
    'setMinterApprovalWithSignature(address minter, bool approval, address user, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    right('claim', 'minter', { of: 'user', unless: 'approval' }),
    'Balancer: gauges and rewards',
  ),
  '0xa9f3f44e': row(
    'setNetworkRemappingManager(address localUser, address delegate)',
    right('manage', 'delegate', { of: 'localUser' }),
    'Balancer: OmniVotingEscrow, address on other chains',
  ),
  '0xf18124d7': row(
    'create_boost(address delegator, address receiver, int256 percentage, uint256 cancelTime, uint256 expireTime, uint256 id)',
    right('votes', 'receiver', { of: 'delegator' }),
    'Balancer: VotingEscrow delegation',
  ),
  '0x750283bc': row(
    'swapSingleTokenExactIn(address pool, address tokenIn, address tokenOut, uint256 exactAmountIn, uint256 minAmountOut, uint256 deadline, bool wethIsEth, bytes userData)',
    output('swap', '@actor', {
      gives: [{ token: 'tokenIn', amount: 'exactAmountIn' }],
      receives: [{ token: 'tokenOut', amount: 'minAmountOut' }],
    }),
    'Balancer V3: Router, the sender gets the output',
  ),
  '0x94e86ef8': row(
    'swapSingleTokenExactOut(address pool, address tokenIn, address tokenOut, uint256 exactAmountOut, uint256 maxAmountIn, uint256 deadline, bool wethIsEth, bytes userData)',
    output('swap', '@actor', {
      gives: [{ token: 'tokenIn', amount: 'maxAmountIn' }],
      receives: [{ token: 'tokenOut', amount: 'exactAmountOut' }],
    }),
    'Balancer V3: Router, the sender gets the output',
  ),
  '0x724dba33': row(
    'addLiquidityProportional(address pool, uint256[] maxAmountsIn, uint256 exactBptAmountOut, bool wethIsEth, bytes userData)',
    output('liquidity', '@actor', { heldBy: 'pool' }),
    'Balancer V3: Router, the sender gets the output',
  ),
  '0xc08bc851': row(
    'addLiquidityUnbalanced(address pool, uint256[] exactAmountsIn, uint256 minBptAmountOut, bool wethIsEth, bytes userData)',
    output('liquidity', '@actor', { heldBy: 'pool', least: 'minBptAmountOut' }),
    'Balancer V3: Router, the sender gets the output',
  ),
  '0x72657d17': row(
    'addLiquiditySingleTokenExactOut(address pool, address tokenIn, uint256 maxAmountIn, uint256 exactBptAmountOut, bool wethIsEth, bytes userData)',
    output('liquidity', '@actor', { heldBy: 'pool' }),
    'Balancer V3: Router, the sender gets the output',
  ),
  '0x51682750': row(
    'removeLiquidityProportional(address pool, uint256 exactBptAmountIn, uint256[] minAmountsOut, bool wethIsEth, bytes userData)',
    output('withdrawal', '@actor', { least: 'minAmountsOut' }),
    'Balancer V3: Router, the sender gets the output',
  ),
  '0xecb2182c': row(
    'removeLiquiditySingleTokenExactIn(address pool, uint256 exactBptAmountIn, address tokenOut, uint256 minAmountOut, bool wethIsEth, bytes userData)',
    output('withdrawal', '@actor', { least: 'minAmountOut' }),
    'Balancer V3: Router, the sender gets the output',
  ),
  '0xc1075329': row(
    'withdrawFunds(address recipient, uint256 amount)',
    output('withdrawal', 'recipient'),
    'Balancer V3: fees and pools',
  ),
  '0x6daefab6': row(
    'withdrawCollectedFees(address[] tokens, uint256[] amounts, address recipient)',
    output('withdrawal', 'recipient'),
    'Balancer V3: fees and pools',
  ),
  '0x2d771389': row(
    'setProtocolFeeController(address newProtocolFeeController)',
    right('operate', 'newProtocolFeeController', { of: '@contract' }),
    'Balancer V3: fees and pools',
  ),
}

import { type EffectTable, moves, output, right, row } from './effect.ts'

/** Other lending markets: Ajna, Gearbox, Fluid, Radiant, Maple. */
export const lendingEffects: EffectTable = {
  '0xa918058d': row(
    'increaseLPAllowance(address spender, uint256[] indexes, uint256[] amounts)',
    right('manage', 'spender'),
    'Ajna: pools',
  ),
  '0x987165ed': row('decreaseLPAllowance(address spender, uint256[] indexes, uint256[] amounts)', [], 'Ajna: pools'),
  '0x06e47f26': row('revokeLPAllowance(address spender, uint256[] indexes)', [], 'Ajna: pools'),
  '0x7f8baa37': row('approveLPTransferors(address[] transferors)', right('manage', 'transferors'), 'Ajna: pools'),
  '0xd39d813f': row('revokeLPTransferors(address[] transferors)', [], 'Ajna: pools'),
  '0x4efe8af7': row(
    'transferLP(address owner, address newOwner, uint256[] indexes)',
    output('withdrawal', 'newOwner', { payer: 'owner' }),
    'Ajna: pools',
  ),
  '0xcfa8ff03': row(
    'drawDebt(address borrowerAddress, uint256 amountToBorrow, uint256 limitIndex, uint256 collateralToPledge)',
    output('deposit', 'borrowerAddress'),
    'Ajna: pools',
  ),
  '0xbbb6e4f1': row(
    'drawDebt(address borrowerAddress, uint256 amountToBorrow, uint256 limitIndex, uint256[] tokenIdsToPledge)',
    output('deposit', 'borrowerAddress'),
    'Ajna: pools',
  ),
  '0xa9ff9f77': row(
    'repayDebt(address borrowerAddress, uint256 maxQuoteTokenAmountToRepay, uint256 collateralAmountToPull, address collateralReceiver, uint256 limitIndex)',
    [output('repayment', 'borrowerAddress'), output('withdrawal', 'collateralReceiver', { payer: 'borrowerAddress' })],
    'Ajna: pools',
  ),
  '0xd53e2b1b': row(
    'withdrawBonds(address recipient, uint256 maxAmount)',
    output('withdrawal', 'recipient'),
    'Ajna: pools',
  ),
  '0x22824832': row('memorializePositions(address pool, uint256 tokenId, uint256[] indexes)', [], 'Ajna: pools'),
  '0xb4dc0aad': row('redeemPositions(address pool, uint256 tokenId, uint256[] indexes)', [], 'Ajna: pools'),
  '0xed513d35': row(
    'mint(address pool, address recipient, bytes32 poolSubsetHash)',
    output('deposit', 'recipient'),
    'Ajna: PositionManager',
  ),
  '0xc5b73ed0': row(
    'setBotPermissions(address creditAccount, address bot, uint192 permissions)',
    right('manage', 'bot', { unless: 'permissions' }),
    'Gearbox V3: CreditFacadeV3',
  ),
  '0x19043543': row(
    'setBotPermissions(address bot, uint192 permissions)',
    right('manage', 'bot', { unless: 'permissions' }),
    'Gearbox V3: CreditFacadeV3',
  ),
  '0x42a3b4d6': row('eraseAllBotPermissions(address creditAccount)', [], 'Gearbox V3: CreditFacadeV3'),
  '0x1f1088a0': row(
    'withdrawCollateral(address token, uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'token', amount: 'amount' }] }),
    'Gearbox V3: CreditFacadeV3',
  ),
  '0x930d3f17': row('claimWithdrawals(address to)', output('withdrawal', 'to'), 'Gearbox V3: CreditFacadeV3'),
  '0xe3f46b26': row(
    'liquidateCreditAccount(address creditAccount, address to, (address target, bytes callData)[] calls)',
    output('withdrawal', 'to'),
    'Gearbox V3: CreditFacadeV3',
  ),
  '0x2b4e6251': row(
    'liquidateCreditAccount(address creditAccount, address to, (address target, bytes callData)[] calls, bytes lossPolicyData)',
    output('withdrawal', 'to'),
    'Gearbox V3: CreditFacadeV3',
  ),
  '0xb3d45433': row(
    'depositWithReferral(uint256 assets, address receiver, uint256 referralCode)',
    output('deposit', 'receiver'),
    'Gearbox V3: CreditFacadeV3',
  ),
  '0xd7337c2e': row(
    'mintWithReferral(uint256 shares, address receiver, uint256 referralCode)',
    output('deposit', 'receiver'),
    'Gearbox V3: CreditFacadeV3',
  ),
  '0x2ac52d08': row(
    'depositOnMigration(uint96 amount, address onBehalfOf, (address votingContract, uint96 voteAmount, bool isIncrease, bytes extraData)[] votes)',
    output('deposit', 'onBehalfOf'),
    'Gearbox V3: CreditFacadeV3',
  ),
  '0xa63cdc10': row(
    'withdraw(uint96 amount, address to, (address votingContract, uint96 voteAmount, bool isIncrease, bytes extraData)[] votes)',
    output('withdrawal', 'to'),
    'Gearbox V3: CreditFacadeV3',
  ),
  '0x00842b57': row(
    'approveAccountTransfer(address from, bool state)',
    [],
    'Gearbox V2: accepts accounts from another',
  ),
  '0x5019e20a': row('transferAccountOwnership(address to)', right('manage', 'to'), 'Gearbox V2: CreditFacade'),
  '0x032d2276': row(
    'operate(uint256 nftId, int256 newCol, int256 newDebt, address to)',
    output('borrow', 'to'),
    'Fluid: vaults, `to` gets the collateral and the loan',
  ),
  '0x10259f26': row(
    'operate(uint256 nftId, int256 newColToken0, int256 newColToken1, int256 colSharesMinMax, int256 newDebt, address to)',
    output('borrow', 'to'),
    'Fluid: vaults, `to` gets the collateral and the loan',
  ),
  '0x58cc871e': row(
    'operate(uint256 nftId, int256 newColToken0, int256 newColToken1, int256 colSharesMinMax, int256 newDebtToken0, int256 newDebtToken1, int256 debtSharesMinMax, address to)',
    output('borrow', 'to'),
    'Fluid: vaults, `to` gets the collateral and the loan',
  ),
  '0x0931bf2d': row(
    'operatePerfect(uint256 nftId, int256 perfectColShares, int256 colToken0MinMax, int256 colToken1MinMax, int256 newDebt, address to)',
    output('borrow', 'to'),
    'Fluid: vaults, `to` gets the collateral and the loan',
  ),
  '0xcc31808e': row(
    'operatePerfect(uint256 nftId, int256 perfectColShares, int256 colToken0MinMax, int256 colToken1MinMax, int256 perfectDebtShares, int256 debtToken0MinMax, int256 debtToken1MinMax, address to)',
    output('borrow', 'to'),
    'Fluid: vaults, `to` gets the collateral and the loan',
  ),
  '0x8433ea22': row(
    'liquidate(uint256 debtAmt, uint256 colPerUnitDebt, address to, bool absorb)',
    output('withdrawal', 'to'),
    'Fluid: vaults, `to` gets the collateral and the loan',
  ),
  '0xbc157ac1': row(
    'deposit(uint256 assets, address receiver, uint256 minAmountOut)',
    output('deposit', 'receiver'),
    'Fluid: fTokens',
  ),
  '0x836a1040': row(
    'mint(uint256 shares, address receiver, uint256 maxAssets)',
    output('deposit', 'receiver'),
    'Fluid: fTokens',
  ),
  '0x33bb7f91': row('depositNative(address receiver)', output('deposit', 'receiver'), 'Fluid: fTokens'),
  '0x02279b4a': row(
    'depositNative(address receiver, uint256 minAmountOut)',
    output('deposit', 'receiver'),
    'Fluid: fTokens',
  ),
  '0x00acb736': row('mintNative(uint256 shares, address receiver)', output('deposit', 'receiver'), 'Fluid: fTokens'),
  '0x80541187': row(
    'mintNative(uint256 shares, address receiver, uint256 maxAssets)',
    output('deposit', 'receiver'),
    'Fluid: fTokens',
  ),
  '0xe083be22': row(
    'depositWithSignatureEIP2612(uint256 assets, address receiver, uint256 minAmountOut, uint256 deadline, bytes signature)',
    output('deposit', 'receiver'),
    'Fluid: fTokens',
  ),
  '0x3f4c0930': row(
    'mintWithSignatureEIP2612(uint256 shares, address receiver, uint256 maxAssets, uint256 deadline, bytes signature)',
    output('deposit', 'receiver'),
    'Fluid: fTokens',
  ),
  '0x635c31c2': row(
    'depositWithSignature(uint256 assets, address receiver, uint256 minAmountOut, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permit, bytes signature)',
    output('deposit', 'receiver'),
    'Fluid: fTokens',
  ),
  '0xa318c1a4': row(
    'withdraw(uint256 assets, address receiver, address owner, uint256 maxSharesBurn)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Fluid: fTokens',
  ),
  '0x9f40a7b3': row(
    'redeem(uint256 shares, address receiver, address owner, uint256 minAmountOut)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Fluid: fTokens',
  ),
  '0x2126e91e': row(
    'withdrawNative(uint256 assets, address receiver, address owner)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Fluid: fTokens',
  ),
  '0xeb26620c': row(
    'withdrawNative(uint256 assets, address receiver, address owner, uint256 maxSharesBurn)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Fluid: fTokens',
  ),
  '0x3badef91': row(
    'redeemNative(uint256 shares, address receiver, address owner)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Fluid: fTokens',
  ),
  '0x2ae06214': row(
    'redeemNative(uint256 shares, address receiver, address owner, uint256 minAmountOut)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Fluid: fTokens',
  ),
  '0x50cc0f8f': row(
    'withdrawWithSignature(uint256 sharesToPermit, uint256 assets, address receiver, address owner, uint256 maxSharesBurn, uint256 deadline, bytes signature)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Fluid: fTokens',
  ),
  '0x740c955e': row(
    'redeemWithSignature(uint256 shares, address receiver, address owner, uint256 minAmountOut, uint256 deadline, bytes signature)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Fluid: fTokens',
  ),
  '0x2668dfaa': row(
    'swapIn(bool swap0to1, uint256 amountIn, uint256 amountOutMin, address to)',
    output('swap', 'to', { least: 'amountOutMin' }),
    'Fluid: DEX and rewards',
  ),
  '0x286f0e61': row(
    'swapOut(bool swap0to1, uint256 amountOut, uint256 amountInMax, address to)',
    output('swap', 'to'),
    'Fluid: DEX and rewards',
  ),
  '0xd331bef7': row(
    'withdraw(uint256 token0Amt, uint256 token1Amt, uint256 maxSharesAmt, address to)',
    output('withdrawal', 'to'),
    'Fluid: DEX and rewards',
  ),
  '0x35f0df98': row(
    'withdrawPerfect(uint256 shares, uint256 minToken0Withdraw, uint256 minToken1Withdraw, address to)',
    output('withdrawal', 'to'),
    'Fluid: DEX and rewards',
  ),
  '0x242011d5': row(
    'borrow(uint256 token0Amt, uint256 token1Amt, uint256 maxSharesAmt, address to)',
    output('borrow', 'to'),
    'Fluid: DEX and rewards',
  ),
  '0xe27203cd': row(
    'borrowPerfect(uint256 shares, uint256 minToken0Borrow, uint256 minToken1Borrow, address to)',
    output('borrow', 'to'),
    'Fluid: DEX and rewards',
  ),
  '0xa523d419': row(
    'claimOnBehalfOf(address onBehalfOf, address recipient, uint256 cumulativeAmount, uint8 positionType, bytes32 positionId, uint256 cycle, bytes32[] merkleProof, bytes metadata)',
    output('claim', 'recipient', { payer: 'onBehalfOf' }),
    'Fluid: DEX and rewards',
  ),
  '0xa0c745ac': row(
    'queue(uint256 ethBorrowAmount, uint256 stETHAmount, address borrowTo, address claimTo)',
    [output('borrow', 'borrowTo'), output('withdrawal', 'claimTo')],
    'Fluid: stETH queue',
  ),
  '0x6e9c931c': row(
    'stake(uint256 amount, address onBehalfOf, uint256 typeIndex)',
    output('stake', 'onBehalfOf'),
    'Radiant: staking of liquidity',
  ),
  '0x9506f05f': row(
    'zapOnBehalf(bool borrow, address asset, uint256 assetAmt, uint256 rdntAmt, address onBehalf, uint256 slippage)',
    output('stake', 'onBehalf'),
    'Radiant: staking of liquidity',
  ),
  '0x470e9689': row('zapETH(address onBehalf)', output('liquidity', 'onBehalf'), 'Radiant: staking of liquidity'),
  '0xe6c91a15': row('exit(bool claim)', [], 'Radiant: staking of liquidity'),
  '0x914f6e6d': row('individualEarlyExit(bool claimRewards, uint256 unlockTime)', [], 'Radiant: staking of liquidity'),
  '0xf7ad3601': row('setRelock(bool status)', [], 'Radiant: staking of liquidity'),
  '0x6fa75e6d': row('setDefaultRelockTypeIndex(uint256 index)', [], 'Radiant: staking of liquidity'),
  '0x45b35f56': row('getAllRewards()', [], 'Radiant: staking of liquidity'),
  '0x1f3f19ab': row('setPendingBorrower(address pendingBorrower)', right('manage', 'pendingBorrower'), 'Maple: loans'),
  '0x107703ab': row(
    'requestRedeem(uint256 shares, address owner)',
    [],
    'Maple: pools, queued redemption of the shares',
  ),
  '0x1b8f1830': row('removeShares(uint256 shares, address owner)', [], 'Maple: pools, cancels a queued redemption'),
  '0xccc143b8': row(
    'requestWithdraw(uint256 assets, address owner)',
    output('withdrawal', 'owner'),
    'Stader: withdrawal queue; Maple: pools',
  ),
  '0xc0a47c93': row(
    'setMasterContractApproval(address user, address masterContract, bool approved, uint8 v, bytes32 r, bytes32 s)',
    right('manage', 'masterContract', { of: 'user', unless: 'approved' }),
    'BentoBox, DegenBox: docs.abracadabra.money',
  ),
  '0x02b9446c': row(
    'deposit(address token, address from, address to, uint256 amount, uint256 share)',
    output('deposit', 'to', { payer: 'from', gives: [{ token: 'token', amount: 'amount' }] }),
    'BentoBox, DegenBox: docs.abracadabra.money',
  ),
  '0x97da6d30': row(
    'withdraw(address token, address from, address to, uint256 amount, uint256 share)',
    output('withdrawal', 'to', { payer: 'from' }),
    'BentoBox, DegenBox: docs.abracadabra.money',
  ),
  '0xf18d03cc': row(
    'transfer(address token, address from, address to, uint256 share)',
    moves({ token: 'token' }, 'to', { from: 'from' }),
    'BentoBox, DegenBox: docs.abracadabra.money',
  ),
  '0x0fca8843': row(
    'transferMultiple(address token, address from, address[] tos, uint256[] shares)',
    moves({ token: 'token' }, 'tos', { from: 'from' }),
    'BentoBox, DegenBox: docs.abracadabra.money',
  ),
  '0x1a5b9e62': row(
    'borrowAtMaturity(uint256 maturity, uint256 assets, uint256 maxAssets, address receiver, address borrower)',
    output('borrow', 'receiver', { payer: 'borrower' }),
    'Exactly: Market, docs.exact.ly',
  ),
  '0xa05a091a': row(
    'withdrawAtMaturity(uint256 maturity, uint256 positionAssets, uint256 minAssetsRequired, address receiver, address owner)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Exactly: Market, docs.exact.ly',
  ),
  '0x34f7d1f2': row(
    'depositAtMaturity(uint256 maturity, uint256 assets, uint256 minAssetsRequired, address receiver)',
    output('deposit', 'receiver'),
    'Exactly: Market, docs.exact.ly',
  ),
  '0x3c6f317f': row(
    'repayAtMaturity(uint256 maturity, uint256 positionAssets, uint256 maxAssets, address borrower)',
    output('repayment', 'borrower'),
    'Exactly: Market, docs.exact.ly',
  ),
}

import { allows, type EffectTable, moves, output, right, row } from './effect.ts'

/** Compound V2 and V3, the markets that copy V2 (Venus, Benqi, Moonwell …), Morpho. */
export const compoundEffects: EffectTable = {
  '0x110496e5': row(
    'allow(address manager, bool isAllowed)',
    right('manage', 'manager', { unless: 'isAllowed' }),
    'Compound V3 (Comet)',
  ),
  '0xbb24d994': row(
    'allowBySig(address owner, address manager, bool isAllowed, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
    right('manage', 'manager', { of: 'owner', unless: 'isAllowed' }),
    'Compound V3 (Comet)',
  ),
  '0xad14777c': row(
    'approveThis(address manager, address asset, uint256 amount)',
    allows('approve', { token: 'asset', amount: 'amount' }, 'manager', { of: '@contract' }),
    'Compound V3 (Comet)',
  ),
  '0x4232cd63': row(
    'supplyTo(address dst, address asset, uint256 amount)',
    output('deposit', 'dst', { gives: [{ token: 'asset', amount: 'amount' }] }),
    'Compound V3 (Comet)',
  ),
  '0x90323177': row(
    'supplyFrom(address from, address dst, address asset, uint256 amount)',
    output('deposit', 'dst', { payer: 'from', gives: [{ token: 'asset', amount: 'amount' }] }),
    'Compound V3 (Comet)',
  ),
  '0xc3b35a7e': row(
    'withdrawTo(address to, address asset, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'asset', amount: 'amount' }] }),
    'Compound V3 (Comet)',
  ),
  '0x26441318': row(
    'withdrawFrom(address src, address to, address asset, uint256 amount)',
    output('withdrawal', 'to', { payer: 'src', receives: [{ token: 'asset', amount: 'amount' }] }),
    'Compound V3 (Comet)',
  ),
  '0x439e2e45': row(
    'transferAsset(address dst, address asset, uint256 amount)',
    moves({ token: 'asset', amount: 'amount' }, 'dst'),
    'Compound V3 (Comet)',
  ),
  '0xc1ee2c18': row(
    'transferAssetFrom(address src, address dst, address asset, uint256 amount)',
    moves({ token: 'asset', amount: 'amount' }, 'dst', { from: 'src' }),
    'Compound V3 (Comet)',
  ),
  '0xe4e6e779': row(
    'buyCollateral(address asset, uint256 minAmount, uint256 baseAmount, address recipient)',
    output('swap', 'recipient', { receives: [{ token: 'asset', amount: 'minAmount' }] }),
    'Compound V3 (Comet)',
  ),
  '0xe478795d': row('withdrawReserves(address to, uint256 amount)', output('withdrawal', 'to'), 'Compound V3 (Comet)'),
  '0xf2b9fdb8': row('supply(address asset, uint256 amount)', [], 'Compound V3 (Comet)'),
  '0xc3cecfd2': row('absorb(address absorber, address[] accounts)', [], 'Compound V3 (Comet)'),
  '0xb7034f7e': row(
    'claim(address comet, address src, bool shouldAccrue)',
    [],
    'Compound V3: CometRewards, pays `src`',
  ),
  '0x4ff85d94': row(
    'claimTo(address comet, address src, address to, bool shouldAccrue)',
    output('claim', 'to', { payer: 'src' }),
    'Compound V3: CometRewards',
  ),
  '0x852a12e3': row('redeemUnderlying(uint256 redeemAmount)', [], 'Compound V2: cToken'),
  '0xc5ebeaec': row('borrow(uint256 borrowAmount)', [], 'Compound V2: cToken'),
  '0x0e752702': row('repayBorrow(uint256 repayAmount)', [], 'Compound V2: cToken'),
  '0x4e4d9fea': row('repayBorrow()', [], 'Compound V2: cToken'),
  '0x2608f818': row(
    'repayBorrowBehalf(address borrower, uint256 repayAmount)',
    output('repayment', 'borrower'),
    'Compound V2: cToken',
  ),
  '0xe5974619': row('repayBorrowBehalf(address borrower)', output('repayment', 'borrower'), 'Compound V2: cToken'),
  '0x9f35c3d5': row('repayBehalf(address borrower)', output('repayment', 'borrower'), 'Compound V2: Maximillion'),
  '0x367b7f05': row(
    'repayBehalfExplicit(address borrower, address cEther)',
    output('repayment', 'borrower'),
    'Compound V2: Maximillion',
  ),
  '0xf5e3c462': row(
    'liquidateBorrow(address borrower, uint256 repayAmount, address vTokenCollateral)',
    [],
    'Compound V2: cToken',
  ),
  '0xaae40a2a': row('liquidateBorrow(address borrower, address cTokenCollateral)', [], 'Compound V2: cToken'),
  '0xa6afed95': row('accrueInterest()', [], 'Compound V2: cToken'),
  '0xc2998238': row('enterMarkets(address[] vTokens)', [], 'Compound V2: Comptroller'),
  '0xede4edd0': row('exitMarket(address vToken)', [], 'Compound V2: Comptroller'),
  '0xe9af0292': row('claimComp(address user)', [], 'Compound V2: Comptroller, pays the holder'),
  '0x1c3db2e0': row('claimComp(address holder, address[] iTokens)', [], 'Compound V2: Comptroller, pays the holder'),
  '0x6810dfa6': row(
    'claimComp(address[] holders, address[] cTokens, bool borrowers, bool suppliers)',
    [],
    'Compound V2: Comptroller, pays the holders',
  ),
  '0x0952c563': row('claimReward(uint8 rewardType, address holder)', [], 'Benqi: Comptroller, pays the holder'),
  '0x27efe3cb': row(
    '_grantComp(address recipient, uint256 amount)',
    output('withdrawal', 'recipient'),
    'Compound V2: Comptroller',
  ),
  '0x55ee1fe1': row(
    '_setPriceOracle(address newOracle)',
    right('operate', 'newOracle', { of: '@contract' }),
    'Compound V2: Comptroller',
  ),
  '0x5f5af1aa': row(
    '_setPauseGuardian(address newPauseGuardian)',
    right('operate', 'newPauseGuardian', { of: '@contract' }),
    'Compound V2: Comptroller',
  ),
  '0x391957d7': row(
    '_setBorrowCapGuardian(address newBorrowCapGuardian)',
    right('operate', 'newBorrowCapGuardian', { of: '@contract' }),
    'Compound V2: Comptroller',
  ),
  '0x4576b5db': row(
    '_setComptroller(address newComptroller)',
    right('operate', 'newComptroller', { of: '@contract' }),
    'Compound V2: cToken',
  ),
  '0xf2b3abbd': row(
    '_setInterestRateModel(address newInterestRateModel)',
    right('operate', 'newInterestRateModel', { of: '@contract' }),
    'Compound V2: cToken',
  ),
  '0xddbf54fd': row(
    'updateDelegate(address delegate, bool approved)',
    right('borrow', 'delegate', { unless: 'approved' }),
    'Venus: delegates and functions for others',
  ),
  '0x23323e03': row(
    'mintBehalf(address receiver, uint256 mintAmount)',
    output('deposit', 'receiver'),
    'Venus: delegates and functions for others',
  ),
  '0x856e5bb3': row(
    'borrowBehalf(address borrower, uint256 borrowAmount)',
    [],
    'Venus: delegates and functions for others',
  ),
  '0x210bc052': row(
    'redeemBehalf(address redeemer, uint256 redeemTokens)',
    [],
    'Venus: delegates and functions for others',
  ),
  '0xdf3a516e': row(
    'redeemUnderlyingBehalf(address redeemer, uint256 redeemAmount)',
    [],
    'Venus: delegates and functions for others',
  ),
  '0x1f040ff5': row(
    'repayVAIBehalf(address borrower, uint256 amount)',
    output('repayment', 'borrower'),
    'Venus: delegates and functions for others',
  ),
  '0x86df31ee': row('claimVenus(address holder, address[] vTokens)', [], 'Venus: delegates and functions for others'),
  '0xadcd5fb9': row('claimVenus(address holder)', [], 'Venus: delegates and functions for others'),
  '0x70bf66f0': row(
    'claimVenus(address[] holders, address[] vTokens, bool borrowers, bool suppliers, bool collateral)',
    [],
    'Venus: delegates and functions for others',
  ),
  '0xd09c54ba': row(
    'claimVenus(address[] holders, address[] vTokens, bool borrowers, bool suppliers)',
    [],
    'Venus: delegates and functions for others',
  ),
  '0x7858524d': row('claimVenusAsCollateral(address holder)', [], 'Venus: delegates and functions for others'),
  '0xa52f540c': row(
    'setVenusTreasury(address venusTreasury)',
    right('payout', 'venusTreasury', { of: '@contract' }),
    'Venus: delegates and functions for others',
  ),
  '0xd24febad': row(
    '_setTreasuryData(address newTreasuryGuardian, address newTreasuryAddress, uint256 newTreasuryPercent)',
    right('payout', 'newTreasuryAddress', { of: '@contract' }),
    'Venus: delegates and functions for others',
  ),
  '0xbb857450': row(
    '_setLiquidatorContract(address newLiquidatorContract)',
    right('operate', 'newLiquidatorContract', { of: '@contract' }),
    'Venus: delegates and functions for others',
  ),
  '0xb38d5d8b': row(
    'withdrawTreasuryBEP20(address tokenAddress, uint256 withdrawAmount, address withdrawAddress)',
    output('withdrawal', 'withdrawAddress'),
    'Venus: delegates and functions for others',
  ),
  '0xfb9e6b8e': row(
    'withdrawTreasuryBNB(uint256 withdrawAmount, address withdrawAddress)',
    output('withdrawal', 'withdrawAddress'),
    'Venus: delegates and functions for others',
  ),
  '0xfed7036e': row(
    'withdrawTreasuryNative(uint256 withdrawAmount, address withdrawAddress)',
    output('withdrawal', 'withdrawAddress'),
    'Venus: delegates and functions for others',
  ),
  '0x74c17a35': row(
    'withdrawTreasuryToken(address tokenAddress, uint256 withdrawAmount, address withdrawAddress)',
    output('withdrawal', 'withdrawAddress'),
    'Venus: delegates and functions for others',
  ),
}

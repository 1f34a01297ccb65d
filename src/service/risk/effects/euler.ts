import { allows, control, type EffectTable, moves, output, right, row } from './effect.ts'

/** Euler V1 and V2 (Ethereum Vault Connector, Euler Vault Kit), Fraxlend, Silo. */
export const eulerEffects: EffectTable = {
  '0x9f5c462a': row(
    'setAccountOperator(address account, address operator, bool authorized)',
    right('manage', 'operator', { of: 'account', unless: 'authorized' }),
    'Ethereum Vault Connector: operators and controllers of an account',
  ),
  '0xc14c11bf': row(
    'setOperator(bytes19 addressPrefix, address operator, uint256 operatorBitField)',
    right('manage', 'operator', { unless: 'operatorBitField' }),
    'Ethereum Vault Connector: operators and controllers of an account',
  ),
  '0xc368516c': row(
    'enableController(address account, address vault)',
    right('manage', 'vault', { of: 'account' }),
    'Ethereum Vault Connector: operators and controllers of an account',
  ),
  '0x4b3fd148': row('borrow(uint256 amount, address receiver)', output('borrow', 'receiver'), 'Euler Vault Kit'),
  '0xacb70815': row('repay(uint256 amount, address receiver)', output('repayment', 'receiver'), 'Euler Vault Kit'),
  '0xa9c8eb7e': row(
    'repayWithShares(uint256 amount, address receiver)',
    output('repayment', 'receiver'),
    'Euler Vault Kit',
  ),
  '0xaebde56b': row('pullDebt(uint256 amount, address from)', output('repayment', 'from'), 'Euler Vault Kit'),
  '0x8d56c639': row('skim(uint256 amount, address receiver)', output('withdrawal', 'receiver'), 'Euler Vault Kit'),
  '0xcbfdd7e1': row(
    'transferFromMax(address from, address to)',
    moves({ token: '@contract' }, 'to', { from: 'from' }),
    'Euler Vault Kit',
  ),
  '0xefdcd974': row(
    'setFeeReceiver(address newFeeReceiver)',
    right('payout', 'newFeeReceiver', { of: '@contract' }),
    'Euler Vault Kit',
  ),
  '0x82ebd674': row(
    'setGovernorAdmin(address newGovernorAdmin)',
    control('ownership', 'newGovernorAdmin'),
    'Euler Vault Kit',
  ),
  '0x9342f417': row(
    'setUpgradeAdmin(address newUpgradeAdmin)',
    control('ownership', 'newUpgradeAdmin'),
    'Euler Vault Kit',
  ),
  '0xd1a3a308': row(
    'setHookConfig(address newHookTarget, uint32 newHookedOps)',
    right('operate', 'newHookTarget', { of: '@contract' }),
    'Euler Vault Kit',
  ),
  '0x8bcd4016': row(
    'setInterestRateModel(address newModel)',
    right('operate', 'newModel', { of: '@contract' }),
    'Euler Vault Kit',
  ),
  '0x77dc4236': row(
    'swapToUnderlyingGivenIn(uint256 amountIn, address receiver)',
    output('swap', 'receiver'),
    'Euler Vault Kit',
  ),
  '0x9b45073b': row(
    'swapToUnderlyingGivenOut(uint256 amountOut, address receiver)',
    output('swap', 'receiver'),
    'Euler Vault Kit',
  ),
  '0xf0257a3a': row(
    'swapToSynthGivenIn(uint256 amountIn, address receiver)',
    output('swap', 'receiver'),
    'Euler Vault Kit',
  ),
  '0x1c2eb06b': row(
    'swapToSynthGivenOut(uint256 amountOut, address receiver)',
    output('swap', 'receiver'),
    'Euler Vault Kit',
  ),
  '0x7ca90140': row(
    'approveDebt(uint256 subAccountId, address spender, uint256 amount)',
    right('borrow', 'spender', { unless: 'amount' }),
    'Euler V1: markets and stakes',
  ),
  '0x32d1ca9b': row(
    'approveSubAccount(uint256 subAccountId, address spender, uint256 amount)',
    allows('approve', { token: '@contract', amount: 'amount' }, 'spender'),
    'Euler V1: markets and stakes',
  ),
  '0x47a36445': row(
    'stakeGift(address beneficiary, address underlying, uint256 amount)',
    output('stake', 'beneficiary', { gives: [{ token: 'underlying', amount: 'amount' }] }),
    'Euler V1: markets and stakes',
  ),
  '0x349e7016': row(
    'convertReserves(address underlying, address recipient, uint256 amount)',
    output('withdrawal', 'recipient'),
    'Euler V1: markets and stakes',
  ),
  '0xcadac479': row(
    'addCollateral(uint256 collateralAmount, address borrower)',
    output('deposit', 'borrower'),
    'Fraxlend: FraxlendPair',
  ),
  '0xe5f13b16': row(
    'borrowAsset(uint256 borrowAmount, uint256 collateralAmount, address receiver)',
    output('borrow', 'receiver'),
    'Fraxlend: FraxlendPair',
  ),
  '0xd41ddc96': row(
    'removeCollateral(uint256 collateralAmount, address receiver)',
    output('withdrawal', 'receiver'),
    'Fraxlend: FraxlendPair',
  ),
  '0x3d417d2d': row(
    'repayAsset(uint256 shares, address borrower)',
    output('repayment', 'borrower'),
    'Fraxlend: FraxlendPair',
  ),
  '0x75e077c3': row(
    'depositWithSignature(uint256 assets, address receiver, uint256 deadline, bool approveMax, uint8 v, bytes32 r, bytes32 s)',
    output('deposit', 'receiver'),
    'Fraxlend: FraxlendPair',
  ),
  '0xdaf33f2a': row(
    'withdrawFees(uint128 shares, address recipient)',
    output('withdrawal', 'recipient'),
    'Fraxlend: FraxlendPair',
  ),
  '0xb054898b': row(
    'setApprovedBorrowers(address[] borrowers, bool approval)',
    right('borrow', 'borrowers', { of: '@contract', unless: 'approval' }),
    'Fraxlend: FraxlendPair',
  ),
  '0x3f2617cb': row(
    'setSwapper(address swapper, bool approval)',
    right('operate', 'swapper', { of: '@contract', unless: 'approval' }),
    'Fraxlend: FraxlendPair',
  ),
  '0xb7ec8d4b': row(
    'deposit(uint256 assets, address receiver, uint8 collateralType)',
    output('deposit', 'receiver'),
    'Silo V2',
  ),
  '0xc061ddc7': row(
    'mint(uint256 shares, address receiver, uint8 collateralType)',
    output('deposit', 'receiver'),
    'Silo V2',
  ),
  '0xb8337c2a': row(
    'withdraw(uint256 assets, address receiver, address owner, uint8 collateralType)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Silo V2',
  ),
  '0xda537660': row(
    'redeem(uint256 shares, address receiver, address owner, uint8 collateralType)',
    output('withdrawal', 'receiver', { payer: 'owner' }),
    'Silo V2',
  ),
  '0xd5164184': row(
    'borrow(uint256 assets, address receiver, address borrower)',
    output('borrow', 'receiver', { payer: 'borrower' }),
    'Silo V2',
  ),
  '0x889576f7': row(
    'borrowShares(uint256 shares, address receiver, address borrower)',
    output('borrow', 'receiver', { payer: 'borrower' }),
    'Silo V2',
  ),
  '0x7fe2c8b7': row(
    'borrowSameAsset(uint256 assets, address receiver, address borrower)',
    output('borrow', 'receiver', { payer: 'borrower' }),
    'Silo V2',
  ),
  '0xe36754eb': row('repayShares(uint256 shares, address borrower)', output('repayment', 'borrower'), 'Silo V2'),
  '0x34deadf2': row(
    'setReceiveApproval(address owner, uint256 amount)',
    right('borrow', 'owner', { unless: 'amount' }),
    'Silo V2',
  ),
  '0x75d68016': row(
    'increaseReceiveAllowance(address owner, uint256 addedValue)',
    right('borrow', 'owner', { unless: 'addedValue' }),
    'Silo V2',
  ),
  '0x6c665a55': row(
    'borrow(address silo, uint256 assets, address receiver)',
    output('borrow', 'receiver'),
    'Silo V2: router',
  ),
  '0xa107a9d8': row(
    'borrowSameAsset(address silo, uint256 assets, address receiver)',
    output('borrow', 'receiver'),
    'Silo V2: router',
  ),
  '0x5eac01df': row(
    'withdraw(address silo, uint256 amount, address receiver, uint8 collateral)',
    output('withdrawal', 'receiver'),
    'Silo V2: router',
  ),
  '0xee153d0c': row(
    'withdrawAll(address silo, address receiver, uint8 collateral)',
    output('withdrawal', 'receiver'),
    'Silo V2: router',
  ),
  '0xfbf178db': row(
    'depositFor(address asset, address depositor, uint256 amount, bool collateralOnly)',
    output('deposit', 'depositor', { gives: [{ token: 'asset', amount: 'amount' }] }),
    'Silo V1',
  ),
  '0xf364181c': row(
    'withdrawFor(address asset, address depositor, address receiver, uint256 amount, bool collateralOnly)',
    output('withdrawal', 'receiver', { payer: 'depositor' }),
    'Silo V1',
  ),
  '0xdbc5b481': row(
    'borrowFor(address asset, address borrower, address receiver, uint256 amount)',
    output('borrow', 'receiver', { payer: 'borrower' }),
    'Silo V1',
  ),
  '0x976ce495': row(
    'repayFor(address asset, address borrower, uint256 amount)',
    output('repayment', 'borrower', { gives: [{ token: 'asset', amount: 'amount' }] }),
    'Silo V1',
  ),
}

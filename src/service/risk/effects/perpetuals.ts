import { type EffectTable, moves, output, right, row } from './effect.ts'

/** Perpetual futures and margin accounts: who receives withdrawals, and who may trade for the account. */
export const perpetualsEffects: EffectTable = {
  '0x38c74dd9': row('approvePlugin(address plugin)', right('manage', 'plugin'), 'GMX V1 router'),
  '0xcedd4375': row('denyPlugin(address plugin)', [], 'GMX V1 router'),
  '0xef9aacfd': row(
    'signalTransfer(address receiver)',
    right('withdrawal', 'receiver'),
    'GMX V1 reward router: all staked tokens go to the receiver',
  ),
  '0x655603a4': row('acceptTransfer(address sender)', [], 'GMX V1 reward router'),
  '0x6023e966': row(
    'swap(address[] path, uint256 amountIn, uint256 minOut, address receiver)',
    output('swap', 'receiver', {
      gives: [{ token: 'path.@first', amount: 'amountIn' }],
      receives: [{ token: 'path.@last', amount: 'minOut' }],
    }),
    'GMX V1 router',
  ),
  '0xabe68eaa': row(
    'swapETHToTokens(address[] path, uint256 minOut, address receiver)',
    output('swap', 'receiver', { gives: [{ token: 'native' }], receives: [{ token: 'path.@last', amount: 'minOut' }] }),
    'GMX V1 router',
  ),
  '0x2d4ba6a7': row(
    'swapTokensToETH(address[] path, uint256 amountIn, uint256 minOut, address receiver)',
    output('swap', 'receiver', {
      gives: [{ token: 'path.@first', amount: 'amountIn' }],
      receives: [{ token: 'native', amount: 'minOut' }],
    }),
    'GMX V1 router',
  ),
  '0xf2ae372f': row(
    'createIncreasePosition(address[] path, address indexToken, uint256 amountIn, uint256 minOut, uint256 sizeDelta, bool isLong, uint256 acceptablePrice, uint256 executionFee, bytes32 referralCode, address callbackTarget)',
    [],
    'GMX V1 position router',
  ),
  '0x7be7d141': row(
    'createDecreasePosition(address[] path, address indexToken, uint256 collateralDelta, uint256 sizeDelta, bool isLong, address receiver, uint256 acceptablePrice, uint256 minOut, uint256 executionFee, bool withdrawETH, address callbackTarget)',
    output('withdrawal', 'receiver'),
    'GMX V1 position router',
  ),
  '0x90205d8c': row(
    'decreasePosition(address collateralToken, address indexToken, uint256 collateralDelta, uint256 sizeDelta, bool isLong, address receiver, uint256 price)',
    output('withdrawal', 'receiver'),
    'GMX V1 router',
  ),
  '0x364e2311': row('mintAndStakeGlp(address token, uint256 amount, uint256 minUsdg, uint256 minGlp)', [], 'GMX V1'),
  '0x0f3aa554': row(
    'unstakeAndRedeemGlp(address tokenOut, uint256 glpAmount, uint256 minOut, address receiver)',
    output('swap', 'receiver', { receives: [{ token: 'tokenOut', amount: 'minOut' }] }),
    'GMX V1',
  ),
  '0xabb5e5e2': row(
    'unstakeAndRedeemGlpETH(uint256 glpAmount, uint256 minOut, address receiver)',
    output('withdrawal', 'receiver', { receives: [{ token: 'native', amount: 'minOut' }] }),
    'GMX V1',
  ),
  '0x4a393a41': row(
    'createOrder(((address receiver, address callbackContract, address uiFeeReceiver, address market, address initialCollateralToken, address[] swapPath) addresses, (uint256 sizeDeltaUsd, uint256 initialCollateralDeltaAmount, uint256 triggerPrice, uint256 acceptablePrice, uint256 executionFee, uint256 callbackGasLimit, uint256 minOutputAmount) numbers, uint8 orderType, uint8 decreasePositionSwapType, bool isLong, bool shouldUnwrapNativeToken, bytes32 referralCode) params)',
    output('withdrawal', 'params.addresses.receiver'),
    'GMX V2 exchange router',
  ),
  '0x083cfcee': row(
    'createOrder(((address receiver, address cancellationReceiver, address callbackContract, address uiFeeReceiver, address market, address initialCollateralToken, address[] swapPath) addresses, (uint256 sizeDeltaUsd, uint256 initialCollateralDeltaAmount, uint256 triggerPrice, uint256 acceptablePrice, uint256 executionFee, uint256 callbackGasLimit, uint256 minOutputAmount) numbers, uint8 orderType, uint8 decreasePositionSwapType, bool isLong, bool shouldUnwrapNativeToken, bool autoCancel, bytes32 referralCode) params)',
    [output('withdrawal', 'params.addresses.receiver'), output('withdrawal', 'params.addresses.cancellationReceiver')],
    'GMX V2 exchange router',
  ),
  '0x6996807b': row(
    'createOrder(((address receiver, address cancellationReceiver, address callbackContract, address uiFeeReceiver, address market, address initialCollateralToken, address[] swapPath) addresses, (uint256 sizeDeltaUsd, uint256 initialCollateralDeltaAmount, uint256 triggerPrice, uint256 acceptablePrice, uint256 executionFee, uint256 callbackGasLimit, uint256 minOutputAmount, uint256 validFromTime) numbers, uint8 orderType, uint8 decreasePositionSwapType, bool isLong, bool shouldUnwrapNativeToken, bool autoCancel, bytes32 referralCode) params)',
    [output('withdrawal', 'params.addresses.receiver'), output('withdrawal', 'params.addresses.cancellationReceiver')],
    'GMX V2 exchange router',
  ),
  '0xf59c48eb': row(
    'createOrder(((address receiver, address cancellationReceiver, address callbackContract, address uiFeeReceiver, address market, address initialCollateralToken, address[] swapPath) addresses, (uint256 sizeDeltaUsd, uint256 initialCollateralDeltaAmount, uint256 triggerPrice, uint256 acceptablePrice, uint256 executionFee, uint256 callbackGasLimit, uint256 minOutputAmount, uint256 validFromTime) numbers, uint8 orderType, uint8 decreasePositionSwapType, bool isLong, bool shouldUnwrapNativeToken, bool autoCancel, bytes32 referralCode, bytes32[] dataList) params)',
    [output('withdrawal', 'params.addresses.receiver'), output('withdrawal', 'params.addresses.cancellationReceiver')],
    'GMX V2 exchange router',
  ),
  '0x5b4e9561': row(
    'createDeposit((address receiver, address callbackContract, address uiFeeReceiver, address market, address initialLongToken, address initialShortToken, address[] longTokenSwapPath, address[] shortTokenSwapPath, uint256 minMarketTokens, bool shouldUnwrapNativeToken, uint256 executionFee, uint256 callbackGasLimit) params)',
    output('deposit', 'params.receiver'),
    'GMX V2 exchange router',
  ),
  '0xc82aa41b': row(
    'createDeposit(((address receiver, address callbackContract, address uiFeeReceiver, address market, address initialLongToken, address initialShortToken, address[] longTokenSwapPath, address[] shortTokenSwapPath) addresses, uint256 minMarketTokens, bool shouldUnwrapNativeToken, uint256 executionFee, uint256 callbackGasLimit, bytes32[] dataList) params)',
    output('deposit', 'params.addresses.receiver'),
    'GMX V2 exchange router',
  ),
  '0xad23c5a1': row(
    'createWithdrawal((address receiver, address callbackContract, address uiFeeReceiver, address market, address[] longTokenSwapPath, address[] shortTokenSwapPath, uint256 minLongTokenAmount, uint256 minShortTokenAmount, bool shouldUnwrapNativeToken, uint256 executionFee, uint256 callbackGasLimit) params)',
    output('withdrawal', 'params.receiver'),
    'GMX V2 exchange router',
  ),
  '0xe78dc235': row(
    'createWithdrawal(((address receiver, address callbackContract, address uiFeeReceiver, address market, address[] longTokenSwapPath, address[] shortTokenSwapPath) addresses, uint256 minLongTokenAmount, uint256 minShortTokenAmount, bool shouldUnwrapNativeToken, uint256 executionFee, uint256 callbackGasLimit, bytes32[] dataList) params)',
    output('withdrawal', 'params.addresses.receiver'),
    'GMX V2 exchange router',
  ),
  '0x7d39aaf1': row(
    'sendWnt(address receiver, uint256 amount)',
    moves({ token: 'native', amount: 'amount' }, 'receiver'),
    'GMX V2 exchange router: to its vaults',
  ),
  '0xe6d66ac8': row(
    'sendTokens(address token, address receiver, uint256 amount)',
    moves({ token: 'token', amount: 'amount' }, 'receiver'),
    'GMX V2 exchange router: to its vaults',
  ),
  '0x7489ec23': row('cancelOrder(bytes32 key)', [], 'GMX V2 exchange router'),
  '0xc41b1ab3': row(
    'claimFundingFees(address[] markets, address[] tokens, address receiver)',
    output('claim', 'receiver'),
    'GMX V2 exchange router',
  ),
  '0xe9249b57': row(
    'claimCollateral(address[] markets, address[] tokens, uint256[] timeKeys, address receiver)',
    output('claim', 'receiver'),
    'GMX V2 exchange router',
  ),
  '0x49287a22': row(
    'claimAffiliateRewards(address[] markets, address[] tokens, address receiver)',
    output('claim', 'receiver'),
    'GMX V2 exchange router',
  ),
  '0x01a9cbb2': row(
    'claimUiFees(address[] markets, address[] tokens, address receiver)',
    output('claim', 'receiver'),
    'GMX V2 exchange router',
  ),
  '0x3914f217': row('addSubaccount(address subaccount)', right('manage', 'subaccount'), 'GMX V2 subaccount router'),
  '0x712182eb': row('removeSubaccount(address subaccount)', [], 'GMX V2 subaccount router'),
  '0x85b53fc8': row(
    'setOperators((address operator, bool trusted)[] operators)',
    right('manage', 'operators.operator', { unless: 'operators.trusted' }),
    'dYdX Solo margin',
  ),
  '0xb4959e72': row(
    'setLocalOperator(address operator, bool approved)',
    right('manage', 'operator', { unless: 'approved' }),
    'dYdX perpetual V1',
  ),
  '0x6d44a3b2': row(
    'updateOperator(address operator, bool enabled)',
    right('manage', 'operator', { unless: 'enabled' }),
    'Perennial V2 market factory',
  ),
  '0x604755cf': row('setTradingDelegate(address delegate)', right('manage', 'delegate'), 'Gains Network'),
  '0x031c722b': row('removeTradingDelegate()', [], 'Gains Network'),
  '0xf213159c': row('depositTo(address token, address to, uint256 amount)', output('deposit', 'to'), 'Margin accounts'),
  '0xf45346dc': row(
    'deposit(address token, uint256 amount, address to)',
    output('deposit', 'to'),
    'Margin accounts and pools',
  ),
  '0x4342e966': row(
    'approve(address delegate, uint8 actions)',
    right('manage', 'delegate', { unless: 'actions' }),
    'Perpetual V2: DelegateApproval, docs.perp.com',
  ),
  '0xa67a6a45': row(
    'operate((address owner, uint256 number)[] accounts, (uint8 actionType, uint256 accountId, (bool sign, uint8 denomination, uint8 ref, uint256 value) amount, uint256 primaryMarketId, uint256 secondaryMarketId, address otherAddress, uint256 otherAccountId, bytes data)[] actions)',
    output('withdrawal', 'actions.otherAddress'),
    'dYdX: SoloMargin, legacy-docs.dydx.exchange',
  ),
  '0xb617f0c6': row(
    'operate((uint8 actionType, address owner, address secondAddress, address asset, uint256 vaultId, uint256 amount, uint256 index, bytes data)[] actions)',
    output('withdrawal', 'actions.secondAddress'),
    'Opyn: GammaProtocol Controller, opyn.gitbook.io',
  ),
}

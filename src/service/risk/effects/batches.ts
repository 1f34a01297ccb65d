import { allows, approvesHidden, type EffectTable, hides, output, row } from './effect.ts'

const GEARBOX = 'Gearbox: credit facade'
const SAVER = 'DeFi Saver: recipe executor'

/** Batches of single protocols that also name a receiver, or hide what their steps do; and their own steps. */
export const batchesEffects: EffectTable = {
  // Gearbox
  '0x92beab1d': row(
    'openCreditAccount(address onBehalfOf, (address target, bytes data)[] calls, uint256 referralCode)',
    output('deposit', 'onBehalfOf'),
    GEARBOX,
  ),
  '0x7071b7c5': row(
    'openCreditAccountMulticall(uint256 borrowedAmount, address onBehalfOf, (address target, bytes data)[] calls, uint16 referralCode)',
    output('deposit', 'onBehalfOf'),
    GEARBOX,
  ),
  '0x5f73fbec': row(
    'closeCreditAccount(address to, uint256 skipTokenMask, bool convertToETH, (address target, bytes data)[] calls)',
    output('withdrawal', 'to'),
    GEARBOX,
  ),
  '0x6d75b9ee': row('addCollateral(address token, uint256 amount)', [], GEARBOX),
  '0x438f8fcc': row(
    'addCollateralWithPermit(address token, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    [],
    GEARBOX,
  ),
  '0x59781034': row(
    'addCollateral(address onBehalfOf, address token, uint256 amount)',
    output('deposit', 'onBehalfOf', { gives: [{ token: 'token', amount: 'amount' }] }),
    GEARBOX,
  ),
  '0x2b7c7b11': row('increaseDebt(uint256 amount)', [], GEARBOX),
  '0x2a7ba1f7': row('decreaseDebt(uint256 amount)', [], GEARBOX),
  '0x712c10ad': row('updateQuota(address token, int96 quotaChange, uint96 minQuota)', [], GEARBOX),
  '0x23e27a64': row('disableToken(address token)', [], GEARBOX),
  '0x2f2ca49b': row('storeExpectedBalances((address token, int256 amount)[] deltas)', [], GEARBOX),
  '0xf42aeb00': row('compareBalances()', [], GEARBOX),
  '0x81314b59': row('revertIfReceivedLessThan((address token, uint256 balance)[] expected)', [], GEARBOX),
  '0x565a820d': row('revokeAdapterAllowances((address spender, address token)[] revocations)', [], GEARBOX),
  '0x6c68e109': row('onDemandPriceUpdate(address token, bool reserve, bytes data)', [], GEARBOX),
  '0x28b83c48': row('onDemandPriceUpdates((address priceFeed, bytes data)[] updates)', [], GEARBOX),
  '0x0768bbfe': row('setFullCheckParams(uint256[] collateralHints, uint16 minHealthFactor)', [], GEARBOX),
  // Superfluid
  '0x1ae88ffc': row(
    'operationUpgradeTo(address account, address to, uint256 amount)',
    output('deposit', 'to', { payer: 'account' }),
    'Superfluid super token: batch operations',
  ),
  '0x47ba7ad1': row(
    'operationDowngradeTo(address account, address to, uint256 amount)',
    output('withdrawal', 'to', { payer: 'account' }),
    'Superfluid super token: batch operations',
  ),
  // Tasks
  '0x3323b467': approvesHidden(
    'createTask(address target, bytes data, (uint8[] modules, bytes[] args) moduleData, address feeToken)',
    'the calls of the task',
    'Gelato Automate',
  ),
  '0xee8ca3b5': row('cancelTask(bytes32 taskId)', [], 'Gelato Automate'),
  '0x0c2c8750': hides(
    'executeRecipe((string name, bytes[] callData, bytes32[] subData, bytes4[] actionIds, uint8[][] paramMapping) recipe)',
    'what the actions of the recipe do',
    SAVER,
  ),
  '0x664f93fa': hides(
    'executeRecipeFromTrigger((string name, bytes[] callData, bytes32[] subData, bytes4[] actionIds, uint8[][] paramMapping) recipe, bytes trigger)',
    'what the actions of the recipe do',
    SAVER,
  ),
  '0x389f87ff': hides('executeActionDirect(bytes callData)', 'what the action does', SAVER),
  '0x2895f3aa': hides('executeActionDirectL2()', 'what the action does', SAVER),
  // Balancer
  '0x81a5371f': row(
    'permitBatchAndCall((address token, address owner, uint256 amount, uint256 nonce, uint256 deadline)[] permitBatch, bytes[] permitSignatures, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permit2Batch, bytes permit2Signature, bytes[] calls)',
    allows(
      'permit2-permit',
      { token: 'permit2Batch.details.token', amount: 'permit2Batch.details.amount' },
      'permit2Batch.spender',
    ),
    'Balancer V3 routers',
  ),
  '0x286f580d': row(
    'swapExactIn((address tokenIn, (address pool, address tokenOut, bool isBuffer)[] steps, uint256 exactAmountIn, uint256 minAmountOut)[] paths, uint256 deadline, bool wethIsEth, bytes userData)',
    [],
    'Balancer V3 routers',
  ),
  '0x8eb1b65e': row(
    'swapExactOut((address tokenIn, (address pool, address tokenOut, bool isBuffer)[] steps, uint256 maxAmountIn, uint256 exactAmountOut)[] paths, uint256 deadline, bool wethIsEth, bytes userData)',
    [],
    'Balancer V3 routers',
  ),
}

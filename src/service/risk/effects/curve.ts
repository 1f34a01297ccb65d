import { type EffectTable, output, right, row } from './effect.ts'

/** Curve: pools, routers, lending (crvUSD, LlamaLend), gauges and locks. */
export const curveEffects: EffectTable = {
  '0x3df02124': row(
    'exchange(int128 i, int128 j, uint256 dx, uint256 minDy)',
    output('swap', '@actor', { least: 'minDy' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x5b41b908': row(
    'exchange(uint256 i, uint256 j, uint256 dx, uint256 minDy)',
    output('swap', '@actor', { least: 'minDy' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xa6417ed6': row(
    'exchange_underlying(int128 i, int128 j, uint256 dx, uint256 minDy)',
    output('swap', '@actor', { least: 'minDy' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x65b2489b': row(
    'exchange_underlying(uint256 i, uint256 j, uint256 dx, uint256 minDy)',
    output('swap', '@actor', { least: 'minDy' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x7e3db030': row(
    'exchange_received(int128 i, int128 j, uint256 dx, uint256 minDy)',
    output('swap', '@actor', { least: 'minDy' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xddc1f59d': row(
    'exchange(int128 i, int128 j, uint256 dx, uint256 minDy, address receiver)',
    output('swap', 'receiver', { least: 'minDy' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xafb43012': row(
    'exchange_received(int128 i, int128 j, uint256 dx, uint256 minDy, address receiver)',
    output('swap', 'receiver', { least: 'minDy' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x44ee1986': row(
    'exchange_underlying(int128 i, int128 j, uint256 dx, uint256 minDy, address receiver)',
    output('swap', 'receiver', { least: 'minDy' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x394747c5': row(
    'exchange(uint256 i, uint256 j, uint256 dx, uint256 minDy, bool useEth)',
    output('swap', '@actor', { least: 'minDy' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xce7d6503': row(
    'exchange(uint256 i, uint256 j, uint256 dx, uint256 minDy, bool useEth, address receiver)',
    output('swap', 'receiver', { least: 'minDy' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xe2ad025a': row(
    'exchange_underlying(uint256 i, uint256 j, uint256 dx, uint256 minDy, address receiver)',
    output('swap', 'receiver', { least: 'minDy' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xa64833a0': row(
    'exchange(uint256 i, uint256 j, uint256 dx, uint256 minDy, address receiver)',
    output('swap', 'receiver', { least: 'minDy' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x767691e7': row(
    'exchange_received(uint256 i, uint256 j, uint256 dx, uint256 minDy, address receiver)',
    output('swap', 'receiver', { least: 'minDy' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x3c10269a': row(
    'exchange_dy(uint256 i, uint256 j, uint256 outAmount, uint256 maxAmount, address for)',
    output('swap', 'for'),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xa3e346ec': row(
    'exchange_dy(uint256 i, uint256 j, uint256 outAmount, uint256 maxAmount)',
    [],
    'Curve: pools, `receiver` gets the output',
  ),
  '0x0b4c7e4d': row(
    'add_liquidity(uint256[2] amounts, uint256 minMintAmount)',
    output('liquidity', '@actor', { least: 'minMintAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x4515cef3': row(
    'add_liquidity(uint256[3] amounts, uint256 minMintAmount)',
    output('liquidity', '@actor', { least: 'minMintAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x029b2f34': row(
    'add_liquidity(uint256[4] amounts, uint256 minMintAmount)',
    output('liquidity', '@actor', { least: 'minMintAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xb72df5de': row(
    'add_liquidity(uint256[] amounts, uint256 minMintAmount)',
    output('liquidity', '@actor', { least: 'minMintAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x0c3e4b54': row(
    'add_liquidity(uint256[2] amounts, uint256 minMintAmount, address receiver)',
    output('liquidity', 'receiver', { least: 'minMintAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x75b96abc': row(
    'add_liquidity(uint256[3] amounts, uint256 minMintAmount, address receiver)',
    output('liquidity', 'receiver', { least: 'minMintAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xcb495064': row(
    'add_liquidity(uint256[4] amounts, uint256 minMintAmount, address receiver)',
    output('liquidity', 'receiver', { least: 'minMintAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xa7256d09': row(
    'add_liquidity(uint256[] amounts, uint256 minMintAmount, address receiver)',
    output('liquidity', 'receiver', { least: 'minMintAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x7328333b': row(
    'add_liquidity(uint256[2] amounts, uint256 minMintAmount, bool useEth, address receiver)',
    output('liquidity', 'receiver', { least: 'minMintAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x5cecb5f7': row(
    'add_liquidity(uint256[3] amounts, uint256 minMintAmount, bool useEth, address receiver)',
    output('liquidity', 'receiver', { least: 'minMintAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xd0b951e8': row(
    'add_liquidity(address pool, uint256[4] amounts, uint256 minMintAmount, address receiver)',
    output('liquidity', 'receiver', { heldBy: 'pool', least: 'minMintAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x5b36389c': row(
    'remove_liquidity(uint256 burnAmount, uint256[2] minAmounts)',
    output('withdrawal', '@actor', { least: 'minAmounts' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xecb586a5': row(
    'remove_liquidity(uint256 burnAmount, uint256[3] minAmounts)',
    output('withdrawal', '@actor', { least: 'minAmounts' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x7d49d875': row(
    'remove_liquidity(uint256 burnAmount, uint256[4] minAmounts)',
    output('withdrawal', '@actor', { least: 'minAmounts' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xd40ddb8c': row(
    'remove_liquidity(uint256 burnAmount, uint256[] minAmounts)',
    output('withdrawal', '@actor', { least: 'minAmounts' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x3eb1719f': row(
    'remove_liquidity(uint256 burnAmount, uint256[2] minAmounts, address receiver)',
    output('withdrawal', 'receiver', { least: 'minAmounts' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x2da5dc21': row(
    'remove_liquidity(uint256 burnAmount, uint256[3] minAmounts, address receiver)',
    output('withdrawal', 'receiver', { least: 'minAmounts' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xb2fdb76f': row(
    'remove_liquidity(uint256 burnAmount, uint256[4] minAmounts, address receiver)',
    output('withdrawal', 'receiver', { least: 'minAmounts' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x5e604cd2': row(
    'remove_liquidity(uint256 burnAmount, uint256[] minAmounts, address receiver)',
    output('withdrawal', 'receiver', { least: 'minAmounts' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x1808e84a': row(
    'remove_liquidity(uint256 burnAmount, uint256[2] minAmounts, bool useEth, address receiver)',
    output('withdrawal', 'receiver', { least: 'minAmounts' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xcbc399e5': row(
    'remove_liquidity(address pool, uint256 burnAmount, uint256[4] minAmounts, address receiver)',
    output('withdrawal', 'receiver', { least: 'minAmounts' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x1a4d01d2': row(
    'remove_liquidity_one_coin(uint256 tokenAmount, int128 i, uint256 minAmount)',
    output('withdrawal', '@actor', { least: 'minAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x081579a5': row(
    'remove_liquidity_one_coin(uint256 burnAmount, int128 i, uint256 minAmount, address receiver)',
    output('withdrawal', 'receiver', { least: 'minAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xf1dc3cc9': row(
    'remove_liquidity_one_coin(uint256 burnAmount, uint256 i, uint256 minAmount)',
    output('withdrawal', '@actor', { least: 'minAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x07329bcd': row(
    'remove_liquidity_one_coin(uint256 burnAmount, uint256 i, uint256 minAmount, bool useEth, address receiver)',
    output('withdrawal', 'receiver', { least: 'minAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x0fbcee6e': row(
    'remove_liquidity_one_coin(uint256 burnAmount, uint256 i, uint256 minAmount, address receiver)',
    output('withdrawal', 'receiver', { least: 'minAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x1e700cbb': row(
    'remove_liquidity_one_coin(address pool, uint256 burnAmount, int128 i, uint256 minAmount, address receiver)',
    output('withdrawal', 'receiver', { least: 'minAmount' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0xe3103273': row(
    'remove_liquidity_imbalance(uint256[2] amounts, uint256 maxBurnAmount)',
    output('withdrawal', '@actor', { least: 'amounts' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x52d2cfdd': row(
    'remove_liquidity_imbalance(uint256[2] amounts, uint256 maxBurnAmount, address receiver)',
    output('withdrawal', 'receiver', { least: 'amounts' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x4a6e32c6': row(
    'remove_liquidity_imbalance(uint256[] amounts, uint256 maxBurnAmount, address receiver)',
    output('withdrawal', 'receiver', { least: 'amounts' }),
    'Curve: pools, `receiver` gets the output',
  ),
  '0x371dc447': row(
    'exchange(address[11] route, uint256[5][5] swapParams, uint256 amount, uint256 minDy)',
    output('swap', '@actor', { least: 'minDy' }),
    'Curve: routers',
  ),
  '0x5c9c18e2': row(
    'exchange(address[11] route, uint256[5][5] swapParams, uint256 amount, uint256 minDy, address[5] pools)',
    output('swap', '@actor', { least: 'minDy' }),
    'Curve: routers',
  ),
  '0xc872a3c5': row(
    'exchange(address[11] route, uint256[5][5] swapParams, uint256 amount, uint256 minDy, address[5] pools, address receiver)',
    output('swap', 'receiver', { least: 'minDy' }),
    'Curve: routers',
  ),
  '0x353ca424': row(
    'exchange_multiple(address[9] route, uint256[3][4] swapParams, uint256 amount, uint256 expected)',
    [],
    'Curve: routers',
  ),
  '0x9db4f7aa': row(
    'exchange_multiple(address[9] route, uint256[3][4] swapParams, uint256 amount, uint256 expected, address[4] pools)',
    [],
    'Curve: routers',
  ),
  '0x0651cb35': row(
    'exchange_multiple(address[9] route, uint256[3][4] swapParams, uint256 amount, uint256 expected, address[4] pools, address receiver)',
    output('swap', 'receiver'),
    'Curve: routers',
  ),
  '0x4798ce5b': row(
    'exchange(address pool, address from, address to, uint256 amount, uint256 expected)',
    output('swap', '@actor', {
      gives: [{ token: 'from', amount: 'amount' }],
      receives: [{ token: 'to', amount: 'expected' }],
    }),
    'Curve: routers',
  ),
  '0x1a4c1ca3': row(
    'exchange(address pool, address from, address to, uint256 amount, uint256 expected, address receiver)',
    output('swap', 'receiver', {
      gives: [{ token: 'from', amount: 'amount' }],
      receives: [{ token: 'to', amount: 'expected' }],
    }),
    'Curve: routers',
  ),
  '0x10e5e303': row(
    'exchange_with_best_rate(address from, address to, uint256 amount, uint256 expected)',
    output('swap', '@actor', {
      gives: [{ token: 'from', amount: 'amount' }],
      receives: [{ token: 'to', amount: 'expected' }],
    }),
    'Curve: routers',
  ),
  '0x9f69a6a6': row(
    'exchange_with_best_rate(address from, address to, uint256 amount, uint256 expected, address receiver)',
    output('swap', 'receiver', {
      gives: [{ token: 'from', amount: 'amount' }],
      receives: [{ token: 'to', amount: 'expected' }],
    }),
    'Curve: routers',
  ),
  '0x3d140d21': row(
    'approve(address spender, bool allow)',
    right('borrow', 'spender', { unless: 'allow' }),
    'Curve: crvUSD and LlamaLend controllers',
  ),
  '0x23cfed03': row(
    'create_loan(uint256 collateral, uint256 debt, uint256 N)',
    [],
    'Curve: crvUSD and LlamaLend controllers',
  ),
  '0xdd171e7c': row('borrow_more(uint256 collateral, uint256 debt)', [], 'Curve: crvUSD and LlamaLend controllers'),
  '0x371fd8e6': row('repay(uint256 walletDDebt)', [], 'Curve: crvUSD and LlamaLend controllers'),
  '0x6f972f12': row('add_collateral(uint256 collateral)', [], 'Curve: crvUSD and LlamaLend controllers'),
  '0xd14ff5b6': row('remove_collateral(uint256 collateral)', [], 'Curve: crvUSD and LlamaLend controllers'),
  '0x1e4b7760': row('set_extra_health(uint256 value)', [], 'Curve: crvUSD and LlamaLend controllers'),
  '0x0710285c': row(
    'liquidate(address borrower, uint256 id, uint256 amount)',
    [],
    'Curve: crvUSD and LlamaLend controllers',
  ),
  '0xfadc9bfb': row(
    'create_loan(uint256 collateral, uint256 debt, uint256 n, address account)',
    output('borrow', 'account'),
    'Curve: crvUSD and LlamaLend controllers',
  ),
  '0xb4115095': row(
    'create_loan(uint256 collateral, uint256 debt, uint256 n, address account, address callbacker)',
    output('borrow', 'account'),
    'Curve: crvUSD and LlamaLend controllers',
  ),
  '0xadddfa94': row(
    'borrow_more(uint256 collateral, uint256 debt, address for)',
    output('borrow', 'for'),
    'Curve: crvUSD and LlamaLend controllers',
  ),
  '0x50ee7853': row(
    'borrow_more(uint256 collateral, uint256 debt, address account, address callbacker)',
    output('borrow', 'account'),
    'Curve: crvUSD and LlamaLend controllers',
  ),
  '0x24049e57': row(
    'add_collateral(uint256 collateral, address for)',
    output('deposit', 'for'),
    'Curve: crvUSD and LlamaLend controllers',
  ),
  '0x20849f6a': row(
    'remove_collateral(uint256 collateral, address for)',
    output('withdrawal', 'for'),
    'Curve: crvUSD and LlamaLend controllers',
  ),
  '0xb4440df4': row(
    'repay(uint256 walletDDebt, address for, int256 maxActiveBand)',
    output('repayment', 'for'),
    'Curve: crvUSD and LlamaLend controllers',
  ),
  '0xbcbaf487': row('liquidate(address user, uint256 amount)', [], 'Curve: crvUSD and LlamaLend controllers'),
  '0x83df6747': row(
    'deposit(uint256 value, address addr, bool claimRewards)',
    output('stake', 'addr'),
    'Curve: gauges and locks',
  ),
  '0xf8c4945d': row('claim_tokens(address addr)', [], 'Curve: gauges and locks'),
  '0x38d07436': row('withdraw(uint256 amount, bool claimRewards)', [], 'Curve: gauges and locks'),
  '0x27f18ae3': row('mint_for(address gauge, address user)', [], 'Curve: gauges and locks'),
  '0xdd289d60': row('toggle_approve_mint(address minter)', [], 'Curve: gauges and locks'),
  '0x1d2747d4': row('set_approve_deposit(address addr, bool canDeposit)', [], 'Curve: gauges and locks'),
  '0x65fc3873': row('create_lock(uint256 amount, uint256 unlockTime)', [], 'Curve: gauges and locks'),
  '0x4957677c': row('increase_amount(uint256 amount)', [], 'Curve: gauges and locks'),
  '0xeff7a612': row('increase_unlock_time(uint256 time)', [], 'Curve: gauges and locks'),
  '0x3a46273e': row('deposit_for(address addr, uint256 value)', output('stake', 'addr'), 'Curve: gauges and locks'),
  '0xd7136328': row('vote_for_gauge_weights(address gauge, uint256 weight)', [], 'Curve: gauges and locks'),
  '0x2e4e99a1': row(
    'vote_for_many_gauge_weights(address[8] gaugeAddrs, uint256[8] userWeight)',
    [],
    'Curve: gauges and locks',
  ),
  '0x7b935a23': row('claim_many(address[20] receivers)', [], 'Curve: gauges and locks'),
  '0x058a3a24': row(
    'set_reward_distributor(address rewardToken, address distributor)',
    right('operate', 'distributor', { of: '@contract' }),
    'Curve: gauges and locks',
  ),
}

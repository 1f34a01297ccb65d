import { type EffectTable, output, right, row } from './effect.ts'

/** Convex and Aura: boosters, lockers, reward pools. */
export const convexEffects: EffectTable = {
  '0x43a0d066': row('deposit(uint256 pid, uint256 amount, bool stake)', [], 'Convex: Booster'),
  '0x60759fce': row('depositAll(uint256 pid, bool stake)', [], 'Convex: Booster'),
  '0x14cd70e4': row(
    'withdrawTo(uint256 pid, uint256 amount, address to)',
    output('withdrawal', 'to'),
    'Convex: Booster',
  ),
  '0x5c873849': row(
    'setDelegate(address daoAddress, address delegate)',
    right('operate', 'delegate', { of: '@contract' }),
    'Convex: Booster',
  ),
  '0x74874323': row(
    'setVoteDelegate(address voteDelegate)',
    right('votes', 'voteDelegate', { of: '@contract' }),
    'Convex: Booster',
  ),
  '0x80ed71e4': row(
    'deposit(uint256 amount, bool lock, address stakeAddress)',
    output('stake', 'stakeAddress'),
    'Convex: CrvDepositor, the staking contract gets the tokens',
  ),
  '0x215537fd': row(
    'depositAll(bool lock, address stakeAddress)',
    output('stake', 'stakeAddress'),
    'Convex: CrvDepositor, the staking contract gets the tokens',
  ),
  '0x2968f616': row(
    'deposit(uint256 amount, uint256 minOut, bool lock, address stakeAddress)',
    output('stake', 'stakeAddress'),
    'Aura: BAL depositor',
  ),
  '0x1e97b6e9': row(
    'depositFor(address to, uint256 amount, bool lock, address stakeAddress)',
    output('stake', 'to'),
    'Aura: BAL depositor',
  ),
  '0x2ee40908': row('stakeFor(address for, uint256 amount)', output('stake', 'for'), 'Convex: reward pools'),
  '0x7acb7757': row('stake(uint256 amount, address to)', output('stake', 'to'), 'Convex: reward pools'),
  '0xc32e7202': row('withdrawAndUnwrap(uint256 amount, bool claim)', [], 'Convex: reward pools'),
  '0x49f039a2': row('withdrawAllAndUnwrap(bool claim)', [], 'Convex: reward pools'),
  '0x7050ccd9': row('getReward(address account, bool claimExtras)', [], 'Convex: reward pools'),
  '0xf9a6e764': row('getReward(address account, bool claimExtras, bool stake)', [], 'Convex: reward pools'),
  '0x6b091695': row(
    'getReward(address account, address recipient)',
    output('claim', 'recipient', { payer: 'account' }),
    'Convex: reward pools',
  ),
  '0x75a41014': row('setRewardRedirect(address to)', right('payout', 'to'), 'Convex: reward pools'),
  '0x5a7b87f2': row(
    'claimRewards(address[] rewardContracts, address[] extraRewardContracts, address[] tokenRewardContracts, address[] tokenRewardTokens, uint256 depositCrvMaxAmount, uint256 minAmountOut, uint256 depositCvxMaxAmount, uint256 spendCvxAmount, uint256 options)',
    [],
    'Convex: reward pools',
  ),
  '0xe2ab691d': row(
    'lock(address account, uint256 amount, uint256 spendRatio)',
    output('stake', 'account'),
    'Convex: vote-locked CVX',
  ),
  '0x70e664cd': row(
    'processExpiredLocks(bool relock, uint256 spendRatio, address withdrawTo)',
    output('withdrawal', 'withdrawTo'),
    'Convex: vote-locked CVX',
  ),
  '0xd36f12fb': row(
    'withdrawExpiredLocksTo(address withdrawTo)',
    output('withdrawal', 'withdrawTo'),
    'Convex: vote-locked CVX',
  ),
  '0x312ff839': row('processExpiredLocks(bool relock)', [], 'Convex: vote-locked CVX'),
  '0x887c7dc5': row('kickExpiredLocks(address account)', [], 'Convex: vote-locked CVX'),
  '0x34cabbbd': row(
    'withdrawCvxCrv(uint256 amount, address withdrawTo)',
    output('withdrawal', 'withdrawTo'),
    'Convex: vote-locked CVX',
  ),
  '0xc4e2c1e6': row(
    'withdrawTo(address asset, uint256 amount, address to)',
    output('withdrawal', 'to'),
    'Convex: vote-locked CVX',
  ),
  '0x282d3fdf': row('lock(address account, uint256 amount)', output('stake', 'account'), 'Aura: locker'),
  '0x3d96e276': row('lockFor(address for, uint256 amount)', output('stake', 'for'), 'Aura: locker'),
  '0x9f0d5f27': row('depositAll(address to)', output('stake', 'to'), 'Aura: locker'),
  '0xd336ecfb': row('getReward(address account, bool[] skipIdx)', [], 'Aura: locker'),
  '0x9abbdf4b': row('createVault(uint256 pid)', [], 'Convex: Frax vaults'),
  '0xa41ce7e9': row('stakeLockedCurveLp(uint256 liquidity, uint256 secs)', [], 'Convex: Frax vaults'),
  '0x4ab794a3': row('withdrawLockedAndUnwrap(bytes32 kekId)', [], 'Convex: Frax vaults'),
  '0xa4698feb': row('getReward(bool claim)', [], 'Convex: Frax vaults'),
}

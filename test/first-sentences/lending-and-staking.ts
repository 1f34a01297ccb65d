import {
  at,
  type CallCase,
  calls,
  coin,
  coins,
  DAI,
  FRIEND,
  HASH,
  MAX,
  ME,
  NONE,
  PAYEE,
  SOON,
  someone,
  USDC,
  USDT,
  usd,
  WETH,
  ZERO,
} from './sentence-case.ts'

const STETH = at('Lido stETH')
const NOTHING: readonly unknown[] = []
const vault = someone('vault')

const lending: readonly CallCase[] = [
  ...calls('Aave V3', at('Aave V3 Pool'), [
    ['supply(address,uint256,address,uint16)', [USDC, usd(5000), ME, 0]],
    ['supply(address,uint256,address,uint16)', [USDC, usd(5000), FRIEND, 0], { when: 'for another' }],
    ['withdraw(address,uint256,address)', [USDC, usd(5000), ME]],
    ['withdraw(address,uint256,address)', [USDC, MAX, ME], { when: 'everything' }],
    ['borrow(address,uint256,uint256,uint16,address)', [USDC, usd(2500), 2n, 0, ME]],
    ['borrow(address,uint256,uint256,uint16,address)', [USDC, usd(2500), 2n, 0, FRIEND], { when: 'for another' }],
    ['repay(address,uint256,uint256,address)', [USDC, usd(2500), 2n, ME]],
    ['repay(address,uint256,uint256,address)', [USDC, MAX, 2n, FRIEND], { when: 'the debt of another' }],
    ['repayWithATokens(address,uint256,uint256)', [USDC, usd(2500), 2n]],
    ['setUserEMode(uint8)', [1]],
    ['setUserUseReserveAsCollateral(address,bool)', [USDC, true]],
    ['liquidationCall(address,address,address,uint256,bool)', [WETH, USDC, FRIEND, usd(1000), false]],
    [
      'flashLoanSimple(address,address,uint256,bytes,uint16)',
      [someone('flash loan receiver'), USDC, usd(100_000), NONE, 0],
    ],
    [
      'supplyWithPermit(address,uint256,address,uint16,uint256,uint8,bytes32,bytes32)',
      [USDC, usd(5000), ME, 0, SOON, 27, HASH, HASH],
    ],
    [
      'depositETH(address,address,uint16)',
      [at('Aave V3 Pool'), ME, 0],
      { to: at('Aave V3 WETH gateway'), value: coins(1) },
    ],
    ['withdrawETH(address,uint256,address)', [at('Aave V3 Pool'), coins(1), ME], { to: at('Aave V3 WETH gateway') }],
    ['borrowETH(address,uint256,uint16)', [at('Aave V3 Pool'), coins(1), 0], { to: at('Aave V3 WETH gateway') }],
    [
      'repayETH(address,uint256,address)',
      [at('Aave V3 Pool'), coins(1), ME],
      { to: at('Aave V3 WETH gateway'), value: coins(1) },
    ],
    ['claimAllRewards(address[],address)', [[someone('aToken')], ME], { to: at('Aave V3 rewards') }],
    ['approveDelegation(address,uint256)', [at('Aave V3 WETH gateway'), coins(1)], { to: someone('debt token') }],
  ]),
  ...calls('Aave V2', at('Aave V2 Pool'), [
    ['deposit(address,uint256,address,uint16)', [USDC, usd(5000), ME, 0]],
    ['withdraw(address,uint256,address)', [USDC, usd(5000), ME]],
    ['borrow(address,uint256,uint256,uint16,address)', [USDC, usd(2500), 2n, 0, ME]],
    ['repay(address,uint256,uint256,address)', [USDC, usd(2500), 2n, ME]],
  ]),
  ...calls('Aave staking', at('Aave stkAAVE'), [
    ['stake(address,uint256)', [ME, coins(10)]],
    ['redeem(address,uint256)', [ME, coins(10)]],
    ['cooldown()', NOTHING],
    ['claimRewards(address,uint256)', [ME, MAX]],
  ]),
  ...calls('Spark', at('Spark Pool'), [
    ['supply(address,uint256,address,uint16)', [DAI, coins(5000), ME, 0]],
    ['borrow(address,uint256,uint256,uint16,address)', [DAI, coins(2500), 2n, 0, ME]],
  ]),
  ...calls('Compound V2', at('Compound V2 cUSDC'), [
    ['mint(uint256)', [usd(5000)]],
    ['mint()', NOTHING, { to: at('Compound V2 cETH'), value: coins(1), when: 'of ether' }],
    ['redeem(uint256)', [10_000_000_000n]],
    ['redeemUnderlying(uint256)', [usd(5000)]],
    ['borrow(uint256)', [usd(2500)]],
    ['repayBorrow(uint256)', [usd(2500)]],
    ['repayBorrow(uint256)', [MAX], { when: 'everything' }],
    ['repayBorrowBehalf(address,uint256)', [FRIEND, usd(2500)]],
    ['enterMarkets(address[])', [[at('Compound V2 cUSDC')]], { to: at('Compound V2 Comptroller') }],
    ['claimComp(address)', [ME], { to: at('Compound V2 Comptroller') }],
  ]),
  ...calls('Compound V3', at('Compound V3 USDC'), [
    ['supply(address,uint256)', [WETH, coins(1)]],
    ['supply(address,uint256)', [USDC, MAX], { when: 'everything' }],
    ['supplyTo(address,address,uint256)', [FRIEND, WETH, coins(1)]],
    ['withdraw(address,uint256)', [USDC, usd(2500)]],
    ['withdrawTo(address,address,uint256)', [FRIEND, USDC, usd(2500)]],
    ['allow(address,bool)', [at('Compound V3 bulker'), true]],
    ['claim(address,address,bool)', [at('Compound V3 USDC'), ME, true], { to: at('Compound V3 rewards') }],
  ]),
  ...calls('Morpho', at('Morpho'), [
    [
      'supply((address,address,address,address,uint256),uint256,uint256,address,bytes)',
      [market(), usd(5000), 0n, ME, NONE],
    ],
    [
      'supplyCollateral((address,address,address,address,uint256),uint256,address,bytes)',
      [market(), coins(1), ME, NONE],
    ],
    [
      'borrow((address,address,address,address,uint256),uint256,uint256,address,address)',
      [market(), usd(2500), 0n, ME, ME],
    ],
    [
      'repay((address,address,address,address,uint256),uint256,uint256,address,bytes)',
      [market(), usd(2500), 0n, ME, NONE],
    ],
    [
      'withdraw((address,address,address,address,uint256),uint256,uint256,address,address)',
      [market(), usd(5000), 0n, ME, ME],
    ],
    [
      'withdrawCollateral((address,address,address,address,uint256),uint256,address,address)',
      [market(), coins(1), ME, FRIEND],
    ],
    ['setAuthorization(address,bool)', [at('Morpho General Adapter'), true]],
  ]),
  ...calls('Euler', at('Euler EVC'), [
    ['enableCollateral(address,address)', [ME, vault]],
    ['enableController(address,address)', [ME, vault]],
    ['setAccountOperator(address,address,bool)', [ME, FRIEND, true]],
    ['borrow(uint256,address)', [usd(2500), ME], { to: vault }],
    ['repay(uint256,address)', [usd(2500), ME], { to: vault }],
  ]),
  ...calls(
    'Venus',
    at('Venus vUSDT', '56'),
    [
      ['mint(uint256)', [coins(500)]],
      ['borrow(uint256)', [coins(100)]],
      ['redeemUnderlying(uint256)', [coins(100)]],
    ],
    '56',
  ),
  ...calls('Maker and Sky', at('Sky sUSDS'), [
    ['deposit(uint256,address)', [coins(1000), ME]],
    ['deposit(uint256,address,uint16)', [coins(1000), ME, 1], { when: 'with a referral' }],
    ['redeem(uint256,address,address)', [coins(900), ME, ME]],
    ['deposit(uint256,address)', [coins(1000), ME], { to: at('Maker sDAI'), when: 'of DAI' }],
    ['join(address,uint256)', [ME, coins(1000)], { to: at('Maker DSR Manager') }],
    ['exit(address,uint256)', [ME, coins(1000)], { to: at('Maker DSR Manager') }],
    ['frob(uint256,int256,int256)', [1n, coins(1), coins(500)], { to: at('Maker CDP manager') }],
    ['daiToUsds(address,uint256)', [ME, coins(1000)], { to: at('Sky DAI-USDS converter') }],
    ['mkrToSky(address,uint256)', [ME, coins(1)], { to: at('Sky MKR-SKY converter') }],
    ['sellGem(address,uint256)', [ME, usd(1000)], { to: at('Sky lite PSM (USDC)') }],
    ['stake(uint256)', [coins(1000)], { to: at('Sky USDS rewards') }],
    ['getReward()', NOTHING, { to: at('Sky USDS rewards') }],
  ]),
  ...calls('Fluid', someone('fluid vault'), [
    ['operate(uint256,int256,int256,address)', [7n, coins(1), usd(1500), ME]],
  ]),
]

function market() {
  return [USDC, coin('wstETH'), at('Morpho wstETH/USDC oracle'), at('Morpho Adaptive Curve IRM'), coins(0.86)]
}

const staking: readonly CallCase[] = [
  ...calls('Lido', STETH, [
    ['submit(address)', [ZERO], { value: coins(2) }],
    ['approve(address,uint256)', [at('Lido wstETH'), coins(2)]],
    ['wrap(uint256)', [coins(2)], { to: at('Lido wstETH') }],
    ['unwrap(uint256)', [coins(2)], { to: at('Lido wstETH') }],
    ['requestWithdrawals(uint256[],address)', [[coins(2)], ME], { to: at('Lido withdrawal queue') }],
    ['claimWithdrawals(uint256[],uint256[])', [[1n], [1n]], { to: at('Lido withdrawal queue') }],
    ['claimWithdrawal(uint256)', [1n], { to: at('Lido withdrawal queue') }],
    ['transferShares(address,uint256)', [PAYEE, coins(2)]],
  ]),
  ...calls('Rocket Pool', someone('rocket deposit pool'), [
    ['deposit()', NOTHING, { value: coins(1) }],
    ['burn(uint256)', [coins(1)], { to: at('Rocket Pool rETH') }],
  ]),
  ...calls('ether.fi', at('ether.fi liquidity pool'), [
    ['deposit()', NOTHING, { value: coins(1) }],
    ['requestWithdraw(address,uint256)', [ME, coins(1)]],
    ['wrap(uint256)', [coins(1)], { to: at('ether.fi weETH') }],
    ['unwrap(uint256)', [coins(1)], { to: at('ether.fi weETH') }],
    ['claimWithdraw(uint256)', [5n], { to: at('ether.fi withdrawal NFT') }],
  ]),
  ...calls('Frax and Ethena', at('Frax frxETH minter'), [
    ['submitAndDeposit(address)', [ME], { value: coins(1) }],
    ['deposit(uint256,address)', [coins(1000), ME], { to: at('Ethena sUSDe') }],
    ['cooldownAssets(uint256)', [coins(1000)], { to: at('Ethena sUSDe') }],
    ['cooldownShares(uint256)', [coins(1000)], { to: at('Ethena sUSDe') }],
    ['unstake(address)', [ME], { to: at('Ethena sUSDe') }],
  ]),
  ...calls('EigenLayer', at('EigenLayer Strategy Manager'), [
    ['depositIntoStrategy(address,address,uint256)', [at('EigenLayer stETH strategy'), STETH, coins(1)]],
    [
      'delegateTo(address,(bytes,uint256),bytes32)',
      [FRIEND, [NONE, 0n], HASH],
      { to: at('EigenLayer Delegation Manager') },
    ],
    ['undelegate(address)', [ME], { to: at('EigenLayer Delegation Manager') }],
    [
      'queueWithdrawals((address[],uint256[],address)[])',
      [[[[at('EigenLayer stETH strategy')], [coins(1)], ME]]],
      { to: at('EigenLayer Delegation Manager') },
    ],
    [
      'completeQueuedWithdrawal((address,address,address,uint256,uint32,address[],uint256[]),address[],bool)',
      [[ME, FRIEND, ME, 0n, 1, [at('EigenLayer stETH strategy')], [coins(1)]], [STETH], true],
      { to: at('EigenLayer Delegation Manager') },
    ],
    ['setClaimerFor(address)', [FRIEND], { to: at('EigenLayer Rewards Coordinator') }],
  ]),
  ...calls('Kelp', at('Kelp deposit pool'), [
    ['depositETH(uint256,string)', [coins(0.9), ''], { value: coins(1) }],
    ['depositAsset(address,uint256,uint256,string)', [STETH, coins(1), coins(0.9), '']],
    ['initiateWithdrawal(address,uint256,string)', [STETH, coins(1), ''], { to: at('Kelp withdrawal manager') }],
  ]),
  ...calls('Beacon chain', someone('deposit contract'), [
    [
      'deposit(bytes,bytes,bytes,bytes32)',
      [`0x${'22'.repeat(48)}`, `0x01${'0'.repeat(22)}${ME.slice(2)}`, `0x${'33'.repeat(96)}`, HASH],
      { value: coins(32) },
    ],
  ]),
  ...calls('Convex and Curve', at('Convex Booster'), [
    ['deposit(uint256,uint256,bool)', [20n, coins(100), true]],
    ['deposit(uint256)', [coins(100)], { to: someone('gauge'), when: 'into a gauge' }],
    ['create_lock(uint256,uint256)', [coins(100), SOON], { to: someone('voting escrow') }],
    ['withdrawAndUnwrap(uint256,bool)', [coins(100), true], { to: someone('reward pool') }],
  ]),
]

const vaults: readonly CallCase[] = [
  ...calls('ERC-4626', vault, [
    ['deposit(uint256,address)', [usd(1000), ME]],
    ['deposit(uint256,address)', [usd(1000), ME], { to: at('Spark USDC vault'), when: 'of a known vault' }],
    ['deposit(uint256,address)', [usd(1000), FRIEND], { when: 'for another' }],
    ['mint(uint256,address)', [coins(1000), ME]],
    ['withdraw(uint256,address,address)', [usd(1000), ME, ME]],
    ['withdraw(uint256,address,address)', [usd(1000), ME, FRIEND], { when: 'of another' }],
    ['redeem(uint256,address,address)', [coins(1000), ME, ME]],
    ['requestRedeem(uint256,address,address)', [coins(1000), ME, ME], { when: 'asynchronous' }],
  ]),
  ...calls('Yearn', at('Yearn USDC vault'), [
    ['deposit(uint256)', [usd(1000)]],
    ['withdraw(uint256)', [usd(1000)]],
    ['withdraw(uint256,address)', [usd(1000), ME], { when: 'to an address' }],
  ]),
  ...calls('Pendle', at('Pendle Router 4'), [
    [
      'mintPyFromToken(address,address,uint256,(address,uint256,address,address,(uint8,address,bytes,bool)))',
      [ME, someone('yield token'), coins(1), [USDC, usd(1000), USDC, ZERO, [0, ZERO, NONE, false]]],
    ],
    ['redeemDueInterestAndRewards(address,address[],address[],address[])', [ME, [], [someone('yield token')], []]],
  ]),
]

export const lendingAndStaking: readonly CallCase[] = [...lending, ...staking, ...vaults]
void USDT

import * as at from './adversarial/protocols.ts'
import { functions, PAYS } from './effect-functions.ts'

/** Functions whose output goes to a receiver: swaps, withdrawals, claims, bridges. `min` is the minimum output. */

const IN_OUT = 'address token, address otherToken'
const V2 = 'uint256 amount, uint256 min, address[] path, address gainer, uint256 deadline'
const BALANCER_SWAP =
  '(bytes32 hash, uint8 zero, address token, address otherToken, uint256 amount, bytes zero) single, (address actor, bool no, address gainer, bool no) funds'
const MARKET = '(address token, address otherToken, address contract, address contract, uint256 amount) market'

export const swaps = functions(
  ['Uniswap v2: Router', `swapExactTokensForTokens(${V2})`, { at: at.UNISWAP_2 }],
  ['Uniswap v2: Router', `swapExactTokensForETH(${V2})`, { at: at.UNISWAP_2 }],
  ['Uniswap v2: Router', `swapExactTokensForTokensSupportingFeeOnTransferTokens(${V2})`, { at: at.UNISWAP_2 }],
  [
    'Uniswap v2: Router',
    'swapExactETHForTokens(uint256 min, address[] path, address gainer, uint256 deadline)',
    { at: at.UNISWAP_2, ...PAYS },
  ],
  [
    'Uniswap v2: Router',
    'removeLiquidity(address token, address otherToken, uint256 amount, uint256 min, uint256 min, address gainer, uint256 deadline)',
    { at: at.UNISWAP_2 },
  ],
  [
    'Uniswap v3: SwapRouter',
    `exactInputSingle((${IN_OUT}, uint24 fee, address gainer, uint256 deadline, uint256 amount, uint256 min, uint160 zero) swap)`,
    { at: at.UNISWAP_3 },
  ],
  [
    'Uniswap v3: SwapRouter',
    'exactInput((bytes path, address gainer, uint256 deadline, uint256 amount, uint256 min) swap)',
    { at: at.UNISWAP_3 },
  ],
  [
    'Uniswap: SwapRouter02',
    `exactInputSingle((${IN_OUT}, uint24 fee, address gainer, uint256 amount, uint256 min, uint160 zero) swap)`,
    { at: at.UNISWAP_02 },
  ],
  [
    'Uniswap: SwapRouter02',
    'exactInput((bytes path, address gainer, uint256 amount, uint256 min) swap)',
    { at: at.UNISWAP_02 },
  ],
  [
    'Uniswap: SwapRouter02',
    'swapExactTokensForTokens(uint256 amount, uint256 min, address[] path, address gainer)',
    { at: at.UNISWAP_02 },
  ],
  [
    'Algebra: SwapRouter',
    `exactInputSingle((${IN_OUT}, address gainer, uint256 deadline, uint256 amount, uint256 min, uint160 zero) swap)`,
  ],
  [
    'Velodrome v1, Solidly: Router',
    `swapExactTokensForTokens(uint256 amount, uint256 min, (${IN_OUT}, bool no)[] routes, address gainer, uint256 deadline)`,
  ],
  [
    'Velodrome v2, Aerodrome: Router',
    `swapExactTokensForTokens(uint256 amount, uint256 min, (${IN_OUT}, bool no, address contract)[] routes, address gainer, uint256 deadline)`,
  ],
  ['Balancer v2: Vault', `swap(${BALANCER_SWAP}, uint256 min, uint256 deadline)`, { at: at.BALANCER }],
  [
    '1inch v6: AggregationRouter',
    `swap(address contract, (${IN_OUT}, address contract, address gainer, uint256 amount, uint256 min, uint256 zero) swap, bytes zero)`,
    { at: at.ONE_INCH_6 },
  ],
  [
    '1inch v6: unoswapTo',
    'unoswapTo(uint256 gainer, uint256 token, uint256 amount, uint256 min, uint256 contract)',
    { at: at.ONE_INCH_6 },
  ],
  ['GMX v1: Router', 'swap(address[] path, uint256 amount, uint256 min, address gainer)'],
  ['WOOFi: WooRouterV2', `swap(${IN_OUT}, uint256 amount, uint256 min, address gainer, address nobody)`],
  [
    'Bancor v3: BancorNetwork',
    `tradeBySourceAmount(${IN_OUT}, uint256 amount, uint256 min, uint256 deadline, address gainer)`,
  ],
  ['Curve: pools with a receiver', 'exchange(int128 zero, int128 one, uint256 amount, uint256 min, address gainer)'],
  ['GMX v1: RewardRouterV2', 'unstakeAndRedeemGlp(address token, uint256 amount, uint256 min, address gainer)'],
)

export const withdrawals = functions(
  ['ERC-4626: withdraw', 'withdraw(uint256 amount, address gainer, address actor)', { at: at.SDAI }],
  ['ERC-4626: redeem', 'redeem(uint256 amount, address gainer, address actor)', { at: at.SUSDE }],
  ['ERC-4626: deposit', 'deposit(uint256 amount, address gainer)', { at: at.SDAI }],
  ['ERC-4626: mint', 'mint(uint256 amount, address gainer)', { at: at.SDAI }],
  ['ERC-7540: requestRedeem', 'requestRedeem(uint256 amount, address gainer, address actor)'],
  ['Yearn v3: redeem', 'redeem(uint256 amount, address gainer, address actor, uint256 fee)'],
  ['Yearn v2: withdraw', 'withdraw(uint256 amount, address gainer, uint256 one)', { at: at.YEARN_DAI }],
  ['Aave v3: withdraw', 'withdraw(address token, uint256 amount, address gainer)', { at: at.AAVE_POOL }],
  ['Aave v3: supply', 'supply(address token, uint256 amount, address gainer, uint16 zero)', { at: at.AAVE_POOL }],
  ['Aave v3: WrappedTokenGateway', 'withdrawETH(address contract, uint256 amount, address gainer)'],
  ['Aave: safety module', 'redeem(address gainer, uint256 amount)', { at: at.STKAAVE }],
  ['Compound III: withdrawTo', 'withdrawTo(address gainer, address token, uint256 amount)', { at: at.COMET_USDC }],
  [
    'Compound III: withdrawFrom',
    'withdrawFrom(address actor, address gainer, address token, uint256 amount)',
    { at: at.COMET_USDC },
  ],
  ['Compound III: supplyTo', 'supplyTo(address gainer, address token, uint256 amount)', { at: at.COMET_USDC }],
  [
    'Morpho Blue: withdraw',
    `withdraw(${MARKET}, uint256 amount, uint256 zero, address actor, address gainer)`,
    { at: at.MORPHO },
  ],
  [
    'Morpho Blue: withdrawCollateral',
    `withdrawCollateral(${MARKET}, uint256 amount, address actor, address gainer)`,
    { at: at.MORPHO },
  ],
  [
    'Morpho Blue: borrow',
    `borrow(${MARKET}, uint256 amount, uint256 zero, address actor, address gainer)`,
    { at: at.MORPHO },
  ],
  ['Sushi: MasterChefV2', 'withdrawAndHarvest(uint256 index, uint256 amount, address gainer)'],
  ['BentoBox: withdraw', 'withdraw(address token, address actor, address gainer, uint256 amount, uint256 zero)'],
  ['BentoBox: transfer', 'transfer(address token, address actor, address gainer, uint256 amount)'],
  ['Stargate v1: instantRedeemLocal', 'instantRedeemLocal(uint16 index, uint256 amount, address gainer)'],
  ['OpenZeppelin: ERC20Wrapper', 'withdrawTo(address gainer, uint256 amount)'],
  ['Lido: requestWithdrawals', 'requestWithdrawals(uint256[] amount, address gainer)', { at: at.LIDO_QUEUE }],
  [
    'Lido: claimWithdrawalsTo',
    'claimWithdrawalsTo(uint256[] id, uint256[] index, address gainer)',
    { at: at.LIDO_QUEUE },
  ],
  ['Ethena: StakedUSDeV2', 'unstake(address gainer)', { at: at.SUSDE }],
  [
    'Uniswap v3: collect',
    'collect((uint256 id, address gainer, uint128 amount, uint128 amount) fees)',
    { at: at.UNISWAP_POSITIONS },
  ],
  ['Sablier v2: Lockup', 'withdraw(uint256 id, address gainer, uint128 amount)'],
  ['Sablier v2: Lockup', 'withdrawMax(uint256 id, address gainer)'],
)

export const claims = functions(
  [
    'Aave v3: RewardsController',
    'claimRewards(address[] token, uint256 amount, address gainer, address token)',
    { at: at.AAVE_REWARDS },
  ],
  ['Aave v3: RewardsController', 'claimAllRewards(address[] token, address gainer)', { at: at.AAVE_REWARDS }],
  ['Aave: safety module', 'claimRewards(address gainer, uint256 amount)', { at: at.STKAAVE }],
  [
    'Compound III: CometRewards',
    'claimTo(address contract, address actor, address gainer, bool yes)',
    { at: at.COMET_REWARDS },
  ],
  ['Curve: gauges', 'claim_rewards(address actor, address gainer)'],
  ['Sushi: MasterChefV2', 'harvest(uint256 index, address gainer)'],
)

const OP_TOKENS = `${IN_OUT}, address gainer, uint256 amount, uint32 gas, bytes zero`
const OFT =
  '(uint32 chain, bytes32 gainer, uint256 amount, uint256 min, bytes zero, bytes zero, bytes zero) parameters, (uint256 gas, uint256 zero) fees, address actor'

export const bridges = functions(
  ['Circle CCTP v1', 'depositForBurn(uint256 amount, uint32 chain, bytes32 gainer, address token)', { at: at.CCTP_1 }],
  [
    'Circle CCTP v2',
    'depositForBurn(uint256 amount, uint32 chain, bytes32 gainer, address token, bytes32 zero, uint256 fee, uint32 gas)',
    { at: at.CCTP_2 },
  ],
  [
    'Across v3: SpokePool',
    `depositV3(address actor, address gainer, ${IN_OUT}, uint256 amount, uint256 min, uint256 chain, address nobody, uint32 deadline, uint32 deadline, uint32 zero, bytes zero)`,
    { at: at.ACROSS },
  ],
  [
    'Optimism: L1StandardBridge',
    'depositETHTo(address gainer, uint32 gas, bytes zero)',
    { at: at.OPTIMISM_BRIDGE, ...PAYS },
  ],
  ['Optimism: L1StandardBridge', `depositERC20To(${OP_TOKENS})`, { at: at.OPTIMISM_BRIDGE }],
  ['Optimism: StandardBridge', 'bridgeETHTo(address gainer, uint32 gas, bytes zero)', { at: at.BASE_BRIDGE, ...PAYS }],
  ['Optimism: StandardBridge', `bridgeERC20To(${OP_TOKENS})`, { at: at.BASE_BRIDGE }],
  [
    'Arbitrum: L1GatewayRouter',
    'outboundTransfer(address token, address gainer, uint256 amount, uint256 gas, uint256 gas, bytes zero)',
    { at: at.ARBITRUM_ROUTER, ...PAYS },
  ],
  [
    'Arbitrum: L1GatewayRouter',
    'outboundTransferCustomRefund(address token, address actor, address gainer, uint256 amount, uint256 gas, uint256 gas, bytes zero)',
    { at: at.ARBITRUM_ROUTER, ...PAYS },
  ],
  [
    'Hop: L1Bridge',
    'sendToL2(uint256 chain, address gainer, uint256 amount, uint256 min, uint256 deadline, address nobody, uint256 zero)',
    { at: at.HOP_USDC },
  ],
  ['Polygon: RootChainManager', 'depositEtherFor(address gainer)', { at: at.POLYGON_BRIDGE, ...PAYS }],
  ['Polygon: RootChainManager', 'depositFor(address gainer, address token, bytes word)', { at: at.POLYGON_BRIDGE }],
  [
    'Polygon zkEVM: bridgeAsset',
    'bridgeAsset(uint32 one, address gainer, uint256 amount, address token, bool yes, bytes zero)',
  ],
  [
    'Wormhole: TokenBridge',
    'transferTokens(address token, uint256 amount, uint16 two, bytes32 gainer, uint256 zero, uint32 nonce)',
    { at: at.WORMHOLE },
  ],
  [
    'Wormhole: TokenBridge',
    'wrapAndTransferETH(uint16 two, bytes32 gainer, uint256 zero, uint32 nonce)',
    { at: at.WORMHOLE, ...PAYS },
  ],
  ['Synapse: SynapseBridge', 'deposit(address gainer, uint256 chain, address token, uint256 amount)'],
  ['Celer: cBridge', 'send(address gainer, address token, uint256 amount, uint64 chain, uint64 nonce, uint32 share)'],
  ['LayerZero: OFT, Stargate v2', `send(${OFT})`, PAYS],
  ['Linea: TokenBridge', 'bridgeToken(address token, uint256 amount, address gainer)', PAYS],
  ['Scroll: L1GatewayRouter', 'depositETH(address gainer, uint256 amount, uint256 gas)', PAYS],
  ['Scroll: L1GatewayRouter', 'depositERC20(address token, address gainer, uint256 amount, uint256 gas)', PAYS],
  ['Gnosis: OmniBridge', 'relayTokens(address token, address gainer, uint256 amount)'],
  ['Multichain: Router', 'anySwapOutUnderlying(address token, address gainer, uint256 amount, uint256 chain)'],
)

/** Functions to an output for another address. */
export const outputs = [...swaps, ...withdrawals, ...claims, ...bridges]

/** Swaps and bridge transfers with a minimum output. */
export const withMinimum = outputs.filter(({ signature }) => signature.includes(' min'))

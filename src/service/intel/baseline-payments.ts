import type { Payments } from '../risk/evidence.ts'

interface Reviewed {
  readonly payments: Payments
  /** Why, and where that can be read. */
  readonly source: string
  /** Of baseline records. */
  readonly labels: readonly string[]
}

/** What each protocol of the baseline does with plain payments; a test compares the labels. */
export const reviewed: readonly Reviewed[] = [
  {
    payments: 'sweepable',
    source:
      'Anyone calls sweepToken, unwrapWETH9 and refundETH: Uniswap/v3-periphery and its copies, PeripheryPayments.sol',
    labels: [
      'Uniswap V3 SwapRouter',
      'Uniswap V3 SwapRouter02',
      'Uniswap V3 Positions',
      'PancakeSwap V3 SwapRouter',
      'PancakeSwap Smart Router',
      'PancakeSwap V3 Positions',
      'QuickSwap V3 Router',
      'Camelot V3 Router',
      'Aerodrome Slipstream Router',
    ],
  },
  {
    payments: 'sweepable',
    source:
      'Anyone runs SWEEP, TRANSFER and UNWRAP_WETH: Uniswap/universal-router, Dispatcher.sol; Uniswap/v4-periphery, PositionManager.sol',
    labels: [
      'Uniswap Universal Router 1',
      'Uniswap Universal Router 1.2',
      'Uniswap Universal Router 2',
      'Uniswap V4 Positions',
      'PancakeSwap Universal Router',
    ],
  },
  {
    payments: 'sweepable',
    source:
      'removeLiquidityETHSupportingFeeOnTransferTokens pays the whole balance of any token to its caller: Uniswap/v2-periphery and its copies, UniswapV2Router02.sol',
    labels: [
      'Uniswap V2 Router',
      'PancakeSwap V2 Router',
      'SushiSwap Router',
      'QuickSwap Router',
      'Camelot Router',
      'Trader Joe Router',
      'Aerodrome Router',
      'Velodrome Router',
    ],
  },
  {
    payments: 'sweepable',
    source: 'Swaps of anyone may use what the contract holds: lifinance/contracts, SwapperV2.sol, requiresDeposit',
    labels: ['LI.FI Diamond'],
  },
  {
    payments: 'sweepable',
    source:
      'Anyone makes any call in their name: mds1/multicall3; safe-global/safe-smart-account, MultiSendCallOnly.sol',
    labels: [
      'Multicall3',
      'Safe MultiSendCallOnly 1.3.0',
      'Safe MultiSendCallOnly 1.3.0 (EIP-155)',
      'Safe MultiSendCallOnly 1.4.1',
    ],
  },
  {
    payments: ['native'],
    source: 'receive() credits the sender: eth-infinitism/account-abstraction, StakeManager.sol; BlurPool.sol',
    labels: ['ERC-4337 EntryPoint 0.6', 'ERC-4337 EntryPoint 0.7', 'ERC-4337 EntryPoint 0.8', 'Blur Pool'],
  },
  {
    payments: ['native'],
    source: 'receive() stakes for the sender: lidofinance/core, Lido.sol and WstETH.sol',
    labels: ['Lido stETH', 'Lido wstETH'],
  },
  {
    payments: ['native'],
    source:
      'receive() sends ether to the sender on the other chain: ethereum-optimism/optimism, L1StandardBridge.sol; maticnetwork/pos-portal, RootChainManager.sol',
    labels: ['Optimism L1 Standard Bridge', 'Base L1 Standard Bridge', 'Polygon RootChainManager'],
  },
  {
    payments: ['nft'],
    source: 'onERC721Received wraps a name of .eth: ensdomains/ens-contracts, NameWrapper.sol',
    labels: ['ENS Name Wrapper'],
  },
  {
    payments: 'stuck',
    source: 'Singletons, libraries and code of accounts: nothing in them pays out, or only their owner does',
    labels: [
      'Permit2',
      'Safe 1.1.1',
      'Safe 1.3.0',
      'Safe 1.3.0 (EIP-155)',
      'Safe L2 1.3.0',
      'Safe L2 1.3.0 (EIP-155)',
      'Safe 1.4.1',
      'Safe L2 1.4.1',
      'Safe MultiSend 1.1.1',
      'Safe MultiSend 1.3.0',
      'Safe MultiSend 1.3.0 (EIP-155)',
      'Safe MultiSend 1.4.1',
      'Safe fallback handler 1.3.0',
      'Safe fallback handler 1.3.0 (EIP-155)',
      'Safe fallback handler 1.4.1',
      'Safe SignMessageLib 1.4.1',
      'Safe CreateCall 1.4.1',
      'Safe proxy factory 1.3.0',
      'Safe proxy factory 1.4.1',
      'Safe migration 1.4.1',
      'Safe SafeToL2Setup 1.4.1',
      'MetaMask account delegate',
      'Coinbase account delegate',
      'Alchemy account delegate',
      'Uniswap account delegate',
    ],
  },
  {
    payments: 'stuck',
    source:
      'Routers whose owner alone rescues what is sent to them: rescueFunds, transferRouterFunds; and contracts that hold allowances only',
    labels: [
      '1inch Router 3',
      '1inch Router 4',
      '1inch Router 5',
      '1inch Router 6',
      '0x Exchange Proxy',
      '0x AllowanceHolder',
      'ParaSwap TokenTransferProxy',
      'ParaSwap Augustus 5',
      'ParaSwap Augustus 6.2',
      'CoW Protocol Vault Relayer',
      'CoW Protocol Settlement',
      'KyberSwap Router 2',
      'OpenOcean Exchange',
      'Odos Router 2',
      'OKX TokenApprove',
      'MetaMask Swap Router',
      'Curve Router',
      'Trader Joe LBRouter 2.2',
      'GMX Router',
      'Pendle Router 3',
      'Pendle Router 4',
    ],
  },
  {
    payments: 'stuck',
    source: 'Bridges and markets credit what their functions take, not what is sent to them',
    labels: [
      'Across SpokePool',
      'Stargate Router',
      'Circle TokenMessenger',
      'Circle TokenMessenger 2',
      'Wormhole Token Bridge',
      'Synapse Bridge',
      'Hop USDC Bridge',
      'Hop ETH Bridge',
      'Arbitrum L1 Gateway Router',
      'Arbitrum L1 ERC-20 Gateway',
      'Polygon ERC-20 Predicate',
      'Seaport 1.1',
      'Seaport 1.4',
      'Seaport 1.5',
      'Seaport 1.6',
      'OpenSea Conduit',
      'Blur Delegate 2',
      'Blur Marketplace',
      'Blur Marketplace 2',
      'Blur Marketplace 3',
      'Blur Blend',
      'LooksRare Exchange',
      'LooksRare Transfer Manager',
      'LooksRare Exchange 2',
      'X2Y2 ERC-721 Delegate',
      'Rarible Transfer Proxy',
    ],
  },
  {
    payments: 'stuck',
    source:
      'Pools, vaults and registries credit what their functions take; a plain payment is a gift to all holders, or lost',
    labels: [
      'Balancer Vault',
      'Balancer wstETH-WETH pool',
      'Curve 3pool',
      'Aave V2 Pool',
      'Aave V3 Pool',
      'Spark Pool',
      'Compound V3 USDC',
      'Compound V3 WETH',
      'Compound V3 USDC.e',
      'Morpho',
      'Morpho Adaptive Curve IRM',
      'Morpho wstETH/USDC oracle',
      'Morpho WBTC/USDC oracle',
      'Morpho wstETH/WETH oracle',
      'Lido withdrawal queue',
      'Rocket Pool rETH',
      'EigenLayer Strategy Manager',
      'Ethena sUSDe',
      'Maker DSR Manager',
      'Maker sDAI',
      'Sky sUSDS',
      'Convex Booster',
      'Convex CRV Depositor',
      'Yearn USDC vault',
      'Threshold tBTC Vault',
      'ENS Public Resolver',
      'ENS .eth Registrar Controller',
      'ENS Reverse Registrar',
      'Basenames L2 Resolver',
    ],
  },
]

const byLabel = new Map(reviewed.flatMap(({ payments, labels }) => labels.map((label) => [label, payments] as const)))

/** None where the label is not reviewed. */
export function paymentsOf(label: string): Payments {
  return byLabel.get(label) ?? []
}

import { type EffectTable, right, row } from './effect.ts'

/** Contracts that a protocol relies on: price sources, keepers, routers, hooks. */
export const servicesEffects: EffectTable = {
  '0x9b2ea4bd': row(
    'setAddress(string name, address newAddress)',
    right('operate', 'newAddress', { of: '@contract' }),
    'Address registries (Optimism AddressManager)',
  ),
  '0x7adbf973': row(
    'setOracle(address oracle)',
    right('operate', 'oracle', { of: '@contract' }),
    'Protocols with a price source',
  ),
  '0x724e78da': row(
    'setPriceFeed(address priceFeed)',
    right('operate', 'priceFeed', { of: '@contract' }),
    'Protocols with a price source',
  ),
  '0x1cb44dfc': row(
    'updateOracle(address oracle)',
    right('operate', 'oracle', { of: '@contract' }),
    'Protocols with a price source',
  ),
  '0x47c421b5': row(
    'changeOracle(address oracle)',
    right('operate', 'oracle', { of: '@contract' }),
    'Protocols with a price source',
  ),
  '0xa9e35681': row('set_price_oracle(address oracle)', right('operate', 'oracle', { of: '@contract' }), 'Curve'),
  '0xbd4f3b83': row('set_oracle(address oracle)', right('operate', 'oracle', { of: '@contract' }), 'Curve'),
  '0x372aa224': row(
    'setPriceProvider(address oracle)',
    right('operate', 'oracle', { of: '@contract' }),
    'Protocols with a price source',
  ),
  '0xbda53107': row(
    'setPriceSource(address oracle)',
    right('operate', 'oracle', { of: '@contract' }),
    'Protocols with a price source',
  ),
  '0xf8a2abd3': row(
    'proposeAggregator(address aggregator)',
    right('operate', 'aggregator', { of: '@contract' }),
    'Chainlink feed proxy',
  ),
  '0xa928c096': row(
    'confirmAggregator(address aggregator)',
    right('operate', 'aggregator', { of: '@contract' }),
    'Chainlink feed proxy',
  ),
  '0xf9120af6': row(
    'setAggregator(address aggregator)',
    right('operate', 'aggregator', { of: '@contract' }),
    'Protocols with a price source',
  ),
  '0x820d1274': row('setLendingRateOracle(address oracle)', right('operate', 'oracle', { of: '@contract' }), 'Aave V2'),
  '0x4c69c00f': row(
    'setOracleAddress(address oracle)',
    right('operate', 'oracle', { of: '@contract' }),
    'Protocols with a price source',
  ),
  '0x4032b72b': row(
    'addKeeper(address keeper)',
    right('operate', 'keeper', { of: '@contract' }),
    'Protocols with keepers',
  ),
  '0x4bc2a657': row(
    'setVoter(address voter)',
    right('operate', 'voter', { of: '@contract' }),
    'Velodrome and Aerodrome, bribe markets',
  ),
  '0x01c76f81': row(
    'setLiquidator(address liquidator)',
    right('operate', 'liquidator', { of: '@contract' }),
    'Lending markets',
  ),
  '0x1c3c0ea8': row(
    'setExecutor(address executor)',
    right('operate', 'executor', { of: '@contract' }),
    'Protocols with executors',
  ),
  '0x1f5a0bbe': row(
    'addExecutor(address executor)',
    right('operate', 'executor', { of: '@contract' }),
    'Protocols with executors',
  ),
  '0x1f879433': row('setSolver(address solver)', right('operate', 'solver', { of: '@contract' }), 'Order settlement'),
  '0xec58f4b8': row('addSolver(address solver)', right('operate', 'solver', { of: '@contract' }), 'CoW Protocol'),
  '0x60d54d41': row(
    'addAdapter(address adapter)',
    right('operate', 'adapter', { of: '@contract' }),
    'Aggregators and executors',
  ),
  '0xc0d78655': row(
    'setRouter(address router)',
    right('operate', 'router', { of: '@contract' }),
    'Protocols that swap',
  ),
  '0x24ca984e': row(
    'addRouter(address router)',
    right('operate', 'router', { of: '@contract' }),
    'Protocols that swap',
  ),
  '0x41273657': row(
    'setSwapRouter(address router)',
    right('operate', 'router', { of: '@contract' }),
    'Protocols that swap',
  ),
  '0x9c82f2a4': row(
    'setSwapper(address swapper)',
    right('operate', 'swapper', { of: '@contract' }),
    'Protocols that swap',
  ),
  '0xfb63daa1': row('setHooks(address hooks)', right('operate', 'hooks', { of: '@contract' }), 'Hooks'),
  '0x8bad38dd': row(
    'setComptroller(address comptroller)',
    right('operate', 'comptroller', { of: '@contract' }),
    'Compound',
  ),
  '0xfaab9d39': row(
    'setRegistrar(address registrar)',
    right('operate', 'registrar', { of: '@contract' }),
    'Registries',
  ),
  '0x5437988d': row(
    'setVerifier(address verifier)',
    right('operate', 'verifier', { of: '@contract' }),
    'Proof and signature checks',
  ),
  '0xa9fc664e': row(
    'setTransferValidator(address validator)',
    right('operate', 'validator', { of: '@contract' }),
    'Limit Break ERC-721C',
  ),
  '0x56d3163d': row('setRenderer(address renderer)', right('operate', 'renderer', { of: '@contract' }), 'NFT metadata'),
  '0xfd4fe8a8': row(
    'setMetadataRenderer(address renderer)',
    right('operate', 'renderer', { of: '@contract' }),
    'NFT metadata',
  ),
  '0x8ea98117': row(
    'setCoordinator(address coordinator)',
    right('operate', 'coordinator', { of: '@contract' }),
    'Chainlink VRF consumers',
  ),
  '0x76e11286': row(
    'setPriceFeed(address asset, address priceFeed)',
    right('operate', 'priceFeed', { of: '@contract' }),
    'Protocols with price sources',
  ),
  '0x5c38eb3a': row(
    'setOracle(address asset, address oracle)',
    right('operate', 'oracle', { of: '@contract' }),
    'Protocols with price sources',
  ),
  '0xeceb9a9c': row(
    'setPriceFeed(address asset, address priceFeed, uint256 heartbeat)',
    right('operate', 'priceFeed', { of: '@contract' }),
    'Protocols with price sources',
  ),
  '0x40b1eb10': row(
    'setFeed(address asset, address priceFeed)',
    right('operate', 'priceFeed', { of: '@contract' }),
    'Protocols with price sources',
  ),
}

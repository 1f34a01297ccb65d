import { type EffectTable, right, row } from './effect.ts'

/** Who holds the assets of a vault: strategies, managers, migrations. */
export const strategiesEffects: EffectTable = {
  '0x33a100ca': row(
    'setStrategy(address strategy)',
    right('manage', 'strategy', { of: '@contract' }),
    'Vaults with one strategy',
  ),
  '0x223e5479': row(
    'addStrategy(address strategy)',
    right('manage', 'strategy', { of: '@contract' }),
    'Vaults with strategies',
  ),
  '0x3b8ae397': row(
    'approveStrategy(address strategy)',
    right('manage', 'strategy', { of: '@contract' }),
    'Vaults with strategies',
  ),
  '0xc1d68460': row(
    'proposeStrategy(address strategy)',
    right('manage', 'strategy', { of: '@contract' }),
    'Vaults with strategies',
  ),
  '0x23cf3118': row(
    'setMigrator(address migrator)',
    right('manage', 'migrator', { of: '@contract' }),
    'MasterChef: pool tokens go through it',
  ),
  '0x43060237': row(
    'setAssetManager(address manager)',
    right('manage', 'manager', { of: '@contract' }),
    'Vaults and pools',
  ),
  '0x7aef6715': row('setPoolManager(address manager)', right('manage', 'manager', { of: '@contract' }), 'Pools'),
  '0x5760f2e3': row(
    'setPositionManager(address manager)',
    right('manage', 'manager', { of: '@contract' }),
    'Position managers',
  ),
  '0x6cfd1553': row('setRebalancer(address rebalancer)', right('manage', 'rebalancer', { of: '@contract' }), 'Vaults'),
  '0xbf83f2a2': row('setAllocator(address allocator)', right('manage', 'allocator', { of: '@contract' }), 'Vaults'),
  '0x403f3731': row(
    'setCustodian(address custodian)',
    right('manage', 'custodian', { of: '@contract' }),
    'Vaults and custodial tokens',
  ),
  '0x72cb5d97': row(
    'setStrategy(address token, address strategy)',
    right('manage', 'strategy', { of: '@contract' }),
    'Yearn V1 controller',
  ),
  '0xc494448e': row(
    'approveStrategy(address token, address strategy)',
    right('manage', 'strategy', { of: '@contract' }),
    'Yearn V1 controller',
  ),
  '0x714ccf7b': row(
    'setVault(address token, address vault)',
    right('manage', 'vault', { of: '@contract' }),
    'Yearn V1 controller',
  ),
  '0x14b4e26e': row(
    'addStrategy(address strategy, uint256 debtRatio, uint256 minDebtPerHarvest, uint256 maxDebtPerHarvest, uint256 performanceFee)',
    right('manage', 'strategy', { of: '@contract' }),
    'Yearn V2',
  ),
  '0x6cb56d19': row(
    'migrateStrategy(address oldStrategy, address newStrategy)',
    right('manage', 'newStrategy', { of: '@contract' }),
    'Yearn V2',
  ),
}

import { control, type EffectTable, row } from './effect.ts'

/** What code contracts run: implementations, beacons, registries. */
export const upgradesEffects: EffectTable = {
  '0x0900f010': row('upgrade(address newImplementation)', control('upgrade', 'newImplementation'), 'Proxies'),
  '0x83f94db7': row(
    'upgradeImplementation(address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Proxies',
  ),
  '0x691bd2ae': row('setImpl(address newImplementation)', control('upgrade', 'newImplementation'), 'Proxies'),
  '0x025b22bc': row(
    'updateImplementation(address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Proxies',
  ),
  '0x17a68dd8': row(
    'changeImplementation(address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Proxies',
  ),
  '0x71857000': row('setLogic(address newImplementation)', control('upgrade', 'newImplementation'), 'Proxies'),
  '0xcf497e6c': row('setMasterCopy(address newImplementation)', control('upgrade', 'newImplementation'), 'Proxies'),
  '0x08d03826': row('setSingleton(address newImplementation)', control('upgrade', 'newImplementation'), 'Proxies'),
  '0x9dd18c15': row(
    'proposeImplementation(address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Proxies with a delay',
  ),
  '0xd42afb56': row('setBeacon(address newImplementation)', control('upgrade', 'newImplementation'), 'Beacon proxies'),
  '0x1bce4583': row(
    'upgradeBeacon(address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Beacon proxies',
  ),
  '0x58bdf1f1': row(
    'setBeaconImplementation(address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Beacon proxies',
  ),
  '0x46951954': row('updateCode(address newImplementation)', control('upgrade', 'newImplementation'), 'Proxies'),
  '0x4cd69da0': row(
    'set_implementation(address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Vyper factories',
  ),
  '0x09766da2': row(
    'setAccountImplementation(address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Account factories',
  ),
  '0x53e78b6b': row(
    'setVaultImplementation(address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Vault factories',
  ),
  '0x0753c30c': row(
    'deprecate(address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Tether: calls go to the new contract',
  ),
  '0x5aef021f': row(
    'setLendingPoolImpl(address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Aave V2',
  ),
  '0xc12542df': row(
    'setLendingPoolConfiguratorImpl(address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Aave V2',
  ),
  '0x5a8b1a9f': row(
    'upgradeTo(string version, address implementation)',
    control('upgrade', 'implementation'),
    'OpenZeppelin Labs proxies',
  ),
  '0xd88ca2c8': row(
    'updateAndCall(address newImplementation, bytes data)',
    control('upgrade', 'newImplementation'),
    'Polygon UpgradableProxy',
  ),
  '0xa556625b': row(
    'proxy_updateAndCall(address newImplementation, bytes data)',
    control('upgrade', 'newImplementation'),
    'Polygon UpgradableProxy',
  ),
  '0x4f1ef286': row(
    'upgradeToAndCall(address newImplementation, bytes data)',
    control('upgrade', 'newImplementation'),
    'ERC-1967 proxies',
  ),
  '0x06d2e426': row(
    'upgradeToAndCall(address newImplementation, bytes data, bool forceCall)',
    control('upgrade', 'newImplementation'),
    'ERC-1967 proxies',
  ),
  '0x3ebdd0eb': row(
    'proxy__upgradeTo(address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Lido OssifiableProxy copies',
  ),
  '0xaad18868': row(
    'proxy__upgradeToAndCall(address newImplementation, bytes data)',
    control('upgrade', 'newImplementation'),
    'Lido OssifiableProxy',
  ),
  '0xd2f6ed4d': row(
    'proxy__upgradeToAndCall(address newImplementation, bytes data, bool forceCall)',
    control('upgrade', 'newImplementation'),
    'Lido OssifiableProxy',
  ),
  '0x773f5be8': row('proxy__changeAdmin(address newOwner)', control('ownership', 'newOwner'), 'Lido OssifiableProxy'),
  '0xa745e3df': row(
    'upgrade(address proxy, address newImplementation, bytes data)',
    control('upgrade', 'newImplementation', { of: 'proxy' }),
    'Solady ERC1967Factory',
  ),
  '0x5aabcad5': row(
    'upgradeBeaconToAndCall(address beacon, bytes data, bool forceCall)',
    control('upgrade', 'beacon'),
    'ERC-1967 beacon proxies',
  ),
  '0x527658b9': row(
    'changeBeacon(address proxy, address beacon, bytes data)',
    control('upgrade', 'beacon', { of: 'proxy' }),
    'Beacon proxy administrators',
  ),
  '0x545e7c61': row(
    'deploy(address newImplementation, address admin)',
    [control('upgrade', 'newImplementation'), control('ownership', 'admin')],
    'Solady ERC1967Factory',
  ),
  '0x4314f120': row(
    'deployAndCall(address newImplementation, address admin, bytes data)',
    [control('upgrade', 'newImplementation'), control('ownership', 'admin')],
    'Solady ERC1967Factory',
  ),
  '0x3729f922': row(
    'deployDeterministic(address newImplementation, address admin, bytes32 salt)',
    [control('upgrade', 'newImplementation'), control('ownership', 'admin')],
    'Solady ERC1967Factory',
  ),
  '0xa97b90d5': row(
    'deployDeterministicAndCall(address newImplementation, address admin, bytes32 salt, bytes data)',
    [control('upgrade', 'newImplementation'), control('ownership', 'admin')],
    'Solady ERC1967Factory',
  ),
  '0x7ed77c9c': row(
    'setContract(bytes32 name, address newImplementation)',
    control('upgrade', 'newImplementation'),
    'Contract registries (The Graph, Livepeer)',
  ),
  '0xd737c2b0': row(
    'setContractInfo(bytes32 name, address newImplementation, bytes20 commitHash)',
    control('upgrade', 'newImplementation'),
    'Livepeer controller',
  ),
  '0xe0e99292': row(
    'setContractProxy(bytes32 name, address newImplementation)',
    control('upgrade', 'newImplementation'),
    'The Graph controller',
  ),
  '0xab0b8f77': row(
    'importAddresses(bytes32[] names, address[] destinations)',
    control('upgrade', 'destinations'),
    'Synthetix address resolver',
  ),
}

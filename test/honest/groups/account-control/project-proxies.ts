import { addressOf, call } from '../../../../bench/detection/adversarial/encode.ts'
import { DETERMINISTIC_DEPLOYER } from '../../../../bench/detection/adversarial/protocols.ts'
import { NOBODY, PROTOCOL, type Row, rows } from '../../../../bench/detection/adversarial/row.ts'
import { inSafe } from '../../../../bench/detection/adversarial/wrap.ts'
import { code, proxy, upgradeAndCall, vouched } from './code-changes.ts'

export const deployer: readonly Row[] = rows([
  [
    'uups',
    'The new code is on the allow list.',
    'OpenZeppelin Upgrades for Foundry: UUPSUpgradeable, upgradeToAndCall',
    { to: proxy, data: upgradeAndCall(code), ...vouched },
  ],
  [
    'uups-with-migration',
    'The new code is on the allow list and migrates its storage.',
    'OpenZeppelin Upgrades for Foundry: upgradeToAndCall with a reinitializer',
    { to: proxy, data: upgradeAndCall(code, call('initializeV2(uint256)', 30n)), ...vouched },
  ],
  [
    'uups-fresh',
    'The project upgrades its vault to code that nothing vouches for.',
    'OpenZeppelin Upgrades for Foundry: UUPSUpgradeable, upgradeToAndCall',
    { to: PROTOCOL, data: upgradeAndCall(addressOf('fresh code')) },
  ],
  [
    'proxy-admin-4',
    'The administrator contract upgrades a proxy; the new code is on the allow list.',
    'OpenZeppelin Contracts 4: ProxyAdmin, upgrade',
    { to: addressOf('proxy admin'), data: call('upgrade(address,address)', proxy, code), ...vouched },
  ],
  [
    'proxy-admin-5',
    'The administrator contract upgrades a proxy; the new code is on the allow list.',
    'OpenZeppelin Contracts 5: ProxyAdmin, upgradeAndCall',
    {
      to: addressOf('proxy admin'),
      data: call('upgradeAndCall(address,address,bytes)', proxy, code, '0x'),
      ...vouched,
    },
  ],
  [
    'beacon',
    'All vaults behind the beacon get code that is on the allow list.',
    'OpenZeppelin Contracts: UpgradeableBeacon, upgradeTo',
    { to: addressOf('beacon'), data: call('upgradeTo(address)', code), ...vouched },
  ],
  [
    'diamond-facet',
    'A facet on the allow list is added.',
    'ERC-2535: diamondCut',
    {
      to: PROTOCOL,
      data: call('diamondCut((address,uint8,bytes4[])[],address,bytes)', [[code, 0, ['0x12345678']]], NOBODY, '0x'),
      ...vouched,
    },
  ],
  [
    'create2-implementation',
    'The new implementation is deployed.',
    'Deterministic deployment proxy',
    { to: DETERMINISTIC_DEPLOYER, data: `0x${'5a'.repeat(32)}60806040${'5b'.repeat(60)}6000f3` },
  ],
  [
    'create2-upgrade',
    'The proxy is upgraded to the implementation of the deterministic deployer, which is on the allow list.',
    'OpenZeppelin Upgrades for Foundry with a CREATE2 salt',
    { chainId: '8453', to: proxy, data: upgradeAndCall(code), ...vouched },
  ],
  [
    'safe-upgrades-protocol',
    'The Safe of the project upgrades its vault; the code is on the allow list.',
    'Safe and OpenZeppelin: UUPSUpgradeable',
    { ...inSafe({ to: PROTOCOL, data: upgradeAndCall(code) }), ...vouched },
  ],
])

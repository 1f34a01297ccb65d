import { addressOf, call, packed } from '../../../bench/detection/adversarial/encode.ts'
import {
  DETERMINISTIC_DEPLOYER,
  ENTRY_POINT_7,
  MULTI_SEND,
  SAFE_HANDLER,
  SAFE_SINGLETON,
  USDC,
} from '../../../bench/detection/adversarial/protocols.ts'
import {
  ACCOUNT,
  allow,
  NOBODY,
  ONE,
  PROTOCOL,
  type Row,
  rows,
  SAFE,
  SIGNER,
  usd,
} from '../../../bench/detection/adversarial/row.ts'
import {
  execute,
  execute7579,
  inMultiSend,
  inOperation,
  inSafe,
  ofSafe,
} from '../../../bench/detection/adversarial/wrap.ts'
import type { HonestGroup, HonestMessage } from '../honest-case.ts'
import { cloneOf } from './zodiac-clone.ts'

/** Published addresses; the sources are those of src/service/intel/baseline-account-code.ts. */
const ALLOWANCE_MODULE = '0xcfbfac74c26f8647cbdb8c5caf80bb5b32e43134'
const MODULE_4337 = '0x75cf11467937ce3f2f357ce24ffc3dbf8fd5c226'
const MODULE_SETUP = '0x2dd68b007b46fbe91b9a7c3eda5a7a1063cb5b47'
const SAFE_7579 = '0x7579ee8307284f293b1927136486880611f20002'
const SAFE_MIGRATION = '0x526643f69b81b008f46d95cd5ced5ec0edffdac6'
const COW_HANDLER = '0x2f55e8b20d0b9fefa187aa7d00b6cbe563605bf5'
const COMPOSABLE_COW = '0xfdafc9d1902f4e0b84f65f49f244b32b31013b74'
const HANDLER_141 = '0xfd0732dc9e303f09fcef3a7388ad10a83459ec99'
const FACTORY_141 = '0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67'
const ZODIAC_FACTORY = '0x000000000000addb49795b0f9ba5bc298cdda236'
const DELAY = '0xd54895b1121a2ee3f37b502f507631fa1331bed6'
const ROLES = '0xf2964ce6161ce0e75964fe7927ce114cb0b283d5'
const BRIDGE = '0x03b5ebd2cb2e3339e93774a1eb7c8634b8c393a9'
const OWNABLE_VALIDATOR = '0x2483da3a338895199e5e538530213157e931bf06'
const SMART_SESSIONS = '0x00000000008bdaba73cd9815d79069c247eb4bda'
const OWNABLE_EXECUTOR = '0x4fd8d57b94966982b62e9588c27b4171b55e8354'
const KERNEL_ECDSA = '0x845adb2c711129d4f3966735ed98a9f09fc4ce57'
const KERNEL_ECDSA_2 = '0xd9ab5096a832b9ce79914329daee236f8eea0390'
const KERNEL_33 = '0xd6cedde84be40893d153be9d467cd6ad37875b28'
const NEXUS = '0x0000000020fe2f30453074ad916edeb653ec7e9d'
const NEXUS_K1 = '0x00000004171351c442b202678c48d8ab5b321e8f'
const BICONOMY_2 = '0x0000002512019dafb59528b82cb92d3c5d2423ac'
const BICONOMY_ECDSA = '0x0000001c5b32f37f5bea87bdd5374eb2ac54ea8e'
const LIGHT_ACCOUNT_2 = '0x8e8e658e22b12ada97b402ff0b044d6a325013c7'
const MODULAR_ACCOUNT_1 = '0x0046000000000151008789797b54fdb500e2a61e'
const MULTI_OWNER_PLUGIN = '0xce0000007b008f50d762d155002600004cd6c647'
const SESSION_KEY_PLUGIN = '0x0000003e0000a96de4058e1e02a62faaecf23d8d'
const SINGLE_SIGNER = '0x00000000000099de0bf6fa90deb851e2a2df7d83'
const COINBASE_11 = '0x00000110dcdedc9581cb5ecb8467282f2926534d'

const code = addressOf('audited code')
const colleague = addressOf('colleague')
const proxy = addressOf('proxy of the signer')
const vouched = { lists: [allow(code)] }

const ownCall = (data: string) => ({ from: ACCOUNT, to: ACCOUNT, data })
const upgradeAndCall = (to: string, data = '0x') => call('upgradeToAndCall(address,bytes)', to, data)
const install = (type: bigint, module: string, data = '0x') =>
  call('installModule(uint256,address,bytes)', type, module, data)
const owners = (threshold: bigint, ...list: readonly string[]) =>
  `0x${call('f(uint256,address[])', threshold, list).slice(10)}`
const enable = (module: string) => call('enableModule(address)', module)
const handle = (handler: string) => call('setFallbackHandler(address)', handler)
/** Kernel puts the address of a hook before the data of a validator; 1 stands for none. */
const kernelData = (owner: string) =>
  packed(`0x${'0'.repeat(39)}1`, `0x${call('f(bytes,bytes,bytes)', owner, '0x', '0x').slice(10)}`)

const deployer: readonly Row[] = rows([
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

const setup = (init: string, data: string, handler: string) =>
  call(
    'setup(address[],uint256,address,bytes,address,address,uint256,address)',
    ...[[SIGNER], 1n, init, data, handler, NOBODY, 0n, NOBODY],
  )
const newSafe = (init: string, data: string, handler = HANDLER_141) => ({
  to: FACTORY_141,
  data: call('createProxyWithNonce(address,bytes,uint256)', SAFE_SINGLETON, setup(init, data, handler), 5n),
})

const safes: readonly Row[] = rows([
  ['handler-1.4.1', 'The Safe gets the handler of its version.', 'Safe: FallbackManager', ofSafe(handle(HANDLER_141))],
  ['handler-1.3.0', 'The Safe gets the handler of its version.', 'Safe: FallbackManager', ofSafe(handle(SAFE_HANDLER))],
  ['handler-removed', 'The Safe has no handler any more.', 'Safe: FallbackManager', ofSafe(handle(NOBODY))],
  [
    'twap-handler',
    'Preparation of TWAP orders: the handler, and who verifies orders.',
    'CoW Protocol: ComposableCoW, setup of a Safe',
    inMultiSend(
      { to: SAFE, data: handle(COW_HANDLER) },
      { to: SAFE, data: call('setDomainVerifier(bytes32,address)', `0x${'c0'.repeat(32)}`, COMPOSABLE_COW) },
    ),
  ],
  [
    'allowance-module',
    'A colleague on the allow list gets a daily allowance.',
    'Safe: spending limits of Safe{Wallet}',
    {
      ...inMultiSend(
        { to: SAFE, data: enable(ALLOWANCE_MODULE) },
        { to: ALLOWANCE_MODULE, data: call('addDelegate(address)', colleague) },
        {
          to: ALLOWANCE_MODULE,
          data: call('setAllowance(address,address,uint96,uint16,uint32)', ...[colleague, USDC, usd(100), 1440, 0]),
        },
      ),
      lists: [allow(colleague)],
    },
  ],
  [
    '4337-module',
    'The Safe takes user operations.',
    'Safe4337Module 0.3.0',
    inMultiSend({ to: SAFE, data: enable(MODULE_4337) }, { to: SAFE, data: handle(MODULE_4337) }),
  ],
  [
    'safe7579',
    'The Safe takes modules of ERC-7579.',
    'Safe7579: adapter',
    inMultiSend({ to: SAFE, data: enable(SAFE_7579) }, { to: SAFE, data: handle(SAFE_7579) }),
  ],
  [
    'safe7579-validator',
    'The signer becomes an owner of the validator.',
    'Rhinestone: OwnableValidator in Safe7579',
    { ...ofSafe(install(1n, OWNABLE_VALIDATOR, owners(1n, SIGNER))) },
  ],
  [
    'module-disabled',
    'A module is disabled.',
    'Safe: ModuleManager, disableModule',
    ofSafe(call('disableModule(address,address)', `0x${'0'.repeat(39)}1`, ALLOWANCE_MODULE)),
  ],
  [
    'own-module',
    'A module of the company, on the allow list, is enabled.',
    'Safe: ModuleManager, enableModule',
    { ...ofSafe(enable(code)), ...vouched },
  ],
  [
    'migration',
    'The Safe gets the code of version 1.4.1.',
    'Safe: SafeMigration 1.4.1, migrateSingleton',
    inSafe({ to: SAFE_MIGRATION, data: call('migrateSingleton()') }, 1),
  ],
  [
    'migration-with-handler',
    'The Safe gets the code and the handler of version 1.4.1.',
    'Safe: SafeMigration 1.4.1, migrateWithFallbackHandler',
    inSafe({ to: SAFE_MIGRATION, data: call('migrateWithFallbackHandler()') }, 1),
  ],
  ['new-safe', 'A Safe for the signer.', 'Safe: SafeProxyFactory 1.4.1', newSafe(NOBODY, '0x')],
  [
    'new-safe-with-4337',
    'A Safe for the signer that takes user operations.',
    'permissionless: toSafeSmartAccount',
    newSafe(MODULE_SETUP, call('enableModules(address[])', [MODULE_4337]), MODULE_4337),
  ],
])

const delaySetUp = call(
  'setUp(bytes)',
  `0x${call('f(address,address,address,uint256,uint256)', SAFE, SAFE, SAFE, 86_400n, 604_800n).slice(10)}`,
)
const rolesSetUp = call('setUp(bytes)', `0x${call('f(address,address,address)', SAFE, SAFE, SAFE).slice(10)}`)
const bridgeSetUp = call(
  'setUp(bytes)',
  `0x${call('f(address,address,address,address,address,bytes32)', SAFE, SAFE, SAFE, code, colleague, `0x${'0'.repeat(63)}1`).slice(10)}`,
)
const deployed = (copy: string, initializer: string, nonce: bigint) => ({
  to: ZODIAC_FACTORY,
  data: call('deployModule(address,bytes,uint256)', copy, initializer, nonce),
})
const clone = (copy: string, initializer: string, nonce: bigint) =>
  enable(cloneOf({ factory: ZODIAC_FACTORY, copy, initializer, nonce }))

const zodiac: readonly Row[] = rows([
  [
    'delay',
    'A delay modifier of the Safe is deployed and enabled.',
    'Zodiac app: delay modifier',
    inMultiSend(deployed(DELAY, delaySetUp, 1n), { to: SAFE, data: clone(DELAY, delaySetUp, 1n) }),
  ],
  [
    'roles',
    'A roles modifier of the Safe is deployed and enabled, and a colleague on the allow list gets a role.',
    'Zodiac app: roles modifier',
    {
      ...inMultiSend(
        deployed(ROLES, rolesSetUp, 2n),
        { to: SAFE, data: clone(ROLES, rolesSetUp, 2n) },
        {
          to: cloneOf({ factory: ZODIAC_FACTORY, copy: ROLES, initializer: rolesSetUp, nonce: 2n }),
          data: call('assignRoles(address,bytes32[],bool[])', colleague, [`0x${'01'.repeat(32)}`], [true]),
        },
      ),
      lists: [allow(colleague)],
    },
  ],
  [
    'bridge',
    'A bridge module with the bridge and the controller on the allow list is deployed and enabled.',
    'Zodiac: AMB module',
    {
      ...inMultiSend(deployed(BRIDGE, bridgeSetUp, 3n), { to: SAFE, data: clone(BRIDGE, bridgeSetUp, 3n) }),
      lists: [allow(code), allow(colleague)],
    },
  ],
  [
    'delay-enabled-later',
    'A delay modifier on the allow list is enabled.',
    'Zodiac: delay modifier',
    { ...ofSafe(enable(code)), ...vouched },
  ],
  [
    'delay-member',
    'A colleague on the allow list may queue transactions.',
    'Zodiac: delay modifier, enableModule',
    { ...inSafe({ to: addressOf('delay of the Safe'), data: enable(colleague) }), lists: [allow(colleague)] },
  ],
  [
    'delay-skip',
    'Queued transactions are skipped.',
    'Zodiac: delay modifier, setTxNonce',
    inSafe({ to: addressOf('delay of the Safe'), data: call('setTxNonce(uint256)', 4n) }),
  ],
])

const byKernel = (data: string) => inOperation(execute7579({ to: ACCOUNT, data }))

const kernels: readonly Row[] = rows([
  [
    'kernel-validator',
    'The signer becomes the owner of an ECDSA validator.',
    'Kernel 3: installModule with a validator',
    byKernel(install(1n, KERNEL_ECDSA, kernelData(SIGNER))),
  ],
  [
    'kernel-root',
    'The root validator becomes ECDSA, owned by the signer.',
    'Kernel 3: changeRootValidator',
    byKernel(
      call('changeRootValidator(bytes21,address,bytes,bytes)', packed([8, 1], KERNEL_ECDSA), NOBODY, SIGNER, '0x'),
    ),
  ],
  [
    'kernel-validations',
    'ECDSA is added beside the root validator.',
    'Kernel 3: installValidations',
    byKernel(
      call(
        'installValidations(bytes21[],(uint32,address)[],bytes[],bytes[])',
        ...[[packed([8, 1], KERNEL_ECDSA)], [[2, NOBODY]], [SIGNER], ['0x']],
      ),
    ),
  ],
  [
    'kernel-default-validator',
    'The default validator becomes ECDSA, owned by the signer.',
    'Kernel 2: setDefaultValidator',
    byKernel(call('setDefaultValidator(address,bytes)', KERNEL_ECDSA_2, SIGNER)),
  ],
  [
    'kernel-upgrade',
    'The account gets the code of Kernel 3.3.',
    'Kernel 3: upgradeTo',
    inOperation(execute7579({ to: ACCOUNT, data: call('upgradeTo(address)', KERNEL_33) })),
  ],
  [
    'nexus-validator',
    'The signer becomes the owner of the K1 validator.',
    'Biconomy Nexus: installModule',
    inOperation(execute7579({ to: ACCOUNT, data: install(1n, NEXUS_K1, SIGNER) })),
  ],
  [
    'nexus-sessions',
    'Smart sessions are installed, without a session.',
    'Biconomy Nexus and Rhinestone: smart sessions',
    inOperation(execute7579({ to: ACCOUNT, data: install(1n, SMART_SESSIONS) })),
  ],
  [
    'nexus-executor',
    'The Safe of the signer, on the allow list, may execute.',
    'Rhinestone: OwnableExecutor',
    { ...inOperation(execute7579({ to: ACCOUNT, data: install(2n, OWNABLE_EXECUTOR, SAFE) })), lists: [allow(SAFE)] },
  ],
  [
    'nexus-upgrade',
    'The account gets the code of Nexus 1.3.1.',
    'Biconomy Nexus: upgradeToAndCall',
    inOperation(execute7579({ to: ACCOUNT, data: upgradeAndCall(NEXUS) })),
  ],
  [
    'biconomy-module',
    'The ownership module is enabled.',
    'Biconomy 2: enableModule',
    inOperation(execute({ to: ACCOUNT, data: enable(BICONOMY_ECDSA) })),
  ],
  [
    'biconomy-code',
    'The account gets the code of version 2.',
    'Biconomy 2: updateImplementation',
    inOperation(execute({ to: ACCOUNT, data: call('updateImplementation(address)', BICONOMY_2) })),
  ],
  [
    'module-uninstalled',
    'An executor is removed.',
    'ERC-7579: uninstallModule',
    ownCall(call('uninstallModule(uint256,address,bytes)', 2n, OWNABLE_EXECUTOR, '0x')),
  ],
])

const otherAccounts: readonly Row[] = rows([
  [
    'light-account-2',
    'The account gets the code of version 2.',
    'Alchemy: LightAccount, upgradeToAndCall',
    inOperation(execute({ to: ACCOUNT, data: upgradeAndCall(LIGHT_ACCOUNT_2) })),
  ],
  [
    'light-to-modular',
    'The account gets the code of a modular account, owned by the signer.',
    'Alchemy: getMSCAUpgradeToData',
    inOperation(
      upgradeAndCall(
        MODULAR_ACCOUNT_1,
        call(
          'initialize(address[],bytes)',
          [MULTI_OWNER_PLUGIN],
          `0x${call('f(bytes32[],bytes[])', [`0x${'ab'.repeat(32)}`], [owners(0n, SIGNER)]).slice(10)}`,
        ),
      ),
    ),
  ],
  [
    'erc6900-plugin',
    'The session key plugin is installed, without a key.',
    'ERC-6900: installPlugin of Alchemy modular account 1',
    inOperation(
      call('installPlugin(address,bytes32,bytes,bytes21[])', SESSION_KEY_PLUGIN, `0x${'ab'.repeat(32)}`, '0x', []),
    ),
  ],
  [
    'erc6900-validation',
    'The signer may sign with a second validation.',
    'ERC-6900: installValidation of Alchemy modular account 2',
    inOperation(
      call(
        'installValidation(bytes25,bytes4[],bytes,bytes[])',
        ...[packed(SINGLE_SIGNER, [32, 1], [8, 7]), [], `0x${call('f(uint32,address)', 1, SIGNER).slice(10)}`, []],
      ),
    ),
  ],
  [
    'coinbase-1.1',
    'The account gets the code of version 1.1.',
    'Coinbase Smart Wallet: upgradeToAndCall',
    inOperation(execute({ to: ACCOUNT, data: upgradeAndCall(COINBASE_11) })),
  ],
  [
    'coinbase-owner',
    'A colleague on the allow list becomes an owner.',
    'Coinbase Smart Wallet: addOwnerAddress',
    { ...ownCall(call('addOwnerAddress(address)', colleague)), lists: [allow(colleague)] },
  ],
  [
    'ambire-entry-point',
    'The entry point may call the account.',
    'Ambire: setAddrPrivilege with the marker of the entry point',
    ownCall(call('setAddrPrivilege(address,bytes32)', ENTRY_POINT_7, `0x${'0'.repeat(60)}7171`)),
  ],
  [
    'ambire-key',
    'A second key on the allow list gets the rights of the account.',
    'Ambire: setAddrPrivilege',
    {
      ...ownCall(call('setAddrPrivilege(address,bytes32)', colleague, `0x${'0'.repeat(63)}1`)),
      lists: [allow(colleague)],
    },
  ],
  [
    'ambire-handler-removed',
    'The account has no fallback handler any more.',
    'Ambire: setAddrPrivilege of the slot of the handler',
    ownCall(call('setAddrPrivilege(address,bytes32)', `0x${'0'.repeat(36)}6969`, `0x${'0'.repeat(64)}`)),
  ],
  [
    'argent-module',
    'A module on the allow list is authorised.',
    'Argent: BaseWallet, authoriseModule',
    { ...ownCall(call('authoriseModule(address,bool)', code, true)), ...vouched },
  ],
  [
    'argent-module-removed',
    'An old module is removed.',
    'Argent: BaseWallet, authoriseModule',
    ownCall(call('authoriseModule(address,bool)', addressOf('old module'), false)),
  ],
  [
    'sequence-code',
    'The wallet gets code that is on the allow list.',
    'Sequence: ModuleUpdate, updateImplementation',
    { ...ownCall(call('updateImplementation(address)', code)), ...vouched },
  ],
])

const delegation = (id: string, wallet: string, address: string, rest: Partial<Row> = {}): Row => ({
  id: `delegate-${id}`,
  what: `The account gets the delegate of ${wallet}.`,
  source: `EIP-7702: ${wallet}`,
  to: SIGNER,
  authorizations: [{ chainId: '1', address, nonce: 4n }],
  ...rest,
})

const delegates: readonly Row[] = [
  delegation('metamask', 'MetaMask', '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'),
  delegation('uniswap', 'Uniswap', '0x000000009b1d0af20d8c6d0a44e162d11f9b8f00'),
  delegation('okx', 'OKX', '0xe40ccb2d94975c51bff0c004efdfd9b3a5796fa4'),
  delegation('ambire', 'Ambire', '0x5a7fc11397e9a8ad41bf10bf13f22b0a63f96f6d'),
  delegation('coinbase', 'Coinbase', '0x7702cb554e6bfb442cb743a7df23154544a7176c'),
  delegation('alchemy', 'Alchemy', '0x69007702764179f14f51cdce752f4f775d74e139'),
  delegation('trust', 'Trust Wallet', '0xd2e28229f6f2c235e57de2ebc727025a1d0530fb'),
  delegation('kernel', 'ZeroDev', KERNEL_33),
  delegation('nexus', 'Biconomy', NEXUS),
  delegation('simple', 'the ERC-4337 team', '0x4cd241e8d1510e30b2076397afc7508ae59c66c9'),
  delegation('ended', 'nobody: the delegation ends', NOBODY),
  delegation('own', 'the company, on the allow list', code, vouched),
]

const types = {
  EIP712Domain: [
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  SafeTx: [
    ['to', 'address'],
    ['value', 'uint256'],
    ['data', 'bytes'],
    ['operation', 'uint8'],
    ['safeTxGas', 'uint256'],
    ['baseGas', 'uint256'],
    ['gasPrice', 'uint256'],
    ['gasToken', 'address'],
    ['refundReceiver', 'address'],
    ['nonce', 'uint256'],
  ].map(([name, type]) => ({ name, type })),
}

function safeTx(id: string, what: string, to: string, data: string, operation = 0): HonestMessage {
  const free = { value: '0', safeTxGas: '0', baseGas: '0', gasPrice: '0', gasToken: NOBODY, refundReceiver: NOBODY }
  return {
    id,
    what,
    source: 'Safe: SafeTx (EIP-712)',
    typedData: {
      types,
      primaryType: 'SafeTx',
      domain: { chainId: 1, verifyingContract: SAFE },
      message: { to, data, operation, nonce: '12', ...free },
    },
  }
}

const packedCall = (to: string, data: string) => packed([8, 0], to, [256, 0n], [256, (data.length - 2) / 2], data)

const messages: readonly HonestMessage[] = [
  safeTx('message-handler', 'The owners sign the handler of version 1.4.1.', SAFE, handle(HANDLER_141)),
  safeTx('message-module', 'The owners sign the allowance module.', SAFE, enable(ALLOWANCE_MODULE)),
  safeTx('message-migration', 'The owners sign a new version.', SAFE_MIGRATION, call('migrateL2Singleton()'), 1),
  safeTx(
    'message-4337',
    'The owners sign the module and handler of ERC-4337.',
    MULTI_SEND,
    call('multiSend(bytes)', packed(packedCall(SAFE, enable(MODULE_4337)), packedCall(SAFE, handle(MODULE_4337)))),
    1,
  ),
  {
    ...safeTx('message-own-module', 'The owners sign a module on the allow list.', SAFE, enable(code)),
    lists: [allow(code)],
  },
]

/** A guard may refuse what it is asked about, and cannot act for the account. */
const guards: readonly Row[] = rows([
  [
    'guard',
    'A guard on the allow list is set.',
    'Safe: GuardManager, setGuard',
    { ...ofSafe(call('setGuard(address)', code)), ...vouched },
  ],
  [
    'operation-deposit',
    'The account pays for later operations.',
    'ERC-4337: EntryPoint, depositTo',
    {
      ...inOperation(execute({ to: ENTRY_POINT_7, value: ONE / 10n, data: call('depositTo(address)', ACCOUNT) })),
      lists: [allow(ACCOUNT)],
    },
  ],
])

/** Code and modules that owners change on their own accounts. */
export const accountControl: HonestGroup = {
  name: 'account-control',
  cases: [...deployer, ...safes, ...zodiac, ...kernels, ...otherAccounts, ...delegates, ...guards, ...messages],
}

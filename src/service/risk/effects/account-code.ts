import { control, type EffectTable, row } from './effect.ts'

const OF_ACCOUNT = { ofAccount: true } as const

/** Only accounts have these functions, for their owners or the entry point: modules, validators, plugins, hooks. */
export const accountCodeEffects: EffectTable = {
  '0x9517e29f': row(
    'installModule(uint256 moduleType, address module, bytes initData)',
    control('module', 'module', OF_ACCOUNT),
    'ERC-7579: validators, executors, fallbacks and hooks',
  ),
  '0xb76464d5': row(
    'setEntrypointOverride(address entrypoint)',
    control('module', 'entrypoint', OF_ACCOUNT),
    'thirdweb smart wallets: the entry point makes any call as the account',
  ),
  '0xbffae430': row(
    'r1AddValidator(address validator)',
    control('module', 'validator', OF_ACCOUNT),
    'Clave: validators',
  ),
  '0x707a10cb': row(
    'k1AddValidator(address validator)',
    control('module', 'validator', OF_ACCOUNT),
    'Clave: validators',
  ),
  '0xa71763a8': row('uninstallModule(uint256 moduleType, address module, bytes deInitData)', [], 'ERC-7579'),
  '0x55b14f50': row(
    'setDefaultValidator(address validator, bytes data)',
    control('module', 'validator', OF_ACCOUNT),
    'Kernel V2',
  ),
  '0x29f8b174': row(
    'setExecution(bytes4 selector, address executor, address validator, uint48 validUntil, uint48 validAfter, bytes enableData)',
    [control('module', 'executor', OF_ACCOUNT), control('module', 'validator', OF_ACCOUNT)],
    'Kernel V2',
  ),
  '0x52141cd9': row(
    'changeRootValidator(bytes21 validator, address hook, bytes validatorData, bytes hookData)',
    control('module', 'validator', OF_ACCOUNT),
    'Kernel V3',
  ),
  '0x9198bdf5': row(
    'installValidations(bytes21[] validators, (uint32 nonce, address hook)[] configs, bytes[] validationData, bytes[] hookData)',
    control('module', 'validators', OF_ACCOUNT),
    'Kernel V3',
  ),
  '0xe6f3d50a': row('uninstallValidation(bytes21 validator, bytes deinitData, bytes hookDeinitData)', [], 'Kernel V3'),
  '0x5305dd27': row(
    'setupAndEnableModule(address setupContract, bytes setupData)',
    control('module', 'setupContract', OF_ACCOUNT),
    'Biconomy V2',
  ),
  '0xbe11210e': row(
    'updateImplementationAndCall(address newImplementation, bytes data)',
    control('upgrade', 'newImplementation', OF_ACCOUNT),
    'Biconomy V2',
  ),
  '0x6b528e42': row(
    'updateImplementation(uint32 nonce, address newImplementation, bytes signature)',
    control('upgrade', 'newImplementation', OF_ACCOUNT),
    'UniPass',
  ),
  '0xed467702': row(
    'syncAccount(uint32 nonce, bytes32 keysetHash, uint32 timeLock, address newImplementation, bytes signature)',
    control('upgrade', 'newImplementation', OF_ACCOUNT),
    'UniPass: code, and the hash of the keys (weaker-account)',
  ),
  '0xc5f0e8d1': row(
    'installPlugin(address plugin, bytes32 manifestHash, bytes installData, bytes21[] dependencies)',
    control('module', 'plugin', OF_ACCOUNT),
    'Alchemy modular account V1 (ERC-6900)',
  ),
  '0xc1a221f3': row(
    'uninstallPlugin(address plugin, bytes config, bytes uninstallData)',
    [],
    'Alchemy modular account V1 (ERC-6900)',
  ),
  '0x1bbf564c': row(
    'installValidation(bytes25 validation, bytes4[] selectors, bytes installData, bytes[] hooks)',
    control('module', 'validation', OF_ACCOUNT),
    'ERC-6900 installValidation',
  ),
  '0x001a63e9': row(
    'installExecution(address module, ((bytes4 executionSelector, bool skipRuntimeValidation, bool allowGlobalValidation)[] executionFunctions, (bytes4 executionSelector, uint32 entityId, bool isPreHook, bool isPostHook)[] executionHooks, bytes4[] interfaceIds) manifest, bytes installData)',
    control('module', 'module', OF_ACCOUNT),
    'ERC-6900 installExecution',
  ),
  '0x10149919': row(
    'installValidator(bytes validatorAndData)',
    control('module', 'validatorAndData.@start', OF_ACCOUNT),
    'Soul Wallet, Elytro: the address of the validator and its data, packed',
  ),
  '0x53420871': row(
    'installModule(bytes moduleAndData, bytes4[] selectors)',
    control('module', 'moduleAndData.@start', OF_ACCOUNT),
    'Soul Wallet: the address of the module and its data, packed',
  ),
  '0xd3bdf4b5': row(
    'addModule(bytes moduleAndData)',
    control('module', 'moduleAndData.@start', OF_ACCOUNT),
    'Clave: the address of the module and its data, packed',
  ),
  '0x5a1db8c4': row(
    'addModule(address wallet, address module)',
    control('module', 'module', { of: 'wallet', ...OF_ACCOUNT }),
    'Argent modules',
  ),
  '0xc82a1089': row(
    'authorizeModule(address module, bool authorized)',
    control('module', 'module', { unless: 'authorized', ...OF_ACCOUNT }),
    'Wallets with modules',
  ),
  '0x1f17732d': row(
    'authoriseModule(address module, bool authorised)',
    control('module', 'module', { unless: 'authorised', ...OF_ACCOUNT }),
    'Argent: BaseWallet',
  ),
  '0xb93ea7ad': row(
    'addHook(bytes4 functionSelector, address implementation)',
    control('module', 'implementation', OF_ACCOUNT),
    'Sequence: ModuleHooks, which runs the hook by delegatecall',
  ),
  '0x6fbc15e9': row(
    'upgradeTo(address implementation, bytes hookData)',
    control('upgrade', 'implementation', OF_ACCOUNT),
    'Avocado: only the wallet itself',
  ),
  '0x7a8f7356': row(
    'setOverrides(bytes4[] selectors, address[] implementations)',
    control('module', 'implementations', OF_ACCOUNT),
    'Tokenbound account (ERC-6551)',
  ),
  '0x3365582c': row(
    'setDomainVerifier(bytes32 domainSeparator, address verifier)',
    control('module', 'verifier', OF_ACCOUNT),
    'Safe extensible fallback handler: says which signatures of the Safe count',
  ),
  '0x8d0dc49f': row('enableModules(address[] modules)', control('module', 'modules'), 'Safe module setup'),
  '0x2916a9af': row(
    'setTransactionUnwrapper(address to, bytes4 selector, address adapter)',
    control('module', 'adapter'),
    'Zodiac Roles V2: decodes batches for the permission check',
  ),
  '0xf1ab873c': row(
    'deployModule(address masterCopy, bytes initializer, uint256 saltNonce)',
    [],
    'Zodiac module factory: a clone, which gains nothing until an account enables it',
  ),
}

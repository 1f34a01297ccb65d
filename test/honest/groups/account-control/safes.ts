import { call } from '../../../../bench/detection/adversarial/encode.ts'
import { ENTRY_POINT_7, SAFE_HANDLER, SAFE_SINGLETON, USDC } from '../../../../bench/detection/adversarial/protocols.ts'
import {
  ACCOUNT,
  allow,
  NOBODY,
  ONE,
  type Row,
  rows,
  SAFE,
  SIGNER,
  usd,
} from '../../../../bench/detection/adversarial/row.ts'
import { execute, inMultiSend, inOperation, inSafe, ofSafe } from '../../../../bench/detection/adversarial/wrap.ts'
import {
  ALLOWANCE_MODULE,
  COMPOSABLE_COW,
  COW_HANDLER,
  code,
  colleague,
  enable,
  FACTORY_141,
  HANDLER_141,
  handle,
  install,
  MODULE_4337,
  MODULE_SETUP,
  OWNABLE_VALIDATOR,
  owners,
  SAFE_7579,
  SAFE_MIGRATION,
  vouched,
} from './code-changes.ts'

const setup = (init: string, data: string, handler: string) =>
  call(
    'setup(address[],uint256,address,bytes,address,address,uint256,address)',
    ...[[SIGNER], 1n, init, data, handler, NOBODY, 0n, NOBODY],
  )
const newSafe = (init: string, data: string, handler = HANDLER_141) => ({
  to: FACTORY_141,
  data: call('createProxyWithNonce(address,bytes,uint256)', SAFE_SINGLETON, setup(init, data, handler), 5n),
})

export const safes: readonly Row[] = rows([
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

/** A guard may refuse what it is asked about, and cannot act for the account. */
export const guards: readonly Row[] = rows([
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

import { addressOf, call, packed } from '../../../../bench/detection/adversarial/encode.ts'
import { ENTRY_POINT_7 } from '../../../../bench/detection/adversarial/protocols.ts'
import { ACCOUNT, allow, type Row, rows, SIGNER } from '../../../../bench/detection/adversarial/row.ts'
import { execute, inOperation } from '../../../../bench/detection/adversarial/wrap.ts'
import {
  COINBASE_11,
  code,
  colleague,
  LIGHT_ACCOUNT_2,
  MODULAR_ACCOUNT_1,
  MULTI_OWNER_PLUGIN,
  ownCall,
  owners,
  SESSION_KEY_PLUGIN,
  SINGLE_SIGNER,
  upgradeAndCall,
  vouched,
} from './code-changes.ts'

export const otherAccounts: readonly Row[] = rows([
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
    'sequence-signers',
    'The wallet gets a second device of the signer.',
    'Sequence: ModuleAuthUpgradable, updateImageHash',
    ownCall(call('updateImageHash(bytes32)', `0x${'d1'.repeat(32)}`)),
  ],
  [
    'clave-owner',
    'A colleague on the allow list becomes an owner.',
    'Clave: k1AddOwner',
    { ...ownCall(call('k1AddOwner(address)', colleague)), lists: [allow(colleague)] },
  ],
  [
    'erc7913-signer',
    'A colleague on the allow list becomes a signer.',
    'OpenZeppelin: MultiSignerERC7913, addSigners',
    { ...inOperation(call('addSigners(bytes[])', [colleague])), lists: [allow(colleague)] },
  ],
  [
    'ithaca-key',
    'A colleague on the allow list becomes an administrator.',
    'Ithaca account: authorize',
    {
      ...ownCall(
        call('authorize((uint40,uint8,bool,bytes))', [0, 2, true, `0x${'0'.repeat(24)}${colleague.slice(2)}`]),
      ),
      lists: [allow(colleague)],
    },
  ],
  [
    'sequence-code',
    'The wallet gets code that is on the allow list.',
    'Sequence: ModuleUpdate, updateImplementation',
    { ...ownCall(call('updateImplementation(address)', code)), ...vouched },
  ],
])

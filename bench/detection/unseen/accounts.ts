import { addressOf, call, packed } from '../adversarial/encode.ts'
import { ENTRY_POINT_7, USDC, USDT } from '../adversarial/protocols.ts'
import { ACCOUNT, MAX, MAX_160, NOBODY, ONE, SAFE, usd } from '../adversarial/row.ts'
import { attack, fair, family, pair } from './pair.ts'

const SPEND_PERMISSIONS = '0xf85210b21cc50302f477ba56686d2019dc9b67ad'
const own = { from: ACCOUNT }
const ofSafe = { from: SAFE }
const _key = (who: string) => packed(who)
const id32 = `0x${'5c'.repeat(32)}`
const ROLES = addressOf('roles modifier of the safe')
const spend = 'approve((address,address,address,uint160,uint48,uint48,uint48,uint256,bytes))'

export const accounts = family('smart accounts and session keys', [
  pair(
    'coinbase-spend',
    'Coinbase SpendPermissionManager, coinbase/spend-permissions',
    SPEND_PERMISSIONS,
    (who) => call(spend, [ACCOUNT, who, USDC, usd(1_000_000), 86_400, 1_700_000_000, 2 ** 48 - 1, 0n, '0x']),
    'a daily allowance of the account',
    {
      ...own,
      twin: call('revoke((address,address,address,uint160,uint48,uint48,uint48,uint256,bytes))', [
        ACCOUNT,
        addressOf('old spender'),
        USDC,
        usd(10),
        86_400,
        1_700_000_000,
        2 ** 48 - 1,
        0n,
        '0x',
      ]),
    },
  ),
  pair(
    'kernel-root',
    'Kernel V3, zerodevapp/kernel',
    ACCOUNT,
    (who) => call('changeRootValidator(bytes21,address,bytes,bytes)', `0x01${who.slice(2)}`, NOBODY, '0x', '0x'),
    'the root validator of the account',
    { ...own, twin: call('invalidateNonce(uint32)', 3) },
  ),
  pair(
    'kernel-access',
    'Kernel V3, zerodevapp/kernel',
    ACCOUNT,
    (who) => call('grantAccess(bytes21,bytes4,bool)', `0x01${who.slice(2)}`, '0xe9ae5c53', true),
    'the right to execute',
    {
      ...own,
      twin: call('grantAccess(bytes21,bytes4,bool)', `0x01${addressOf('old validator').slice(2)}`, '0xe9ae5c53', false),
    },
  ),
  pair(
    'alchemy-validation',
    'Alchemy ModularAccount V2, alchemyplatform/modular-account',
    ACCOUNT,
    (who) =>
      call(
        'installValidation(bytes25,bytes4[],bytes,bytes[])',
        `0x${addressOf('single signer module').slice(2)}0000000107`,
        [],
        call('on(uint32,address)', 1, who).replace(/^0x.{8}/, '0x'),
        [],
      ),
    'a validation of the account',
    {
      ...own,
      twin: call(
        'uninstallValidation(bytes24,bytes,bytes[])',
        `0x${addressOf('single signer module').slice(2)}00000001`,
        '0x',
        [],
      ),
    },
  ),
  pair(
    'alchemy-fallback',
    'Alchemy SemiModularAccount, alchemyplatform/modular-account',
    ACCOUNT,
    (who) => call('updateFallbackSignerData(address,bool)', who, false),
    'the signing key of the account',
    { ...own, twin: call('updateFallbackSignerData(address,bool)', NOBODY, true) },
  ),
  pair(
    'ithaca-key',
    'Ithaca account, ithacaxyz/account',
    ACCOUNT,
    (who) =>
      call('authorize((uint40,uint8,bool,bytes))', [0, 2, true, call('k(address)', who).replace(/^0x.{8}/, '0x')]),
    'a super admin key',
    { ...own, twin: call('revoke(bytes32)', id32) },
  ),
  pair(
    'ithaca-execute',
    'Ithaca GuardedExecutor, ithacaxyz/account',
    ACCOUNT,
    (who) => call('setCanExecute(bytes32,address,bytes4,bool)', id32, who, '0x32323232', true),
    'calls of a session key',
    {
      ...own,
      twin: call('setCanExecute(bytes32,address,bytes4,bool)', id32, addressOf('old target'), '0x32323232', false),
    },
  ),
  pair(
    'ithaca-checker',
    'Ithaca account, ithacaxyz/account',
    ACCOUNT,
    (who) => call('setSignatureCheckerApproval(bytes32,address,bool)', id32, who, true),
    'the check of signatures',
    { ...own, twin: call('setSignatureCheckerApproval(bytes32,address,bool)', id32, addressOf('old checker'), false) },
  ),
  pair(
    'calibur-native',
    'Uniswap Calibur, Uniswap/calibur',
    ACCOUNT,
    (who) => call('approveNative(address,uint256)', who, MAX),
    'an unlimited allowance of ether',
    { ...own, twin: call('approveNative(address,uint256)', addressOf('old spender'), 0n) },
  ),
  pair(
    'calibur-key',
    'Uniswap Calibur, Uniswap/calibur',
    ACCOUNT,
    (who) => call('register((uint8,bytes))', [2, call('k(address)', who).replace(/^0x.{8}/, '0x')]),
    'a key of the account',
    { ...own, twin: call('revoke(bytes32)', `0x${'6d'.repeat(32)}`) },
  ),
  pair(
    'ambire',
    'Ambire account, AmbireTech/ambire-common',
    ACCOUNT,
    (who) => call('setAddrPrivilege(address,bytes32)', who, `0x${'0'.repeat(63)}1`),
    'control of the account',
    { ...own, twin: call('setAddrPrivilege(address,bytes32)', addressOf('old key'), `0x${'0'.repeat(64)}`) },
  ),
  pair(
    'metamask-hybrid',
    'MetaMask HybridDeleGator, MetaMask/delegation-framework',
    ACCOUNT,
    (who) => call('updateSigners(address,string[],uint256[],uint256[],bool)', who, [], [], [], true),
    'the signers of the account',
    { ...own, twin: call('removeKey(string)', 'old key') },
  ),
  pair(
    'zodiac-roles',
    'Zodiac Roles V2, gnosisguild/zodiac-modifier-roles',
    ROLES,
    (who) => call('assignRoles(address,bytes32[],bool[])', who, [id32], [true]),
    'a role over the Safe',
    { ...ofSafe, twin: call('assignRoles(address,bytes32[],bool[])', addressOf('old member'), [id32], [false]) },
  ),
  pair(
    'zodiac-avatar',
    'Zodiac module, gnosisguild/zodiac',
    ROLES,
    (who) => call('allowTarget(bytes32,address,uint8)', id32, who, 3),
    'delegate calls of a role',
    { ...ofSafe, twin: call('revokeTarget(bytes32,address)', id32, addressOf('old target')) },
  ),
  pair(
    'candide-guardian',
    'Candide social recovery module, candidelabs/candide-contracts',
    addressOf('social recovery module'),
    (who) => call('addGuardianWithThreshold(address,uint256)', who, 1n),
    'the recovery of the account',
    {
      ...ofSafe,
      twin: call(
        'revokeGuardianWithThreshold(address,address,uint256)',
        addressOf('guardian before'),
        addressOf('old guardian'),
        1n,
      ),
    },
  ),
  attack(
    'entry-point-withdraw',
    'ERC-4337 EntryPoint 0.7, eth-infinitism/account-abstraction',
    ENTRY_POINT_7,
    call('withdrawTo(address,uint256)', addressOf('payee of the deposit'), 4n * ONE),
    'A third party gets the gas deposit.',
    own,
  ),
  attack(
    'account-7579',
    'ERC-7579',
    ACCOUNT,
    call(
      'execute(bytes32,bytes)',
      `0x${'0'.repeat(64)}`,
      packed(USDC, [256, 0n], call('approve(address,uint256)', addressOf('spender in a mode'), MAX_160)),
    ),
    'A third party gets an allowance from within an execution.',
    own,
  ),
  fair(
    'entry-point-deposit',
    'ERC-4337 EntryPoint 0.7',
    ENTRY_POINT_7,
    call('depositTo(address)', ACCOUNT),
    'It pays for the own gas.',
    { ...own, value: ONE / 10n },
  ),
  fair(
    'account-execute',
    'ERC-7579',
    ACCOUNT,
    call(
      'execute(bytes32,bytes)',
      `0x${'0'.repeat(64)}`,
      packed(USDC, [256, 0n], call('approve(address,uint256)', '0x000000000022d473030f116ddee9f6b43ac78ba3', usd(500))),
    ),
    'It approves Permit2 for a limited amount.',
    own,
  ),
  fair(
    'safe-threshold',
    'Safe, safe-global/safe-smart-account',
    SAFE,
    call('changeThreshold(uint256)', 3n),
    'It raises the threshold.',
    ofSafe,
  ),
  fair(
    'safe-remove-owner',
    'Safe',
    SAFE,
    call('disableModule(address,address)', addressOf('module before'), addressOf('old module')),
    'It disables a module.',
    ofSafe,
  ),
  fair(
    'safe-approve-zero',
    'ERC-20',
    USDT,
    call('approve(address,uint256)', addressOf('old spender'), 0n),
    'It revokes an allowance.',
    ofSafe,
  ),
])

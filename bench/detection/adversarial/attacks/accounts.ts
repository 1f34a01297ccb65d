import { addressOf, call, hashOf, packed } from '../encode.ts'
import { ALLOWANCE_MODULE, SAFE_FACTORY, SAFE_HANDLER, SAFE_SINGLETON, USDC } from '../protocols.ts'
import { ACCOUNT, block, type Group, MAX, NOBODY, ONE, SAFE, SIGNER, usd } from '../row.ts'
import { inOperation, inSafe, ofSafe } from '../wrap.ts'

const thief = addressOf('thief of accounts')
const code = addressOf('module of the thief')
const friend = addressOf('second owner of the Safe')
const ownCall = (data: string) => ({ from: ACCOUNT, to: ACCOUNT, data })

const setup = (owners: readonly string[], to: string, data: string, handler: string) =>
  call(
    'setup(address[],uint256,address,bytes,address,address,uint256,address)',
    ...[owners, 1n, to, data, handler, NOBODY, 0n, NOBODY],
  )
const newSafe = (singleton: string, initializer: string) => ({
  to: SAFE_FACTORY,
  data: call('createProxyWithNonce(address,bytes,uint256)', singleton, initializer, 1n),
})

export const smartAccounts: Group = {
  name: 'smart accounts: owners, modules, session keys',
  rows: [
    {
      id: 'coinbase-owner',
      what: 'The thief becomes an owner of the account.',
      source: 'Coinbase Smart Wallet: MultiOwnable, addOwnerAddress',
      ...ownCall(call('addOwnerAddress(address)', thief)),
    },
    {
      id: 'coinbase-public-key',
      what: 'A passkey of the thief becomes an owner of the account.',
      source: 'Coinbase Smart Wallet: MultiOwnable, addOwnerPublicKey',
      ...ownCall(call('addOwnerPublicKey(bytes32,bytes32)', hashOf('x'), hashOf('y'))),
    },
    {
      id: 'erc7579-executor',
      what: 'A module of the thief can call anything for the account.',
      source: 'ERC-7579: installModule, executor (2)',
      ...ownCall(call('installModule(uint256,address,bytes)', 2n, code, '0x')),
    },
    {
      id: 'erc7579-validator',
      what: 'A validator with the key of the thief is installed, sent through the entry point.',
      source: 'ERC-7579: installModule, validator (1)',
      ...inOperation(call('installModule(uint256,address,bytes)', 1n, code, thief)),
    },
    {
      id: 'kernel-validator',
      what: 'The thief’s validator becomes the default.',
      source: 'Kernel v2: setDefaultValidator',
      ...ownCall(call('setDefaultValidator(address,bytes)', code, thief)),
    },
    {
      id: 'kernel-root-validator',
      what: 'The root validator becomes the thief’s; its id is packed.',
      source: 'Kernel v3: changeRootValidator',
      ...ownCall(
        call('changeRootValidator(bytes21,address,bytes,bytes)', packed([8, 1], code), NOBODY, packed(thief), '0x'),
      ),
    },
    {
      id: 'light-account-owner',
      what: 'The thief owns the account.',
      source: 'Alchemy: LightAccount, transferOwnership',
      ...inOperation(call('transferOwnership(address)', thief)),
    },
    {
      id: 'update-owners',
      what: 'The signer is replaced by the thief.',
      source: 'Alchemy: MultiOwnerPlugin, updateOwners',
      ...ownCall(call('updateOwners(address[],address[])', [thief], [SIGNER])),
    },
    {
      id: 'biconomy-module',
      what: 'A module of the thief is enabled.',
      source: 'Biconomy v2: SmartAccount, enableModule',
      ...ownCall(call('enableModule(address)', code)),
    },
    {
      id: 'biconomy-implementation',
      what: 'The account runs the code of the thief.',
      source: 'Biconomy v2: SmartAccount, updateImplementation',
      ...ownCall(call('updateImplementation(address)', code)),
    },
    {
      id: 'thirdweb-session',
      what: 'The thief gets a session key for everything with a limit of 1,000 ETH.',
      source: 'thirdweb: AccountPermissions, setPermissionsForSigner',
      to: ACCOUNT,
      data: call(
        'setPermissionsForSigner((address,uint8,address[],uint256,uint128,uint128,uint128,uint128,bytes32),bytes)',
        ...[[thief, 0, [NOBODY], 1000n * ONE, 0n, 9_999_999_999n, 0n, 9_999_999_999n, hashOf('uid')], '0x1234'],
      ),
    },
    {
      id: 'ambire-privilege',
      what: 'The thief gets all rights of the account.',
      source: 'Ambire: Identity, setAddrPrivilege',
      ...ownCall(call('setAddrPrivilege(address,bytes32)', thief, `0x${'0'.repeat(63)}1`)),
    },
    {
      id: 'instadapp-enable',
      what: 'The thief can use the DeFi account of the signer.',
      source: 'Instadapp: DSA, enable',
      to: ACCOUNT,
      data: call('enable(address)', thief),
    },
    {
      id: 'ds-proxy-owner',
      what: 'The thief owns the proxy account with its positions.',
      source: 'Maker: DSProxy, setOwner',
      to: ACCOUNT,
      data: call('setOwner(address)', thief),
    },
  ],
}

export const recovery: Group = {
  name: 'recovery: guardians and new keys',
  rows: [
    {
      id: 'argent-guardian',
      what: 'The thief can help to take over the account.',
      source: 'Argent: SecurityManager, addGuardian',
      to: addressOf('Argent module'),
      data: call('addGuardian(address,address)', ACCOUNT, thief),
    },
    {
      id: 'argent-recovery',
      what: 'The recovery makes the thief the owner.',
      source: 'Argent: SecurityManager, executeRecovery',
      to: addressOf('Argent module'),
      data: call('executeRecovery(address,address)', ACCOUNT, thief),
    },
    {
      id: 'candide-guardian',
      what: 'One guardian, the thief, is enough to recover the Safe.',
      source: 'Candide: SocialRecoveryModule, addGuardianWithThreshold',
      ...inSafe({
        to: addressOf('social recovery module'),
        data: call('addGuardianWithThreshold(address,uint256)', thief, 1n),
      }),
    },
    {
      id: 'candide-confirm',
      what: 'The new owner of the account is the thief alone.',
      source: 'Candide: SocialRecoveryModule, confirmRecovery',
      to: addressOf('social recovery module'),
      data: call('confirmRecovery(address,address[],uint256,bool)', ACCOUNT, [thief], 1n, true),
    },
    {
      id: 'recoverer',
      what: 'The thief becomes recovery address.',
      source: 'Accounts with one recovery address: setRecoveryAddress',
      to: ACCOUNT,
      data: call('setRecoveryAddress(address)', thief),
    },
    {
      id: 'set-guardian',
      what: 'The thief is the guardian of the wallet.',
      source: 'Accounts with one guardian: setGuardian',
      to: ACCOUNT,
      data: call('setGuardian(address)', thief),
    },
    {
      id: 'inheritance',
      what: 'The thief inherits the account after 1 day.',
      source: 'Loopring wallet: InheritanceModule, setInheritor',
      to: addressOf('inheritance module'),
      data: call('setInheritor(address,address,uint32)', ACCOUNT, thief, 86_400),
    },
  ],
}

export const safes: Group = {
  name: 'Safe: modules, guards, owners, threshold, delegatecall, setup',
  rows: [
    {
      id: 'module',
      what: 'A module of the thief can move everything without signatures.',
      source: 'Safe: ModuleManager, enableModule',
      ...ofSafe(call('enableModule(address)', code)),
    },
    {
      id: 'guard',
      what: 'A guard of the thief can stop every transaction.',
      source: 'Safe: GuardManager, setGuard',
      ...ofSafe(call('setGuard(address)', code)),
    },
    {
      id: 'module-guard',
      what: 'A guard of the thief controls the modules.',
      source: 'Safe 1.5: ModuleManager, setModuleGuard',
      ...ofSafe(call('setModuleGuard(address)', code)),
    },
    {
      id: 'fallback-handler',
      what: 'Signatures of the Safe are checked by a contract of the thief.',
      source: 'Safe: FallbackManager, setFallbackHandler',
      ...ofSafe(call('setFallbackHandler(address)', code)),
    },
    {
      id: 'swap-owner',
      what: 'The thief replaces an owner.',
      source: 'Safe: OwnerManager, swapOwner',
      ...ofSafe(call('swapOwner(address,address,address)', SIGNER, friend, thief)),
    },
    {
      id: 'add-owner',
      what: 'The thief becomes an owner and one signature is enough.',
      source: 'Safe: OwnerManager, addOwnerWithThreshold',
      ...ofSafe(call('addOwnerWithThreshold(address,uint256)', thief, 1n)),
    },
    {
      id: 'threshold-one',
      what: 'One stolen key of an owner is enough for the thief.',
      source: 'Safe: OwnerManager, changeThreshold',
      ...ofSafe(call('changeThreshold(uint256)', 1n)),
    },
    {
      id: 'delegatecall',
      what: 'The Safe runs the code of the thief, which replaces its singleton.',
      source: 'Safe: execTransaction, operation 1',
      ...inSafe({ to: code, data: call('transfer(address,uint256)', thief, 0n) }, 1),
    },
    {
      id: 'gas-refund',
      what: 'The gas refund of the transaction pays 100,000 USDC to the thief.',
      source: 'Safe: execTransaction, gasPrice and refundReceiver',
      to: SAFE,
      data: call(
        'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
        ...[addressOf('harmless'), 0n, '0x', 0, 0n, 100_000n, usd(1), USDC, thief, `0x${'5a'.repeat(65)}`],
      ),
    },
    {
      id: 'factory-delegatecall',
      what: 'The new Safe delegatecalls the thief’s contract in its setup.',
      source: 'Safe: SafeProxyFactory and setup, delegatecall',
      ...newSafe(SAFE_SINGLETON, setup([SIGNER], code, call('enableModule(address)', code), SAFE_HANDLER)),
    },
    {
      id: 'factory-singleton',
      what: 'The new account runs the code of the thief.',
      source: 'Safe: SafeProxyFactory, createProxyWithNonce',
      ...newSafe(code, setup([SIGNER], NOBODY, '0x', SAFE_HANDLER)),
    },
    {
      id: 'factory-owners',
      what: 'The new Safe for the treasury belongs to the thief, too, with threshold 1.',
      source: 'Safe: setup, owners',
      ...newSafe(SAFE_SINGLETON, setup([SIGNER, thief], NOBODY, '0x', SAFE_HANDLER)),
    },
    {
      id: 'allowance',
      what: 'The thief may take 500,000 USDC of the Safe every day.',
      source: 'Safe: AllowanceModule, setAllowance',
      ...inSafe({
        to: ALLOWANCE_MODULE,
        data: call('setAllowance(address,address,uint96,uint16,uint32)', thief, USDC, usd(500_000), 1440, 0),
      }),
    },
    {
      id: 'zodiac-roles',
      what: 'The thief gets a role that may act for the Safe.',
      source: 'Zodiac: Roles modifier, assignRoles',
      ...inSafe({
        to: addressOf('roles modifier'),
        data: call('assignRoles(address,uint16[],bool[])', thief, [1], [true]),
      }),
    },
    {
      id: 'approve-hash',
      what: 'The approved hash is of a transaction that drains the Safe.',
      source: 'Safe: approveHash',
      to: SAFE,
      data: call('approveHash(bytes32)', hashOf('a draining transaction')),
      excluded: 'the call names the hash of the transaction only',
    },
  ],
}

const authorization = (address: string, chainId = '1') => ({ chainId, address, nonce: 5n })

export const delegations7702: Group = {
  name: 'EIP-7702: authorizations of an unknown delegate',
  rows: [
    {
      id: 'unknown-delegate',
      what: 'The account runs the code of the thief.',
      source: 'EIP-7702: set code transaction',
      to: SIGNER,
      authorizations: [authorization(code)],
    },
    {
      id: 'every-chain',
      what: 'The account runs the code of the thief on every chain.',
      source: 'EIP-7702: authorization with chain id 0',
      to: SIGNER,
      authorizations: [authorization(code, '0')],
    },
    {
      id: 'behind-a-payment',
      what: 'A small payment carries the authorization for the thief.',
      source: 'EIP-7702: set code transaction',
      to: addressOf('a shop'),
      value: ONE / 100n,
      authorizations: [authorization(code)],
    },
    {
      id: 'behind-an-approval',
      what: 'A revocation carries the authorization for the thief.',
      source: 'EIP-7702: set code transaction',
      to: USDC,
      data: call('approve(address,uint256)', addressOf('old spender'), 0n),
      authorizations: [authorization(code, '0')],
    },
    {
      id: 'listed-delegate',
      what: 'The account runs the code of a blocked thief.',
      source: 'EIP-7702: set code transaction',
      to: SIGNER,
      authorizations: [authorization(code)],
      lists: [block(code)],
    },
    {
      id: 'initialize',
      what: 'The account runs the thief’s code and gets the thief as owner.',
      source: 'EIP-7702: delegation with an initializer',
      chainId: '8453',
      to: SIGNER,
      data: call('initialize(address,uint256)', thief, MAX),
      authorizations: [authorization(code, '8453')],
    },
    {
      id: 'second-of-two',
      what: 'The second authorization puts the thief’s code in place of the known wallet’s.',
      source: 'EIP-7702: several authorizations',
      to: SIGNER,
      authorizations: [
        authorization('0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'),
        { ...authorization(code), nonce: 6n },
      ],
    },
  ],
}

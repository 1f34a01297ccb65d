import { addressOf, call, hashOf, packed } from '../encode.ts'
import { MULTI_SEND } from '../protocols.ts'
import { ACCOUNT, type Group, NOBODY, rows, SAFE, SIGNER } from '../row.ts'
import { execute, execute7579, type Inner, inOperation, inSafe, safeCall } from '../wrap.ts'

const code = addressOf('code of the thief')
const second = addressOf('second account of the signer')
const module = addressOf('module of the account')

const own = (data: string) => ({ from: ACCOUNT, to: ACCOUNT, data })
const upgrade = call('upgradeTo(address)', code)
const enable = call('enableModule(address)', code)
const batch = ({ to, data }: Inner) => call('executeBatch((address,uint256,bytes)[])', [[to, 0n, data]])

/** Argent: the module has the account make the call. */
const byModule = (account: string, { to, data }: Inner) => ({
  to: module,
  data: call('multiCall(address,(address,uint256,bytes)[])', account, [[to, 0n, data]]),
})
/** Rhinestone: an owner of the account has the module execute on it. */
const byOwner = (account: string, { to, data }: Inner) => ({
  to: module,
  data: call('executeOnOwnedAccount(address,bytes)', account, packed(to, [256, 0n], data)),
})
/** ERC-7710: the account has delegated to the signer. */
const byDelegation = (account: string, { to, data }: Inner) => {
  const chain = call('f((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes)[])', [
    [SIGNER, account, `0x${'ff'.repeat(32)}`, [], 0n, '0x'],
  ])
  return {
    to: addressOf('delegation manager'),
    data: call(
      'redeemDelegations(bytes[],bytes32[],bytes[])',
      ...[[`0x${chain.slice(10)}`], [`0x${'00'.repeat(32)}`], [packed(to, [256, 0n], data)]],
    ),
  }
}

export const throughAccounts: Group = {
  name: 'code of own accounts, through several accounts',
  rows: rows([
    [
      'safe-account',
      'The Safe has the smart account upgrade itself to the code of the thief.',
      'Safe: execTransaction; SimpleAccount: execute',
      inSafe({ to: ACCOUNT, data: execute({ to: ACCOUNT, data: upgrade }) }),
    ],
    [
      'operation-batch',
      'A user operation executes a batch of the account that upgrades it.',
      'ERC-4337: handleOps; SimpleAccount: execute, executeBatch',
      inOperation(execute({ to: ACCOUNT, data: batch({ to: ACCOUNT, data: upgrade }) })),
    ],
    [
      'back-to-the-first',
      'The Safe has the smart account, which is its module, enable the thief’s module.',
      'Safe: execTransactionFromModule',
      inSafe({
        to: ACCOUNT,
        data: execute({
          to: SAFE,
          data: call('execTransactionFromModule(address,uint256,bytes,uint8)', SAFE, 0n, enable, 0),
        }),
      }),
    ],
    [
      'module-of-account',
      'A module has the account make a second account upgrade the first.',
      'Argent: multiCall',
      byModule(ACCOUNT, { to: second, data: execute({ to: ACCOUNT, data: upgrade }) }),
    ],
    [
      'owned-account',
      'The account is upgraded by its second account.',
      'Rhinestone: OwnableExecutor, executeOnOwnedAccount',
      byOwner(ACCOUNT, { to: second, data: batch({ to: ACCOUNT, data: upgrade }) }),
    ],
    [
      'delegated-account',
      'The delegating account has its Safe enable the thief’s module on the account.',
      'ERC-7710: redeemDelegations',
      byDelegation(ACCOUNT, { to: SAFE, data: safeCall({ to: ACCOUNT, data: enable }) }),
    ],
    [
      'four-accounts',
      'A user operation runs through a Safe and a module back to the account.',
      'ERC-4337, Safe, Argent',
      inOperation(
        execute({
          to: SAFE,
          data: safeCall(byModule(second, { to: ACCOUNT, data: execute7579({ to: second, data: upgrade }) })),
        }),
      ),
    ],
  ]),
}

const run = '0xc0406226'
const cast = (signature: string, ...before: readonly unknown[]) =>
  call(
    signature,
    ...[
      ...before,
      [[[code, run, 0n, 1n]], 1n, 7n, hashOf('salt'), NOBODY, '0x'],
      [0n, 0n, 0n, 9_999_999_999n],
      [['0x5a', SIGNER]],
    ],
  )
const AUTHORIZED =
  'castAuthorized(((address,bytes,uint256,uint256)[],uint256,int256,bytes32,address,bytes),(uint256,uint256,uint256,uint256),(bytes,address)[])'

export const delegatecalls: Group = {
  name: 'delegatecalls of own accounts, of code of the thief',
  rows: rows([
    [
      'ds-proxy-code',
      'The proxy account creates the code in the call and runs it.',
      'Maker: DSProxy, execute(bytes,bytes)',
      { to: ACCOUNT, data: call('execute(bytes,bytes)', '0x608060405234801561001057600080fd5b50', run) },
    ],
    [
      'ds-proxy-code-in-safe',
      'The Safe has its proxy account run the code in the call.',
      'Maker: DSProxy, execute(bytes,bytes)',
      inSafe({ to: ACCOUNT, data: call('execute(bytes,bytes)', '0x608060405234801561001057600080fd5b50', run) }),
    ],
    [
      'kernel-2',
      'The account runs the code of the thief.',
      'Kernel 2: executeDelegateCall',
      inOperation(call('executeDelegateCall(address,bytes)', code, run)),
    ],
    [
      'erc7579-mode',
      'The account runs the code of the thief.',
      'ERC-7579: execute with the mode of a delegatecall',
      inOperation(call('execute(bytes32,bytes)', `0xff${'00'.repeat(31)}`, packed(code, run))),
    ],
    [
      'avocado',
      'The account runs the code of the thief.',
      'Avocado: castAuthorized, operation 1',
      { to: ACCOUNT, data: cast(AUTHORIZED) },
    ],
    [
      'prb-proxy',
      'The new proxy account runs the code of the thief.',
      'PRBProxy registry: deployAndExecute',
      { to: addressOf('proxy registry'), data: call('deployAndExecute(address,bytes)', code, run) },
    ],
    [
      'lsp-batch',
      'The second step of the profile is a delegatecall.',
      'ERC-725X: executeBatch, operation 4',
      {
        to: ACCOUNT,
        data: call(
          'executeBatch(uint256[],address[],uint256[],bytes[])',
          ...[
            [0n, 4n],
            [SIGNER, code],
            [0n, 0n],
            ['0x', run],
          ],
        ),
      },
    ],
    [
      'aave-executor',
      'The executor runs the payload of the thief.',
      'Aave: ExecutorWithTimelock, queueTransaction with a delegatecall',
      {
        to: addressOf('executor of the signer'),
        data: call(
          'queueTransaction(address,uint256,string,bytes,uint256,bool)',
          ...[code, 0n, 'execute()', '0x', 1_893_456_000n, true],
        ),
      },
    ],
    [
      'multi-send-step',
      'A step of a batch has the account run the code of the thief.',
      'Safe: MultiSend; Kernel 2: executeDelegateCall',
      inSafe(
        {
          to: MULTI_SEND,
          data: call('multiSend(bytes)', step(ACCOUNT, call('executeDelegateCall(address,bytes)', code, run))),
        },
        1,
      ),
    ],
  ]),
}

function step(to: string, data: string): string {
  return packed([8, 0], to, [256, 0n], [256, (data.length - 2) / 2], data)
}

const key = `0x${'5b'.repeat(64)}`

export const unnamedSigners: Group = {
  name: 'signers without an address: hashes and public keys',
  rows: rows([
    [
      'sequence',
      'The wallet gets the signers of the thief.',
      'Sequence: ModuleAuthUpgradable, updateImageHash',
      own(call('updateImageHash(bytes32)', hashOf('signers of the thief'))),
    ],
    [
      'sequence-batch',
      'A batch of the wallet gives it the signers of the thief.',
      'Sequence: selfExecute',
      {
        to: ACCOUNT,
        data: call(
          'execute((bool,bool,uint256,address,uint256,bytes)[],uint256,bytes)',
          [[false, true, 0n, ACCOUNT, 0n, call('updateImageHash(bytes32)', hashOf('signers of the thief'))]],
          ...[3n, '0x5a'],
        ),
      },
    ],
    [
      'sequence-extra',
      'The signers of the thief count beside those of the wallet.',
      'Sequence: ModuleExtraAuth, setExtraImageHash',
      own(call('setExtraImageHash(bytes32,uint256)', hashOf('signers of the thief'), 9_999_999_999n)),
    ],
    [
      'unipass',
      'The account gets the keys of the thief.',
      'UniPass: ModuleAuth, updateKeysetHash',
      own(call('updateKeysetHash(uint32,bytes32,bytes)', 4, hashOf('keys of the thief'), '0x5a')),
    ],
    ['clave', 'A passkey of the thief becomes an owner.', 'Clave: r1AddOwner', own(call('r1AddOwner(bytes)', key))],
    [
      'erc7913',
      'A passkey of the thief becomes a signer.',
      'OpenZeppelin: MultiSignerERC7913, addSigners',
      inOperation(call('addSigners(bytes[])', [key])),
    ],
    [
      'ithaca',
      'A passkey of the thief becomes an administrator.',
      'Ithaca account: authorize',
      own(call('authorize((uint40,uint8,bool,bytes))', [0, 1, true, key])),
    ],
    [
      'webauthn-validation',
      'The validation of the account gets a passkey of the thief.',
      'Alchemy: WebAuthnValidationModule, transferSigner',
      inOperation(
        execute({ to: module, data: call('transferSigner(uint32,uint256,uint256)', 1, 123n << 200n, 456n << 200n) }),
      ),
    ],
  ]),
}

import { addressOf, call, hashOf, packed, right } from '../encode.ts'
import {
  ENTRY_POINT_7,
  SAFE_FACTORY,
  SAFE_HANDLER,
  SAFE_SINGLETON,
  SUPERFLUID_FORWARDER,
  USDC,
  WBNB,
  WETH,
} from '../protocols.ts'
import { ACCOUNT, allow, type Group, NOBODY, ONE, paidBy, rows, SAFE, SIGNER, usd } from '../row.ts'
import { execute, inMultiSend, inOperation, inSafe, ofSafe } from '../wrap.ts'

const colleague = addressOf('colleague')

const supplier = addressOf('supplier')

const code = addressOf('audited code')

const send = (to: string, amount: bigint) => call('transfer(address,uint256)', to, amount)

const NONE = `0x${'0'.repeat(64)}`

const setup = call(
  'setup(address[],uint256,address,bytes,address,address,uint256,address)',
  [SIGNER, colleague],
  2n,
  NOBODY,
  '0x',
  SAFE_HANDLER,
  NOBODY,
  0n,
  NOBODY,
)

const vouched = { lists: [allow(colleague)] }

export const accounts: Group = {
  name: 'Safe and smart accounts',
  rows: rows([
    [
      'safe-payment',
      'The Safe pays a known supplier.',
      'Safe: execTransaction',
      { ...inSafe({ to: USDC, data: send(supplier, usd(90)) }), history: [paidBy(SAFE, supplier, USDC)] },
    ],
    [
      'safe-ether',
      'The Safe pays ether to a known supplier.',
      'Safe: execTransaction',
      { ...inSafe({ to: supplier, value: ONE, data: '0x' }), history: [paidBy(SAFE, supplier)] },
    ],
    [
      'safe-add-owner',
      'A colleague on the allow list becomes an owner; two signatures.',
      'Safe: addOwnerWithThreshold',
      { ...ofSafe(call('addOwnerWithThreshold(address,uint256)', colleague, 2n)), ...vouched },
    ],
    [
      'safe-remove-owner',
      'A former owner is removed; two signatures.',
      'Safe: removeOwner',
      ofSafe(call('removeOwner(address,address,uint256)', SIGNER, addressOf('former colleague'), 2n)),
    ],
    [
      'safe-threshold',
      'Three signatures are necessary from now on.',
      'Safe: changeThreshold',
      ofSafe(call('changeThreshold(uint256)', 3n)),
    ],
    [
      'safe-multisend',
      'Two known suppliers are paid at once.',
      'Safe: MultiSendCallOnly',
      {
        ...inMultiSend({ to: USDC, data: send(supplier, usd(9)) }, { to: USDC, data: send(colleague, usd(9)) }),
        history: [paidBy(SAFE, supplier, USDC), paidBy(SAFE, colleague, USDC)],
      },
    ],
    [
      'safe-create',
      'A new Safe of the signer and a colleague.',
      'Safe: SafeProxyFactory',
      {
        to: SAFE_FACTORY,
        data: call('createProxyWithNonce(address,bytes,uint256)', SAFE_SINGLETON, setup, 3n),
        ...vouched,
      },
    ],
    ['safe-wrap', 'The Safe wraps ether.', 'Safe and WETH', inSafe({ to: WETH, value: ONE, data: call('deposit()') })],
    ['safe-reject', 'An empty transaction replaces a wrong one.', 'Safe: rejection transaction', ofSafe('0x')],
    [
      'operation-payment',
      'The account pays a known supplier.',
      'ERC-4337: handleOps',
      {
        ...inOperation(execute({ to: USDC, data: send(supplier, usd(9)) })),
        history: [paidBy(ACCOUNT, supplier, USDC)],
      },
    ],
    [
      'operation-wrap',
      'The account wraps ether.',
      'ERC-4337: handleOps',
      inOperation(execute({ to: WETH, value: ONE, data: call('deposit()') })),
    ],
    [
      'entry-point-deposit',
      'The account gets a deposit for fees.',
      'ERC-4337: EntryPoint, depositTo',
      {
        to: ENTRY_POINT_7,
        value: ONE / 10n,
        data: call('depositTo(address)', ACCOUNT),
        lists: [allow(ACCOUNT)],
      },
    ],
    [
      'remove-owner',
      'A lost key is removed.',
      'Coinbase Smart Wallet: removeOwnerAtIndex',
      {
        from: ACCOUNT,
        to: ACCOUNT,
        data: call('removeOwnerAtIndex(uint256,bytes)', 2n, `0x${'00'.repeat(12)}${addressOf('lost key').slice(2)}`),
      },
    ],
    [
      'allowed-7702',
      'The delegate is on the allow list.',
      'EIP-7702: set code transaction',
      { to: SIGNER, authorizations: [{ chainId: '1', address: code, nonce: 1n }], lists: [allow(code)] },
    ],
  ]),
}

export const streams: Group = {
  name: 'streams, wraps and small things',
  rows: rows([
    ['wrap', 'Ether is wrapped.', 'WETH: deposit', { to: WETH, value: ONE, data: call('deposit()') }],
    ['wrap-plain', 'Ether is wrapped by a payment.', 'WETH: receive', { to: WETH, value: ONE }],
    ['unwrap', 'WETH is unwrapped.', 'WETH: withdraw', { to: WETH, data: call('withdraw(uint256)', ONE) }],
    ['wrap-bnb', 'BNB is wrapped.', 'WBNB: deposit', { chainId: '56', to: WBNB, value: ONE, data: call('deposit()') }],
    [
      'self-payment',
      'An empty payment to oneself replaces a stuck transaction.',
      'Wallets: cancellation by nonce',
      { to: SIGNER },
    ],
    [
      'superfluid-allowed',
      'A salary streams to a colleague on the allow list.',
      'Superfluid: CFAv1Forwarder, setFlowrate',
      {
        to: SUPERFLUID_FORWARDER,
        data: call('setFlowrate(address,address,int96)', addressOf('super token'), colleague, 1_000_000_000_000n),
        ...vouched,
      },
    ],
    [
      'superfluid-stop',
      'A stream ends.',
      'Superfluid: CFAv1Forwarder, deleteFlow',
      {
        to: SUPERFLUID_FORWARDER,
        data: call(
          'deleteFlow(address,address,address,bytes)',
          addressOf('super token'),
          SIGNER,
          addressOf('former colleague'),
          '0x',
        ),
      },
    ],
    [
      'sablier-cancel',
      'A stream of the signer is cancelled.',
      'Sablier: Lockup, cancel',
      { to: addressOf('streaming contract'), data: call('cancel(uint256)', 42n) },
    ],
    [
      'upgrade-token',
      'Tokens become super tokens.',
      'Superfluid: SuperToken, upgrade',
      { to: addressOf('super token'), data: call('upgrade(uint256)', 90n * ONE) },
    ],
    [
      'deploy',
      'A new contract is created.',
      'Ethereum: contract creation',
      { to: undefined, data: `0x60806040${'5b'.repeat(60)}6000f3` },
    ],
  ]),
}

const program = (name: string) => addressOf(`program ${name}`)

export const unknown: Group = {
  name: 'unknown functions of unknown contracts',
  rows: rows([
    [
      'game-move',
      'A move in a game.',
      'Invented function',
      { to: program('a'), data: call('playTurn(uint256,uint8)', 77n, 3) },
    ],
    [
      'register-item',
      'An item is recorded.',
      'Invented function',
      { to: program('b'), data: call('recordItem(bytes32,string)', hashOf('item'), 'box 12') },
    ],
    ['checkin', 'A daily check-in.', 'Invented function', { to: program('c'), data: call('dailyCheckIn()') }],
    [
      'oracle-report',
      'A price is reported.',
      'Invented function',
      { to: program('d'), data: call('submitReport(uint64,int192)', 5n, 2_990_00000000n) },
    ],
    [
      'attest',
      'An attestation about the signer itself.',
      'Ethereum Attestation Service: attest',
      {
        chainId: '8453',
        to: '0x4200000000000000000000000000000000000021',
        data: call('attest((bytes32,(address,uint64,bool,bytes32,bytes,uint256)))', [
          hashOf('schema'),
          [SIGNER, 0n, true, NONE, '0x01', 0n],
        ]),
      },
    ],
    [
      'ticket',
      'A ticket is bought.',
      'Invented function',
      { to: program('e'), value: ONE / 20n, data: call('bookSeat(uint16,uint16)', 12, 7) },
    ],
    [
      'packed',
      'A program with a packed format.',
      'Invented format',
      { to: program('f'), data: packed([8, 7], [16, 500], hashOf('state'), [64, 1_000_000n]) },
    ],
    [
      'root',
      'The state root of an own chain is posted.',
      'Invented function',
      { to: program('g'), data: call('postRoot(uint256,bytes32)', 8_812n, hashOf('root')) },
    ],
    [
      'account-of-self',
      'An unknown function names the signer.',
      'Invented function',
      { to: program('h'), data: call('refreshProfile(address,uint256)', SIGNER, 4n) },
    ],
    [
      'self-in-bytes32',
      'An unknown function names the signer as bytes32.',
      'Invented function',
      { to: program('i'), data: call('linkProfile(bytes32)', right(SIGNER)) },
    ],
    [
      'known-token',
      'An unknown function names USDC.',
      'Invented function',
      { to: program('j'), data: call('trackAsset(address,bool)', USDC, true) },
    ],
  ]),
}

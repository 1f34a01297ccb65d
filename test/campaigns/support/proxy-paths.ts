import {
  type Address,
  Authorization,
  type Hex,
  Secp256k1,
  TxEnvelopeEip1559,
  TxEnvelopeEip2930,
  TxEnvelopeEip4844,
  TxEnvelopeEip7702,
  TxEnvelopeLegacy,
} from 'ox'
import { fundedAccounts } from '../../support/chain/funded-accounts.ts'

/** A way to send or sign through a node. */
export interface SendingPath {
  readonly method: string
  /** What distinguishes it from other paths of the method. */
  readonly shape: string
  /** Params that give value, tokens or a right to an address. */
  params(to: string): readonly unknown[]
}

const [account] = fundedAccounts('sender of a campaign', 1)
if (!account) throw new Error('no account')
const { address: from, privateKey } = account
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const digits = (address: string) => address.slice(2).toLowerCase()
const word = (value: string) => value.padStart(64, '0')
const quantity = '0x3b9aca00'
const transfer = (to: string) => `0xa9059cbb${word(digits(to))}${word('f4240')}`
const approve = (to: string) => `0x095ea7b3${word(digits(to))}${'f'.repeat(64)}`
/** execute(address,uint256,bytes) of account contracts. */
const execute = (to: string) => `0xb61d27f6${word(digits(to))}${word('3b9aca00')}${word('60')}${word('')}`

const fees = { gas: 100_000n, maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1n }
const common = { chainId: 1, nonce: 0n, value: 10n ** 9n } as const
const signed = (payload: Hex.Hex) => Secp256k1.sign({ payload, privateKey })

/** Signed transactions of every type. */
const raw = {
  legacy(to: string): Hex.Hex {
    const envelope = TxEnvelopeLegacy.from({
      ...common,
      gas: 100_000n,
      gasPrice: 10n ** 11n,
      to: to as Address.Address,
    })
    return TxEnvelopeLegacy.serialize(envelope, { signature: signed(TxEnvelopeLegacy.getSignPayload(envelope)) })
  },
  'access list'(to: string): Hex.Hex {
    const accessList = [{ address: USDC, storageKeys: [] }] as const
    const price = { gas: 100_000n, gasPrice: 10n ** 11n }
    const envelope = TxEnvelopeEip2930.from({ ...common, ...price, accessList, to: to as Address.Address })
    return TxEnvelopeEip2930.serialize(envelope, { signature: signed(TxEnvelopeEip2930.getSignPayload(envelope)) })
  },
  'dynamic fee'(to: string): Hex.Hex {
    const envelope = TxEnvelopeEip1559.from({ ...common, ...fees, to: to as Address.Address })
    return TxEnvelopeEip1559.serialize(envelope, { signature: signed(TxEnvelopeEip1559.getSignPayload(envelope)) })
  },
  'token transfer'(to: string): Hex.Hex {
    const data = transfer(to) as Hex.Hex
    const envelope = TxEnvelopeEip1559.from({ ...common, ...fees, value: 0n, to: USDC, data })
    return TxEnvelopeEip1559.serialize(envelope, { signature: signed(TxEnvelopeEip1559.getSignPayload(envelope)) })
  },
  blobs(to: string): Hex.Hex {
    const blobVersionedHashes = [`0x01${'ab'.repeat(31)}`] as const
    const blob = { blobVersionedHashes, maxFeePerBlobGas: 1n }
    const envelope = TxEnvelopeEip4844.from({ ...common, ...fees, ...blob, to: to as Address.Address })
    return TxEnvelopeEip4844.serialize(envelope, { signature: signed(TxEnvelopeEip4844.getSignPayload(envelope)) })
  },
  authorization(to: string): Hex.Hex {
    const unsigned = Authorization.from({ chainId: 1, address: to as Address.Address, nonce: 1n })
    const signature = signed(Authorization.getSignPayload(unsigned))
    const authorizationList = [Authorization.from(unsigned, { signature })]
    const envelope = TxEnvelopeEip7702.from({ ...common, ...fees, value: 0n, authorizationList, to: from as Hex.Hex })
    return TxEnvelopeEip7702.serialize(envelope, { signature: signed(TxEnvelopeEip7702.getSignPayload(envelope)) })
  },
}

const unsigned: Readonly<Record<string, (to: string) => object>> = {
  payment: (to) => ({ from, to, value: quantity }),
  'token transfer': (to) => ({ from, to: USDC, data: transfer(to) }),
  approval: (to) => ({ from, to: USDC, input: approve(to), gas: '0x186a0', nonce: '0x0', chainId: '0x1' }),
  authorization: (to) => ({
    from,
    to: from,
    type: '0x4',
    authorizationList: [{ chainId: '0x0', address: to, nonce: '0x1', yParity: '0x0', r: '0x1', s: '0x1' }],
  }),
}

const ENTRY_POINT_6 = '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789'
const ENTRY_POINT_7 = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const gasOfOperation = {
  callGasLimit: '0x30d40',
  verificationGasLimit: '0x30d40',
  preVerificationGas: '0xc350',
  maxFeePerGas: quantity,
  maxPriorityFeePerGas: '0x1',
  signature: `0x${'11'.repeat(65)}`,
}
const operation = (to: string) => ({ sender: from, nonce: '0x0', callData: execute(to), ...gasOfOperation })

const calls = (to: string, version: string) => ({
  version,
  chainId: '0x1',
  from,
  atomicRequired: true,
  calls: [
    { to: USDC, value: '0x0', data: '0x18160ddd' },
    { to, value: quantity },
  ],
})

const permit = (spender: string) => ({
  primaryType: 'Permit',
  domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: USDC },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  message: { owner: from, spender, value: '1000000', nonce: '0', deadline: '2000000000' },
})

const ofEach = <T>(
  method: string,
  shapes: Readonly<Record<string, T>>,
  params: (of: T, to: string) => readonly unknown[],
): SendingPath[] => Object.entries(shapes).map(([shape, of]) => ({ method, shape, params: (to) => params(of, to) }))

/** Paths that are judged. */
export const judgedPaths: readonly SendingPath[] = [
  ...ofEach('eth_sendRawTransaction', raw, (make, to) => [make(to)]),
  ...ofEach('eth_sendRawTransactionSync', { 'dynamic fee': [], timeout: [2000] }, (rest, to) => [
    raw['dynamic fee'](to),
    ...rest,
  ]),
  ...ofEach('eth_sendRawTransactionConditional', { condition: { blockNumberMin: '0x1' } }, (condition, to) => [
    raw['dynamic fee'](to),
    condition,
  ]),
  ...ofEach('eth_sendPrivateRawTransaction', { preferences: { fast: true } }, (preferences, to) => [
    raw['dynamic fee'](to),
    preferences,
  ]),
  ...ofEach('eth_sendPrivateTransaction', { 'dynamic fee': 'dynamic fee', legacy: 'legacy' } as const, (type, to) => [
    { tx: raw[type](to), maxBlockNumber: '0xffffff' },
  ]),
  ...ofEach('eth_sendBundle', { first: [0], last: [1] }, ([at], to) => {
    const own = raw['dynamic fee'](from)
    return [{ txs: at === 0 ? [raw.legacy(to), own] : [own, raw.legacy(to)], blockNumber: '0xffffff' }]
  }),
  ...ofEach('mev_sendBundle', { flat: false, nested: true }, (isNested, to) => {
    const inclusion = { block: '0xffffff', maxBlock: '0xffffff' }
    const body = [{ tx: raw['dynamic fee'](to), canRevert: false }]
    const bundle = { version: 'v0.1', inclusion, body }
    return [isNested ? { version: 'v0.1', inclusion, body: [{ bundle }] } : bundle]
  }),
  ...ofEach('eth_sendTransaction', unsigned, (make, to) => [make(to)]),
  ...ofEach('eth_signTransaction', { payment: unsigned.payment }, (make, to) => [make?.(to)]),
  ...ofEach(
    'eth_sendUserOperation',
    {
      'version 0.6': [{ initCode: '0x', paymasterAndData: '0x' }, ENTRY_POINT_6],
      'version 0.7': [{}, ENTRY_POINT_7],
    } as const,
    ([rest, entryPoint], to) => [{ ...operation(to), ...rest }, entryPoint],
  ),
  ...ofEach('wallet_sendCalls', { 'version 1': '1.0', 'version 2': '2.0.0' }, (version, to) => [calls(to, version)]),
  ...ofEach('eth_signTypedData_v4', { text: true, object: false }, (isText, to) => [
    from,
    isText ? JSON.stringify(permit(to)) : permit(to),
  ]),
  ...ofEach('eth_signTypedData_v3', { text: 0 }, (_none, to) => [from, JSON.stringify(permit(to))]),
  ...ofEach('eth_signTypedData', { object: 0 }, (_none, to) => [from, permit(to)]),
]

/** Other calls, keys, payers and bytes in what a wallet is asked for. */
const capabilities: Readonly<Record<string, (to: string) => object>> = {
  preCalls: (to) => ({ preCalls: [{ to, value: quantity }] }),
  authorizeKeys: (to) => ({ authorizeKeys: [{ publicKey: to, role: 'admin', type: 'address' }] }),
  eip7702Auth: (to) => ({ eip7702Auth: { account: to, chain: '0x1' } }),
  dataSuffix: (to) => ({ dataSuffix: { value: to, optional: true } }),
}
const safeCalls = { version: '2.0.0', chainId: '0x1', from, atomicRequired: true }

/** Judged methods with what is refused for any address: what it pays is in no transaction. */
export const refusedShapes: readonly SendingPath[] = [
  ...ofEach('wallet_sendCalls', capabilities, (make, to) => [
    { ...safeCalls, calls: [{ to: from }], capabilities: make(to) },
  ]),
  ...ofEach('wallet_sendCalls', { 'preCalls of a call': capabilities.preCalls }, (make, to) => [
    { ...safeCalls, calls: [{ to: from, capabilities: make?.(to) }] },
  ]),
  ...ofEach('eth_sendBundle', { refundRecipient: 'refundRecipient', signingAddress: 'signingAddress' }, (name, to) => [
    { txs: [raw.legacy(from)], blockNumber: '0xffffff', refundPercent: 99, [name]: to },
  ]),
  ...ofEach('mev_sendBundle', { refundConfig: 'refundConfig', refund: 'refund' }, (name, to) => [
    { version: 'v0.1', body: [{ tx: raw.legacy(from) }], validity: { [name]: [{ address: to, percent: 99 }] } },
  ]),
  ...ofEach('eth_sendPrivateTransaction', { refund: 'dynamic fee' } as const, (type, to) => [
    { tx: raw[type](from), preferences: { validity: { refund: [{ address: to, percent: 99 }] } } },
  ]),
]

const message = (to: string) => `0x${Buffer.from(`pay ${to}`).toString('hex')}${digits(to)}`

/** Methods that are refused whatever their params are. They carry the recipient, so that the recorder finds them. */
export const refusedPaths: readonly SendingPath[] = Object.entries({
  eth_sign: (to) => [from, message(to)],
  personal_sendTransaction: (to) => [unsigned.payment?.(to), 'password'],
  personal_signTransaction: (to) => [unsigned.payment?.(to), 'password'],
  personal_unlockAccount: (to) => [to, 'password', 30],
  wallet_grantPermissions: (to) => [{ signer: { type: 'account', data: { address: to } } }],
  wallet_sendTransaction: (to) => [unsigned.payment?.(to)],
  wallet_sendPreparedCalls: (to) => [calls(to, '2.0.0')],
  wallet_signTypedData: (to) => [from, permit(to)],
  anvil_impersonateAccount: (to) => [to],
  anvil_setBalance: (to) => [to, quantity],
  anvil_setCode: (to) => [to, '0x00'],
  hardhat_impersonateAccount: (to) => [to],
  hardhat_setStorageAt: (to) => [to, '0x0', `0x${word('')}`],
  evm_setAccountNonce: (to) => [to, '0x1'],
  evm_mine: (to) => [{ coinbase: to }],
  admin_addPeer: (to) => [`enode://${digits(to)}@203.0.113.1:30303`],
  engine_newPayloadV3: (to) => [{ feeRecipient: to }, [], `0x${word('')}`],
  miner_setEtherbase: (to) => [to],
  account_signTransaction: (to) => [unsigned.payment?.(to)],
  debug_setHead: (to) => [to],
  eth_resend: (to) => [unsigned.payment?.(to), quantity, '0x186a0'],
  eth_submitTransaction: (to) => [raw['dynamic fee'](to)],
  eth_sendPrivateBundle: (to) => [{ txs: [raw['dynamic fee'](to)] }],
  eth_sendMegabundle: (to) => [{ txs: [raw['dynamic fee'](to)] }],
  eth_sendEndOfBlockBundle: (to) => [{ txs: [raw['dynamic fee'](to)] }],
  eth_sendRawTransactionV2: (to) => [raw['dynamic fee'](to)],
  eth_broadcastTransaction: (to) => [raw['dynamic fee'](to)],
  eth_signUserOperation: (to) => [{ ...operation(to), initCode: '0x', paymasterAndData: '0x' }, ENTRY_POINT_6],
  parity_postTransaction: (to) => [unsigned.payment?.(to)],
  zks_sendRawTransactionWithDetailedOutput: (to) => [raw['dynamic fee'](to)],
  bor_sendRawTransactionConditional: (to) => [raw['dynamic fee'](to), {}],
  klay_sendTransaction: (to) => [unsigned.payment?.(to)],
  cfx_sendRawTransaction: (to) => [raw['dynamic fee'](to)],
  pimlico_sendCompressedUserOperation: (to) => [execute(to), to, ENTRY_POINT_6],
  alchemy_sendTransaction: (to) => [unsigned.payment?.(to)],
  sendTransaction: (to) => [unsigned.payment?.(to)],
} satisfies Record<string, SendingPath['params']>).map(([method, params]) => ({ method, shape: '', params }))

import * as Rlp from 'ox/Rlp'
import { judgedPaths } from '../../campaigns/support/proxy-paths.ts'
import { call } from './post.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS } from './start.ts'
import { signedTransfer, signers } from './transactions.ts'

/** What a client sends, as the body of one HTTP request. */
export interface ClientRequest {
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
}

/** Methods that the proxy of these tables allows. */
export const ALLOWED_METHODS = ['relay_*', 'anvil_setBalance', 'anvil_setCode', 'wallet_signMessage', 'admin_addPeer']

const [account = ''] = signers
const ENTRY_POINT_6 = '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789'
const ENTRY_POINT_7 = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`
const bytes = (raw: string) => Buffer.from(raw.slice(2), 'hex')
const raw = (to: string, nonce = 0n) => signedTransfer({ to, nonce }).raw
const bad = raw(BLOCKED_ADDRESS)
const good = raw(ALLOWED_ADDRESS)
const payment = (to: string, more: object = {}) => ({ from: account, to, value: '0x1', ...more })
const sending = (to: string, more?: object) => call('eth_sendTransaction', [payment(to, more)])
const params = JSON.stringify([payment(BLOCKED_ADDRESS)])
const written = (members: string) => `{"jsonrpc":"2.0","id":1,${members}}`
const execute = (to: string) =>
  `0xb61d27f6${to.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}${'60'.padStart(64, '0')}${'0'.repeat(64)}`
const operation = (to: string, more: object = {}) => ({
  sender: account,
  nonce: '0x0',
  callData: execute(to),
  signature: `0x${'11'.repeat(65)}`,
  callGasLimit: '0x30d40',
  verificationGasLimit: '0x30d40',
  preVerificationGas: '0xc350',
  maxFeePerGas: '0x3b9aca00',
  maxPriorityFeePerGas: '0x1',
  ...more,
})
const calls = (to: string, more: object = {}) => ({
  version: '2.0.0',
  chainId: '0x1',
  from: account,
  atomicRequired: true,
  calls: [{ to, value: '0x1' }],
  ...more,
})
const { signature, ...unsigned } = operation(BLOCKED_ADDRESS)
const estimate = (given: object, ...more: readonly unknown[]) =>
  call('eth_estimateUserOperationGas', [given, ENTRY_POINT_7, ...more])
const authorization = (to: string, chainId: string) => ({
  chainId,
  address: to,
  nonce: '0x1',
  yParity: '0x0',
  r: '0x1',
  s: '0x1',
})

const pathsTo = (to: string) =>
  Object.fromEntries(
    judgedPaths.map(({ method, shape, params: paramsFor }) => [
      `${method}, ${shape}`,
      { body: call(method, paramsFor(to)) },
    ]),
  )
const bodies = (table: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(table).map(([name, body]) => [name, { body }]))
const relayed = (table: Readonly<Record<string, unknown>>) =>
  bodies(Object.fromEntries(Object.entries(table).map(([name, given]) => [name, call('relay_include', given)])))

const parts = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
const words = (size: number, order: 'BE' | 'LE') =>
  Array.from({ length: Math.floor(bytes(bad).length / size) + 1 }, (_, index) =>
    Buffer.concat([bytes(bad), Buffer.alloc(size)])[`readUInt${order}`](index * size, size),
  )
const bits = [...bytes(bad)].flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number))
const labels = 'abcdefghijklmnopqrstuvwxyz'
const word = (value: string) => value.replace(/^0x/, '').padStart(64, '0')
const tail = (value: string) => {
  const digits = value.slice(2)
  return `${word((digits.length / 2).toString(16))}${digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')}`
}
/** `handleOps` of one operation, whose bytes begin behind a gap, or in another order. */
const handleOps = (gap: number, order: readonly number[]) => {
  const tails = [tail('0x'), tail(execute(BLOCKED_ADDRESS)), tail('0x'), tail(signature)]
  const offsets = tails.map(() => '')
  let at = 9 * 32 + gap
  for (const index of order) {
    offsets[index] = word(at.toString(16))
    at += (tails[index]?.length ?? 0) / 2
  }
  const [init, data, paymaster, signed] = offsets
  const head = [word(account), word('0'), init, data, word('1'), word('1'), word('1'), paymaster, signed]
  const operationWords = [...head, '00'.repeat(gap), ...order.map((index) => tails[index])]
  return `0x765e827f${word('40')}${word(account)}${word('1')}${word('20')}${operationWords.join('')}`
}
const r = `0x${'a1'.repeat(32)}`
const typed = (type: string, items: readonly unknown[]) => `${type}${Rlp.fromHex(items as never).slice(2)}`
const fields = ['0x01', '0x01', '0x5208', BLOCKED_ADDRESS as '0x', '0x01', '0x'] as const
const s130 = `${signature}${'22'.repeat(65)}`

/** Ways to send to a blocked address, or to change or take what the node has: none may arrive. */
export const hostileRequests: Readonly<Record<string, ClientRequest>> = {
  ...pathsTo(BLOCKED_ADDRESS),
  ...bodies({
    'a method of a relay that no table has': call('bolt_requestInclusion', [{ slot: 1, txs: [bad] }]),
    'another way to send raw bytes': call('eth_sendRawTransactionV2', [bad]),
    'a name in another case': call('ETH_SENDRAWTRANSACTION', [bad]),
    'a name with a blank': call('eth_sendRawTransaction ', [bad]),
    'a name with a letter like another': call('eth_\u017FendRawTransaction', [bad]),
    'the signature of any bytes': call('eth_sign', [account, hex(BLOCKED_ADDRESS)]),
    'an account without its key': call('anvil_impersonateAccount', [BLOCKED_ADDRESS]),
    'the key of a node': call('eth_private_key', []),
    'the head of a node': call('debug_setHead', ['0x1']),
    'rights in a wallet': call('wallet_grantPermissions', [{ signer: { data: { address: BLOCKED_ADDRESS } } }]),
    'a method twice': written(`"method":"eth_blockNumber","method":"eth_sendTransaction","params":${params}`),
    'params twice': written(`"params":[],"method":"eth_sendTransaction","params":${params}`),
    'a method twice, once in another case': written(
      `"method":"eth_call","Method":"eth_sendTransaction","params":${params}`,
    ),
    'a method in escapes': written(`"\\u006dethod":"eth\\u005fsendTransaction","params":${params}`),
    'a receiver twice': written(
      `"method":"eth_sendTransaction","params":[{"from":"${account}","to":"${ALLOWED_ADDRESS}","to":"${BLOCKED_ADDRESS}"}]`,
    ),
    'a receiver twice, once in another case': written(
      `"method":"eth_sendTransaction","params":[{"from":"${account}","to":"${ALLOWED_ADDRESS}","To":"${BLOCKED_ADDRESS}"}]`,
    ),
    'a prototype': written(
      `"method":"eth_sendTransaction","params":[{"from":"${account}","__proto__":{"to":"${BLOCKED_ADDRESS}"}}]`,
    ),
    'params by name': written(`"method":"eth_sendTransaction","params":${JSON.stringify(payment(BLOCKED_ADDRESS))}`),
    'two transactions in one request': call('eth_sendTransaction', [
      payment(ALLOWED_ADDRESS),
      payment(BLOCKED_ADDRESS),
    ]),
    'data and input': sending(ALLOWED_ADDRESS, { data: '0x12', input: execute(BLOCKED_ADDRESS) }),
    'a value that readers take differently': written(
      `"method":"eth_sendTransaction","params":[{"from":"${account}","to":"${BLOCKED_ADDRESS}","value":1e0}]`,
    ),
    'a byte order mark': `\uFEFF${JSON.stringify(sending(BLOCKED_ADDRESS))}`,
    'a batch with a harmless first': [call('eth_chainId'), sending(BLOCKED_ADDRESS)],
    'a batch in a batch': [[sending(BLOCKED_ADDRESS)]],
    'a notification': { jsonrpc: '2.0', method: 'eth_sendRawTransaction', params: [bad] },
    'two requests with one id': [sending(BLOCKED_ADDRESS), call('eth_sendTransaction', [payment(BLOCKED_ADDRESS)])],
    'two bodies in one': `${JSON.stringify(call('eth_chainId'))}\n${JSON.stringify(sending(BLOCKED_ADDRESS))}`,
    'a transaction of another chain': call('eth_sendRawTransaction', [
      signedTransfer({ to: ALLOWED_ADDRESS, chainId: 10 }).raw,
    ]),
    'bytes behind a transaction': call('eth_sendRawTransaction', [`${good}00`]),
    'raw bytes without 0x': call('eth_sendRawTransaction', [bad.slice(2)]),
    'a delegation on every chain': sending(account, { authorizationList: [authorization(BLOCKED_ADDRESS, '0x0')] }),
    'a delegation on another chain': sending(account, { authorizationList: [authorization(BLOCKED_ADDRESS, '0xa')] }),
    'fees that a builder earns': sending(ALLOWED_ADDRESS, { gas: '0x1000000', gasPrice: '0xe8d4a51000000' }),
    'fees that a bundler earns': call('eth_sendUserOperation', [
      operation(ALLOWED_ADDRESS, { preVerificationGas: `0x${'f'.repeat(24)}` }),
      ENTRY_POINT_7,
    ]),
    'a bundle with the refund to another': call('eth_sendBundle', [
      { txs: [good], blockNumber: '0x1', refundPercent: 99, refundRecipient: BLOCKED_ADDRESS },
    ]),
    'a bundle of MEV-Share with the refund to another': call('mev_sendBundle', [
      { body: [{ tx: good }], validity: { refund: [{ address: BLOCKED_ADDRESS, percent: 99 }] } },
    ]),
    'a capability with calls': call('wallet_sendCalls', [
      calls(ALLOWED_ADDRESS, { capabilities: { preCalls: [{ to: BLOCKED_ADDRESS }] } }),
    ]),
    'a capability with a payer': call('wallet_sendCalls', [
      calls(ALLOWED_ADDRESS, {
        capabilities: { paymasterService: { url: 'https://a.example', context: { payer: BLOCKED_ADDRESS } } },
      }),
    ]),
    'calls of an account that the wallet chooses': call('wallet_sendCalls', [
      calls(ALLOWED_ADDRESS, { from: undefined }),
    ]),
    'an estimate of a signed operation': estimate(operation(BLOCKED_ADDRESS)),
    'an estimate, with Signature': estimate({ ...unsigned, Signature: signature }),
    'an estimate, with an empty signature and Signature': estimate({
      ...unsigned,
      signature: '0x',
      Signature: signature,
    }),
    'an estimate, with sig': estimate({ ...unsigned, sig: signature }),
    'an estimate, with _signature': estimate({ ...unsigned, _signature: signature }),
    'an estimate, with signatures': estimate({ ...unsigned, signatures: [signature] }),
    'an estimate, with capital letters': estimate({
      Sender: account,
      Nonce: '0x0',
      CallData: execute(BLOCKED_ADDRESS),
      Signature: signature,
    }),
    'an estimate, with a signature behind it': estimate(unsigned, signature),
    'an estimate, with a signature behind overrides': estimate(unsigned, {}, signature),
    'a signature before an operation': call('pm_sponsorUserOperation', [signature, unsigned, ENTRY_POINT_7]),
    'a signature beside an operation': call('pm_sponsorUserOperation', [
      { userOp: unsigned, signature },
      ENTRY_POINT_7,
    ]),
    'an estimate with a blocked delegate': estimate({
      ...operation(ALLOWED_ADDRESS, { signature: '0x', factory: '0x7702' }),
      eip7702Auth: authorization(BLOCKED_ADDRESS, '0x1'),
    }),
    'a simulation with a blocked delegate': call('tenderly_simulateBundle', [
      [payment(ALLOWED_ADDRESS, { authorizationList: [authorization(BLOCKED_ADDRESS, '0x1')] })],
      'latest',
    ]),
    'a simulation with a signed transaction in an authorization': call('tenderly_simulateBundle', [
      [payment(ALLOWED_ADDRESS, { authorizationList: [{ ...authorization(ALLOWED_ADDRESS, '0x1'), to: account }] })],
    ]),
    'a number': written(`"method":"eth_callBundle","params":[{"txs":[${BigInt(bad)}],"blockNumber":"0x1"}]`),
    'a negative number': written(`"method":"eth_callBundle","params":[{"txs":[-${BigInt(bad)}]}]`),
    'a fraction': written(`"method":"relay_include","params":[0.1${BigInt(bad)}]`),
    'words of 256 bits as numbers': written(
      `"method":"relay_include","params":[${parts(bad.slice(2), 64).map((part) => BigInt(`0x${part}`))}]`,
    ),
    'words of 64 bits as numbers': written(
      `"method":"relay_include","params":[[${parts(bad.slice(2), 16).map((part) => BigInt(`0x${part}`))}]]`,
    ),
    'an id': { ...call('eth_callBundle', [{ txs: [good], blockNumber: '0x1' }]), id: bad },
    'an id of a read': { ...call('eth_blockNumber'), id: bad },
    'an id that is a number': `{"id":${BigInt(bad)},"method":"eth_blockNumber"}`,
    ...Object.fromEntries(
      ['pm_getPaymasterData', 'pm_getPaymasterStubData', 'pm_getPaymasterAndData', 'pimlico_simulateAssetChanges'].map(
        (method) => [method, call(method, [operation(BLOCKED_ADDRESS), ENTRY_POINT_7, '0x1', {}])],
      ),
    ),
    'a paymaster with a dummy signature': call('alchemy_requestGasAndPaymasterAndData', [
      { policyId: 'x', entryPoint: ENTRY_POINT_7, userOperation: unsigned, dummySignature: signature },
    ]),
    ...Object.fromEntries(
      ['kaia_recoverFromTransaction', 'scroll_estimateL1DataFee', 'payment_queryInfo', 'state_call'].map((method) => [
        method,
        call(method, [bad, 'latest']),
      ]),
    ),
    'storage of a condition': call('eth_sendRawTransactionConditional', [good, { knownAccounts: { [account]: bad } }]),
    'slots of a condition': call('eth_sendRawTransactionConditional', [
      good,
      { knownAccounts: { [account]: { [bad]: bad } } },
    ]),
    'accounts of a condition': call('eth_sendRawTransactionConditional', [good, { knownAccounts: { [bad]: {} } }]),
    'the block of a condition': call('eth_sendRawTransactionConditional', [good, { blockNumberMin: bad }]),
    'the signature of an authorization': sending(account, {
      authorizationList: [{ ...authorization(ALLOWED_ADDRESS, '0x1'), r: bad }],
    }),
    'the signature of an operation': call('eth_sendUserOperation', [
      operation(ALLOWED_ADDRESS, { signature: bad }),
      ENTRY_POINT_7,
    ]),
    'the id of calls': call('wallet_sendCalls', [calls(ALLOWED_ADDRESS, { id: bad })]),
    'the version of calls': call('wallet_sendCalls', [calls(ALLOWED_ADDRESS, { version: bad })]),
    'the URL of a paymaster': call('wallet_sendCalls', [
      calls(ALLOWED_ADDRESS, { capabilities: { paymasterService: { url: `https://x.example/${bad}` } } }),
    ]),
    'a deep bundle': call('mev_sendBundle', [{ body: [{ bundle: { body: [{ bundle: { body: [{ tx: bad }] } }] } }] }]),
  }),
  ...relayed({
    'an allowed method: raw bytes': [bad],
    'an allowed method: raw bytes by name': { slot: 5, tx: bad },
    'an allowed method: hex without 0x': [bad.slice(2)],
    'an allowed method: upper case with 0X': [bad.toUpperCase()],
    'an allowed method: base64': [bytes(bad).toString('base64')],
    'an allowed method: base64 with a prefix': [`data:;base64,${bytes(bad).toString('base64')}`],
    'an allowed method: an array of bytes': [[...bytes(bad)]],
    'an allowed method: a Buffer': [bytes(bad).toJSON()],
    'an allowed method: a text of JSON in a text of JSON': [JSON.stringify(JSON.stringify({ txs: [bad] }))],
    'an allowed method: percent-encoding': [
      `tx=${[...bad].map((each) => `%${Buffer.from(each).toString('hex')}`).join('')}`,
    ],
    'an allowed method: percent-encoded bytes': [bad.slice(2).replaceAll(/../g, '%$&')],
    'an allowed method: blanks': [bad.replaceAll(/.{8}/g, '$& ')],
    'an allowed method: parts': [bad.match(/.{1,30}/g)],
    'an allowed method: parts with numbers': bad.match(/.{1,60}/g)?.map((data, index) => ({ index, data })),
    'an allowed method: other bytes before it': [`0x${'00'.repeat(40)}${bad.slice(2)}`],
    'an allowed method: an unknown encoding': [BigInt(bad).toString(36)],
    'an allowed method: JSON with a signature': [{ ...payment(BLOCKED_ADDRESS), v: '0x0', r: '0x1', s: '0x1' }],
    'an allowed method: a user operation': [operation(BLOCKED_ADDRESS), ENTRY_POINT_7],
    'an allowed method: a user operation in a text': [JSON.stringify(operation(ALLOWED_ADDRESS)), ENTRY_POINT_7],
    'an allowed method: words of 2 bytes': [words(2, 'BE')],
    'an allowed method: words of 4 bytes': [words(4, 'LE')],
    'an allowed method: words of 6 bytes': [words(6, 'BE')],
    'an allowed method: words of crypto-js': [{ words: words(4, 'BE').map((each) => each | 0), sigBytes: 200 }],
    'an allowed method: digits of hex': [[...bad.slice(2)].map((digit) => Number.parseInt(digit, 16))],
    'an allowed method: bits as numbers': [bits],
    'an allowed method: bits as booleans': [bits.map((bit) => bit === 1)],
    'an allowed method: bits with 0b': [`0b${bits.join('')}`],
    'an allowed method: bits with blanks': [parts(bits.join(''), 8).join(' ')],
    'an allowed method: bytes with their numbers': [[...bytes(bad)].map((byte, index) => [index, byte])],
    'an allowed method: parts in decimal': parts(String(BigInt(bad)), 18),
    'an allowed method: parts with letters before': parts(bad.slice(2), 64).map((data, at) => ({
      part: labels[at],
      data,
    })),
    'an allowed method: parts with labels behind': parts(bad.slice(2), 30).map((data, at) => ({
      data,
      label: `part ${labels[at]}`,
    })),
    'an allowed method: parts with other texts between': parts(bad, 60).flatMap((part) => [part, 'deadbeef']),
    'an allowed method: parts in a text': [parts(bad.slice(2), 50).join(' and then ')],
    'an allowed method: halves': [bad.slice(0, bad.length / 2), bad.slice(bad.length / 2)],
    'an allowed method: hex of UTF-16': [`0x${Buffer.from(bad, 'utf16le').toString('hex')}`],
    'an allowed method: a call beside its signature': [{ tx: payment(BLOCKED_ADDRESS), signature }],
    'an allowed method: a call before its signature': [payment(BLOCKED_ADDRESS), signature],
    'an allowed method: a request of a forwarder': [{ request: payment(BLOCKED_ADDRESS), signature }],
    'an allowed method: a Safe with two signatures': [payment(BLOCKED_ADDRESS, { signatures: s130 })],
    'an allowed method: a list of signatures': [payment(BLOCKED_ADDRESS, { signatures: [signature] })],
    'an allowed method: a recipient': [{ from: account, recipient: BLOCKED_ADDRESS, signature }],
    'an allowed method: a signature without 0x': [payment(BLOCKED_ADDRESS, { signature: signature.slice(2) })],
    'an allowed method: a signature in base64': [
      payment(BLOCKED_ADDRESS, { signature: bytes(signature).toString('base64') }),
    ],
    'an allowed method: sigR and sigS': [payment(BLOCKED_ADDRESS, { sigR: r, sigS: r, sigV: 27 })],
    'an allowed method: fields in a list': [[...fields, '0x25', r, r]],
    'an allowed method: ABI with a gap': [handleOps(32, [0, 1, 2, 3])],
    'an allowed method: ABI in another order': [handleOps(0, [1, 0, 2, 3])],
    'an allowed method: an operation in a list with null': [
      [account, '0x0', null, execute(BLOCKED_ADDRESS), r, '0x1', r, '0x', signature],
    ],
    'an allowed method: a type of ZKsync with another signature': [
      typed('0x71', [...fields, '0x01', '0x', '0x', '0x01', account, '0xc350', [], s130, []]),
    ],
    'an allowed method: a type with P-256': [
      typed('0x76', ['0x01', [[BLOCKED_ADDRESS, '0x01']], '0x', '0x', [], s130]),
    ],
    'an allowed method: a type with a short word': [typed('0x7b', [...fields, '0x01', `0x${'a1'.repeat(30)}`, r])],
    'an allowed method: a user operation behind another param': [1, operation(ALLOWED_ADDRESS), ENTRY_POINT_7],
  }),
  'a web page': { body: sending(ALLOWED_ADDRESS), headers: { origin: 'https://evil.example' } },
  'a sandboxed page': { body: sending(ALLOWED_ADDRESS), headers: { origin: 'null' } },
  'a page without Origin': { body: sending(ALLOWED_ADDRESS), headers: { 'sec-fetch-site': 'cross-site' } },
  'another Host': { body: sending(ALLOWED_ADDRESS), headers: { host: 'evil.example' } },
  'a form': { body: sending(ALLOWED_ADDRESS), headers: { 'content-type': 'text/plain' } },
  'another character set': {
    body: Buffer.from(JSON.stringify(sending(BLOCKED_ADDRESS)), 'utf16le'),
    headers: { 'content-type': 'application/json; charset=utf-16le' },
  },
  'a compressed body': { body: sending(BLOCKED_ADDRESS), headers: { 'content-encoding': 'gzip' } },
  'another method of HTTP': { body: sending(BLOCKED_ADDRESS), method: 'PUT' },
}

const read = (method: string, ...given: readonly unknown[]) => call(method, given)

/** As long as code can be (EIP-170). */
const code = `0x${'608060405234801561001057600080fd5b5060405161078338038061078383398101'.repeat(800).slice(0, 2 * 24_576)}`
const jwt = [
  { alg: 'RS256', typ: 'JWT' },
  { sub: '1234567890', name: 'Zoë Doe', scope: 'sponsor', iat: 1_516_239_022 },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat(Buffer.from('7c1f9b04'.repeat(64), 'hex').toString('base64url'))
  .join('.')
/** `multicall` of so many calls: as many words as say where each begins. */
const multicall = (amount: number) => {
  const inner = Array.from({ length: amount }, () => tail(execute(ALLOWED_ADDRESS)))
  const offsets = inner.map((_, index) => word((32 * amount + (index * (inner[0]?.length ?? 0)) / 2).toString(16)))
  return `0xac9650d8${word('20')}${word(amount.toString(16))}${offsets.join('')}${inner.join('')}`
}

/** What clients, wallets and test tools send every day: each arrives as it is. */
export const honestRequests: Readonly<Record<string, ClientRequest>> = {
  ...pathsTo(ALLOWED_ADDRESS),
  ...bodies({
    'the chain': read('eth_chainId'),
    'the version': read('web3_clientVersion'),
    'a balance': read('eth_getBalance', account, 'latest'),
    'a call with state of its own': read('eth_call', { to: ALLOWED_ADDRESS, data: '0x18160ddd' }, 'latest', {
      [ALLOWED_ADDRESS]: { balance: '0x1' },
    }),
    'a simulation of a signed bundle': read('eth_callBundle', {
      txs: [good],
      blockNumber: '0x1',
      stateBlockNumber: 'latest',
    }),
    'an estimate': read('eth_estimateGas', payment(BLOCKED_ADDRESS)),
    'the fees of blocks': read('eth_feeHistory', 4, 'latest', [25, 75]),
    'logs with topics': read('eth_getLogs', { fromBlock: '0x1', topics: [null, [`0x${'11'.repeat(32)}`]] }),
    'a trace': read('debug_traceTransaction', `0x${'22'.repeat(32)}`, { tracer: 'callTracer' }),
    'a trace of a call': read('trace_call', payment(BLOCKED_ADDRESS), ['trace'], 'latest'),
    'a receipt': read('eth_getTransactionReceipt', `0x${'33'.repeat(32)}`),
    'an estimate of a user operation': read('eth_estimateUserOperationGas', operation(ALLOWED_ADDRESS), ENTRY_POINT_7),
    'an estimate of one that is not signed': estimate(unsigned),
    'an estimate with an empty signature': estimate({ ...unsigned, signature: '0x' }),
    // The stub that viem has for the authorization.
    'an estimate with an authorization': estimate(
      operation(ALLOWED_ADDRESS, {
        factory: '0x7702',
        factoryData: '0x',
        signature: '0x',
        eip7702Auth: {
          ...authorization(ALLOWED_ADDRESS, '0x1'),
          r: `0x${'f'.repeat(31)}${'0'.repeat(33)}`,
          s: `0x7${'a'.repeat(63)}`,
        },
      }),
    ),
    'a sponsored operation with an authorization': read(
      'pm_sponsorUserOperation',
      operation(ALLOWED_ADDRESS, { eip7702Auth: authorization(ALLOWED_ADDRESS, '0x1') }),
      ENTRY_POINT_7,
      { sponsorshipPolicyId: 'sp_my_policy' },
    ),
    'a sponsored operation in an object': read('zd_sponsorUserOperation', {
      chainId: 1,
      userOp: operation(ALLOWED_ADDRESS),
      entryPointAddress: ENTRY_POINT_7,
      shouldOverrideFee: false,
      shouldConsume: true,
    }),
    'a simulation with an authorization': read(
      'tenderly_simulateBundle',
      [payment(BLOCKED_ADDRESS, { authorizationList: [authorization(ALLOWED_ADDRESS, '0x1')] })],
      'latest',
    ),
    'tokens of an account': read('alchemy_getTokenBalances', account),
    'data of a paymaster': read('pm_getPaymasterData', operation(ALLOWED_ADDRESS), ENTRY_POINT_7, '0x1', {}),
    'an estimate with the code of an account': estimate(operation(ALLOWED_ADDRESS), {
      [account]: { balance: '0xffffffffffffffff', code },
    }),
    'a simulation of a deployment': read('tenderly_simulateBundle', [
      { from: account, data: `${code}${code.slice(2)}` },
    ]),
    'an estimate with placeholders for gas': estimate(
      operation(ALLOWED_ADDRESS, {
        callGasLimit: '0xffffff',
        verificationGasLimit: '0xffffff',
        preVerificationGas: '0xffffff',
        maxFeePerGas: '0x4a817c800',
      }),
    ),
    'a paymaster with a token': read('pm_sponsorUserOperation', operation(ALLOWED_ADDRESS), ENTRY_POINT_7, {
      jwt,
    }),
    'a paymaster with a dummy signature for an allowed call': read('alchemy_requestGasAndPaymasterAndData', {
      policyId: 'x',
      entryPoint: ENTRY_POINT_7,
      dummySignature: signature,
      userOperation: { ...operation(ALLOWED_ADDRESS), signature: '0x' },
    }),
    'a simulation of a call of eight words': read('tenderly_simulateBundle', [
      payment(ALLOWED_ADDRESS, { data: `0x414bf389${r.slice(2).repeat(8)}` }),
    ]),
    'a simulation of a call with nine calls in it': read('tenderly_simulateBundle', [
      payment(ALLOWED_ADDRESS, { data: multicall(12) }),
    ]),
    'a condition with storage': read('eth_sendRawTransactionConditional', good, {
      blockNumberMin: '0x1',
      timestampMax: 5,
      knownAccounts: { [account]: r, [ALLOWED_ADDRESS]: { [r]: r } },
    }),
    'a balance as a number': '{"id":1,"method":"anvil_setBalance","params":["0x5afe",1000000000000000000]}',
    'a batch of reads': [read('eth_blockNumber'), { ...read('eth_gasPrice'), id: 2 }],
    'a batch with a payment': [read('eth_blockNumber'), { ...sending(ALLOWED_ADDRESS), id: 'two' }],
    'a notification of a read': { jsonrpc: '2.0', method: 'eth_blockNumber', params: [] },
    'a request without params': { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' },
    'a request without its version': { id: 1, method: 'eth_blockNumber', params: [] },
    'an id that is a text': { ...read('eth_blockNumber'), id: 'a-1' },
    'an id that is a fraction': '{"jsonrpc":"2.0","id":1.5,"method":"eth_blockNumber","params":[]}',
    'blanks and escapes': ' {"method" : "eth_call", "id":1e0, "params":["\\u0061"] } ',
    'members of a transaction that are null': sending(ALLOWED_ADDRESS, { data: null, nonce: null, gas: null }),
    'all members of a transaction': sending(ALLOWED_ADDRESS, {
      gas: '0x5208',
      maxFeePerGas: '0x3b9aca00',
      maxPriorityFeePerGas: '0x1',
      nonce: '0x0',
      type: '0x2',
      chainId: '0x1',
      accessList: [],
      data: '0x',
      input: '0x',
    }),
    'a cancel': sending(account, { value: '0x0', nonce: '0x5' }),
    'a bundle that reverts': read('eth_sendBundle', {
      txs: [good, raw(ALLOWED_ADDRESS, 1n)],
      blockNumber: '0x1',
      revertingTxHashes: [],
      minTimestamp: 0,
      builders: ['flashbots'],
      refundRecipient: account,
    }),
    'a user operation of 0.6 with a paymaster': read(
      'eth_sendUserOperation',
      operation(ALLOWED_ADDRESS, { initCode: '0x', paymasterAndData: `${ALLOWED_ADDRESS}${'12'.repeat(20)}` }),
      ENTRY_POINT_6,
    ),
    'calls of a wallet with capabilities': read(
      'wallet_sendCalls',
      calls(ALLOWED_ADDRESS, {
        capabilities: {
          paymasterService: { url: 'https://paymaster.example/1', optional: true, context: { policy: 'p1' } },
        },
      }),
    ),
    'an allowed balance': read('anvil_setBalance', account, '0xde0b6b3a7640000'),
    'allowed code': read('anvil_setCode', account, `0x${'60806040523480156100105760008055600080fd5b50'.repeat(60)}`),
    'an allowed message': read(
      'wallet_signMessage',
      hex('Sign in to app.example with your account. '.repeat(8)),
      account,
    ),
    'an allowed message as text': read(
      'wallet_signMessage',
      'app.example wants you to sign in.\n\nURI: https://app.example/login?id=12345\nNonce: 8f2a91c0\nIssued At: 2026-01-01T00:00:00Z',
      account,
    ),
    'an allowed message with types': read(
      'relay_signTypedData',
      ...(judgedPaths.find(({ method }) => method === 'eth_signTypedData')?.params(ALLOWED_ADDRESS) ?? []),
    ),
    'an allowed peer': read('admin_addPeer', `enode://${'1f2e3d4c'.repeat(16)}@203.0.113.1:30303?discport=30301`),
    'an allowed relay with a signed transaction': read('relay_include', { slot: 5, txs: [good] }),
    'an allowed relay with several': read('relay_include', [good, raw(ALLOWED_ADDRESS, 1n)], '0x5', 'latest'),
    'an allowed relay with a user operation': read(
      'relay_operation',
      operation(ALLOWED_ADDRESS, { factory: ALLOWED_ADDRESS, factoryData: '0x12345678' }),
      ENTRY_POINT_7,
    ),
    'an allowed relay without any': read('relay_status', { hashes: [`0x${'44'.repeat(32)}`, `0x${'55'.repeat(32)}`] }),
  }),
  'a program that sets headers': {
    body: sending(ALLOWED_ADDRESS),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      authorization: 'Bearer a',
      'x-flashbots-signature': 'a',
    },
  },
}

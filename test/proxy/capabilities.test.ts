import { describe, expect, test } from 'vitest'
import { call, post } from '../support/proxy/post.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, startProxyForTest } from '../support/proxy/start.ts'

const account = `0x${'aa'.repeat(20)}`
const paid = [{ to: BLOCKED_ADDRESS, value: '0x1' }]
const allowed = { to: ALLOWED_ADDRESS, value: '0x1' }
const toItself = { to: account }

const requestOf = (calls: readonly object[], capabilities?: unknown) =>
  call('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', from: account, calls, capabilities }])

/** Of wallets and drafts: each does more than the calls say. */
const harmful: Readonly<Record<string, unknown>> = {
  preCalls: paid,
  preCall: true,
  authorizeKeys: [{ type: 'secp256k1', publicKey: BLOCKED_ADDRESS, role: 'admin' }],
  grantPermissions: { expiry: 1 },
  permissions: { context: '0x', preCalls: paid },
  revokeKeys: [],
  feePayer: BLOCKED_ADDRESS,
  feeToken: BLOCKED_ADDRESS,
  requiredFunds: [],
  merchantUrl: 'https://merchant.example',
  dataSuffix: { value: '0x12345678' },
  dataCallback: { callbackURL: 'https://app.example' },
  eip7702Auth: { account, delegation: BLOCKED_ADDRESS },
  staticPaymasterConfiguration: { paymaster: BLOCKED_ADDRESS },
  addSubAccount: {},
  interop: {},
  paymasterservice: { url: 'https://paymaster.example' },
  '0x1': { preCalls: paid },
}

const harmless: Readonly<Record<string, unknown>> = {
  atomic: { required: true },
  atomicBatch: { supported: true },
  auxiliaryFunds: { supported: true },
  gasLimitOverride: { value: '0x5208' },
  paymasterService: { url: 'https://paymaster.example', context: { policyId: 'x' }, optional: true },
  validityTimeRange: { validAfter: '0x0', validUntil: '0x7fffffff' },
}

/** Known names, with contents that do more, or that no standard has. */
const otherContents: readonly [string, unknown][] = [
  ['paymasterService', { url: 'http://paymaster.example' }],
  ['paymasterService', { url: 'https://user:secret@paymaster.example' }],
  ['paymasterService', { url: 'javascript:alert(1)' }],
  ['paymasterService', { url: 5 }],
  ['paymasterService', 'https://paymaster.example'],
  ['paymasterService', { url: 'https://paymaster.example', preCalls: paid }],
  ['paymasterService', { url: 'https://paymaster.example', paymaster: BLOCKED_ADDRESS }],
  ['paymasterService', { url: 'https://paymaster.example', context: { token: BLOCKED_ADDRESS } }],
  ['paymasterService', { url: 'https://paymaster.example', context: { calls: paid } }],
  ['paymasterService', { url: 'https://paymaster.example', context: { a: { b: { to: BLOCKED_ADDRESS.slice(2) } } } }],
  ['paymasterService', { url: 'https://paymaster.example', context: { [BLOCKED_ADDRESS]: true } }],
  ['paymasterService', { url: 'https://paymaster.example', context: { a: { b: { c: { d: 1 } } } } }],
  ['paymasterService', { url: 'https://paymaster.example', context: 'x' }],
  ['atomic', { calls: paid }],
  ['atomic', { required: 'yes' }],
  ['atomic', { status: BLOCKED_ADDRESS }],
  ['atomicBatch', { supported: paid }],
  ['atomicBatch', true],
  ['auxiliaryFunds', { from: BLOCKED_ADDRESS }],
  [
    'auxiliaryFunds',
    { requiredAssets: [{ address: ALLOWED_ADDRESS, amount: '0x1', standard: 'erc20', to: BLOCKED_ADDRESS }] },
  ],
  ['auxiliaryFunds', { requiredAssets: [{ address: 'x', amount: '0x1', standard: 'erc20' }] }],
  ['auxiliaryFunds', { requiredAssets: [{ address: ALLOWED_ADDRESS, amount: '0x1', standard: 'call' }] }],
  ['gasLimitOverride', { value: BLOCKED_ADDRESS, to: BLOCKED_ADDRESS }],
  ['gasLimitOverride', { value: paid }],
  ['validityTimeRange', { validAfter: '0x0', calls: paid }],
  ['validityTimeRange', { validUntil: 'tomorrow' }],
  ['atomic', { required: true, optional: paid }],
]

const honest: readonly [string, unknown][] = [
  [
    'paymasterService',
    { url: 'https://api.pimlico.io/v2/1/rpc?apikey=x', context: { sponsorshipPolicyId: 'sp_my_policy' } },
  ],
  [
    'paymasterService',
    {
      url: 'https://paymaster.biconomy.io/api/v2/1/x',
      context: {
        mode: 'SPONSORED',
        calculateGasLimits: true,
        sponsorshipInfo: { webhookData: {}, smartAccountInfo: { name: 'BICONOMY', version: '2.0.0' } },
      },
    },
  ],
  [
    'paymasterService',
    {
      url: 'https://eth-mainnet.g.alchemy.com/v2/key',
      context: { policyId: 'b9dbb2c1-25c2-4a31-8a9b-55f3a7c3b3a7' },
      optional: true,
    },
  ],
  ['paymasterService', { url: 'http://localhost:3000/api/paymaster', context: {} }],
  ['atomic', { required: true, optional: true }],
  [
    'auxiliaryFunds',
    {
      optional: true,
      requiredAssets: [
        { address: ALLOWED_ADDRESS, amount: '0x186a0', standard: 'erc20' },
        { address: ALLOWED_ADDRESS, amount: '0x1', standard: 'erc721', tokenId: '0x7' },
      ],
    },
  ],
  ['gasLimitOverride', { value: '0x186a0', optional: true }],
  ['validityTimeRange', { validUntil: '0x7fffffff', optional: true }],
]

describe('wallet_sendCalls', () => {
  test.each(otherContents)('with %s of other contents is refused: %j', async (name, value) => {
    const { url, upstream } = await startProxyForTest()
    const capabilities = { [name]: value }
    for (const request of [requestOf([allowed], capabilities), requestOf([{ ...allowed, capabilities }])])
      expect((await post(url, request)).answer.error).toMatchObject({
        code: -32_602,
        message: expect.stringMatching(/^invalid params: /),
      })
    expect(upstream.arrived).toEqual([])
  })

  test.each(honest)('with %s as applications send it is validated by its calls: %j', async (name, value) => {
    const { url, upstream } = await startProxyForTest()
    expect((await post(url, requestOf([allowed], { [name]: value }))).answer.error).toBeUndefined()
    expect(upstream.arrived).toHaveLength(1)
  })

  const refused: [string, unknown][] = [
    ...Object.entries(harmful).flatMap(([name, value]): [string, unknown][] => [
      [name, { [name]: value }],
      [`${name} beside a harmless one`, { ...harmless, [name]: value }],
      [`${name} that is optional`, { [name]: { value, optional: true } }],
    ]),
    ['a list', [{ preCalls: paid }]],
    ['a text', 'preCalls'],
  ]
  test('with a capability that does more than the calls is refused, of the request or of a call', async () => {
    const { url, upstream } = await startProxyForTest()
    for (const [name, capabilities] of refused)
      for (const one of [allowed, toItself])
        for (const request of [requestOf([one], capabilities), requestOf([one, { ...one, capabilities }])]) {
          const { answer } = await post(url, request)
          expect([name, answer.error?.code]).toEqual([name, -32_602])
          expect(answer.error?.message).toMatch(/^invalid params: /)
        }
    expect(upstream.arrived).toEqual([])
  })

  test.each(Object.entries(harmless))('with %s is judged by its calls', async (name, value) => {
    const { url, upstream } = await startProxyForTest()
    const capabilities = { [name]: value }
    const body = JSON.stringify(requestOf([{ ...allowed, capabilities }], capabilities))
    expect((await post(url, body)).answer.error).toBeUndefined()
    expect(upstream.arrived.map((arrived) => arrived.body.toString())).toEqual([body])
    const refusal = await post(url, requestOf([allowed, ...paid], capabilities))
    expect(refusal.answer.error?.data).toMatchObject({ verdict: 'BLOCKED' })
    expect(upstream.arrived).toHaveLength(1)
  })

  test('to the account itself is judged: the wallet may run the code of the account', async () => {
    const { url, upstream, proxy } = await startProxyForTest()
    for (const capabilities of [undefined, harmless]) {
      expect((await post(url, requestOf([toItself], capabilities))).answer.error).toBeUndefined()
      await post(url, requestOf([toItself, { ...toItself, value: '0x0' }], capabilities))
    }
    expect(upstream.arrived).toHaveLength(4)
    const { url: strict, upstream: unreached } = await startProxyForTest({ policy: { lowestRefused: 'NO DATA' } })
    const { answer } = await post(strict, requestOf([toItself]))
    expect(answer.error?.data).toMatchObject({ verdict: 'NO DATA' })
    expect(unreached.arrived).toEqual([])
    expect(proxy.tally.counts.sent).toBe(4)
  })
})

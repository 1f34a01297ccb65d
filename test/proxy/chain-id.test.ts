import { describe, expect } from 'vitest'
import { call, post } from '../support/proxy/post.ts'
import { behaviours, saying, startRecordingUpstream } from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, startProxyForTest, test } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'

const unsigned = call('eth_sendTransaction', [{ from: signers[0], to: ALLOWED_ADDRESS, value: '0x1' }])
const signed = (chainId: number) =>
  call('eth_sendRawTransaction', [signedTransfer({ to: ALLOWED_ADDRESS, chainId }).raw])
const LISTED_ON_BASE = `0x${'ba5e'.repeat(10)}`
const permitOnBase = {
  types: {
    EIP712Domain: [
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: ['owner', 'spender', 'value', 'nonce', 'deadline'].map((name, index) => ({
      name,
      type: index < 2 ? 'address' : 'uint256',
    })),
  },
  primaryType: 'Permit',
  domain: { chainId: 8453, verifyingContract: `0x${'bb'.repeat(20)}` },
  message: { owner: signers[0], spender: LISTED_ON_BASE, value: '5', nonce: 0, deadline: '99999999999' },
}

describe('the chain id of the upstream', () => {
  test('is read for each send, and once for the sends of a batch', async ({ proxy: { url, upstream } }) => {
    await post(url, unsigned)
    const before = upstream.chainIdQuestions
    await post(url, unsigned)
    expect(upstream.chainIdQuestions).toBe(before + 1)
    await post(
      url,
      [1, 2, 3].map((id) => ({ ...unsigned, id })),
    )
    expect(upstream.chainIdQuestions).toBe(before + 2)
    // What is not validated needs none.
    await post(url, call('eth_call'))
    expect(upstream.chainIdQuestions).toBe(before + 2)
  })

  test('refuses what is signed for another chain, also when it changes', async ({
    proxy: { url, upstream, notes },
  }) => {
    expect((await post(url, signed(1))).answer.result).toBeDefined()
    expect((await post(url, signed(10))).answer.error?.message).toMatch(/chain/)
    upstream.chainId = '0xa'
    expect((await post(url, signed(1))).answer.error?.message).toMatch(/chain/)
    expect((await post(url, signed(10))).answer.result).toBeDefined()
    expect(upstream.calls('eth_sendRawTransaction')).toHaveLength(2)
    const { host } = new URL(upstream.url)
    expect(notes).toEqual([
      `! the upstream ${host} is on chain 10 (optimism) now, not on 1 (ethereum); verdicts are for that one from now on`,
    ])
  })

  test.each([
    ['eth_sendTransaction', [{ from: signers[0], to: LISTED_ON_BASE, value: '0x1' }]],
    ['eth_signTransaction', [{ from: signers[0], to: LISTED_ON_BASE, value: '0x1' }]],
    [
      'wallet_sendCalls',
      [
        {
          version: '2.0.0',
          chainId: '0x2105',
          from: signers[0],
          atomicRequired: false,
          calls: [{ to: LISTED_ON_BASE }],
        },
      ],
    ],
    ['eth_signTypedData_v4', [signers[0], permitOnBase]],
  ])('that changed: %s is judged on the new one, also when it is asked for the first time', async (method, params) => {
    const { url, upstream, client, notes } = await startProxyForTest()
    const entry = { type: 'BLOCK', productType: 'SONAR', address: LISTED_ON_BASE } as const
    await client.call('createControlList', { body: { ...entry, chainIds: ['8453'] } })
    await post(url, signed(1))
    upstream.chainId = '0x2105'
    expect((await post(url, call(method, params))).answer.error).toMatchObject({ code: -32_003 })
    expect(upstream.calls(method)).toEqual([])
    expect(notes).toHaveLength(1)
  })

  test('of a node that does not answer any more: nothing is judged by the old one', async ({
    proxy: { url, upstream, notes },
  }) => {
    await post(url, unsigned)
    upstream.chainId = undefined
    for (const request of [unsigned, signed(1)]) expect((await post(url, request)).answer.error?.code).toBe(-32_002)
    expect(upstream.calls()).toHaveLength(1)
    expect(notes).toEqual([])
  })

  test('of a chain that is not judged: there is no verdict', async () => {
    const { url, upstream } = await startProxyForTest({ upstream: { chainId: '0x7a69' } })
    for (const request of [unsigned, signed(31_337)])
      expect((await post(url, request)).answer.error).toMatchObject({
        code: -32_003,
        message: expect.stringContaining('chain 31337 is not supported'),
        data: { verdict: null },
      })
    expect((await post(url, call('eth_call'))).answer.result).toBe('result of eth_call')
    expect(upstream.calls()).toHaveLength(1)
  })

  test.each([
    ['an error', saying(200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}}')],
    ['a number', saying(200, '{"jsonrpc":"2.0","id":1,"result":1}')],
    ['a decimal text', saying(200, '{"jsonrpc":"2.0","id":1,"result":"1"}')],
    ['a long number', saying(200, `{"jsonrpc":"2.0","id":1,"result":"0x${'1'.repeat(40)}"}`)],
    ['a page', behaviours.HTML],
    ['a closed connection', behaviours.closes],
    ['a redirect', saying(307, '', { location: '/' })],
  ])('that is not known refuses sends: %s', async (_, behaviour) => {
    const upstream = await startRecordingUpstream()
    upstream.chainId = undefined
    upstream.behaviour = behaviour
    const { url } = await startProxyForTest({ upstream })
    for (const request of [unsigned, signed(1)])
      expect((await post(url, request)).answer.error?.message).toMatch(/^the upstream 127\.0\.0\.1:\d+/)
    upstream.behaviour = behaviours.honest
    expect((await post(url, call('eth_call'))).answer.result).toBe('result of eth_call')
    // The next send asks again.
    upstream.chainId = '0x1'
    expect((await post(url, signed(1))).answer.result).toBeDefined()
    expect(upstream.calls('eth_sendTransaction')).toEqual([])
    expect(upstream.calls('eth_sendRawTransaction')).toHaveLength(1)
  })
})

describe('several upstreams', () => {
  test('each path leads to its own, and only with the chain that it names', async () => {
    const ethereum = await startRecordingUpstream({ chainId: '0x1' })
    const wrong = await startRecordingUpstream({ chainId: '0x1' })
    const { proxy } = await startProxyForTest({
      upstreams: new Map([
        ['/ethereum', new URL(ethereum.url)],
        ['/base', new URL(wrong.url)],
      ]),
    })
    const urls = Object.fromEntries(proxy.urls)
    expect((await post(urls['/ethereum'] ?? '', signed(1))).answer.result).toBeDefined()
    for (const request of [unsigned, signed(1), signed(8453)])
      expect((await post(urls['/base'] ?? '', request)).answer.error).toMatchObject({
        code: -32_003,
        message: expect.stringMatching(/the upstream 127\.0\.0\.1:\d+ is on chain 1 \(ethereum\), not on base/),
        data: { source: 'txwarden' },
      })
    expect((await post(urls['/base'] ?? '', call('eth_call'))).answer.result).toBe('result of eth_call')
    const { origin } = new URL(urls['/base'] ?? '')
    for (const path of ['/', '/optimism', '/base/', '/BASE', '/base/x'])
      expect((await post(origin, call('eth_call'), { path })).status).toBe(404)
    expect([ethereum.calls().length, wrong.calls().length]).toEqual([1, 1])
  })

  test('one that is down leaves the others', async () => {
    const ethereum = await startRecordingUpstream({ chainId: '0x1' })
    const { proxy } = await startProxyForTest({
      upstreams: new Map([
        ['/ethereum', new URL(ethereum.url)],
        ['/base', new URL('http://127.0.0.1:1')],
      ]),
    })
    const urls = Object.fromEntries(proxy.urls)
    expect((await post(urls['/base'] ?? '', signed(8453))).answer.error?.code).toBe(-32_002)
    expect((await post(urls['/ethereum'] ?? '', signed(1))).answer.result).toBeDefined()
  })
})

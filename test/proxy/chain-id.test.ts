import { describe, expect, test } from 'vitest'
import { call, post } from '../support/proxy/post.ts'
import { behaviours, saying, startRecordingUpstream } from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, startProxyForTest } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'

const unsigned = call('eth_sendTransaction', [{ from: signers[0], to: ALLOWED_ADDRESS, value: '0x1' }])
const signed = (chainId: number) =>
  call('eth_sendRawTransaction', [signedTransfer({ to: ALLOWED_ADDRESS, chainId }).raw])
const TEN_MINUTES = 600_000

describe('the chain id of the upstream', () => {
  test('is asked once for many requests, and again after ten minutes', async () => {
    const { url, upstream, clock } = await startProxyForTest()
    await Promise.all(Array.from({ length: 5 }, () => post(url, unsigned)))
    expect(upstream.chainIdQuestions).toBe(1)
    clock.advance(TEN_MINUTES - 1)
    await post(url, unsigned)
    expect(upstream.chainIdQuestions).toBe(1)
    clock.advance(1)
    await Promise.all([post(url, unsigned), post(url, unsigned)])
    expect(upstream.chainIdQuestions).toBe(2)
  })

  test('refuses what is signed for another chain, also when it changes', async () => {
    const { url, upstream, clock } = await startProxyForTest()
    expect((await post(url, signed(1))).answer.result).toBeDefined()
    expect((await post(url, signed(10))).answer.error?.message).toMatch(/chain/)
    upstream.chainId = '0xa'
    clock.advance(TEN_MINUTES)
    expect((await post(url, signed(1))).answer.error?.message).toMatch(/chain/)
    expect((await post(url, signed(10))).answer.result).toBeDefined()
    expect(upstream.calls('eth_sendRawTransaction')).toHaveLength(2)
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
        message: expect.stringContaining('the upstream is on chain 1 (ethereum), not on base'),
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

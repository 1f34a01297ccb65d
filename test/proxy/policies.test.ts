import { expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { TestClock } from '../support/deterministic.ts'
import { openForTest } from '../support/open-service.ts'
import { call, post, type RpcAnswer } from '../support/proxy/post.ts'
import { startProxyForTest } from '../support/proxy/start.ts'
import { signedTransfer } from '../support/proxy/transactions.ts'
import { ask, listed, requestsTo } from '../support/requests.ts'

const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const OTHER = '0x1234567890123456789012345678901234567890'
const SITE = 'https://app.example'
const ETHER = 10n ** 18n

const payouts = {
  name: 'payouts',
  mode: 'enforce',
  default: 'deny',
  hold: [{ pays: { over: '1 ETH' } }],
  allow: [{ pays: { to: [PAYEE], per: { '24h': '5 ETH' } } }],
}

/** A proxy without --hold, whose key is not the one that decides. */
async function behind(policy: object, lowestRefused?: 'UNSAFE') {
  const clock = new TestClock()
  const service = await openForTest({ clock })
  const agent = (await service.keys.create('validation')).key
  const desk = (await service.keys.create('management')).key
  await requestsTo(service).send('POST', '/ext/v1/policies', policy)
  const client = createClient({
    newIdempotencyKey: () => undefined,
    notice: () => undefined,
    transport: ({ request }) =>
      service.handle(
        { ...request, headers: { ...request.headers, 'x-api-key': agent } },
        { kind: 'network', address: '203.0.113.7' },
      ),
  })
  const started = await startProxyForTest({ client, allowedOrigins: [SITE], policy: { lowestRefused } })
  const raw = async (bytes: string, headers = {}): Promise<RpcAnswer> =>
    (await post(started.url, call('eth_sendRawTransaction', [bytes]), { headers })).answer
  const decide = ({ error }: RpcAnswer, what: 'approve' | 'reject') =>
    ask(service, 'POST', `/ext/v1/holds/${error?.data?.holdId}/${what}`, {}, { 'x-api-key': desk })
  const used = async () => (await requestsTo(service).send('GET', '/ext/v1/policies/payouts/usage')).content[0].used
  return { ...started, service, clock, raw, decide, used }
}

test('what a policy holds waits for another key, with any verdict that the proxy lets pass, and passes once', async () => {
  const { raw, decide, used, upstream } = await behind(payouts)
  const signed = signedTransfer({ to: PAYEE, value: 2n * ETHER })
  const held = await raw(signed.raw)
  expect(held.error).toMatchObject({
    message: expect.stringContaining('policy payouts holds it: 2 ETH of 1 ETH'),
    data: { state: 'held', code: 'policy', holdId: expect.any(String) },
  })
  expect((await raw(signed.raw)).error?.data).toMatchObject({ state: 'held', holdId: held.error?.data?.holdId })
  expect(await used()).toBe('0 ETH')
  expect((await decide(held, 'approve')).body).toMatchObject({ state: 'approved', approvals: 1 })
  const other = await raw(signedTransfer({ to: PAYEE, value: 2n * ETHER, nonce: 1n }).raw)
  expect(other.error?.data).toMatchObject({
    state: 'held',
    holdId: expect.not.stringContaining(String(held.error?.data?.holdId)),
  })
  expect((await raw(signed.raw)).result).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await used()).toBe('2 ETH')
  expect((await raw(signed.raw)).result).toMatch(/^0x[0-9a-f]{64}$/)
  expect(upstream.calls().filter(({ method }) => method === 'eth_sendRawTransaction')).toHaveLength(1)
  expect(await used()).toBe('2 ETH')
})

test('what a policy denies, or a list blocks, is refused and not held', async () => {
  const { raw, service } = await behind(payouts, 'UNSAFE')
  const denied = await raw(signedTransfer({ to: OTHER, value: 2n * ETHER }).raw)
  expect(denied.error?.data).toMatchObject({ state: 'blocked', code: 'policy' })
  await listed(service, 'BLOCK', PAYEE)
  const blocked = await raw(signedTransfer({ to: PAYEE, value: 2n * ETHER }).raw)
  expect(blocked.error?.data).toMatchObject({ state: 'blocked', verdict: 'BLOCKED' })
  expect((await requestsTo(service).send('GET', '/ext/v1/holds')).content).toEqual([])
})

test('a policy of a site applies to what a page of it asks for', async () => {
  const { raw } = await behind({ ...payouts, applies: { sites: [SITE] }, hold: undefined, allow: undefined })
  const signed = signedTransfer({ to: PAYEE })
  expect((await raw(signed.raw, { origin: SITE })).error?.data).toMatchObject({ state: 'blocked', code: 'policy' })
  expect((await raw(signed.raw)).result).toMatch(/^0x[0-9a-f]{64}$/)
})

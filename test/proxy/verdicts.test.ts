import { describe, expect } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { makeCli } from '../support/cli.ts'
import { call, post } from '../support/proxy/post.ts'
import {
  type Behaviour,
  behaviours,
  HTML,
  saying,
  startRecordingUpstream,
} from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, runProxyCommand, startProxyForTest, test } from '../support/proxy/start.ts'
import { signedTransfer } from '../support/proxy/transactions.ts'

const FROM = '0x7e5700000000000000000000000000000000f001'
const sendRaw = (raw: string) => call('eth_sendRawTransaction', [raw])
const send = (to: string) => call('eth_sendTransaction', [{ from: FROM, to, value: '0x1' }])

describe('what is sent again', () => {
  test('a signed transaction has one verdict, also at the same time, and with another fee it is another one', async ({
    proxy: { url, client },
  }) => {
    const to = BLOCKED_ADDRESS
    const bodies = [10n, 10n, 10n].map((maxFeePerGas) => sendRaw(signedTransfer({ to, maxFeePerGas }).raw))
    const answers = [...(await Promise.all(bodies.map((body) => post(url, body)))), await post(url, bodies[0])]
    const ids = new Set(answers.map(({ answer }) => answer.error?.data?.svcTxId))
    expect([...ids]).toEqual([expect.any(String)])
    expect((await client.call('listTransactions')).content).toHaveLength(1)
    // So it is with another nonce, value or recipient.
    for (const other of [{ maxFeePerGas: 11n }, { nonce: 1n }, { value: 2n }, { signer: 1 }])
      await post(url, sendRaw(signedTransfer({ to, ...other }).raw))
    expect((await client.call('listTransactions')).content).toHaveLength(5)
  })

  test('a restarted proxy has it validated again: the stored verdict is replaced', async ({ proxy: first }) => {
    const { client } = first
    const { raw } = signedTransfer({ to: BLOCKED_ADDRESS })
    const before = await post(first.url, sendRaw(raw))
    await first.proxy.stop()
    const { content } = await client.call('listControlLists')
    const entry = content.find(({ address }) => address.toLowerCase() === BLOCKED_ADDRESS)
    await client.call('deleteControlList', { params: { controlListId: String(entry?.id) } })
    const { url } = await startProxyForTest({ client, policy: { lowestRefused: 'NO DATA' } })
    const after = await post(url, sendRaw(raw))
    expect(after.answer.error?.data).toMatchObject({ verdict: 'NO DATA', svcTxId: before.answer.error?.data?.svcTxId })
    expect((await client.call('listTransactions')).content).toMatchObject([{ combinedScore: 0, valid: true }])
  })

  test('is validated anew when a list has changed, and keeps its place', async ({
    proxy: { url, client, upstream },
  }) => {
    const { raw } = signedTransfer({ to: BLOCKED_ADDRESS })
    const first = await post(url, sendRaw(raw))
    expect(first.answer.error?.data?.verdict).toBe('BLOCKED')
    const { content } = await client.call('listControlLists')
    const entry = content.find(({ address }) => address.toLowerCase() === BLOCKED_ADDRESS)
    await client.call('deleteControlList', { params: { controlListId: String(entry?.id) } })
    await client.call('createControlList', { body: { type: 'ALLOW', productType: 'SONAR', address: BLOCKED_ADDRESS } })
    expect((await post(url, sendRaw(raw))).answer.error).toBeUndefined()
    expect(upstream.calls('eth_sendRawTransaction')).toHaveLength(1)
    expect((await client.call('listTransactions')).content).toMatchObject([
      { svcTxId: first.answer.error?.data?.svcTxId, combinedScore: 0, valid: true },
    ])
  })

  test('without a signature has one verdict while it is refused, and is another payment once it is forwarded', async ({
    proxy: { url, client },
  }) => {
    const refused = [await post(url, send(BLOCKED_ADDRESS)), await post(url, send(BLOCKED_ADDRESS))]
    expect(new Set(refused.map(({ answer }) => answer.error?.data?.svcTxId)).size).toBe(1)
    await post(url, send(ALLOWED_ADDRESS))
    await post(url, send(ALLOWED_ADDRESS))
    expect((await client.call('listTransactions')).content).toHaveLength(3)
  })
})

describe('without a verdict nothing is forwarded, and why is said in words of txwarden', () => {
  const mallory = (status: number) =>
    saying(status, JSON.stringify({ code: 'internal', detail: 'mallory says: use --when-unavailable allow' }), {
      'content-type': 'application/json',
    })
  test.each<readonly [string, Behaviour, number, string]>([
    ['401', mallory(401), -32_003, 'the service does not accept the validation key. txwarden -p prod auth login'],
    ['403', mallory(403), -32_003, 'the service does not accept the validation key'],
    ['400', mallory(400), -32_602, 'the service cannot read this transaction'],
    ['429', mallory(429), -32_003, 'the service answers no more requests for now (rate limit)'],
    ['500', mallory(500), -32_003, 'the service failed (500). txwarden -p prod doctor'],
    ['503', mallory(503), -32_003, 'the service is not available. txwarden -p prod doctor'],
    ['302', saying(302, '', { location: 'https://mallory.example' }), -32_003, 'the service failed (302)'],
    ['a web page', saying(200, HTML, { 'content-type': 'text/html' }), -32_003, 'the service failed'],
    ['no JSON', saying(200, 'mallory'), -32_003, 'the service failed'],
    ['a closed connection', behaviours.closes, -32_003, 'the service is not available'],
  ])('%s', async (_, behaviour, code, text) => {
    const service = await startRecordingUpstream()
    service.behaviour = behaviour
    const cli = makeCli()
    await cli(['profile', 'create', 'prod', '--base-url', service.url])
    const upstream = await startRecordingUpstream()
    const run: typeof cli = Object.assign(
      (...[argv, options]: Parameters<typeof cli>) =>
        cli(argv, { ...options, env: { ...options?.env, TXWARDEN_VALIDATION_KEY: 'a-key-for-tests' } }),
      cli,
    )
    const { url } = await runProxyCommand(run, upstream.url, ['-p', 'prod', '--retries', '0'])
    const { answer } = await post(url, sendRaw(signedTransfer({ to: ALLOWED_ADDRESS }).raw))
    expect(answer.error).toMatchObject({ code, message: expect.stringContaining(text) })
    expect(JSON.stringify(answer)).not.toContain('mallory')
    if (code === -32_003) expect(answer.error?.data).toMatchObject({ verdict: null, svcTxId: null, state: 'blocked' })
    expect(upstream.arrived).toEqual([])
  })

  test('a service that does not answer: before clients give up', async () => {
    const client = createClient({
      transport: () => new Promise(() => undefined),
      newIdempotencyKey: () => undefined,
      notice: () => undefined,
    })
    const { url, upstream } = await startProxyForTest({ client, limitMs: 30 })
    const { answer } = await post(url, sendRaw(signedTransfer({ to: ALLOWED_ADDRESS }).raw))
    expect(answer.error?.message).toBe(
      'txwarden blocked this: there is no verdict: the service gave no verdict within 0.03 s',
    )
    expect(upstream.arrived).toEqual([])
  })

  test('a chain that is not supported', async () => {
    const { url, upstream } = await startProxyForTest({ upstream: { chainId: '0x7a69' } })
    const { answer } = await post(url, send(ALLOWED_ADDRESS))
    expect(answer.error?.message).toContain('chain 31337 is not supported')
    expect(answer.error?.message).toContain('anvil --chain-id 1')
    expect(upstream.arrived).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { call, notification, post } from '../support/proxy/post.ts'
import { behaviours, changingBatch, saying } from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, startProxyForTest } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'

const raw = (to: string, nonce: bigint, signer = 0) => signedTransfer({ to, nonce, signer }).raw
const send = (id: unknown, to: string, nonce: bigint, signer = 0) =>
  call('eth_sendRawTransaction', [raw(to, nonce, signer)], id)

const blocked = { error: { code: -32_003, data: { source: 'txwarden' } } }

test('each member is served for itself, in the order of the calls', async () => {
  const { url, upstream } = await startProxyForTest()
  const { answers, status } = await post(url, [
    call('eth_call', [], 1),
    send('two', BLOCKED_ADDRESS, 0n),
    call('personal_sign', [], 3),
    notification('eth_call', ['silent']),
    { jsonrpc: '2.0', id: 4, method: 5 },
    send(null, ALLOWED_ADDRESS, 0n, 1),
    7,
  ])
  expect(status).toBe(200)
  expect(answers).toMatchObject([
    { id: 1, result: 'result of eth_call' },
    { id: 'two', ...blocked },
    { id: 3, error: { code: -32_003 } },
    { id: 4, error: { code: -32_600 } },
    { id: null, result: expect.stringMatching(/^0x/) },
    { id: null, error: { code: -32_600 } },
  ])
  expect(upstream.calls()).toMatchObject([
    { method: 'eth_call', params: [] },
    { method: 'eth_call', params: ['silent'] },
    { method: 'eth_sendRawTransaction' },
  ])
})

test('what is left of a batch is sent as it came', async () => {
  const { url, upstream } = await startProxyForTest()
  const kept = '{ "method":"eth_call" ,"id":1e0, "params":[ "\\u0061" ]}'
  await post(url, `[${kept}, ${JSON.stringify(call('personal_sign', [], 2))}]`)
  await post(url, `[${kept}, ${kept.replace('1e0', '2')}, ${JSON.stringify(call('personal_sign', [], 3))}]`)
  // One is sent alone: some nodes take no batches.
  expect(upstream.arrived.map(({ body }) => body.toString())).toEqual([kept, `[${kept},${kept.replace('1e0', '2')}]`])
})

describe('sends of a sender after a refused one', () => {
  test('are refused, those of others are not', async () => {
    const { url, upstream } = await startProxyForTest()
    const { answers } = await post(url, [
      send(1, ALLOWED_ADDRESS, 0n),
      send(2, BLOCKED_ADDRESS, 1n),
      send(3, ALLOWED_ADDRESS, 2n),
      send(4, ALLOWED_ADDRESS, 0n, 1),
      call('eth_sendTransaction', [{ from: signers[0], to: ALLOWED_ADDRESS, value: '0x1' }], 5),
    ])
    expect(answers).toMatchObject(
      [{ id: 1, result: {} }, blocked, blocked, { id: 4, result: {} }, blocked].map((each) =>
        'result' in each ? { id: each.id, result: expect.any(String) } : each,
      ),
    )
    for (const at of [2, 4]) expect(answers[at]?.error?.message).toMatch(/an earlier transaction of its sender/)
    expect(upstream.calls()).toHaveLength(2)
  })

  test('are forwarded when all is observed', async () => {
    const { url, upstream } = await startProxyForTest({ policy: { observe: true } })
    await post(url, [send(1, BLOCKED_ADDRESS, 1n), send(2, ALLOWED_ADDRESS, 2n)])
    expect(upstream.calls()).toHaveLength(2)
  })

  test('are refused however many are judged at once', async () => {
    const { url, upstream, proxy } = await startProxyForTest()
    const batch = Array.from({ length: 40 }, (_, id) =>
      send(id, id === 3 ? BLOCKED_ADDRESS : ALLOWED_ADDRESS, BigInt(id)),
    )
    const { answers } = await post(url, batch)
    expect(answers.map(({ error }) => error?.code)).toEqual(batch.map((_, id) => (id < 3 ? undefined : -32_003)))
    expect(upstream.calls()).toHaveLength(3)
    expect(proxy.tally.calls).toBe(40)
  })
})

test('1,000 members are judged some at a time, and others are answered meanwhile', async () => {
  let running = 0
  let most = 0
  let judged = 0
  const others: number[] = []
  const { url, upstream } = await startProxyForTest({
    client: {
      call: async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setImmediate(resolve))
        judged += 1
        running -= 1
        return { valid: true, combinedScore: 0, svcTxId: '1', coverage: { sources: 1 }, knownByAgeOnly: false }
      },
    } as never,
  })
  const transaction = { from: signers[0], to: ALLOWED_ADDRESS, value: '0x1', nonce: '0x0' }
  const batch = Array.from({ length: 1000 }, (_, id) => call('eth_sendTransaction', [transaction], id))
  const whole = post(url, batch)
  let isDone = false
  void whole.then(() => {
    isDone = true
  })
  while (!isDone) {
    await post(url, call('eth_call'))
    others.push(judged)
  }
  expect((await whole).answers).toHaveLength(1000)
  expect(upstream.calls('eth_sendTransaction')).toHaveLength(1000)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(8)
  expect(new Set(others.filter((count) => count > 0 && count < 1000)).size).toBeGreaterThan(1)
})

describe('equal ids', () => {
  test('a send that shares its id is refused: its answer could be that of another call', async () => {
    const { url, upstream } = await startProxyForTest()
    const { answers } = await post(url, [
      send(1, ALLOWED_ADDRESS, 0n),
      call('eth_call', [], 1),
      call('eth_call', [], '1'),
    ])
    expect(answers).toMatchObject([
      { id: 1, error: { code: -32_600, message: expect.stringContaining('same id') } },
      { id: 1, result: 'result of eth_call' },
      { id: '1', result: 'result of eth_call' },
    ])
    expect(upstream.calls('eth_sendRawTransaction')).toEqual([])
  })

  test('reads that share one get their answers in their order', async () => {
    const { url, upstream } = await startProxyForTest()
    upstream.results.set('eth_call', ([param]) => ({ result: param }))
    const { answers } = await post(url, [
      call('eth_call', ['a'], 1),
      call('personal_sign', [], 2),
      call('eth_call', ['b'], 1),
    ])
    expect(answers).toMatchObject([{ id: 1, result: 'a' }, { id: 2 }, { id: 1, result: 'b' }])
  })
})

describe('answers of the upstream to what is left of a batch', () => {
  const rows: readonly [keyof typeof behaviours, unknown, unknown][] = [
    ['other order', { result: 'a' }, { result: 'b' }],
    ['answers twice', { result: 'a' }, { result: 'b' }],
    ['missing members', { error: { code: -32_002 } }, { result: 'b' }],
    ['wrong ids', { error: { code: -32_002 } }, { error: { code: -32_002 } }],
    ['one error for a batch', { error: { message: 'no batches' } }, { error: { message: 'no batches' } }],
    ['429', { error: { code: -32_005 } }, { error: { code: -32_005 } }],
    ['500', { error: { code: -32_002 } }, { error: { code: -32_002 } }],
    ['HTML', { error: { code: -32_002 } }, { error: { code: -32_002 } }],
    ['empty body', { error: { code: -32_002 } }, { error: { code: -32_002 } }],
    ['closes', { error: { code: -32_002 } }, { error: { code: -32_002 } }],
    ['closes in the body', { error: { code: -32_002 } }, { error: { code: -32_002 } }],
    ['gzip', { result: 'a' }, { result: 'b' }],
  ]
  test.each(rows)('%s', async (name, first, second) => {
    const { url, upstream, reported } = await startProxyForTest()
    upstream.results.set('eth_call', ([param]) => ({ result: param }))
    upstream.behaviour = behaviours[name]
    const { status, answers } = await post(url, [
      call('eth_call', ['a'], 1),
      call('personal_sign', [], 2),
      call('eth_call', ['b'], 3),
    ])
    expect([status, answers.map(({ id }) => id)]).toEqual([200, [1, 2, 3]])
    expect(answers).toMatchObject([first, { error: { code: -32_003 } }, second])
    expect(reported).toEqual([])
  })

  test('a rate limit tells when to come again', async () => {
    const { url, upstream } = await startProxyForTest()
    upstream.behaviour = behaviours['429']
    const { headers } = await post(url, [call('eth_call', [], 1), call('personal_sign', [], 2)])
    expect(headers['retry-after']).toBe('7')
  })

  test('members that nobody asked for are left out', async () => {
    const { url, upstream } = await startProxyForTest()
    upstream.behaviour = changingBatch((answers) => [{ id: 2, result: 'signed' }, null, 5, ...answers])
    const { answers } = await post(url, [
      call('eth_call', [], 1),
      call('personal_sign', [], 2),
      call('eth_call', [], 3),
    ])
    expect(answers).toMatchObject(
      [{ id: 1, result: {} }, { id: 2, error: { code: -32_003 } }, { id: 3 }].map((each) =>
        each.id === 2 ? each : { id: each.id, result: 'result of eth_call' },
      ),
    )
  })

  test.each([
    ['alone', [call('eth_call', [], 1)]],
    ['with others', [call('eth_call', [], 1), call('eth_call', [], 3)]],
    ['a send', [send(1, ALLOWED_ADDRESS, 0n)]],
  ])('larger than what is read is not called no answer: %s', async (_, calls) => {
    const { url, upstream } = await startProxyForTest()
    upstream.behaviour = saying(200, `[${' '.repeat(16 * 1024 * 1024)}]`)
    const { answers } = await post(url, [...calls, call('personal_sign', [], 2)])
    const { host } = new URL(upstream.url)
    const message = `the upstream ${host} answered to the batch with more than 16777216 bytes, which are not read when one of its calls is refused; how it took this call is not known`
    const error = { code: -32_002, message }
    expect(answers).toMatchObject([...calls.map(({ id }) => ({ id, error })), { id: 2, error: { code: -32_003 } }])
  })

  test.each([
    ['an unknown encoding', { 'content-encoding': 'rot13' }],
    ['another encoding than it says', { 'content-encoding': 'gzip' }],
  ])('in %s is not called no answer', async (_, headers) => {
    const { url, upstream } = await startProxyForTest()
    upstream.behaviour = saying(200, '{"jsonrpc":"2.0","id":1,"result":"0x1"}', headers)
    const { answers } = await post(url, [call('eth_call', [], 1), call('personal_sign', [], 2)])
    expect(answers[0]?.error?.message).toMatch(/^the answer of the upstream \S+ cannot be read$/)
  })
})

describe('answers that break readers', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  test.each([
    ['a deep id', (id: unknown) => `{"jsonrpc":"2.0","id":${deep},"also":${JSON.stringify(id)},"result":"0x1"}`],
    ['a deep result', (id: unknown) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${deep}}`],
    ['a deep error for the call', (id: unknown) => deepError(JSON.stringify(id))],
    ['a deep error for all', () => deepError('null')],
  ])('%s: what was forwarded is never said not to be', async (_, text) => {
    const { url, upstream } = await startProxyForTest()
    upstream.behaviour = ({ isBatch, calls }, response) => {
      const texts = calls.map(({ id }) => text(id))
      return void response.writeHead(200).end(isBatch && texts.length > 1 ? `[${texts.join()}]` : texts[0])
    }
    const alone = await post(url, send(1, ALLOWED_ADDRESS, 0n))
    expect([alone.status, alone.body.toString()]).toEqual([200, text(1)])
    for (const others of [[], [call('eth_call', [], 3)]]) {
      const mixed = await post(url, [send(1, ALLOWED_ADDRESS, 1n), ...others, call('personal_sign', [], 2)])
      expect(mixed.status).toBe(200)
      expect(mixed.body.toString()).toMatch(/"id":1\D/)
      expect(mixed.body.toString()).not.toMatch(/nothing was forwarded|internal error/)
    }
    expect(upstream.calls('eth_sendRawTransaction')).toHaveLength(3)
  })

  function deepError(id: string): string {
    return `{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":"no","data":${deep}}}`
  }
})

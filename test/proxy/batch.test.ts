import { describe, expect } from 'vitest'
import { lowestRefused } from '../../src/commands/validate/verdict-exit-code.ts'
import { call, notification, post } from '../support/proxy/post.ts'
import { behaviours, changingBatch, saying } from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, startProxyForTest, test } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'

const raw = (to: string, nonce: bigint, signer = 0) => signedTransfer({ to, nonce, signer }).raw
const send = (id: unknown, to: string, nonce: bigint, signer = 0) =>
  call('eth_sendRawTransaction', [raw(to, nonce, signer)], id)

const blocked = { error: { code: -32_003, data: { source: 'txwarden' } } }

test('each member is served for itself, in the order of the calls', async ({ proxy: { url, upstream } }) => {
  const { answers, status } = await post(url, [
    call('eth_call', [], 1),
    send('two', BLOCKED_ADDRESS, 0n),
    call('eth_sign', [], 3),
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

test('what is left of a batch is sent as it came', async ({ proxy: { url, upstream } }) => {
  const kept = '{ "method":"eth_call" ,"id":1e0, "params":[ "\\u0061" ]}'
  await post(url, `[${kept}, ${JSON.stringify(call('eth_sign', [], 2))}]`)
  await post(url, `[${kept}, ${kept.replace('1e0', '2')}, ${JSON.stringify(call('eth_sign', [], 3))}]`)
  // One is sent alone: some nodes take no batches.
  expect(upstream.arrived.map(({ body }) => body.toString())).toEqual([kept, `[${kept},${kept.replace('1e0', '2')}]`])
})

describe('sends of a sender after a refused one', () => {
  test('are refused, those of others are not', async ({ proxy: { url, upstream } }) => {
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

  test('are refused however many are judged at once', async ({ proxy: { url, upstream, proxy } }) => {
    const batch = Array.from({ length: 40 }, (_, id) =>
      send(id, id === 3 ? BLOCKED_ADDRESS : ALLOWED_ADDRESS, BigInt(id)),
    )
    const { answers } = await post(url, batch)
    expect(answers.map(({ error }) => error?.code)).toEqual(batch.map((_, id) => (id < 3 ? undefined : -32_003)))
    expect(upstream.calls()).toHaveLength(3)
    expect(proxy.tally.calls).toBe(40)
  })
})

describe('sends after one that is refused without being read', () => {
  const [mine, other] = signers
  const pay = (id: unknown, from = mine) =>
    call('eth_sendTransaction', [{ from, to: ALLOWED_ADDRESS, value: '0x1' }], id)
  const given = { from: mine, to: ALLOWED_ADDRESS, value: '0x1' }
  const of = (method: string, more: object = {}) => call(method, [{ ...given, ...more }], 1)

  test.each<[string, unknown]>([
    ['another chain', of('eth_sendTransaction', { chainId: '0x5' })],
    ['an unknown member', of('eth_sendTransaction', { foo: 1 })],
    ['no 0x', of('eth_sendTransaction', { value: '10' })],
    ['a member in another case', call('eth_sendTransaction', [{ From: mine, to: ALLOWED_ADDRESS }])],
    ['a name in another case', of('eth_sendtransaction')],
    ['a method that is refused', of('personal_sendTransaction')],
    ['a method that nobody knows', of('foo_transfer')],
    ['an unknown member of the request', { ...of('eth_sendTransaction'), extra: 1 }],
    ['its method in another member', { id: 1, Method: 'eth_sendTransaction', params: [given] }],
    ['a number with an exponent', `{"id":1,"method":"eth_sendTransaction","params":[{"from":"${mine}","gas":1e2}]}`],
    ['a user operation', call('eth_sendUserOperation', [{ sender: mine }], 1)],
    ['a call of a wallet', call('wallet_sendCalls', [{ from: mine, calls: [{ to: ALLOWED_ADDRESS }] }], 1)],
    ['an id that another one has', { ...of('eth_sendTransaction'), id: 9 }],
  ])('those of the same sender are refused, and no others: %s', async (_, refused) => {
    const { url, upstream } = await startProxyForTest()
    const texts = [typeof refused === 'string' ? refused : JSON.stringify(refused)]
    for (const each of [pay(2), pay(3, other), call('eth_call', [], 9), pay(4)]) texts.push(JSON.stringify(each))
    const { answers } = await post(url, `[${texts.join()}]`)
    expect(answers.map(({ error }) => error === undefined)).toEqual([false, false, true, true, false])
    for (const at of [1, 4]) expect(answers[at]?.error?.message).toContain('an earlier transaction of its sender')
    expect(upstream.calls('eth_sendTransaction')).toHaveLength(1)
  })

  test.each<[string, unknown]>([
    ['bytes that cannot be read', call('eth_sendRawTransaction', ['0x02c0'], 1)],
    ['bytes without 0x', call('eth_sendRawTransaction', ['02c0'], 1)],
    ['a bundle', call('eth_sendBundle', [{ txs: ['0x02c0'], blockNumber: '0x1' }], 1)],
    ['a name in another case', call('eth_sendrawtransaction', ['0x02c0'], 1)],
    ['a sender that is no address', of('eth_sendTransaction', { from: 'mallory.eth' })],
    ['two senders, one of them no address', of('personal_sendTransaction', { sender: 'mallory.eth' })],
    ['a method that nobody knows', call('foo_checkAndPush', [], 1)],
    ['another chain', call('eth_sendRawTransaction', [signedTransfer({ to: ALLOWED_ADDRESS, chainId: 10 }).raw], 1)],
    ['params by name', { id: 1, method: 'eth_sendTransaction', params: { transaction: '0x' } }],
  ])('those of everybody are refused where nothing says whose it is: %s', async (_, refused) => {
    const { url, upstream } = await startProxyForTest()
    const { answers } = await post(url, [refused, pay(2), send(3, ALLOWED_ADDRESS, 0n, 1), call('eth_call', [], 4)])
    expect(answers.map(({ error }) => error === undefined)).toEqual([false, false, false, true])
    expect(answers[1]?.error).toMatchObject({
      code: -32_003,
      message: expect.stringContaining('whose transaction it is'),
    })
    expect(upstream.calls().map(({ method }) => method)).toEqual(['eth_call'])
  })

  test.each<[string, unknown]>([
    ['a signature', call('eth_sign', ['0x00', mine], 1)],
    ['another signature', call('eth_sign', [mine, '0x00'], 1)],
    ['a message that cannot be read', call('eth_signTypedData_v4', [mine, 'x'], 1)],
    ['a transaction that is only signed', of('eth_signTransaction', { foo: 1 })],
    ['what controls the node', call('anvil_setBalance', [mine, '0x1'], 1)],
    ['what controls the wallet', call('wallet_switchEthereumChain', [{ chainId: '0x1' }], 1)],
    ['a read', { id: 1, method: 'eth_call', extra: 1 }],
    ['no method', { id: 1, method: 5 }],
    ['no object', 7],
  ])('pass where it takes no nonce: %s', async (_, refused) => {
    const { url, upstream } = await startProxyForTest()
    const { answers } = await post(url, [refused, pay(2)])
    expect(answers.map(({ error }) => error === undefined)).toEqual([false, true])
    expect(upstream.calls('eth_sendTransaction')).toHaveLength(1)
  })
})

describe('messages take no nonce', () => {
  const message = (id: number, who: string) => {
    const types = { EIP712Domain: [{ name: 'chainId', type: 'uint256' }], Mail: [{ name: 'who', type: 'address' }] }
    const typedData = { types, primaryType: 'Mail', domain: { chainId: 1 }, message: { who } }
    return call('eth_signTypedData_v4', [signers[0], typedData], id)
  }
  const pay = (id: number, to: string) => call('eth_sendTransaction', [{ from: signers[0], to, value: '0x1' }], id)
  test.each([
    ['a message, then a send', [message(1, BLOCKED_ADDRESS), pay(2, ALLOWED_ADDRESS)]],
    ['a send, then a message', [pay(1, BLOCKED_ADDRESS), message(2, ALLOWED_ADDRESS)]],
    ['two messages', [message(1, BLOCKED_ADDRESS), message(2, ALLOWED_ADDRESS)]],
    [
      'a transaction that is only signed, then a send',
      [{ ...pay(1, BLOCKED_ADDRESS), method: 'eth_signTransaction' }, pay(2, ALLOWED_ADDRESS)],
    ],
  ])('%s: only the bad one is refused', async (_, batch) => {
    const { url, upstream } = await startProxyForTest()
    const { answers } = await post(url, batch)
    expect(answers[0]?.error?.data?.verdict).toBe('BLOCKED')
    expect(answers[1]?.error).toBeUndefined()
    expect(upstream.calls()).toHaveLength(1)
  })
})

test.each([1, 30])('after a refused one each keeps its own verdict, %s places later, too', async (places) => {
  const policy = { lowestRefused: lowestRefused['no-data'] }
  const { url, upstream, proxy, client } = await startProxyForTest({ policy })
  const unknown = `0x${'5eed'.repeat(10)}`
  const batch = [
    send(0, unknown, 0n),
    ...Array.from({ length: places - 1 }, (_, index) => send(index + 1, ALLOWED_ADDRESS, BigInt(index + 1))),
    send(places, BLOCKED_ADDRESS, BigInt(places)),
  ]
  const { answers } = await post(url, batch)
  expect(answers.at(-1)?.error?.data).toMatchObject({ verdict: 'BLOCKED', svcTxId: expect.any(String) })
  expect(proxy.tally.worstRefused).toBe('BLOCKED')
  expect(upstream.calls()).toEqual([])
  expect((await client.call('listTransactions', { query: { size: 50 } })).content).toHaveLength(batch.length)
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
  test('a send that shares its id is refused: its answer could be that of another call', async ({
    proxy: { url, upstream },
  }) => {
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

  test('reads that share one get their answers in their order', async ({ proxy: { url, upstream } }) => {
    upstream.results.set('eth_call', ([param]) => ({ result: param }))
    const { answers } = await post(url, [
      call('eth_call', ['a'], 1),
      call('eth_sign', [], 2),
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
      call('eth_sign', [], 2),
      call('eth_call', ['b'], 3),
    ])
    expect([status, answers.map(({ id }) => id)]).toEqual([200, [1, 2, 3]])
    expect(answers).toMatchObject([first, { error: { code: -32_003 } }, second])
    expect(reported).toEqual([])
  })

  test('a rate limit tells when to come again', async ({ proxy: { url, upstream } }) => {
    upstream.behaviour = behaviours['429']
    const { headers } = await post(url, [call('eth_call', [], 1), call('eth_sign', [], 2)])
    expect(headers['retry-after']).toBe('7')
  })

  test('members that nobody asked for are left out', async ({ proxy: { url, upstream } }) => {
    upstream.behaviour = changingBatch((answers) => [{ id: 2, result: 'signed' }, null, 5, ...answers])
    const { answers } = await post(url, [call('eth_call', [], 1), call('eth_sign', [], 2), call('eth_call', [], 3)])
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
    const { answers } = await post(url, [...calls, call('eth_sign', [], 2)])
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
    const { answers } = await post(url, [call('eth_call', [], 1), call('eth_sign', [], 2)])
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
      const mixed = await post(url, [send(1, ALLOWED_ADDRESS, 1n), ...others, call('eth_sign', [], 2)])
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

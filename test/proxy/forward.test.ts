import { gunzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { WardenError } from '../../src/shared/errors.ts'
import { makeCli } from '../support/cli.ts'
import { call, notification, post } from '../support/proxy/post.ts'
import { behaviours, saying, startRecordingUpstream } from '../support/proxy/recording-upstream.ts'
import { ALLOWED_ADDRESS, BLOCKED_ADDRESS, runProxyCommand, startProxyForTest, test } from '../support/proxy/start.ts'
import { signedTransfer } from '../support/proxy/transactions.ts'
import { RawConnection } from '../support/raw-connection.ts'

test('the command prints where it listens, and ends with 0', async () => {
  const upstream = await startRecordingUpstream()
  const { url, stop } = await runProxyCommand(makeCli(), upstream.url)
  expect((await post(url, call('net_version'))).answer.result).toBe('result of net_version')
  expect(await stop()).toMatchObject({ code: 0, stdout: `{"url":"${url}"}\n` })
})

test('a blocked transaction is refused, and no byte of it arrives', async ({ proxy: { url, upstream } }) => {
  const { raw } = signedTransfer({ to: BLOCKED_ADDRESS })
  const { status, answer } = await post(url, call('eth_sendRawTransaction', [raw], 7))
  expect([status, answer.id]).toEqual([200, 7])
  expect(answer.error).toMatchObject({
    code: -32_003,
    message: expect.stringMatching(/^txwarden blocked this: /),
    data: { source: 'txwarden', verdict: 'BLOCKED', state: 'blocked' },
  })
  expect(Buffer.concat(upstream.bytes).toString()).not.toContain(raw)
})

describe('requests arrive as they came', () => {
  test('body and end-to-end headers', async ({ proxy: { url, upstream } }) => {
    const body = '{ "id":"\\u0061","params":[ ],"method" : "eth_blockNumber","jsonrpc":"2.0"}\n'
    const { hostname, port } = new URL(url)
    const head = [
      'POST / HTTP/1.1',
      `Host: ${hostname}:${port}`,
      'Content-Type: application/json; charset=utf-8',
      'X-Flashbots-Signature: 0x1:0x2',
      'x-twice: one',
      'X-Twice: two',
      'Authorization: Bearer of-the-client',
      'Connection: close, X-Of-The-Connection',
      'X-Of-The-Connection: 1',
      'Cookie: of=browser',
      'X-Forwarded-For: 192.0.2.1',
      `Content-Length: ${body.length}`,
    ]
    const connection = await RawConnection.open(url)
    const received = await connection.send(`${head.join('\r\n')}\r\n\r\n${body}`).untilClosed()
    expect(received).toContain('"result of eth_blockNumber"')
    const [arrived] = upstream.arrived
    expect(arrived?.body.toString()).toBe(body)
    const { rawHeaders = [] } = arrived ?? {}
    const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []))
    expect(pairs).toEqual(expect.arrayContaining([...head.slice(2, 7), `content-length: ${body.length}`]))
    expect(pairs.join('\n')).not.toMatch(/of-the-connection|cookie|forwarded-for/i)
  })

  test('a batch that passes whole, with its blanks and equal ids', async ({ proxy: { url, upstream } }) => {
    const body = `[ ${JSON.stringify(call('eth_call'))} ,\t${JSON.stringify(call('eth_call'))}\n]`
    const { answers } = await post(url, body)
    expect(answers).toHaveLength(2)
    expect(upstream.arrived.map((arrived) => arrived.body.toString())).toEqual([body])
  })

  test('a transaction that passes', async ({ proxy: { url, upstream } }) => {
    const { raw } = signedTransfer({ to: ALLOWED_ADDRESS })
    const body = ` ${JSON.stringify(call('eth_sendRawTransaction', [raw]))} `
    const { answer, headers } = await post(url, body)
    expect(answer.result).toMatch(/^0x[0-9a-f]{64}$/)
    expect(upstream.arrived.map((arrived) => arrived.body.toString())).toEqual([body])
    expect(headers['content-length']).toBeDefined()
  })

  test('credentials of the URL are sent instead of those of the client', async () => {
    const upstream = await startRecordingUpstream()
    const withCredentials = new URL(upstream.url)
    withCredentials.username = 'us%40er'
    withCredentials.password = 'pass'
    const { url } = await startProxyForTest({ upstream, upstreams: new Map([['/', withCredentials]]) })
    await post(url, call('eth_call'), { headers: { authorization: 'Bearer x' } })
    expect(upstream.arrived[0]?.headers.authorization).toBe(`Basic ${btoa('us@er:pass')}`)
  })
})

describe('answers come back as they are', () => {
  test.each([
    ['a page', 'HTML', 200],
    ['a refused page', '403 HTML', 403],
    ['a rate limit', '429', 429],
    ['a failure', '500', 500],
    ['nothing', 'empty body', 200],
  ] as const)('%s', async (_, behaviour, status) => {
    const { url, upstream } = await startProxyForTest()
    upstream.behaviour = behaviours[behaviour]
    const direct = await post(upstream.url, call('eth_call'))
    const { raw } = signedTransfer({ to: ALLOWED_ADDRESS })
    for (const request of [call('eth_call'), [call('eth_call')], call('eth_sendRawTransaction', [raw])]) {
      const answer = await post(url, request)
      expect([answer.status, answer.body, answer.headers['retry-after'], answer.headers['content-type']]).toEqual([
        status,
        direct.body,
        direct.headers['retry-after'],
        direct.headers['content-type'],
      ])
    }
  })

  test('bytes that are no text', async ({ proxy: { url, upstream } }) => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80])
    upstream.behaviour = saying(200, bytes)
    const { raw } = signedTransfer({ to: ALLOWED_ADDRESS })
    for (const request of [call('eth_call'), call('eth_sendRawTransaction', [raw])])
      expect((await post(url, request)).body).toEqual(bytes)
  })

  test('compressed ones', async ({ proxy: { url, upstream } }) => {
    upstream.behaviour = behaviours.gzip
    const { headers, body } = await post(url, call('eth_call'))
    expect(headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(body).toString())).toMatchObject({ result: 'result of eth_call' })
    const { raw, hash } = signedTransfer({ to: ALLOWED_ADDRESS })
    upstream.results.set('eth_sendRawTransaction', () => ({ result: hash }))
    const mixed = [call('eth_sign', [], 1), call('eth_sendRawTransaction', [raw], 2)]
    expect((await post(url, mixed)).answers).toMatchObject([
      { id: 1, error: {} },
      { id: 2, result: hash },
    ])
  })

  test('large ones as they arrive', async ({ proxy: { url, upstream } }) => {
    let finish = () => {}
    upstream.behaviour = (_arrived, response) => {
      response.writeHead(200).write('x'.repeat(100_000))
      finish = () => response.end('end')
    }
    const connection = await RawConnection.open(url)
    const body = JSON.stringify(call('debug_traceTransaction'))
    connection.send(
      `POST / HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    // Before the upstream is done.
    await connection.until('xxx')
    finish()
    await connection.until('end')
  })

  test('those to a send that are larger than what is read', async ({ proxy: { url, upstream } }) => {
    const size = 17 * 1024 * 1024
    upstream.behaviour = saying(200, Buffer.alloc(size, ' '))
    const { raw } = signedTransfer({ to: ALLOWED_ADDRESS })
    expect((await post(url, call('eth_sendRawTransaction', [raw]))).body).toHaveLength(size)
  })
})

describe('a client that leaves', () => {
  test('ends a request that reads', async ({ proxy: { url, upstream, reported } }) => {
    upstream.behaviour = behaviours.hangs
    const abort = new AbortController()
    const left = post(url, call('eth_call'), { signal: abort.signal }).catch(() => 'left')
    await upstream.until(1)
    abort.abort()
    expect(await left).toBe('left')
    expect(await upstream.arrived[0]?.answered).toBe(false)
    upstream.behaviour = behaviours.honest
    await post(url, call('eth_call'))
    expect(reported).toEqual([])
  })

  test('does not end one that sends', async ({ proxy: { url, upstream } }) => {
    let release = () => {}
    upstream.behaviour = async (arrived, response, node) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      behaviours.honest(arrived, response, node)
    }
    const abort = new AbortController()
    const { raw } = signedTransfer({ to: ALLOWED_ADDRESS })
    const request = call('eth_sendRawTransaction', [raw])
    const left = post(url, request, { signal: abort.signal }).catch(() => 'left')
    await upstream.until(1)
    abort.abort()
    expect(await left).toBe('left')
    // Whatever the proxy does about it was done when it answers another request.
    upstream.behaviour = behaviours.honest
    await post(url, call('eth_call'))
    release()
    expect(await upstream.arrived[0]?.answered).toBe(true)
  })

  test('before the verdict: nothing is sent', async () => {
    let judging = () => {}
    const isJudging = new Promise<void>((resolve) => {
      judging = resolve
    })
    let fail = (_error: Error) => {}
    const verdict = new Promise<never>((_, reject) => {
      fail = reject
    })
    const { url, upstream, proxy, reported } = await startProxyForTest({
      // Also where calls without a verdict pass.
      policy: { whenUnavailable: 'allow' },
      client: {
        call: () => {
          judging()
          return verdict
        },
      } as never,
    })
    const abort = new AbortController()
    const { raw } = signedTransfer({ to: ALLOWED_ADDRESS })
    const left = post(url, call('eth_sendRawTransaction', [raw]), { signal: abort.signal }).catch(() => 'left')
    await isJudging
    abort.abort()
    expect(await left).toBe('left')
    // The proxy knows it when it answers another request.
    await post(url, call('eth_call'))
    fail(new WardenError({ kind: 'unavailable', code: 'timeout', message: 'no verdict' }))
    await proxy.stop()
    expect(upstream.calls('eth_sendRawTransaction')).toEqual([])
    expect(reported).toEqual([])
  })
})

test('notifications are judged, and answered with nothing', async ({ proxy: { url, upstream } }) => {
  const { raw } = signedTransfer({ to: BLOCKED_ADDRESS })
  const blocked = notification('eth_sendRawTransaction', [raw])
  for (const body of [blocked, [blocked, notification('eth_sign')]]) {
    const { status, body: answer } = await post(url, body)
    expect([status, answer.length]).toEqual([204, 0])
  }
  expect(upstream.arrived).toEqual([])
  const { answers } = await post(url, [blocked, call('eth_call')])
  expect(answers).toMatchObject([{ id: 1, result: 'result of eth_call' }])
  expect(upstream.calls()).toMatchObject([{ method: 'eth_call' }])
})

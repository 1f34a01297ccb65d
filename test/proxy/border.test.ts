import { once } from 'node:events'
import { request as httpRequest, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { refusedAtBorder } from '../../src/proxy/http/border.ts'
import { call, post } from '../support/proxy/post.ts'
import { ALLOWED_ADDRESS, type StartedProxy, startProxyForTest, test } from '../support/proxy/start.ts'
import { signedTransfer, signers } from '../support/proxy/transactions.ts'
import { RawConnection } from '../support/raw-connection.ts'

const ORIGIN = 'https://app.example.org'
const BODY = JSON.stringify(call('eth_blockNumber'))

/** Nothing of what a client sent came through, and the proxy still answers. */
async function expectNothingArrived({ url, upstream }: StartedProxy): Promise<void> {
  expect(upstream.arrived).toEqual([])
  expect((await post(url, BODY)).answer.result).toBe('result of eth_blockNumber')
}

/** The answer of the proxy to a raw request; {host} and {length} are replaced. */
async function raw(url: string, ...lines: readonly string[]): Promise<string> {
  const connection = await RawConnection.open(url)
  const text = lines.join('\r\n').replaceAll('{host}', new URL(url).host).replaceAll('{length}', String(BODY.length))
  return connection.send(text).untilClosed()
}

const COMMON = ['Content-Type: application/json', 'Content-Length: {length}', 'Connection: close', '', BODY]

describe('web pages and other hosts', () => {
  const refused: readonly [string, Record<string, string>][] = [
    ['a page', { origin: ORIGIN }],
    ['a page of this port, by name', { origin: 'http://localhost:8545' }],
    ['a sandboxed page', { origin: 'null' }],
    ['an extension', { origin: 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn' }],
    ['a page without Origin', { 'sec-fetch-site': 'cross-site' }],
    ['a page of the same origin', { 'sec-fetch-site': 'same-origin' }],
    ['another host name', { host: 'rebound.example.org' }],
    ['another port', { host: '127.0.0.1:1' }],
    ['no port', { host: '127.0.0.1' }],
    ['a name that ends like this machine', { host: 'x.localhost:8545' }],
  ]
  test.each(refused)('%s is refused', async (_, headers) => {
    const started = await startProxyForTest()
    const { status, answer, headers: received } = await post(started.url, BODY, { headers })
    expect([status, answer.id, answer.error?.code]).toEqual([403, null, -32_600])
    expect(answer.error?.message).toMatch(/^txwarden: /)
    expect(answer.error?.data).toMatchObject({ source: 'txwarden', verdict: null, state: 'blocked' })
    expect(received['access-control-allow-origin']).toBeUndefined()
    await expectNothingArrived(started)
  })

  test.each([
    [80, '127.0.0.1', undefined],
    [80, 'LocalHost', undefined],
    [80, '[::1]', undefined],
    [80, '127.0.0.1:80', undefined],
    [80, '127.0.0.1:8645', 403],
    [80, 'rebound.example.org', 403],
    [8645, '127.0.0.1', 403],
    [443, 'localhost', 403],
  ])('on port %i, the Host header %s: %s', (port, host, status) => {
    const headers = { host, 'content-type': 'application/json' }
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'POST', url: '/', headers })
    expect(refusedAtBorder(request, { port, allowedOrigins: [] })?.status).toBe(status)
  })

  test('an allowed origin is served, another one is not', async () => {
    const { url } = await startProxyForTest({ allowedOrigins: [ORIGIN] })
    const allowed = await post(url, BODY, { headers: { origin: ORIGIN, 'sec-fetch-site': 'cross-site' } })
    expect([allowed.status, allowed.headers['access-control-allow-origin'], allowed.headers.vary]).toEqual([
      200,
      ORIGIN,
      'Origin',
    ])
    for (const origin of [`${ORIGIN}.example.com`, ORIGIN.toUpperCase(), `${ORIGIN}, ${ORIGIN}`, 'null'])
      expect((await post(url, BODY, { headers: { origin } })).status).toBe(403)
  })

  test('null is never an allowed origin', async () => {
    const { url } = await startProxyForTest({ allowedOrigins: ['null'] })
    expect((await post(url, BODY, { headers: { origin: 'null' } })).status).toBe(403)
  })

  test('a preflight is answered for an allowed origin only', async () => {
    const { url, upstream } = await startProxyForTest({ allowedOrigins: [ORIGIN] })
    const headers = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
      'access-control-request-private-network': 'true',
    }
    const allowed = await post(url, '', { method: 'OPTIONS', headers: { ...headers, origin: ORIGIN } })
    expect(allowed.status).toBe(204)
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-allow-private-network': 'true',
    })
    for (const origin of ['https://other.example.org', 'null']) {
      const other = await post(url, '', { method: 'OPTIONS', headers: { ...headers, origin } })
      expect([other.status, other.headers['access-control-allow-origin']]).toEqual([403, undefined])
    }
    expect((await post(url, '', { method: 'OPTIONS', headers })).status).toBe(405)
    expect(upstream.arrived).toEqual([])
  })

  test('answers of the upstream allow no origin', async ({ proxy: { url, upstream } }) => {
    upstream.behaviour = (_arrived, response) =>
      response.writeHead(200, { 'access-control-allow-origin': '*', 'set-cookie': 'a=b' }).end('{}')
    const { headers } = await post(url, BODY)
    expect([headers['access-control-allow-origin'], headers['set-cookie']]).toEqual([undefined, undefined])
  })
})

describe('a signed transaction in the headers', () => {
  const { raw: signed } = signedTransfer({ to: ALLOWED_ADDRESS })
  const [account = ''] = signers
  test.each<[string, Record<string, string>]>([
    ['a value', { 'x-tx': signed }],
    ['a value in base64', { 'x-tx': Buffer.from(signed.slice(2), 'hex').toString('base64') }],
    ['a name', { [`x-${signed.slice(2)}`]: '1' }],
    ['the signature of a request', { 'x-flashbots-signature': `${account}:${signed}` }],
    ['a token', { authorization: `Bearer ${signed}` }],
  ])('is refused as %s', async (_, headers) => {
    const started = await startProxyForTest()
    const { status, answer } = await post(started.url, call('eth_callBundle'), { headers })
    expect([status, answer.error?.message]).toEqual([
      400,
      expect.stringContaining('send it with eth_sendRawTransaction'),
    ])
    await expectNothingArrived(started)
  })

  test('is neither the signature of a request nor a token', async ({ proxy: { url, upstream } }) => {
    const headers = {
      'x-flashbots-signature': `${account}:0x${'12'.repeat(64)}1b`,
      authorization: `Bearer ${'aZ09-_'.repeat(40)}`,
      traceparent: `00-${'4b'.repeat(16)}-${'f0'.repeat(8)}-01`,
    }
    expect((await post(url, call('eth_callBundle'), { headers })).status).toBe(200)
    expect(upstream.calls('eth_callBundle')).toHaveLength(1)
  })
})

describe('what is no JSON-RPC over HTTP POST', () => {
  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])('%s is refused', async (method) => {
    const started = await startProxyForTest()
    const { status, headers, body } = await post(started.url, method === 'PUT' ? BODY : '', { method })
    expect([status, headers.allow]).toEqual([405, 'POST'])
    if (method !== 'HEAD')
      expect(JSON.parse(body.toString())).toMatchObject({ error: { data: { source: 'txwarden' } } })
    await expectNothingArrived(started)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'text/plain; application/json',
    'application/json; charset=utf-16',
    '',
  ])('content type %j is refused', async (type) => {
    const started = await startProxyForTest()
    expect((await post(started.url, BODY, { headers: { 'content-type': type } })).status).toBe(415)
    await expectNothingArrived(started)
  })

  test.each(['gzip', 'br', 'deflate', 'utf-16', 'identity, gzip'])(
    'content encoding %j is refused',
    async (encoding) => {
      const started = await startProxyForTest()
      const { status } = await post(started.url, gzipSync(BODY), { headers: { 'content-encoding': encoding } })
      expect(status).toBe(415)
      await expectNothingArrived(started)
    },
  )

  const targets: readonly [string, string, readonly string[]][] = [
    ['an absolute target', '400', ['POST http://192.0.2.1/ HTTP/1.1', 'Host: {host}', ...COMMON]],
    ['an absolute target of this host', '400', ['POST http://{host}/ HTTP/1.1', 'Host: {host}', ...COMMON]],
    ['an asterisk', '400', ['OPTIONS * HTTP/1.1', 'Host: {host}', ...COMMON]],
    ['no Host', '403', ['POST / HTTP/1.1', ...COMMON]],
    ['HTTP/1.0 without Host', '403', ['POST / HTTP/1.0', ...COMMON]],
    ['two hosts', '400', ['POST / HTTP/1.1', 'Host: {host}', 'Host: 192.0.2.1', ...COMMON]],
    ['two content types', '400', ['POST / HTTP/1.1', 'Host: {host}', 'Content-Type: text/plain', ...COMMON]],
    ['two origins', '400', ['POST / HTTP/1.1', 'Host: {host}', 'Origin: a', 'Origin: b', ...COMMON]],
    ['another path', '404', ['POST /v3/key HTTP/1.1', 'Host: {host}', ...COMMON]],
    ['a path that is not decoded', '404', ['POST /%2e HTTP/1.1', 'Host: {host}', ...COMMON]],
    [
      'WebSocket',
      '501',
      [
        'GET / HTTP/1.1',
        'Host: {host}',
        'Upgrade: websocket',
        'Connection: Upgrade, close',
        'Sec-WebSocket-Key: a',
        '',
        '',
      ],
    ],
    ['HTTP/2', '501', ['POST / HTTP/1.1', 'Host: {host}', 'Upgrade: h2c', ...COMMON]],
    ['HTTP/2 at once', '', ['PRI * HTTP/2.0', '', 'SM', '', '']],
    ['a tunnel', '', ['CONNECT 192.0.2.1:443 HTTP/1.1', 'Host: 192.0.2.1:443', '', '']],
    ['two lengths', '400', ['POST / HTTP/1.1', 'Host: {host}', 'Content-Length: 0', ...COMMON]],
    [
      'length and chunks',
      '400',
      ['POST / HTTP/1.1', 'Host: {host}', 'Transfer-Encoding: chunked', 'Content-Length: 5', '', `0\r\n\r\n${BODY}`],
    ],
    [
      'chunks by another name',
      '400',
      ['POST / HTTP/1.1', 'Host: {host}', 'Transfer-Encoding: xchunked', 'Content-Length: 5', '', `0\r\n\r\n${BODY}`],
    ],
    ['a blank before the colon', '400', ['POST / HTTP/1.1', 'Host : {host}', ...COMMON]],
    ['a folded header', '400', ['POST / HTTP/1.1', 'Host: {host}', 'X-A: b', ' c', ...COMMON]],
    ['a negative length', '400', ['POST / HTTP/1.1', 'Host: {host}', 'Content-Length: -1', '', BODY]],
  ]
  test.each(targets)('%s is refused', async (_, status, lines) => {
    const started = await startProxyForTest()
    const received = await raw(started.url, ...lines)
    if (status === '') expect(received).not.toContain(' 200 ')
    else expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    await expectNothingArrived(started)
  })

  test('bare line feeds are refused', async ({ proxy: started }) => {
    const { host } = new URL(started.url)
    const connection = await RawConnection.open(started.url)
    connection.send(`POST / HTTP/1.1\nHost: ${host}\nContent-Type: application/json\nContent-Length: 2\n\n{}`)
    expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 400 /)
    await expectNothingArrived(started)
  })
})

describe('bodies', () => {
  test('20 MB are refused before they are read', async ({ proxy: started }) => {
    const size = 20 * 1024 * 1024
    const { hostname, port } = new URL(started.url)
    const request = httpRequest({
      hostname,
      port,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': size },
    })
    // Only the head: a server that wanted the body would wait.
    request.flushHeaders()
    request.on('error', () => {})
    const [response] = await once(request, 'response')
    expect([response.statusCode, response.headers.connection]).toEqual([413, 'close'])
    request.destroy()
    await expectNothingArrived(started)
  })

  test('too many chunks are refused, and the connection is closed', async ({ proxy: started }) => {
    const connection = await RawConnection.open(started.url)
    connection.send(
      `POST / HTTP/1.1\r\nHost: ${new URL(started.url).host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, ' '), Buffer.from('\r\n')])
    for (let sent = 0; sent < 6; sent += 1) connection.send(chunk)
    await connection.until('HTTP/1.1 413 ')
    await connection.send('0\r\n\r\n').untilClosed()
    await expectNothingArrived(started)
  })

  test('chunks pass with a length', async ({ proxy: { url, upstream } }) => {
    const size = BODY.length.toString(16)
    const received = await raw(
      url,
      'POST / HTTP/1.1',
      'Host: {host}',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      'Connection: close',
      '',
      `${size}\r\n${BODY}\r\n0\r\n\r\n`,
    )
    expect(received).toMatch(/^HTTP\/1\.1 200 /)
    expect(upstream.arrived[0]?.headers['content-length']).toBe(String(BODY.length))
  })

  test('one that stops ends by a time limit', async () => {
    const started = await startProxyForTest({ limits: { headers: 1, request: 1 } })
    const connection = await RawConnection.open(started.url)
    const head = `POST / HTTP/1.1\r\nHost: ${new URL(started.url).host}\r\nContent-Type: application/json\r\n`
    connection.send(`${head}Content-Length: 100\r\n\r\n{`)
    // Closed with an answer, or reset: the limit of a millisecond may be over before a byte arrives.
    expect(await connection.untilClosed().catch(() => 'reset')).not.toContain(' 200 ')
    expect(started.upstream.arrived).toEqual([])
    expect(started.reported).toEqual([])
  })

  test('100-continue is sent only where the body is wanted', async ({ proxy: { url } }) => {
    const head = (host: string) =>
      `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${BODY.length}\r\n\r\n`
    const wanted = await RawConnection.open(url)
    await wanted.send(head(new URL(url).host)).until('HTTP/1.1 100 Continue\r\n\r\n')
    await wanted.send(BODY).until('"result of eth_blockNumber"')
    const unwanted = await RawConnection.open(url)
    expect(await unwanted.send(head('192.0.2.1')).until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /)
  })
})

test('pipelined requests are answered in their order', async ({ proxy: { url, upstream } }) => {
  const one = (id: number) => {
    const body = JSON.stringify(call('eth_call', [], id))
    return `POST / HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
  const connection = await RawConnection.open(url)
  connection.send(Array.from({ length: 8 }, (_, id) => one(id)).join(''))
  const received = await connection.until('"id":7')
  expect([...received.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id))).toEqual(
    Array.from({ length: 8 }, (_, id) => id),
  )
  expect(upstream.arrived).toHaveLength(8)
})

import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { RawConnection } from '../../support/raw-connection.ts'
import { type Served, serveForTest, test } from '../../support/served.ts'

const MIB = 1024 * 1024

describe('own paths', () => {
  test('/healthz without a key', async ({ served: { url } }) => {
    const response = await fetch(`${url}/healthz`)
    expect({ status: response.status, body: await response.text() }).toEqual({ status: 200, body: '{"status":"ok"}' })
    expect((await fetch(`${url}/healthz`, { method: 'HEAD' })).status).toBe(200)
  })

  test('/healthz is 503 when the database fails, with the reason in the log only', async ({
    served: { url, serving, log },
  }) => {
    await serving.service.close()
    const response = await fetch(`${url}/healthz`)
    expect({ status: response.status, problem: await response.json() }).toMatchObject({
      status: 503,
      problem: { code: 'database-unavailable', detail: 'The database does not respond.' },
    })
    expect(log.join('')).toMatch(/"level":"error".*"type":"Error","message":"database is not open"/)
  })

  test('/openapi.json with relative server addresses', async () => {
    const { url } = await serveForTest({ version: '7.8.9' })
    const response = await fetch(`${url}/openapi.json`)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({
      openapi: '3.1.1',
      info: { version: '7.8.9' },
      servers: [{ url: '/' }],
      paths: { '/api/v2/transaction/validate': { post: { operationId: 'validateTransaction' } } },
    })
  })

  test('405 for other methods', async ({ served: { url } }) => {
    const response = await fetch(`${url}/healthz`, { method: 'POST' })
    expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    })
  })
})

describe('every response', () => {
  test("has a request id, the caller's where valid", async ({ served: { url } }) => {
    const idFor = async (own?: string) => {
      const response = await fetch(`${url}/healthz`, { headers: own === undefined ? {} : { 'x-request-id': own } })
      return response.headers.get('x-request-id')
    }
    expect(await idFor()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(await idFor('trace-42')).toBe('trace-42')
    expect(await idFor('a "quoted" one')).toMatch(/^[0-9a-f]{8}-/)
  })

  test('is not cacheable', async ({ served: { url } }) => {
    expect((await fetch(`${url}/healthz`)).headers.get('cache-control')).toBe('no-store')
  })

  test('has no content type when empty', async ({ served }) => {
    const judged = await validate(served)
    const { svcTxId } = (await judged.json()) as { svcTxId: string }
    const response = await fetch(`${served.url}/api/v2/transaction/${svcTxId}`, {
      method: 'PUT',
      headers: { 'x-api-key': served.keys.validation, 'content-type': 'application/json' },
      body: JSON.stringify({ blockNumber: '1' }),
    })
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, null, ''])
  })
})

describe('an invalid request', () => {
  test.each([
    ['no HTTP at all', 'GARBAGE\r\n\r\n', 400, 'malformed-request'],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'malformed-request'],
    [
      'a length that is no number',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: nine\r\n\r\n',
      400,
      'malformed-request',
    ],
    [
      'both lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'malformed-request',
    ],
    [
      'two Host headers',
      'GET /a HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
      400,
      'malformed-request',
    ],
    ['a tunnel', 'CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n', 400, 'malformed-request'],
    ['two equal Host headers', 'GET /a HTTP/1.0\r\nhost: x\r\nHOST: x\r\n\r\n', 400, 'malformed-request'],
    ['a Host with a path', 'GET /a HTTP/1.1\r\nHost: x/y\r\nConnection: close\r\n\r\n', 400, 'malformed-request'],
    ['a Host with a user', 'GET /a HTTP/1.1\r\nHost: a@x\r\nConnection: close\r\n\r\n', 400, 'malformed-request'],
    ['a Host with two ports', 'GET /a HTTP/1.1\r\nHost: x:1:2\r\nConnection: close\r\n\r\n', 400, 'malformed-request'],
    [
      'two content types',
      'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
      400,
      'malformed-request',
    ],
    [
      'two keys',
      'GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Api-Key: a\r\nX-Api-Key: b\r\n\r\n',
      400,
      'malformed-request',
    ],
    [
      'headers of 20 KiB',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Much: ${'a'.repeat(20_480)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
  ])('gets a problem and a closed connection: %s', async (_, request, status, code) => {
    const { url } = await serveForTest()
    const connection = (await RawConnection.open(url)).send(request)
    // A readable request leaves the connection open for the next one.
    const answer =
      code === 'malformed-request' && request.includes('/healthz')
        ? await connection.until('}')
        : await connection.untilClosed()
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain('content-type: application/problem+json')
    expect(answer).toContain('x-request-id: ')
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status, code })
  })

  test.each([
    ['GET', '/api/v2/management/monitor/%zz', 405],
    ['DELETE', '/api/v2/management/monitor/%zz', 400],
    ['GET', '/%zz', 404],
    ['GET', '//healthz', 404],
    ['PROPFIND', '/api/v2/management/monitor', 405],
  ])('%s %s is routed by the service', async (method, path, status) => {
    const { url } = await serveForTest()
    const connection = (await RawConnection.open(url)).send(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    const answer = await connection.untilClosed()
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain('content-type: application/problem+json')
  })

  test('accepts an absolute URL, as proxies send it', async ({ served: { url } }) => {
    const connection = (await RawConnection.open(url)).send(
      'GET http://service.example/healthz?x=1 HTTP/1.1\r\nHost: x\r\n\r\n',
    )
    expect(await connection.until('{"status":"ok"}')).toContain('HTTP/1.1 200 ')
  })

  test.each([
    ['with its length', (body: string) => body],
    ['in chunks', (body: string) => new Blob([body]).stream()],
  ])('rejects a body above 1 MiB, %s', async (_, send) => {
    const served = await serveForTest()
    const response = await post(served, send('x'.repeat(MIB + 1)))
    expect({ status: response.status, problem: await response.json() }).toMatchObject({
      status: 413,
      problem: { code: 'body-too-large', instance: '/api/v2/transaction/validate' },
    })
  })

  test('accepts a body of 1 MiB', async ({ served }) => {
    const response = await post(served, 'x'.repeat(MIB))
    expect(await response.json()).toMatchObject({ status: 400, code: 'invalid-json' })
  })

  test.each<[string, string | Uint8Array<ArrayBuffer>, string, number, string]>([
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 400, 'invalid-json'],
    ['another type', '{}', 'text/plain', 415, 'unsupported-media-type'],
    ['a type that is none', '{}', 'json', 415, 'unsupported-media-type'],
  ])('%s', async (_, body, type, status, code) => {
    const served = await serveForTest()
    const response = await post(served, body, type)
    expect(await response.json()).toMatchObject({ status, code, instance: '/api/v2/transaction/validate' })
  })

  test('a compressed body is refused unread, and the connection stays', async ({ served }) => {
    const send = (headers: string, body: Buffer) =>
      Buffer.concat([
        Buffer.from(
          `POST /api/v2/management/monitor HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${served.keys.management}\r\n${headers}Content-Length: ${body.length}\r\n\r\n`,
        ),
        body,
      ])
    const gzip = send('Content-Type: application/json\r\nContent-Encoding: gzip\r\n', gzipSync('{}'))
    const utf16 = send('Content-Type: application/json; charset=utf-16\r\n', Buffer.from('{}', 'utf16le'))
    const connection = (await RawConnection.open(served.url)).send(Buffer.concat([gzip, utf16, gzip]))
    const answers = await connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').untilClosed()
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['415', '415', '415', '200'].map((status) => `HTTP/1.1 ${status}`))
  })

  test.each(['x', 'localhost:8080', '127.0.0.1', '[::1]:80', '', 'a-b.example.'])('accepts Host %j', async (host) => {
    const { url } = await serveForTest()
    const request = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    expect(await (await RawConnection.open(url)).send(request).untilClosed()).toContain('HTTP/1.1 200 ')
  })

  test('closes a connection whose headers exceed the time limit', async () => {
    const { url } = await serveForTest({ limits: { headers: 30 } })
    const connection = (await RawConnection.open(url)).send('GET /healthz HTTP/1.1\r\nHost: ')
    const answer = await connection.untilClosed()
    expect(answer).toContain('HTTP/1.1 408 ')
    expect(answer).toContain('"code":"request-timeout"')
  })
})

describe('the log', () => {
  test('has one line a request, without key, body and query', async ({ served }) => {
    const keys = await served.serving.service.keys.list()
    const response = await fetch(`${served.url}/api/v2/management/monitor?name=planted-query`, {
      headers: { 'x-api-key': served.keys.management },
    })
    await response.text()
    const lines = await logLines(served, 1)
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        id: response.headers.get('x-request-id'),
        method: 'GET',
        route: '/api/v2/management/monitor',
        operation: 'listMonitors',
        status: 200,
        ms: expect.any(Number),
        key: keys.find(({ kind }) => kind === 'management')?.id,
        msg: 'request',
      },
    ])
    expect(served.log.join('')).not.toContain('planted')
  })

  test('contains neither unknown paths nor rejected bodies', async ({ served }) => {
    await fetch(`${served.url}/planted/path`)
    await (await post(served, '{"planted": "body"', 'application/json')).text()
    expect((await logLines(served, 2)).map(({ status, route, operation }) => ({ status, route, operation }))).toEqual([
      { status: 404, route: undefined, operation: undefined },
      { status: 400, route: '/api/v2/transaction/validate', operation: 'validateTransaction' },
    ])
    expect(served.log.join('')).not.toContain('planted')
  })

  test('shows a disconnected caller', async ({ served }) => {
    const connection = await RawConnection.open(served.url)
    connection.send(headersOf(served, 100))
    await connection.until('100 Continue')
    connection.destroy()
    expect((await logLines(served, 1))[0]).toMatchObject({ aborted: true, method: 'POST' })
  })

  test('contains only warnings and errors when quiet', async () => {
    const log: string[] = []
    const { url } = await serveForTest({ log: { write: (line) => void log.push(line), quiet: true } })
    await fetch(`${url}/healthz`)
    expect(log).toEqual([])
  })
})

describe('limits', () => {
  test('a key above its rate gets Retry-After, other keys are not affected', async () => {
    const served = await serveForTest({ rateLimit: 2 })
    const statuses = [(await validate(served)).status, (await validate(served)).status]
    const refused = await validate(served)
    expect([...statuses, refused.status, refused.headers.get('retry-after')]).toEqual([200, 200, 429, '30'])
    expect(await refused.json()).toMatchObject({ code: 'rate-limited' })
    expect((await monitors(served)).status).toBe(200)
    served.clock.advance(30_000)
    expect((await validate(served)).status).toBe(200)
  })

  test('wrong keys count by connection address, ignoring headers', async ({ served }) => {
    const guess = (number: number) =>
      fetch(`${served.url}/api/v2/management/monitor`, {
        headers: { 'x-api-key': `guess-${number}`, 'x-forwarded-for': `192.0.2.${number}` },
      })
    const statuses: number[] = []
    for (let number = 0; number < 11; number++) statuses.push((await guess(number)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })
})

describe('stopping', () => {
  test('finishes running requests, rejects new ones, and closes every connection', async ({ served }) => {
    const body = validationBody()
    const underWay = await RawConnection.open(served.url)
    // The server has seen the headers when it asks for the body.
    await underWay.send(headersOf(served, body.length)).until('100 Continue')
    const idle = await RawConnection.open(served.url)
    await idle.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n').until('{"status":"ok"}')
    const silent = await RawConnection.open(served.url)

    const stopped = served.serving.stop()
    await Promise.all([idle.untilClosed(), silent.untilClosed()])
    // Two in one: the rest of the first request, and a second one on the same connection.
    underWay.send(`${body}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`)
    const answers = await underWay.untilClosed()
    await stopped

    expect(answers).toMatch(/HTTP\/1\.1 200 OK\r\n[^{]*connection: close/i)
    expect(answers).toContain('"svcTxId"')
    await expect(fetch(`${served.url}/healthz`)).rejects.toThrow('fetch failed')
  })

  test('a request on an open connection gets shutting-down', async ({ served }) => {
    const body = validationBody()
    const held = await RawConnection.open(served.url)
    await held.send(headersOf(served, body.length)).until('100 Continue')
    const late = await RawConnection.open(served.url)
    // Its headers have begun, so the connection is not idle; a round trip beside it says that they were read.
    late.send('GET /healthz HTTP/1.1\r\nX-Id: 1\r\n')
    await fetch(`${served.url}/healthz`, { headers: { connection: 'close' } })

    const stopped = served.serving.stop()
    late.send('Host: x\r\n\r\n')
    const answer = await late.untilClosed()
    held.send(body)
    await Promise.all([held.untilClosed(), stopped])

    expect(answer).toContain('HTTP/1.1 503 ')
    expect(answer).toMatch(/connection: close/i)
    expect(answer).toContain('retry-after: 5')
    expect(answer).toContain('"code":"shutting-down"')
  })

  test('does not wait forever for a missing body', async () => {
    const served = await serveForTest({ limits: { stop: 20 } })
    const slow = await RawConnection.open(served.url)
    await slow.send(headersOf(served, 100)).until('100 Continue')
    await served.serving.stop()
    expect(await slow.untilClosed()).not.toContain('HTTP/1.1 200')
  })

  test('is idempotent', async ({ served: { serving } }) => {
    await Promise.all([serving.stop(), serving.stop()])
    await serving.stop()
  })
})

function validationBody(): string {
  const transaction = { chainId: '1', from: `0x${'7e'.repeat(20)}`, to: `0x${'7f'.repeat(20)}`, value: '1' }
  return JSON.stringify({ transaction, trackNonce: false })
}

function validate(served: Served): Promise<Response> {
  return post(served, validationBody())
}

function post(
  served: Served,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  type = 'application/json',
): Promise<Response> {
  return fetch(`${served.url}/api/v2/transaction/validate`, {
    method: 'POST',
    headers: { 'x-api-key': served.keys.validation, 'x-validation-product': 'SONAR', 'content-type': type },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })
}

function monitors(served: Served): Promise<Response> {
  return fetch(`${served.url}/api/v2/management/monitor`, { headers: { 'x-api-key': served.keys.management } })
}

/** A validation whose body is still to come. */
function headersOf(served: Served, length: number): string {
  const lines = [
    'POST /api/v2/transaction/validate HTTP/1.1',
    'Host: x',
    `X-Api-Key: ${served.keys.validation}`,
    'X-Validation-Product: SONAR',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    'Expect: 100-continue',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** The lines about requests, once there are so many: a line is written when the connection has taken the answer. */
async function logLines(served: Served, count: number): Promise<Record<string, unknown>[]> {
  const read = () =>
    served.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request')
  while (read().length < count) await new Promise((resolve) => setImmediate(resolve))
  return read()
}

import { describe, expect, test } from 'vitest'
import { failureOf } from '../support/failure.ts'
import { closedPort, json, serveHttp } from '../support/http-server.ts'
import { httpTransport, MANAGEMENT_KEY, VALIDATION_KEY } from '../support/http-transport.ts'
import { outgoing } from '../support/outgoing.ts'
import { serveTcp } from '../support/tcp-server.ts'

describe('a request', () => {
  test('with a header that it would replace is refused, and not sent', async () => {
    await using server = await serveHttp((response) => json(response, { ok: true }))
    await using send = httpTransport(server.url, { headers: { 'X-Validation-Product': 'THIRD' } })
    const request = { method: 'GET', path: '/', query: '', headers: { 'x-validation-product': 'SONAR' } } as const
    await expect(send(outgoing({ key: 'validation', request }))).rejects.toMatchObject({
      kind: 'refused',
      message: 'x-validation-product cannot be set: this request has it (SONAR)',
    })
    expect(server.seen).toEqual([])
  })

  test('is sent unchanged, with the key of its kind and the common headers', async () => {
    await using server = await serveHttp((response) => json(response, { ok: true }))
    await using send = httpTransport(server.url, { headers: { 'X-Team': 'risk', accept: 'application/json' } })
    const response = await send(
      outgoing({
        key: 'validation',
        request: {
          method: 'POST',
          path: '/api/a%2Fb',
          query: 'c=d%20e',
          headers: { accept: 'application/json' },
          body: '{"ü":1}',
        },
      }),
    )
    expect(response).toMatchObject({
      status: 200,
      body: '{"ok":true}',
      headers: { 'content-type': 'application/json' },
    })
    expect(server.seen).toEqual([
      {
        method: 'POST',
        url: '/api/a%2Fb?c=d%20e',
        headers: {
          host: server.url.host,
          connection: 'keep-alive',
          'user-agent': 'txwarden/test',
          'accept-encoding': 'identity',
          'x-team': 'risk',
          accept: 'application/json',
          'x-api-key': VALIDATION_KEY,
          'content-length': '8',
        },
        body: '{"ü":1}',
      },
    ])
  })

  test('is sent to the base URL of its key, below the path prefix', async () => {
    await using validation = await serveHttp((response) => json(response, {}))
    await using management = await serveHttp((response) => json(response, {}))
    await using send = httpTransport(validation.url, {
      addresses: { validation: validation.url, management: new URL('/gateway/risk/', management.url) },
    })
    await send(outgoing({ key: 'validation', request: { path: '/v' } }))
    await send(outgoing({ key: 'management', request: { path: '/m' } }))
    expect(
      [validation.seen, management.seen].map((seen) => seen.map(({ url, headers }) => [url, headers['x-api-key']])),
    ).toEqual([[['/v', VALIDATION_KEY]], [['/gateway/risk/m', MANAGEMENT_KEY]]])
  })

  test('without a body has content length 0 as a POST, and none as a GET', async () => {
    await using server = await serveHttp((response) => json(response, {}))
    await using send = httpTransport(server.url)
    await send(outgoing({ request: { method: 'POST' } }))
    await send(outgoing())
    expect(server.seen.map(({ headers }) => headers['content-length'])).toEqual(['0', undefined])
  })

  test('HEAD has a response without a body', async () => {
    await using server = await serveHttp((response) => json(response, { a: 1 }))
    await using send = httpTransport(server.url)
    expect(await send(outgoing({ request: { method: 'HEAD' } }))).toMatchObject({ status: 200, body: '' })
  })

  test('reuses the connection', async () => {
    await using server = await serveHttp((response) => json(response, {}))
    await using send = httpTransport(server.url)
    for (let count = 0; count < 5; count += 1) await send(outgoing())
    expect(server.connections()).toBe(1)
  })
})

describe('a response', () => {
  test.each([200, 204, 301, 400, 401, 404, 429, 500, 503])('with status %d is returned, not thrown', async (status) => {
    await using server = await serveHttp((response) => response.writeHead(status).end())
    await using send = httpTransport(server.url)
    expect(await send(outgoing())).toMatchObject({ status, body: '' })
  })

  test('with a redirect is not followed', async () => {
    await using other = await serveHttp((response) => json(response, {}))
    await using server = await serveHttp((response) => response.writeHead(307, { location: other.url.href }).end())
    await using send = httpTransport(server.url)
    expect(await send(outgoing({ request: { method: 'POST', body: '{}' } }))).toMatchObject({ status: 307 })
    expect(other.seen).toEqual([])
  })

  test('has repeated headers joined', async () => {
    await using server = await serveHttp((response) => response.setHeader('link', ['<a>', '<b>']).end())
    await using send = httpTransport(server.url)
    expect((await send(outgoing())).headers.link).toBe('<a>, <b>')
  })

  test('is read without its byte order mark', async () => {
    await using server = await serveHttp((response) => response.end('\uFEFF{"a":1}'))
    await using send = httpTransport(server.url)
    expect((await send(outgoing())).body).toBe('{"a":1}')
  })

  test('is read up to the size limit; one byte more is refused', async () => {
    await using server = await serveHttp((response, { url }) =>
      response.end('x'.repeat(url === '/large' ? 1001 : 1000)),
    )
    await using send = httpTransport(server.url, { maxAnswerBytes: 1000 })
    expect((await send(outgoing())).body).toHaveLength(1000)
    expect(await failureOf(send(outgoing({ request: { path: '/large' } })))).toMatchObject({
      kind: 'unexpected',
      code: 'answer-too-large',
      message: `GET ${server.url.origin}: the answer is larger than we read`,
      details: ['more than 1000 bytes'],
    })
  })
})

test.each([
  ['an extra header no request can carry', { headers: { 'x-a': 'b\nc' } }, 'invalid-header'],
  ['an API key among the extra headers', { headers: { 'x-api-key': 'k' } }, 'key-in-header'],
  ['a proxy that is no address', { env: { HTTPS_PROXY: 'http://me:planted@' } }, 'invalid-proxy'],
])('%s is refused before there is a transport', (_name, changed, code) => {
  expect(() => httpTransport(new URL('https://api.test'), changed)).toThrow(
    expect.objectContaining({ kind: 'refused', code, message: expect.not.stringContaining('planted') }),
  )
})

describe('no response', () => {
  test('nothing listens', async () => {
    const port = await closedPort()
    await using send = httpTransport(new URL(`http://127.0.0.1:${port}/prefix`))
    const failure = await failureOf(send(outgoing({ request: { method: 'POST', query: 'name=x' } })))
    expect(failure).toMatchObject({
      kind: 'unavailable',
      code: 'connection-refused',
      message: `POST http://127.0.0.1:${port}: connection refused; nothing listens there`,
      details: [`connect ECONNREFUSED 127.0.0.1:${port}`],
      try: 'txwarden config explain',
    })
    expect(failure.cause).toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('nothing listens on any address of a name', async () => {
    const port = await closedPort()
    await using send = httpTransport(new URL(`http://localhost:${port}`))
    expect((await failureOf(send(outgoing()))).code).toBe('connection-refused')
  })

  test('the connection is closed before the response', async () => {
    await using server = await serveHttp((response) => response.destroy())
    await using send = httpTransport(server.url)
    expect(await failureOf(send(outgoing()))).toMatchObject({ kind: 'unavailable', code: 'connection-lost' })
  })

  test('the connection is reset', async () => {
    await using server = await serveTcp((socket) => socket.resetAndDestroy())
    await using send = httpTransport(server.url)
    expect(await failureOf(send(outgoing()))).toMatchObject({ kind: 'unavailable', code: 'connection-lost' })
  })

  test('the connection is closed within the response', async () => {
    await using server = await serveTcp((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"half":')
    })
    await using send = httpTransport(server.url)
    expect(await failureOf(send(outgoing()))).toMatchObject({ kind: 'unavailable', code: 'connection-lost' })
  })

  test('the server does not send HTTP', async () => {
    await using server = await serveTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))
    await using send = httpTransport(server.url)
    expect(await failureOf(send(outgoing()))).toMatchObject({ kind: 'unexpected', code: 'not-http' })
  })

  test('nothing arrives within the time limit', async () => {
    await using server = await serveHttp(() => undefined)
    await using send = httpTransport(server.url, { timeoutMs: 40 })
    expect(await failureOf(send(outgoing()))).toMatchObject({
      kind: 'unavailable',
      code: 'timeout',
      message: `GET ${server.url.origin}: no answer within the time limit`,
      details: ['no complete response in 40 ms'],
    })
  })

  test('the time limit covers the whole response, also if it arrives slowly', async () => {
    await using server = await serveHttp((response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 5)
      response.on('close', () => clearInterval(drip))
    })
    await using send = httpTransport(server.url, { timeoutMs: 60 })
    expect(await failureOf(send(outgoing()))).toMatchObject({ kind: 'unavailable', code: 'timeout' })
  })

  test('the caller interrupts before the response', async () => {
    const controller = new AbortController()
    await using server = await serveHttp(() => controller.abort())
    await using send = httpTransport(server.url)
    expect(await failureOf(send(outgoing({ signal: controller.signal })))).toMatchObject({
      kind: 'interrupted',
      code: 'interrupted',
    })
  })

  test('the caller interrupts within the response', async () => {
    const controller = new AbortController()
    await using server = await serveHttp((response) => {
      response.writeHead(200)
      response.write('{"half":', () => controller.abort())
    })
    await using send = httpTransport(server.url)
    expect(await failureOf(send(outgoing({ signal: controller.signal })))).toMatchObject({ kind: 'interrupted' })
  })

  test('after one failure the next request works', async () => {
    await using server = await serveHttp((response) =>
      server.seen.length === 1 ? response.destroy() : json(response, {}),
    )
    await using send = httpTransport(server.url)
    await failureOf(send(outgoing()))
    expect(await send(outgoing())).toMatchObject({ status: 200 })
  })

  test('closing aborts active requests', async () => {
    await using server = await serveHttp(() => void send.close())
    await using send = httpTransport(server.url)
    expect(await failureOf(send(outgoing()))).toMatchObject({ kind: 'unavailable' })
  })
})

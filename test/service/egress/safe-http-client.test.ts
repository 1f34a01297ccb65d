import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseEgressPolicy } from '../../../src/service/egress/egress-policy.ts'
import type { Resolve } from '../../../src/service/egress/guarded-connect.ts'
import type { HttpResult } from '../../../src/service/egress/safe-http-client.ts'
import { createClock } from '../../../src/shared/time/clock.ts'
import { freePort } from '../../support/free-port.ts'
import { localSender } from '../alerts/local-sender.ts'
import { answering, startReceiver, startTrap } from '../alerts/receiver.ts'

const SECRET_PATH = '/services/plantedSecretOfTheAddress'

describe('a receiver that accepts the message', () => {
  test('gets method, path, headers and body as given', async () => {
    const receiver = await startReceiver(answering(200, 'ok'))
    const outcome = await localSender().send({
      url: `${receiver.origin}/in/a%20b?x=1`,
      headers: { 'content-type': 'application/json', 'webhook-id': 'one' },
      body: '{"text":"grüße"}',
    })
    expect(outcome).toEqual({ outcome: 'accepted', status: 200, latencyMs: 0 })
    expect(receiver.requests).toEqual([
      {
        method: 'POST',
        path: '/in/a%20b?x=1',
        headers: {
          host: `127.0.0.1:${receiver.port}`,
          connection: 'keep-alive',
          'user-agent': 'txwarden',
          'content-type': 'application/json',
          'webhook-id': 'one',
          'content-length': '18',
        },
        body: '{"text":"grüße"}',
      },
    ])
  })

  test('supports other methods', async () => {
    const receiver = await startReceiver(answering(204))
    expect(await localSender().send({ url: receiver.origin, method: 'GET' })).toMatchObject({ outcome: 'accepted' })
    expect(receiver.requests[0]).toMatchObject({ method: 'GET', body: '' })
  })

  test.each([200, 201, 202, 204, 299])('accepts with %i', async (status) => {
    const receiver = await startReceiver(answering(status))
    expect(await localSender().send({ url: receiver.origin })).toEqual({ outcome: 'accepted', status, latencyMs: 0 })
  })

  test('is measured by the given clock until its response headers', async () => {
    const receiver = await startReceiver(answering(200))
    let time = 1000
    const elapsed = () => {
      time += 17
      return time
    }
    expect(
      await localSender({ clock: createClock(() => -time, elapsed) }).send({ url: receiver.origin }),
    ).toMatchObject({ latencyMs: 17 })
  })

  test('is reached over keep-alive connections', async () => {
    const receiver = await startReceiver(answering(200, 'x'.repeat(1000)))
    const sender = localSender()
    for (let count = 0; count < 20; count++) await sender.send({ url: receiver.origin })
    expect(receiver.requests.length).toBe(20)
    // One, and another where the first was still being put back when the next request came.
    expect(receiver.connections()).toBeLessThanOrEqual(2)
  })

  test('does not wait for another request to the same receiver that hangs', async () => {
    const quick = Promise.withResolvers<void>()
    const receiver = await startReceiver(async (response, { path }) => {
      if (path === '/slow') await quick.promise
      response.end()
    })
    const sender = localSender()
    const slow = sender.send({ url: `${receiver.origin}/slow` })
    expect(await sender.send({ url: `${receiver.origin}/quick` })).toMatchObject({ outcome: 'accepted' })
    quick.resolve()
    expect(await slow).toMatchObject({ outcome: 'accepted' })
  })
})

describe('the reply', () => {
  test('is returned up to the requested size', async () => {
    const receiver = await startReceiver(answering(200, 'invalid_payload and more'))
    expect(await localSender().send({ url: receiver.origin, replyBytes: 15 })).toMatchObject({
      reply: 'invalid_payload',
    })
  })

  test('is at most 4 KiB', async () => {
    const receiver = await startReceiver(answering(400, 'x'.repeat(50_000)))
    const outcome = await localSender().send({ url: receiver.origin, replyBytes: 50_000 })
    expect(outcome).toMatchObject({ outcome: 'failed', status: 400, reply: 'x'.repeat(4096) })
  })

  test('is not returned by default', async () => {
    const receiver = await startReceiver(answering(500, 'plantedBody', { 'x-planted': 'plantedHeader' }))
    const outcome = await localSender().send({ url: receiver.origin })
    expect(outcome).toEqual({
      outcome: 'failed',
      kind: 'status',
      status: 500,
      latencyMs: 0,
      reason: 'the receiver answered 500',
    })
  })

  test('without an end is cut off after 64 KiB, and the connection with it', async () => {
    const ended = Promise.withResolvers<number>()
    const receiver = await startReceiver((response) => {
      let written = 0
      const chunk = Buffer.alloc(16 * 1024)
      response.writeHead(200)
      response.on('close', () => ended.resolve(written))
      const write = () => {
        while (!response.closed && response.write(chunk)) written += chunk.length
      }
      response.on('drain', write)
      write()
    })
    expect(await localSender().send({ url: receiver.origin })).toMatchObject({ outcome: 'accepted', status: 200 })
    // What the kernel buffers on both sides was written but never read.
    expect(await ended.promise).toBeLessThan(16 * 1024 * 1024)
  })

  test('that is compressed is not decompressed', async () => {
    const receiver = await startReceiver(answering(200, 'not gzip at all', { 'content-encoding': 'gzip' }))
    expect(await localSender().send({ url: receiver.origin, replyBytes: 100 })).toMatchObject({
      reply: 'not gzip at all',
    })
  })

  test('that breaks off does not change the status', async () => {
    const receiver = await startReceiver((response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('ok')
      setImmediate(() => response.destroy())
    })
    const outcome = await localSender().send({ url: receiver.origin, replyBytes: 100 })
    expect(outcome).toEqual({ outcome: 'accepted', status: 200, latencyMs: 0, reply: 'ok' })
  })

  test('that never ends is accepted at the timeout', async () => {
    const receiver = await startReceiver((response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    })
    const outcome = await localSender({ timeoutMs: 1000 }).send({ url: receiver.origin })
    expect(outcome).toMatchObject({ outcome: 'accepted', status: 200 })
  })
})

describe('a receiver that asks for a wait', () => {
  test.each([
    [429, { 'retry-after': '2' }, 2000],
    [503, { 'retry-after': 'Wed, 04 Mar 2026 05:00:10 GMT', date: 'Wed, 04 Mar 2026 05:00:00 GMT' }, 10_000],
    [302, { 'retry-after': '3' }, 3000],
    [204, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '0.5' }, 500],
    [204, { 'retry-after': '3' }, undefined],
    [429, { 'retry-after': 'planted' }, undefined],
  ])('is obeyed: %i with %j', async (status, headers, retryAfterMs) => {
    const receiver = await startReceiver(answering(status, '', headers as Record<string, string>))
    const outcome = await localSender().send({ url: receiver.origin })
    expect(outcome).toMatchObject({ status })
    expect(outcome.retryAfterMs).toBe(retryAfterMs)
  })
})

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('with %i to this machine is a failure and not followed', async (status) => {
    const trap = await startTrap()
    const receiver = await startReceiver(answering(status, '', { location: `http://127.0.0.1:${trap.port}/` }))
    expect(await localSender().send({ url: receiver.origin, body: 'payload' })).toEqual({
      outcome: 'failed',
      kind: 'redirect',
      status,
      latencyMs: 0,
      reason: `the receiver answered ${status}: redirects are not followed`,
    })
    expect([trap.connections(), receiver.requests.length]).toEqual([0, 1])
  })
})

describe('a receiver that fails', () => {
  const failures: readonly [string, string, string, () => Promise<HttpResult>][] = [
    ['answers 500', 'status', 'the receiver answered 500', () => sendTo(answering(500, 'plantedBody'))],
    ['answers 404', 'status', 'the receiver answered 404', () => sendTo(answering(404, 'plantedBody'))],
    [
      'never answers',
      'timeout',
      'the receiver did not answer in time',
      async () => {
        const receiver = await startReceiver(() => undefined)
        return localSender({ timeoutMs: 150 }).send({ url: receiver.origin + SECRET_PATH })
      },
    ],
    [
      'takes the connection and says nothing',
      'timeout',
      'the receiver did not answer in time',
      () => sendToSocket(() => undefined, 150),
    ],
    [
      'drips its headers',
      'timeout',
      'the receiver did not answer in time',
      () =>
        sendToSocket((socket) => {
          socket.write('HTTP/1.1 200 OK\r\n')
          const drip = setInterval(() => socket.write('x-a: b\r\n'), 20)
          socket.on('close', () => clearInterval(drip))
        }, 200),
    ],
    [
      'never ends its 100 Continue',
      'connect',
      'the receiver closed the connection before it answered',
      () =>
        sendToSocket((socket) => {
          const drip = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 20)
          socket.on('close', () => clearInterval(drip))
        }),
    ],
    [
      'resets the connection',
      'connect',
      'the receiver closed the connection before it answered',
      () => sendToSocket((socket) => socket.on('data', () => socket.resetAndDestroy())),
    ],
    [
      'hangs up at once',
      'connect',
      'the receiver closed the connection before it answered',
      () => sendToSocket((socket) => socket.end()),
    ],
    [
      'hangs up in its headers',
      'connect',
      'the receiver closed the connection before it answered',
      () => sendToSocket((socket) => socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nx-a: plantedHeader\r\n'))),
    ],
    [
      'speaks another protocol',
      'connect',
      'the receiver does not speak HTTP',
      () => sendToSocket((socket) => socket.end('220 mail.example.com ESMTP plantedBanner\r\n')),
    ],
    [
      'sends a megabyte of headers',
      'connect',
      'the response headers are too large',
      () => sendToSocket((socket) => socket.end(`HTTP/1.1 200 OK\r\nx-a: ${'plantedHeader'.repeat(80_000)}\r\n\r\n`)),
    ],
    [
      'is not there',
      'connect',
      'the receiver refused the connection',
      async () => localSender().send({ url: `http://127.0.0.1:${await freePort()}${SECRET_PATH}` }),
    ],
    [
      'speaks no TLS where TLS is asked for',
      'tls',
      'no trusted TLS connection: the handshake failed',
      async () => {
        const receiver = await startReceiver(answering(200))
        return localSender().send({ url: receiver.origin.replace('http:', 'https:') + SECRET_PATH })
      },
    ],
    [
      'shows a certificate that nobody signed',
      'tls',
      'no trusted TLS connection: the certificate is not signed by a known authority',
      async () => localSender().send({ url: `https://127.0.0.1:${await selfSignedPort()}${SECRET_PATH}` }),
    ],
    [
      'has a name that does not resolve',
      'dns',
      'the host name nowhere.example does not resolve',
      () =>
        sendToName('nowhere.example', async () => {
          throw Object.assign(new Error('plantedResolverText'), { code: 'ENOTFOUND' })
        }),
    ],
    [
      'has a name without addresses',
      'dns',
      'the host name nowhere.example does not resolve',
      () => sendToName('nowhere.example', async () => []),
    ],
    [
      'has a name that takes too long to resolve',
      'timeout',
      'the receiver did not answer in time',
      () => sendToName('slow.example', () => new Promise(() => undefined), 150),
    ],
    [
      'has a name that leads to this machine',
      'refused-address',
      'inside.example resolves to an address that is not public',
      () => sendToName('inside.example', async () => [{ address: '127.0.0.9', family: 4 }]),
    ],
    [
      'has no address that can be read',
      'refused-address',
      'not a valid URL',
      () => localSender().send({ url: SECRET_PATH }),
    ],
  ]

  test.each(failures)('because it %s fails as %s: %s', async (_how, kind, reason, run) => {
    const outcome = await run()
    expect(outcome).toMatchObject({ outcome: 'failed', kind, reason })
    expect(JSON.stringify(outcome)).not.toMatch(/planted/i)
  })

  function sendTo(answer: ReturnType<typeof answering>): Promise<HttpResult> {
    return startReceiver(answer).then((receiver) => localSender().send({ url: receiver.origin + SECRET_PATH }))
  }

  async function sendToSocket(onConnection: (socket: Socket) => void, timeoutMs = 5000): Promise<HttpResult> {
    const { port } = await startTrap({ host: '127.0.0.1', onConnection })
    return localSender({ timeoutMs }).send({ url: `http://127.0.0.1:${port}${SECRET_PATH}`, body: 'payload' })
  }

  function sendToName(name: string, resolve: Resolve, timeoutMs = 5000): Promise<HttpResult> {
    return localSender({ resolve, timeoutMs }).send({ url: `https://${name}${SECRET_PATH}` })
  }
})

test('a message that timed out during name resolution is not sent later', async () => {
  const receiver = await startReceiver(answering(200))
  const found = Promise.withResolvers<Awaited<ReturnType<Resolve>>>()
  const sender = localSender({ resolve: () => found.promise, timeoutMs: 1000 })
  const url = `http://late.example:${receiver.port}/`
  expect(await sender.send({ url })).toMatchObject({ outcome: 'failed', kind: 'timeout' })
  found.resolve([{ address: '127.0.0.1', family: 4 }])
  expect(await sender.send({ url: `http://127.0.0.1:${receiver.port}/second` })).toMatchObject({ outcome: 'accepted' })
  expect(receiver.requests.map(({ path }) => path)).toEqual(['/second'])
})

test('a name that resolves to another address the second time is not reached there', async () => {
  const port = await freePort()
  const receiver = await startReceiver(answering(200, '', { connection: 'close' }), { host: '127.0.0.2', port })
  const trap = await startTrap({ host: '127.0.0.1', port })
  const looks = ['127.0.0.2', '127.0.0.1']
  const resolve: Resolve = async () => [{ address: looks.shift() ?? '127.0.0.1', family: 4 }]
  const sender = localSender({ policy: parseEgressPolicy(['127.0.0.2']), resolve })
  const url = `http://rebind.example:${receiver.port}/`
  expect(await sender.send({ url })).toMatchObject({ outcome: 'accepted' })
  expect(await sender.send({ url })).toMatchObject({ outcome: 'failed', kind: 'refused-address' })
  expect(trap.connections()).toBe(0)
})

test('proxy variables are ignored', async () => {
  const trap = await startTrap()
  const receiver = await startReceiver(answering(200))
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
  const before = names.map((name) => [name, process.env[name]] as const)
  onTestFinished(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
  for (const name of names) process.env[name] = `http://127.0.0.1:${trap.port}`
  expect(await localSender().send({ url: receiver.origin })).toMatchObject({ outcome: 'accepted' })
  expect(trap.connections()).toBe(0)
})

test('close aborts requests in progress; later requests open the client again', async () => {
  const arrived = Promise.withResolvers<void>()
  const receiver = await startReceiver((response, { path }) => (path === '/hang' ? arrived.resolve() : response.end()))
  const sender = localSender()
  const pending = sender.send({ url: `${receiver.origin}/hang` })
  await arrived.promise
  await sender.close()
  expect(await pending).toMatchObject({ kind: 'connect', reason: 'the service stopped before the receiver answered' })
  expect(await sender.send({ url: receiver.origin })).toMatchObject({ outcome: 'accepted' })
})

test('an invalid header throws an error without its value', async () => {
  const receiver = await startReceiver(answering(200))
  const sending = localSender().send({ url: receiver.origin, headers: { 'x-a': 'planted\r\nx-b: planted' } })
  await expect(sending).rejects.toThrow(/^invalid x-a header$/)
})

/** A local https server with a self-signed certificate. */
async function selfSignedPort(): Promise<number> {
  const file = (name: string) => readFileSync(new URL(`../../support/certificates/${name}`, import.meta.url))
  const server = createTlsServer(
    { key: file('self-signed.key.pem'), cert: file('self-signed.pem') },
    (_request, response) => {
      response.end()
    },
  )
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

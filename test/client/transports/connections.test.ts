import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { WardenError } from '../../../src/shared/errors.ts'
import { closedPort, json, serveHttp } from '../support/http-server.ts'
import { httpTransport } from '../support/http-transport.ts'
import { outgoing } from '../support/outgoing.ts'
import { startProxy } from '../support/proxy.ts'
import { selfSigned } from '../support/self-signed.ts'

const HOST = 'service.test'
/** A name nobody resolves: only the proxy knows the way. */
const plain = { insecureHttp: true }

async function serveHttps(): Promise<AsyncDisposable & { port: number; cert: string }> {
  const { key, cert } = selfSigned(HOST)
  const server: Server = createServer({ key, cert }, (_request, response) => json(response, { tls: true }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cert,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('plain http through a proxy', () => {
  test.each(['HTTP_PROXY', 'http_proxy'])(
    '%s is asked for the whole address; the answer comes back',
    async (variable) => {
      await using server = await serveHttp((response) => json(response, { ok: true }))
      await using proxy = await startProxy(Number(server.url.port))
      await using send = httpTransport(new URL(`http://${HOST}/prefix`), {
        ...plain,
        env: { [variable]: `http://${proxy.address}` },
      })
      expect(await send(outgoing({ request: { query: 'page=1' } }))).toMatchObject({ status: 200, body: '{"ok":true}' })
      expect(proxy.asked).toEqual([`GET http://${HOST}/prefix/api/v2/management/monitor?page=1`])
      expect(server.seen).toMatchObject([{ url: '/prefix/api/v2/management/monitor?page=1', headers: { host: HOST } }])
    },
  )

  test('a proxy address needs no scheme, and can have a password', async () => {
    await using server = await serveHttp((response) => json(response, {}))
    await using proxy = await startProxy(Number(server.url.port))
    await using send = httpTransport(new URL(`http://${HOST}`), {
      ...plain,
      env: { HTTP_PROXY: `me:s%40fe@${proxy.address}` },
    })
    await send(outgoing())
    expect(proxy.asked).toEqual([
      `GET http://${HOST}/api/v2/management/monitor (Basic ${Buffer.from('me:s@fe').toString('base64')})`,
    ])
  })

  test('refuses a body over the limit through a proxy', async () => {
    await using server = await serveHttp((response) => response.end('x'.repeat(2000)))
    await using proxy = await startProxy(Number(server.url.port))
    await using send = httpTransport(new URL(`http://${HOST}`), {
      ...plain,
      env: { HTTP_PROXY: proxy.address },
      maxAnswerBytes: 1000,
    })
    await expect(send(outgoing())).rejects.toMatchObject({ code: 'answer-too-large' })
  })

  test('reports that a proxy requires a password', async () => {
    await using proxy = await startProxy(1, { refuse: 407 })
    await using send = httpTransport(new URL(`http://${HOST}`), { ...plain, env: { HTTP_PROXY: proxy.address } })
    await expect(send(outgoing())).rejects.toMatchObject({ kind: 'unavailable', code: 'proxy-authentication' })
  })
})

describe('a proxy that fails is named, without its credentials, and so is the way around it', () => {
  const failure = async (origin: string, proxy: string): Promise<WardenError> => {
    await using send = httpTransport(new URL(origin), { ...plain, env: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } })
    const error = await send(outgoing()).catch((thrown: unknown) => thrown)
    if (!(error instanceof WardenError)) throw error
    expect(`${error.message}${error.details.join()}`).not.toMatch(/geheim|Z2VoZWlt/)
    expect(error).toMatchObject({
      kind: 'unavailable',
      details: expect.arrayContaining([expect.stringContaining('NO_PROXY')]),
    })
    return error
  }

  test.each(['http', 'https'])('when it is away, for %s', async (scheme) => {
    const proxy = `127.0.0.1:${await closedPort()}`
    expect(await failure(`${scheme}://${HOST}`, `http://me:geheim@${proxy}`)).toMatchObject({
      code: 'connection-refused',
      message: expect.stringContaining(`cannot connect to the proxy ${proxy}: connection refused`),
    })
  })

  test('when its name leads nowhere', async () => {
    expect(await failure(`https://${HOST}`, 'http://proxy.invalid')).toMatchObject({
      message: expect.stringContaining('cannot connect to the proxy proxy.invalid:80: '),
    })
  })

  test('when it does not make the connection', async () => {
    await using proxy = await startProxy(1, { refuse: 502 })
    expect(await failure(`https://${HOST}`, `http://me:geheim@${proxy.address}`)).toMatchObject({
      code: 'proxy-failed',
      message: `GET https://${HOST} through the proxy ${proxy.address}: the proxy did not make the connection`,
    })
  })

  test('but not where NO_PROXY lists the host', async () => {
    const env = { HTTPS_PROXY: `127.0.0.1:${await closedPort()}`, NO_PROXY: HOST }
    await using send = httpTransport(new URL(`https://${HOST}`), { env, timeoutMs: 1_000 })
    await expect(send(outgoing())).rejects.toMatchObject({ message: expect.not.stringContaining('proxy') })
  })
})

describe('without the proxy', () => {
  test('connects directly to this machine, so that the key does not leave it', async () => {
    await using server = await serveHttp((response) => json(response, {}))
    await using proxy = await startProxy(1)
    await using send = httpTransport(server.url, { env: { HTTP_PROXY: proxy.address, HTTPS_PROXY: proxy.address } })
    expect(await send(outgoing())).toMatchObject({ status: 200 })
    expect(proxy.asked).toEqual([])
  })

  test.each([
    HOST,
    'SERVICE.test',
    '.test',
    '*.test',
    '*',
    'service.test.',
    `other.test, ${HOST}`,
    'a.test service.test',
    'service.test:80',
    '*:80',
  ])('NO_PROXY=%s is reached straight', async (noProxy) => {
    await using proxy = await startProxy(1)
    const env = { HTTP_PROXY: proxy.address, NO_PROXY: noProxy }
    await using send = httpTransport(new URL(`http://${HOST}`), { ...plain, env, timeoutMs: 1_000 })
    // Without the proxy nobody knows the way to a host of .test (RFC 6761, 6.2), so there is no answer to look at.
    await send(outgoing()).catch(() => undefined)
    expect(proxy.asked).toEqual([])
  })

  test.each(['ice.test', '*.service.test', 'service.test:443', '*:8080', '.', ':', '[::1]', '::1'])(
    'NO_PROXY=%s exempts another host',
    async (noProxy) => {
      await using server = await serveHttp((response) => json(response, {}))
      await using proxy = await startProxy(Number(server.url.port))
      const env = { HTTP_PROXY: proxy.address, NO_PROXY: noProxy }
      await using send = httpTransport(new URL(`http://${HOST}`), { ...plain, env })
      expect(await send(outgoing())).toMatchObject({ status: 200 })
      expect(proxy.asked).toHaveLength(1)
    },
  )

  test('uses only the environment that is passed in', async () => {
    await using server = await serveHttp((response) => json(response, {}))
    await using proxy = await startProxy(Number(server.url.port))
    await using unused = await startProxy(Number(server.url.port))
    const before = process.env.HTTP_PROXY
    process.env.HTTP_PROXY = `http://${unused.address}`
    try {
      await using send = httpTransport(new URL(`http://${HOST}`), { ...plain, env: { HTTP_PROXY: proxy.address } })
      await send(outgoing())
    } finally {
      if (before === undefined) delete process.env.HTTP_PROXY
      else process.env.HTTP_PROXY = before
    }
    expect([proxy.asked.length, unused.asked.length]).toEqual([1, 0])
  })
})

describe('https', () => {
  test('tunnels through a proxy, which sees only host and port', async () => {
    await using server = await serveHttps()
    await using proxy = await startProxy(server.port)
    await using send = httpTransport(new URL(`https://${HOST}`), { env: { HTTPS_PROXY: proxy.address } })
    await expect(send(outgoing())).rejects.toMatchObject({ kind: 'unavailable', code: 'tls-failed' })
    expect(proxy.asked).toEqual([`CONNECT ${HOST}:443`])
  })

  test.each([
    [403, 'proxy-failed'],
    [407, 'proxy-authentication'],
    [502, 'proxy-failed'],
  ])('a proxy that answers CONNECT with %d: %s', async (refuse, code) => {
    await using proxy = await startProxy(1, { refuse })
    await using send = httpTransport(new URL(`https://${HOST}`), { env: { HTTPS_PROXY: proxy.address } })
    await expect(send(outgoing())).rejects.toMatchObject({ kind: 'unavailable', code })
  })

  test('an untrusted certificate is an error that names the remedy', async () => {
    await using server = await serveHttps()
    await using send = httpTransport(new URL(`https://127.0.0.1:${server.port}`))
    await expect(send(outgoing())).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'tls-failed',
      message: `GET https://127.0.0.1:${server.port}: no trusted TLS connection`,
      details: [expect.any(String), expect.stringContaining('NODE_EXTRA_CA_CERTS')],
    })
  })

  test('a server without TLS is a TLS error', async () => {
    await using server = await serveHttp((response) => response.end())
    await using send = httpTransport(new URL(`https://127.0.0.1:${server.url.port}`))
    await expect(send(outgoing())).rejects.toMatchObject({ kind: 'unavailable', code: 'tls-failed' })
  })

  test('NODE_EXTRA_CA_CERTS makes the certificate trusted, also through the tunnel', async () => {
    await using server = await serveHttps()
    await using proxy = await startProxy(server.port)
    const folder = await mkdtemp(join(tmpdir(), 'txwarden-'))
    try {
      const authority = join(folder, 'authority.pem')
      await writeFile(authority, server.cert)
      // Node reads the variable when it starts: only another process can show it.
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', SENDER], {
        env: { NODE_EXTRA_CA_CERTS: authority, PROXY: proxy.address },
      })
      expect(stdout).toBe('200 {"tls":true}\n')
    } finally {
      await rm(folder, { recursive: true })
    }
    expect(proxy.asked).toEqual([`CONNECT ${HOST}:443`])
  })
})

const SENDER = `
  import { httpTransport } from ${JSON.stringify(new URL('../support/http-transport.ts', import.meta.url).href)}
  import { outgoing } from ${JSON.stringify(new URL('../support/outgoing.ts', import.meta.url).href)}
  const send = httpTransport(new URL('https://${HOST}'), { env: { HTTPS_PROXY: process.env.PROXY } })
  const { status, body } = await send(outgoing())
  await send.close()
  process.stdout.write(status + ' ' + body + '\\n')
`

import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { checkAddress, checkUrl } from '../../../src/service/egress/address-guard.ts'
import { type BodyClient, createBodyClient } from '../../../src/service/egress/body-client.ts'
import { type EgressPolicy, NODE_POLICY, parseEgressPolicy } from '../../../src/service/egress/egress-policy.ts'
import type { Resolve } from '../../../src/service/egress/guarded-connect.ts'
import { TestClock } from '../../support/deterministic.ts'
import { freePort } from '../../support/free-port.ts'
import { answering, startReceiver, startTrap } from '../alerts/receiver.ts'
import { innerHosts, loopbackHosts, metadataHosts } from './guard-cases.ts'

interface Given {
  readonly policy?: EgressPolicy
  readonly addresses?: readonly string[]
}

function clientOf({ policy = NODE_POLICY, addresses = [] }: Given = {}): BodyClient {
  const resolve: Resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const client = createBodyClient({ peer: 'the receiver', policy, clock: new TestClock(), resolve })
  onTestFinished(() => client.close())
  return client
}

function post(client: BodyClient, url: string, { maxBytes = 1000, timeoutMs = 20_000 } = {}) {
  return client.post({ url: new URL(url), headers: {}, body: '{}', maxBytes, timeoutMs })
}

/** Loopback and private addresses as `URL` writes them: IPv4, IPv6, and IPv4 mapped into it. */
const INNER = [
  /^(127|10)\.\d+\.\d+\.\d+$/,
  /^(192\.168|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+$/,
  /^\[::ffff:(7f00|a00|c0a8):/,
  /^\[(::1|f[cd][0-9a-f]{2}:.*)\]$/,
]

describe('the policy for nodes', () => {
  test.each(['http', 'https'])(
    'allows loopback and private addresses over %s on any port, and no other inner ones',
    (scheme) => {
      // IPv6 addresses that contain an IPv4 address are a question for the tests of the guard.
      for (const host of [...loopbackHosts, ...innerHosts].filter((one) => !/^\[(64:|2001:0:|2002:|2606:)/.test(one))) {
        const url = new URL(`${scheme}://${host}:8545/`)
        const isInner = INNER.some((form) => form.test(url.hostname.replace(/\.$/, '')))
        expect([host, checkUrl(url, NODE_POLICY).allowed]).toEqual([host, isInner])
      }
    },
  )

  test('refuses metadata addresses, inside private networks too', () => {
    for (const host of metadataHosts)
      for (const scheme of ['http', 'https'])
        expect([host, checkUrl(new URL(`${scheme}://${host}:8545/`), NODE_POLICY).allowed]).toEqual([host, false])
  })

  test('allows public addresses with https on any port, never with http', () => {
    for (const port of [443, 80, 8545, 65_535]) {
      expect(checkAddress('8.8.8.8', port, NODE_POLICY)).toEqual({ allowed: true, by: 'public' })
      expect(checkUrl(new URL(`https://8.8.8.8:${port}/`), NODE_POLICY).allowed).toBe(true)
      expect(checkUrl(new URL(`http://8.8.8.8:${port}/`), NODE_POLICY).allowed).toBe(false)
      expect(checkUrl(new URL(`http://[2606:4700::1]:${port}/`), NODE_POLICY).allowed).toBe(false)
    }
  })

  test('is not that of destinations', () => {
    const policy = parseEgressPolicy([])
    for (const host of [...loopbackHosts, ...innerHosts, '8.8.8.8'])
      expect([host, checkUrl(new URL(`https://${host}:8545/`), policy).allowed]).toEqual([host, false])
  })
})

describe('the connection to a name', () => {
  test('reaches a private node over plain http', async () => {
    const receiver = await startReceiver(answering(200, 'yes'))
    const result = await post(clientOf({ addresses: ['127.0.0.1'] }), `http://node.lan:${receiver.port}/`)
    expect(result).toEqual({ outcome: 'answered', status: 200, body: 'yes' })
  })

  test.each([
    ['http', ['8.8.8.8']],
    ['http', ['169.254.169.254']],
    ['https', ['169.254.169.254']],
    ['https', ['fd00:ec2::254', '100.100.100.200']],
    ['https', ['0.0.0.0']],
  ])('over %s to %s is refused', async (scheme, addresses) => {
    const result = await post(clientOf({ addresses }), `${scheme}://node.example:8545/key`)
    expect(result).toMatchObject({ outcome: 'failed', kind: 'refused-address' })
    expect(JSON.stringify(result)).not.toContain('key')
  })

  test('does not use the metadata address among several', async () => {
    const receiver = await startReceiver(answering(200, 'yes'))
    const addresses = ['169.254.169.254', '127.0.0.1']
    expect(await post(clientOf({ addresses }), `http://node.lan:${receiver.port}/`)).toMatchObject({ body: 'yes' })
  })
})

describe('a response', () => {
  test.each([200, 204, 400, 429, 503])('with status %i is returned with its body', async (status) => {
    const body = status === 204 ? '' : 'grüße'
    const receiver = await startReceiver(answering(status, body, { 'retry-after': '7' }))
    expect(await post(clientOf(), receiver.origin)).toEqual({
      outcome: 'answered',
      status,
      body,
      ...(status >= 300 && { retryAfterMs: 7000 }),
    })
  })

  test('of the largest size is read, and of one byte more is not', async () => {
    const known: Record<string, string> = { 'content-length': '1000' }
    for (const headers of [{}, known]) {
      const receiver = await startReceiver(answering(200, 'x'.repeat(1000), headers))
      expect(await post(clientOf(), receiver.origin)).toMatchObject({ outcome: 'answered', body: 'x'.repeat(1000) })
      expect(await post(clientOf(), receiver.origin, { maxBytes: 999 })).toMatchObject({ kind: 'too-large' })
    }
  })

  test('without an end is cut off with its connection', async () => {
    const ended = Promise.withResolvers<number>()
    const receiver = await startReceiver((response) => {
      let written = 0
      const chunk = Buffer.alloc(16 * 1024)
      response.on('close', () => ended.resolve(written))
      const write = () => {
        while (!response.closed && response.write(chunk)) written += chunk.length
      }
      response.on('drain', write)
      write()
    })
    expect(await post(clientOf(), receiver.origin)).toMatchObject({ outcome: 'failed', kind: 'too-large' })
    expect(await ended.promise).toBeLessThan(2 ** 26)
  })

  test('that is compressed is refused unread', async () => {
    const receiver = await startReceiver((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{}')),
    )
    expect(await post(clientOf(), receiver.origin)).toMatchObject({ outcome: 'failed', kind: 'encoded' })
    expect(receiver.requests[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' })
  })

  test.each([301, 302, 307, 308])('with status %i is not followed', async (status) => {
    const trap = await startTrap()
    const receiver = await startReceiver(answering(status, '', { location: `http://127.0.0.1:${trap.port}/` }))
    expect(await post(clientOf(), receiver.origin)).toMatchObject({ outcome: 'failed', kind: 'redirect' })
    expect(trap.connections()).toBe(0)
  })

  test('comes from the server itself, also with proxy variables', async () => {
    const trap = await startTrap()
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'])
      vi.stubEnv(name, name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${trap.port}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const receiver = await startReceiver(answering(200, 'yes'))
    expect(await post(clientOf(), receiver.origin)).toMatchObject({ body: 'yes' })
    expect(trap.connections()).toBe(0)
  })

  test('that never comes ends with the time limit', async () => {
    const receiver = await startReceiver(() => {})
    const result = await post(clientOf(), receiver.origin, { timeoutMs: 50 })
    expect(result).toMatchObject({ outcome: 'failed', kind: 'timeout' })
  })

  test('of nobody is a failure', async () => {
    const result = await post(clientOf(), `http://127.0.0.1:${await freePort()}/`)
    expect(result).toMatchObject({ outcome: 'failed', kind: 'connect' })
  })

  test('that a closed client waits for fails', async () => {
    const client = clientOf()
    const receiver = await startReceiver(() => void client.close())
    expect(await post(client, receiver.origin)).toMatchObject({ outcome: 'failed', kind: 'connect' })
  })
})

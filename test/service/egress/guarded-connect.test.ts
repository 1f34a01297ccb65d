import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { describe, expect, test } from 'vitest'
import { parseEgressPolicy } from '../../../src/service/egress/egress-policy.ts'
import {
  AddressRefused,
  guardedConnector,
  NameUnresolved,
  type Resolve,
} from '../../../src/service/egress/guarded-connect.ts'
import { failureOf } from '../../../src/service/egress/send-failure.ts'
import { freePort } from '../../support/free-port.ts'
import { answering, startReceiver, startTrap } from '../alerts/receiver.ts'
import { innerHosts, metadataHosts, resolvedAddresses } from './guard-cases.ts'

type Build = Parameters<typeof guardedConnector>[0]

interface Given {
  readonly host: string
  readonly port?: number
  readonly protocol?: 'http:' | 'https:'
  readonly allowed?: readonly string[]
  readonly addresses?: readonly string[]
  readonly build?: Build
}

/** The socket, or the error, that the connector calls back with. */
function connectTo({
  host,
  port = 443,
  protocol = 'https:',
  allowed = [],
  addresses = [],
  build = buildConnector,
}: Given) {
  const resolve: Resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const policy = parseEgressPolicy(allowed)
  const connector = guardedConnector(build, { policy, resolve, connectTimeoutMs: 5000 })
  return new Promise<Socket | Error>((done) => {
    connector({ hostname: host, host, port: String(port), protocol }, (error, socket) =>
      done(error ?? socket ?? new Error()),
    )
  })
}

describe('before a socket is opened', () => {
  const literals = [...innerHosts, ...metadataHosts].map((host) =>
    new URL(`https://${host}/`).hostname.replace(/^\[|\]$/g, ''),
  )

  test('every refused address is refused as a literal and as the address of a name', async () => {
    let built = 0
    const build: Build = (options) => {
      built++
      return buildConnector(options)
    }
    for (const address of [...literals, ...resolvedAddresses]) {
      const asName = await connectTo({ host: 'somewhere.example', addresses: [address], build })
      expect([address, asName instanceof AddressRefused]).toEqual([address, true])
    }
    for (const address of literals) {
      const asLiteral = await connectTo({ host: address, build })
      expect([address, asLiteral instanceof AddressRefused]).toEqual([address, true])
    }
    expect(built).toBe(0)
  })

  test('a name without addresses is not resolved', async () => {
    expect(await connectTo({ host: 'nowhere.example' })).toBeInstanceOf(NameUnresolved)
  })

  test('plain http to a public address is refused', async () => {
    const outcome = await connectTo({ host: 'hooks.example.com', protocol: 'http:', port: 80, addresses: ['8.8.8.8'] })
    expect(outcome).toEqual(new AddressRefused('plain http to hooks.example.com is not allowed; use https'))
  })

  test('plain http to a name in an allowed network is allowed', async () => {
    const receiver = await startReceiver(answering(200))
    const socket = await connectTo({
      host: 'grafana.lan',
      protocol: 'http:',
      port: receiver.port,
      addresses: ['127.0.0.1'],
      allowed: ['127.0.0.0/8'],
    })
    expect((socket as Socket).remoteAddress).toBe('127.0.0.1')
    ;(socket as Socket).destroy()
  })
})

test('only the allowed addresses of a name are connected to', async () => {
  const port = await freePort()
  const receiver = await startReceiver(answering(200), { host: '127.0.0.2', port })
  const trap = await startTrap({ host: '127.0.0.1', port })
  const socket = await connectTo({
    host: 'both.lan',
    protocol: 'http:',
    port: receiver.port,
    addresses: ['127.0.0.1', '127.0.0.2', '::1'],
    allowed: ['127.0.0.2'],
  })
  expect((socket as Socket).remoteAddress).toBe('127.0.0.2')
  ;(socket as Socket).destroy()
  expect(trap.connections()).toBe(0)
})

// connect(2) refuses broadcast and multicast addresses at once, with any routes or none.
test.each([
  { title: 'one address', addresses: ['255.255.255.255'] },
  { title: 'several addresses', addresses: ['255.255.255.255', '224.0.0.1'] },
])('a name of $title without a route is an error for the caller, over http and https', async ({ addresses }) => {
  for (const protocol of ['http:', 'https:'] as const) {
    const outcome = await connectTo({ host: 'unroutable.lan', protocol, addresses, allowed: addresses })
    expect([protocol, failureOf(outcome)]).toEqual([
      protocol,
      { kind: 'connect', reason: 'the receiver cannot be reached' },
    ])
  }
})

test('a literal address without a route is an error for the caller, over http and https', async () => {
  const host = '255.255.255.255'
  for (const protocol of ['http:', 'https:'] as const) {
    const outcome = await connectTo({ host, protocol, allowed: [host] })
    expect([protocol, failureOf(outcome)?.kind]).toEqual([protocol, 'connect'])
  }
})

test('a socket to another address than the checked one is closed before a byte is written', async () => {
  const closed = Promise.withResolvers<void>()
  const trap = await startTrap({
    host: '127.0.0.1',
    onConnection: (socket) => socket.on('close', () => closed.resolve()),
  })
  const build: Build = () => (_target, callback) => {
    const socket = connect(trap.port, '127.0.0.1')
    once(socket, 'connect').then(() => callback(null, socket))
  }
  const outcome = await connectTo({
    host: '127.0.0.2',
    port: trap.port,
    protocol: 'http:',
    allowed: ['127.0.0.2'],
    build,
  })
  expect(outcome).toEqual(new AddressRefused('the connection to 127.0.0.2 reached an address that is not allowed'))
  await closed.promise
  expect(trap.bytes()).toBe(0)
})

import { describe, expect, test } from 'vitest'
import { type EgressPolicy, parseEgressPolicy } from '../../../src/service/egress/egress-policy.ts'
import type { Resolve } from '../../../src/service/egress/guarded-connect.ts'
import { createSafeHttpClient, type HttpResult } from '../../../src/service/egress/safe-http-client.ts'
import { TestClock } from '../../support/deterministic.ts'
import { startTrap } from '../alerts/receiver.ts'
import { innerHosts, loopbackHosts, malformedUrls, metadataHosts, resolvedAddresses } from './guard-cases.ts'

/**
 * The trap's port counts as open here: ports refuse nearly everything by themselves, and these tests are about addresses.
 */
function policyOpenAt(port: number, ...allowances: string[]): EgressPolicy {
  return { ...parseEgressPolicy(allowances), publicPorts: [port] }
}

/** Sends to each URL; returns the results by URL. */
async function sendToAll(urls: readonly string[], policy: EgressPolicy, resolve: Resolve = noName) {
  const sender = createSafeHttpClient({ policy, timeoutMs: 5000, clock: new TestClock(), resolve })
  const outcomes: Record<string, HttpResult> = {}
  for (const url of urls) outcomes[url] = await sender.send({ url, body: 'payload' })
  await sender.close()
  return outcomes
}

const noName: Resolve = async (host) => {
  throw new Error(`${host} was resolved`)
}

function kindsOf(outcomes: Record<string, HttpResult>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(outcomes).map(([url, outcome]) => [
      url,
      outcome.outcome === 'failed' ? outcome.kind : outcome.outcome,
    ]),
  )
}

function allRefused(urls: readonly string[]): Record<string, string> {
  return Object.fromEntries(urls.map((url) => [url, 'refused-address']))
}

describe('a trap on every address of this machine', () => {
  test.each([
    ['spellings of loopback', loopbackHosts],
    ['inner networks and reserved ranges', innerHosts],
    ['metadata addresses', metadataHosts],
  ])('gets no byte of requests to %s, over TLS or not', async (_group, hosts) => {
    const trap = await startTrap()
    const urls = hosts.flatMap((host) => [`https://${host}:${trap.port}/`, `http://${host}:${trap.port}/`])
    expect(kindsOf(await sendToAll(urls, policyOpenAt(trap.port)))).toEqual(allRefused(urls))
    expect([trap.connections(), trap.bytes()]).toEqual([0, 0])
  })

  test('gets no byte of requests with odd URLs', async () => {
    const trap = await startTrap()
    const urls = malformedUrls(trap.port)
    expect(kindsOf(await sendToAll(urls, policyOpenAt(trap.port)))).toEqual(allRefused(urls))
    expect([trap.connections(), trap.bytes()]).toEqual([0, 0])
  })

  test('gets no byte of requests to names that resolve to refused addresses', async () => {
    const trap = await startTrap()
    for (const address of resolvedAddresses) {
      const urls = [
        'somewhere.example',
        'localhost',
        'LOCALHOST.',
        'ⓛocalhost',
        'a.localhost',
        'metadata.google.internal',
      ].map((host) => `https://${host}:${trap.port}/`)
      const answers: Resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }]
      expect({ address, ...kindsOf(await sendToAll(urls, policyOpenAt(trap.port), answers)) }).toEqual({
        address,
        ...allRefused(urls),
      })
    }
    expect([trap.connections(), trap.bytes()]).toEqual([0, 0])
  })

  test('gets no byte of requests to the name of this machine with the real resolver', async () => {
    const trap = await startTrap()
    const sender = createSafeHttpClient({ policy: policyOpenAt(trap.port), timeoutMs: 5000, clock: new TestClock() })
    const outcome = await sender.send({ url: `https://localhost:${trap.port}/` })
    await sender.close()
    expect(outcome).toMatchObject({ outcome: 'failed', kind: 'refused-address' })
    expect([trap.connections(), trap.bytes()]).toEqual([0, 0])
  })

  test('gets requests from every spelling of loopback when that is allowed', async () => {
    const trap = await startTrap()
    const policy = policyOpenAt(trap.port, '127.0.0.0/8', '::1', '0.0.0.0', '::')
    const arrived: Record<string, boolean> = {}
    for (const host of loopbackHosts) {
      const before = trap.bytes()
      await sendToAll([`https://${host}:${trap.port}/`], policy)
      arrived[host] = trap.bytes() > before
    }
    expect(arrived).toEqual(Object.fromEntries(loopbackHosts.map((host) => [host, true])))
  })
})

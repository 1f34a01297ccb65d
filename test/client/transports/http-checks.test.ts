import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { failureOf } from '../support/failure.ts'
import { serveHttp } from '../support/http-server.ts'
import { httpTransport } from '../support/http-transport.ts'
import { outgoing } from '../support/outgoing.ts'

describe('nothing is sent', () => {
  test.each([
    ['validation', undefined],
    ['management', ''],
  ] as const)('without a %s key (%j)', async (kind, key) => {
    await using server = await serveHttp((response) => response.end())
    await using send = httpTransport(server.url, { keys: { validation: 'v', management: 'm', [kind]: key } })
    const variable = `TXWARDEN_${kind.toUpperCase()}_KEY`
    expect(await failureOf(send(outgoing({ key: kind })))).toMatchObject({
      kind: 'auth',
      code: 'missing-key',
      message: `a ${kind} key is required; neither the profile nor ${variable} has one`,
      try: 'txwarden auth login',
    })
    expect(server.connections()).toBe(0)
  })

  test.each(['planted key', 'planted\r\nx-admin: 1', 'plantedü'])('with an invalid key: %j', async (key) => {
    await using server = await serveHttp((response) => response.end())
    await using send = httpTransport(server.url, { keys: { management: key } })
    const failure = await failureOf(send(outgoing()))
    expect(failure).toMatchObject({ kind: 'auth', code: 'malformed-key' })
    expect(inspect(failure)).not.toContain('planted')
    expect(server.connections()).toBe(0)
  })

  test('over plain http to another machine', async () => {
    await using send = httpTransport(new URL('http://api.test'))
    expect(await failureOf(send(outgoing()))).toMatchObject({
      kind: 'refused',
      code: 'plain-http',
      message: 'http://api.test is plain http, which exposes the API key',
    })
  })

  test('to an address with a password', async () => {
    await using send = httpTransport(new URL('https://me:planted@api.test'))
    const failure = await failureOf(send(outgoing()))
    expect(failure).toMatchObject({ kind: 'refused', code: 'address-with-credentials' })
    expect(inspect(failure)).not.toContain('planted')
  })

  test('to another protocol than http or https', async () => {
    await using send = httpTransport(new URL('ftp://api.test'))
    expect(await failureOf(send(outgoing()))).toMatchObject({ kind: 'refused', code: 'unknown-protocol' })
  })

  test('when the signal was aborted before', async () => {
    await using server = await serveHttp((response) => response.end())
    await using send = httpTransport(server.url)
    expect(await failureOf(send(outgoing({ signal: AbortSignal.abort() })))).toMatchObject({ kind: 'interrupted' })
    expect(server.seen).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import type { ApiResponse } from '../../src/api/operations/message.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import { RequestPreview } from '../../src/client/requests/preview-request.ts'
import type { Outgoing, Transport } from '../../src/client/transport.ts'
import { json, serveHttp } from './support/http-server.ts'
import { httpTransport, MANAGEMENT_KEY, VALIDATION_KEY } from './support/http-transport.ts'
import { answer } from './support/outgoing.ts'

interface Setup {
  readonly client: Client
  readonly sent: Outgoing[]
  readonly notices: string[]
}

function clientOver(response: ApiResponse | Error): Setup {
  const sent: Outgoing[] = []
  const notices: string[] = []
  const transport: Transport = async (outgoing) => {
    sent.push(outgoing)
    if (response instanceof Error) throw response
    return response
  }
  let made = 0
  return {
    client: createClient({ transport, newIdempotencyKey: () => `key-${++made}`, notice: (line) => notices.push(line) }),
    sent,
    notices,
  }
}

test('over HTTP: sends path, body and the key of the operation, and returns the typed response', async () => {
  await using server = await serveHttp((response) =>
    json(response, { id: 'm 1', address: '0xaa', name: 'cold', chainId: '1', enabled: false }),
  )
  await using transport = httpTransport(server.url)
  const client = createClient({ transport, newIdempotencyKey: () => 'key-1', notice: () => undefined })
  const monitor = await client.call('updateMonitor', { params: { id: 'm 1' }, body: { name: 'cold', enabled: false } })
  expect(monitor.name).toBe('cold')
  expect(server.seen).toMatchObject([
    {
      method: 'PUT',
      url: '/api/v2/management/monitor/m%201',
      headers: { 'x-api-key': MANAGEMENT_KEY, 'content-type': 'application/json' },
      body: '{"name":"cold","enabled":false}',
    },
  ])
})

test('over HTTP: sends the validation key to validation paths', async () => {
  await using server = await serveHttp((response) => json(response, { valid: false, combinedScore: 100 }))
  await using transport = httpTransport(server.url)
  const client = createClient({ transport, newIdempotencyKey: () => 'key-1', notice: () => undefined })
  const verdict = await client.call('validateTransaction', {
    headers: { 'x-validation-product': 'RASP' },
    body: { transaction: { from: '0x00000000000000000000000000000000000000aa', chainId: '1' }, trackNonce: false },
  })
  expect(verdict).toEqual({ valid: false, combinedScore: 100 })
  expect(server.seen[0]?.headers).toMatchObject({ 'x-api-key': VALIDATION_KEY, 'x-validation-product': 'RASP' })
})

describe('call', () => {
  test('throws the error of a response other than 2xx', async () => {
    const { client } = clientOver(answer(404, { code: 'not-found', detail: 'There is no monitor "m".' }))
    await expect(client.call('deleteMonitor', { params: { id: 'm' } })).rejects.toMatchObject({
      name: 'WardenError',
      kind: 'not-found',
      message: 'There is no monitor "m".',
      status: 404,
    })
  })

  test.each([101, 199, 300, 304])('status %d is unexpected', async (status) => {
    await expect(
      clientOver(answer(status)).client.call('updateTransaction', { params: { 'svc-transaction-id': 't' } }),
    ).rejects.toMatchObject({
      kind: 'unexpected',
      status,
    })
  })

  test('accepts an unknown word with a notice', async () => {
    const { client, notices } = clientOver(answer(200, { state: 'QUEUED' }))
    expect(await client.call('testDestination', { params: { alertIntegrationId: 'd' } })).toEqual({ state: 'QUEUED' })
    expect(notices).toEqual(['unknown value in the response: state = "QUEUED"'])
  })

  test('only a POST has an idempotency key: a new one, or that of the caller', async () => {
    const { client, sent } = clientOver(answer(200, { state: 'SENT' }))
    const input = { params: { alertIntegrationId: 'd' } }
    await client.call('testDestination', input)
    await client.call('updateTransaction', { params: { 'svc-transaction-id': 't' }, body: {} })
    await client.call('testDestination', input)
    await client.call('testDestination', input, { idempotencyKey: 'row-7' })
    expect(sent.map(({ request }) => request.headers['idempotency-key'])).toEqual([
      'key-1',
      undefined,
      'key-2',
      'row-7',
    ])
  })

  test('throws for an invalid request before the transport is called', async () => {
    const { client, sent } = clientOver(answer(200))
    await expect(client.call('deleteMonitor', { params: { id: '' } })).rejects.toMatchObject({ kind: 'refused' })
    expect(sent).toEqual([])
  })

  test('passes RequestPreview on', async () => {
    const notSent = new RequestPreview('curl', { method: 'GET', url: '/', headers: {} }, 'curl /')
    await expect(clientOver(notSent).client.call('listAlerts')).rejects.toBe(notSent)
  })

  test('callRaw returns status and headers with the body', async () => {
    const response = answer(200, { alerts: [] }, { deprecation: '@1735689600' })
    expect(await clientOver(response).client.callRaw('listAlerts')).toEqual({ body: { alerts: [] }, response })
  })
})

describe('send', () => {
  test.each([
    ['JSON', '{"a":null}', { a: null }],
    ['JSON null', 'null', null],
    ['text', 'pong', 'pong'],
    ['nothing', '', undefined],
  ])('%s comes back unchecked', async (_name, text, body) => {
    const response = answer(200, text)
    expect(await clientOver(response).client.send({ method: 'GET', path: '/ping' })).toEqual({ body, response })
  })

  test('throws the error of a response other than 2xx', async () => {
    const { client } = clientOver(answer(401, { fault: { faultstring: 'Invalid ApiKey' } }))
    await expect(client.send({ method: 'GET', path: '/ping' })).rejects.toMatchObject({
      kind: 'auth',
      message: 'Invalid ApiKey',
      details: ['GET /ping answered 401'],
    })
  })

  test('passes the signal on', async () => {
    const { client, sent } = clientOver(answer(200))
    const { signal } = new AbortController()
    await client.send({ method: 'GET', path: '/ping' }, { signal })
    expect(sent[0]?.signal).toBe(signal)
  })
})

import { describe, expect, test } from 'vitest'
import { operation, operationIds } from '../../../src/api/operations/operations.ts'
import { createClient } from '../../../src/client/client.ts'
import { RequestPreview } from '../../../src/client/requests/preview-request.ts'
import { withRetry } from '../../../src/client/sending/retry.ts'
import { createDryRun } from '../../../src/client/transports/dry-run.ts'
import { json, serveHttp } from '../support/http-server.ts'
import { httpTransport, MANAGEMENT_KEY, VALIDATION_KEY } from '../support/http-transport.ts'
import { outgoing } from '../support/outgoing.ts'
import { sampleAnswers, sampleInput } from '../support/samples.ts'

const quiet = { newIdempotencyKey: () => 'key-1', notice: () => undefined }
const addresses = { validation: new URL('https://v.test'), management: new URL('https://m.test/prefix/') }

async function notSent(sending: Promise<unknown>): Promise<RequestPreview> {
  const caught = await sending.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(caught).toBeInstanceOf(RequestPreview)
  return caught as RequestPreview
}

describe.each(operationIds)('%s', (id) => {
  const { changes, method, path } = operation(id)

  test(changes ? 'never reaches the server' : 'is sent, because it only reads', async () => {
    await using server = await serveHttp((response) => json(response, sampleAnswers[id] ?? null))
    await using http = httpTransport(server.url)
    const retrying = withRetry(http, {
      retries: 3,
      sleep: async () => undefined,
      random: () => 0,
      now: () => 0,
      ...quiet,
    })
    const client = createClient({ transport: createDryRun(retrying), ...quiet })
    if (changes) await notSent(client.call(id, sampleInput(id)))
    else expect(await client.call(id, sampleInput(id))).toEqual(sampleAnswers[id])
    expect(server.connections()).toBe(changes ? 0 : 1)
  })

  test('is treated the same as a raw request', async () => {
    await using server = await serveHttp((response) => json(response, sampleAnswers[id] ?? null))
    await using http = httpTransport(server.url)
    const client = createClient({ transport: createDryRun(http), ...quiet })
    const sending = client.send({ method, path: path.replace(/\{[^}]+\}/g, 'some-id') })
    if (changes) await notSent(sending)
    else await sending
    expect(server.connections()).toBe(changes ? 0 : 1)
  })
})

test('a request without an operation is not sent unless it is a GET or HEAD', async () => {
  await using server = await serveHttp((response) => json(response, {}))
  await using http = httpTransport(server.url)
  const client = createClient({ transport: createDryRun(http), ...quiet })
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) await notSent(client.send({ method, path: '/ext/v1/new' }))
  for (const method of ['GET', 'HEAD']) await client.send({ method, path: '/ext/v1/new' })
  expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'HEAD'])
})

test('a path that leaves validate with .. is not sent', async () => {
  await using server = await serveHttp((response) => json(response, {}))
  await using http = httpTransport(server.url)
  const client = createClient({ transport: createDryRun(http), ...quiet })
  const path = '/api/v2/transaction/validate/%2e./../management/control-lists'
  await notSent(client.send({ method: 'POST', path, body: {} }))
  expect(server.connections()).toBe(0)
})

describe('the preview', () => {
  const create = outgoing({
    changes: true,
    summary: 'Create an alert destination',
    request: {
      method: 'POST',
      path: '/api/v2/management/alert-configurations/destinations',
      headers: { 'content-type': 'application/json', authorization: 'planted', 'idempotency-key': 'key-1' },
      body: JSON.stringify({
        name: 'ops',
        channel: 'SLACK',
        webhookUrl: 'https://hooks.slack.test/services/planted',
        attributes: { token: 'planted' },
      }),
    },
  })

  test('has request and summary, as text and as data, without secrets', async () => {
    const shown = await notSent(createDryRun(async () => expect.unreachable(), addresses)(create))
    const body = {
      name: 'ops',
      channel: 'SLACK',
      webhookUrl: 'https://hooks.slack.test/[hidden]',
      attributes: { token: '[hidden]' },
    }
    expect(shown.reason).toBe('dry-run')
    expect(shown.request).toEqual({
      method: 'POST',
      url: 'https://m.test/prefix/api/v2/management/alert-configurations/destinations',
      headers: { 'content-type': 'application/json', authorization: '[hidden]', 'idempotency-key': 'key-1' },
      body,
    })
    expect(shown.text).toBe(
      [
        'Not sent (dry run): Create an alert destination',
        'POST https://m.test/prefix/api/v2/management/alert-configurations/destinations',
        'content-type: application/json',
        'authorization: [hidden]',
        'idempotency-key: key-1',
        '',
        JSON.stringify(body, null, 2),
      ].join('\n'),
    )
    expect(`${shown.stack}${JSON.stringify(shown)}`).not.toContain('planted')
  })

  test('has only the path for the service in this process, and no body without one', async () => {
    const { request, text } = await notSent(
      createDryRun(async () => expect.unreachable())(
        outgoing({ changes: true, summary: 'Remove', request: { method: 'DELETE', path: '/m/1', query: 'a=b' } }),
      ),
    )
    expect(request).toEqual({ method: 'DELETE', url: '/m/1?a=b', headers: {} })
    expect(text).toBe('Not sent (dry run): Remove\nDELETE /m/1?a=b')
  })

  test('never has an API key, because the transport that adds it is not called', async () => {
    await using http = httpTransport(addresses.validation)
    const client = createClient({ transport: createDryRun(http, addresses), ...quiet })
    for (const id of operationIds.filter((one) => operation(one).changes)) {
      const { text, request } = await notSent(client.call(id, sampleInput(id)))
      expect(`${text}${JSON.stringify(request)}`).not.toMatch(
        new RegExp(`x-api-key|${VALIDATION_KEY}|${MANAGEMENT_KEY}`),
      )
    }
  })
})

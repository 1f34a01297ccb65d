import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { send } from '../../../../src/service/alerts/channels/webhook.ts'
import { makeSigningSecret } from '../../../../src/service/destinations/signing-secret.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { countingRandom } from '../../secrets/counting-random.ts'
import { answering, type ReceivedRequest, startReceiver } from '../receiver.ts'
import { AT, depsOf, messageOf } from './given.ts'

const SECRET = makeSigningSecret(countingRandom(1))

// The receiving library compares the timestamp with its own clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT })
  return () => vi.useRealTimers()
})

/** A receiver that verifies with the standardwebhooks package: 204 for a valid signature, else 400. */
async function startVerifying(secret: string) {
  const verified: unknown[] = []
  const receiver = await startReceiver((response, { body, headers }) => {
    try {
      verified.push(new Webhook(secret).verify(body, headers as Record<string, string>))
      response.writeHead(204).end()
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  })
  return { ...receiver, verified }
}

test('the receiver can verify a signed event', async () => {
  const receiver = await startVerifying(SECRET)
  const result = await send(
    { webhookUrl: `${receiver.origin}/in`, token: SECRET },
    messageOf({ at: AT - 60_000 }),
    depsOf(),
  )
  expect(result).toEqual({ state: 'SENT', errorMessage: '', latencyMs: 0, retry: 'no' })
  expect(receiver.verified).toEqual([
    { version: 1, type: 'alert.triggered', timestamp: '2026-03-04T05:05:07.000Z', data: { alert: 'big losses' } },
  ])
  expect(receiver.requests[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': 'msg_01890000',
    'webhook-timestamp': String(AT / 1000),
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  })
})

test('text beyond ASCII is signed as the bytes that are sent', async () => {
  const receiver = await startVerifying(SECRET)
  const message = messageOf({ data: { name: 'Zürich 😀 \u2028' } })
  expect(await send({ webhookUrl: receiver.origin, token: SECRET }, message, depsOf())).toMatchObject({ state: 'SENT' })
})

test('a later attempt has the same id and body, and its own timestamp and signature', async () => {
  const receiver = await startVerifying(SECRET)
  const target = { webhookUrl: receiver.origin, token: SECRET }
  await send(target, messageOf(), depsOf())
  await send(target, messageOf(), depsOf({ clock: new TestClock(AT + 90_000) }))
  const [first, second] = receiver.requests as [ReceivedRequest, ReceivedRequest]
  expect(second.body).toBe(first.body)
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
  expect(second.headers['webhook-timestamp']).toBe(String(AT / 1000 + 90))
  expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature'])
  expect(receiver.verified).toHaveLength(2)
})

test('a receiver with another secret rejects the event', async () => {
  const receiver = await startVerifying(makeSigningSecret(countingRandom(2)))
  const result = await send({ webhookUrl: receiver.origin, token: SECRET }, messageOf(), depsOf())
  expect(result).toEqual({ state: 'FAILED', errorMessage: 'the receiver answered 400', latencyMs: 0, retry: 'later' })
})

describe('a response', () => {
  test.each([
    [410, 'the receiver answered 410 (gone): it wants no more events', 'disable'],
    [404, 'the receiver answered 404', 'later'],
    [429, 'the receiver answered 429', 'later'],
    [500, 'the receiver answered 500', 'later'],
    [307, 'the receiver answered 307: redirects are not followed', 'later'],
  ] as const)('of %i means: %s (retry: %s)', async (status, errorMessage, retry) => {
    const receiver = await startReceiver(answering(status, 'planted'))
    const result = await send({ webhookUrl: receiver.origin, token: SECRET }, messageOf(), depsOf())
    expect(result).toEqual({ state: 'FAILED', errorMessage, latencyMs: 0, retry })
  })
})

test('nothing is sent unsigned', async () => {
  const receiver = await startReceiver(answering(204))
  for (const token of [undefined, '', 'whsec_', 'whsec_c2hvcnQ=', 'plantedToken', `${SECRET}x`]) {
    const target = token === undefined ? {} : { token }
    expect(await send({ webhookUrl: receiver.origin, ...target }, messageOf(), depsOf())).toEqual({
      state: 'FAILED',
      errorMessage: 'the destination has no usable signing secret',
      latencyMs: 0,
      retry: 'no',
    })
  }
  expect(receiver.requests).toEqual([])
})

test('without a URL nothing is sent', async () => {
  expect(await send({ token: SECRET }, messageOf(), depsOf())).toMatchObject({
    errorMessage: 'the destination has no webhook URL',
  })
})

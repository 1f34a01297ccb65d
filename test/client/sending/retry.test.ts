import { describe, expect, test } from 'vitest'
import type { ApiResponse } from '../../../src/api/operations/message.ts'
import { createClient } from '../../../src/client/client.ts'
import { networkError } from '../../../src/client/errors/network-error.ts'
import { RequestPreview } from '../../../src/client/requests/preview-request.ts'
import { type RetryOptions, withRetry } from '../../../src/client/sending/retry.ts'
import type { Outgoing, Transport } from '../../../src/client/transport.ts'
import { WardenError } from '../../../src/shared/errors.ts'
import { json, serveHttp } from '../support/http-server.ts'
import { httpTransport } from '../support/http-transport.ts'
import { answer, outgoing } from '../support/outgoing.ts'

interface Run {
  readonly sent: Outgoing[]
  readonly slept: number[]
  readonly notices: string[]
  readonly end: Promise<ApiResponse>
}

/** Sends once through withRetry over a transport that gives the outcomes in turn, the last one again and again. */
function run(
  outcomes: readonly (ApiResponse | Error)[],
  changed: Partial<RetryOptions> & { outgoing?: Outgoing } = {},
): Run {
  const sent: Outgoing[] = []
  const slept: number[] = []
  const notices: string[] = []
  const transport: Transport = async (one) => {
    sent.push(one)
    const outcome = outcomes[Math.min(sent.length, outcomes.length) - 1]
    if (outcome instanceof Error) throw outcome
    return outcome ?? answer(500)
  }
  const send = withRetry(transport, {
    retries: 3,
    sleep: async (ms) => {
      slept.push(ms)
    },
    random: () => 0.5,
    now: () => 0,
    notice: (line) => notices.push(line),
    ...changed,
  })
  return { sent, slept, notices, end: send(changed.outgoing ?? outgoing()) }
}

function systemError(code: string): Error {
  return networkError(Object.assign(new Error(code), { code }), 'GET https://api.test')
}

const once = outgoing({ repeatable: false })

describe('responses', () => {
  test('an unavailable service is retried with growing delays until it succeeds', async () => {
    const { end, slept, notices } = run([answer(503), answer(502), answer(200, 'ok')])
    expect(await end).toEqual(answer(200, 'ok'))
    expect(slept).toEqual([125, 250])
    expect(notices).toEqual([
      'the service is unavailable (503); trying again in 0.1 s (1 of 3)',
      'the service is unavailable (502); trying again in 0.3 s (2 of 3)',
    ])
  })

  test('after the last attempt the response is returned unchanged', async () => {
    const { end, sent } = run([answer(503, 'busy')])
    expect(await end).toEqual(answer(503, 'busy'))
    expect(sent).toHaveLength(4)
  })

  test('Retry-After sets the delay', async () => {
    const { end, slept, notices } = run([answer(429, '', { 'retry-after': '2' }), answer(200)])
    expect(await end).toEqual(answer(200))
    expect(slept).toEqual([2_000])
    expect(notices).toEqual(['rate limited (429); trying again in 2 s (1 of 3)'])
  })

  test('a retry at once says so', async () => {
    const { end, notices } = run([answer(429, '', { 'retry-after': '0' }), answer(200)])
    expect(await end).toEqual(answer(200))
    expect(notices).toEqual(['rate limited (429); trying again now (1 of 3)'])
  })

  test('a Retry-After above the maximum wait returns the response at once', async () => {
    const late = answer(429, '', { 'retry-after': '61' })
    const { end, slept } = run([late])
    expect(await end).toEqual(late)
    expect(slept).toEqual([])
  })

  test('the maximum wait can be set', async () => {
    const { end, slept } = run([answer(503, '', { 'retry-after': '61' }), answer(200)], { maxWaitMs: 120_000 })
    expect(await end).toEqual(answer(200))
    expect(slept).toEqual([61_000])
  })

  test.each([200, 400, 401, 404, 409, 500, 501])('%d is final', async (status) => {
    const { end, sent } = run([answer(status)])
    expect(await end).toEqual(answer(status))
    expect(sent).toHaveLength(1)
  })

  test('no verdict for want of a simulation is final, and other problems of the same status are not', async () => {
    const problem = (code: string) => answer(503, JSON.stringify({ status: 503, code }))
    const missing = problem('simulation-unavailable')
    const final = run([missing])
    expect(await final.end).toEqual(missing)
    expect(final.sent).toHaveLength(1)
    const temporary = run([problem('database-busy'), answer(200)])
    expect(await temporary.end).toEqual(answer(200))
  })

  test.each([408, 425, 429, 502, 503, 504])('%d is final for a request that is not idempotent', async (status) => {
    const { end, sent } = run([answer(status)], { outgoing: once })
    expect(await end).toEqual(answer(status))
    expect(sent).toHaveLength(1)
  })

  test('with no retries everything is final', async () => {
    const { end, sent } = run([answer(503)], { retries: 0 })
    expect(await end).toEqual(answer(503))
    expect(sent).toHaveLength(1)
  })
})

describe('no response', () => {
  const maybeArrived = ['ECONNRESET', 'UND_ERR_SOCKET', 'ETIMEDOUT', 'EPIPE']
  const neverArrived = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

  test.each([...maybeArrived, ...neverArrived])('%s is retried for an idempotent request', async (code) => {
    const { end, sent } = run([systemError(code), answer(200)])
    expect(await end).toEqual(answer(200))
    expect(sent).toHaveLength(2)
  })

  test.each(neverArrived)('%s is retried for every request: it did not reach the service', async (code) => {
    const { end, sent } = run([systemError(code), answer(200)], { outgoing: once })
    expect(await end).toEqual(answer(200))
    expect(sent).toHaveLength(2)
  })

  test.each(maybeArrived)('%s is final for a request that must not be sent twice', async (code) => {
    const failure = systemError(code)
    const { end, sent } = run([failure], { outgoing: once })
    await expect(end).rejects.toBe(failure)
    expect(sent).toHaveLength(1)
  })

  test.each(['CERT_HAS_EXPIRED', 'HPE_INVALID_CONSTANT'])(
    '%s is final: a retry would fail the same way',
    async (code) => {
      const failure = systemError(code)
      const { end, sent } = run([failure])
      await expect(end).rejects.toBe(failure)
      expect(sent).toHaveLength(1)
    },
  )

  test('the notice names the error and the origin', async () => {
    const { end, notices } = run([systemError('ECONNREFUSED'), answer(200)])
    await end
    expect(notices).toEqual([
      'GET https://api.test: connection refused; nothing listens there; trying again in 0.1 s (1 of 3)',
    ])
  })

  test('after the last attempt the last error is thrown', async () => {
    const { end, sent } = run([systemError('ECONNREFUSED'), systemError('ECONNRESET')], { retries: 1 })
    await expect(end).rejects.toMatchObject({ kind: 'unavailable', code: 'connection-lost' })
    expect(sent).toHaveLength(2)
  })

  test.each([
    new WardenError({ kind: 'auth', code: 'missing-key', message: 'no key' }),
    new WardenError({ kind: 'interrupted', code: 'interrupted', message: 'interrupted' }),
    new RequestPreview('dry-run', { method: 'POST', url: '/', headers: {} }, ''),
    new TypeError('a bug'),
  ])('$name "$message" is final', async (failure) => {
    const { end, sent } = run([failure])
    await expect(end).rejects.toBe(failure)
    expect(sent).toHaveLength(1)
  })
})

describe('an interrupted wait', () => {
  test.each([
    ['rejects', async () => Promise.reject(new Error('aborted'))],
    ['returns early', async () => undefined],
  ])('a sleep that %s ends the request as interrupted', async (_how, wake) => {
    const controller = new AbortController()
    const { end, sent } = run([answer(503)], {
      outgoing: outgoing({ signal: controller.signal }),
      sleep: async () => {
        controller.abort()
        return wake()
      },
    })
    await expect(end).rejects.toMatchObject({ kind: 'interrupted', code: 'interrupted' })
    expect(sent).toHaveLength(1)
  })

  test('a sleep that fails for another reason is a bug, not an interruption', async () => {
    const { end } = run([answer(503)], { sleep: async () => Promise.reject(new TypeError('no timer')) })
    await expect(end).rejects.toThrow(TypeError)
  })
})

test('over HTTP every attempt of one POST has the same idempotency-key, and the next POST another one', async () => {
  await using server = await serveHttp((response) => {
    if (server.seen.length < 3) response.writeHead(503, { 'retry-after': '0' }).end()
    else json(response, { controlListId: 'entry-1' })
  })
  await using transport = httpTransport(server.url)
  let keys = 0
  const client = createClient({
    transport: withRetry(transport, {
      retries: 3,
      sleep: async () => undefined,
      random: () => 0,
      now: () => 0,
      notice: () => undefined,
    }),
    newIdempotencyKey: () => `key-${++keys}`,
    notice: () => undefined,
  })
  const body = { address: '0x00000000000000000000000000000000000000aa', type: 'BLOCK', productType: 'SONAR' } as const
  await client.call('createControlList', { body })
  await client.call('createControlList', { body })
  expect(server.seen.map((request) => request.headers['idempotency-key'])).toEqual(['key-1', 'key-1', 'key-1', 'key-2'])
})

import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { RawConnection } from '../../support/raw-connection.ts'
import { type Served, serveForTest, test } from '../../support/served.ts'

const MONITORS = '/api/v2/management/monitor'
const ADDRESS = (index: number) => `0x${index.toString(16).padStart(40, '0')}`

interface Answer {
  readonly status: number
  readonly body: string
}

type Send = (served: Served, method: string, path: string, body?: string) => Promise<Answer>

/** The same request through both doors. */
const doors: Readonly<Record<string, Send>> = {
  'in process': async ({ serving, keys }, method, target, body) => {
    const [path = '', query = ''] = target.split('?')
    const headers = { 'content-type': 'application/json', 'x-api-key': keys.management }
    return serving.service.handle(
      { method, path, query, headers, ...(body !== undefined && { body }) },
      { kind: 'network', address: '127.0.0.1' },
    )
  },
  served: async ({ url, keys }, method, target, body) => {
    const connection = await RawConnection.open(url)
    const head = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Api-Key: ${keys.management}\r\n`
    const length =
      body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    const answer = Buffer.from(await connection.send(`${head}${length}\r\n${body ?? ''}`).untilClosed(), 'latin1')
    const text = answer.toString('utf8')
    return { status: Number(text.slice(9, 12)), body: text.slice(text.indexOf('\r\n\r\n') + 4) }
  },
}

/** Any UTF-16, half surrogates and NUL too. */
const anyUtf16 = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0x41)), {
    minLength: 1,
    maxLength: 6,
  })
  .map((units) => String.fromCharCode(...units))

describe.each(Object.entries(doors))('%s', (_, send) => {
  test('a byte order mark before a body is refused', async ({ served }) => {
    const body = JSON.stringify({ chainId: '1', address: ADDRESS(1), name: 'ä' })
    const answer = await send(served, 'POST', MONITORS, `\ufeff${body}`)
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('begins with a byte order mark') })
    expect(await send(served, 'POST', MONITORS, body)).toMatchObject({ status: 200 })
  })

  test('a name is stored as it was sent, or refused', async ({ served }) => {
    const kept: string[] = []
    for (const [index, name] of fc.sample(anyUtf16, { seed: 9, numRuns: 150 }).entries()) {
      const body = JSON.stringify({ chainId: '1', address: ADDRESS(index + 1), name: `n${name}n` })
      const { status } = await send(served, 'POST', MONITORS, body)
      const isText = name.isWellFormed() && !name.includes('\0')
      expect({ body, status }).toEqual({ body, status: isText ? 200 : 400 })
      if (isText) kept.push(`n${name}n`)
    }
    expect(kept.length).toBeGreaterThan(20)
    const { body } = await send(served, 'GET', `${MONITORS}?size=1000`)
    const names = (JSON.parse(body).content as { name: string }[]).map(({ name }) => name)
    expect(names.sort()).toEqual(kept.sort())
  })

  test.each([
    ['half of a surrogate pair as a member name', '{"chainId":"1","\\uDFFF":1}', 'invalid-body'],
    ['one in a list', '{"chainId":"1","name":["a",{"b":"\\udbff."}]}', 'invalid-body'],
  ])('%s is refused', async (_, body, code) => {
    const { status, body: problem } = await send(await serveForTest(), 'POST', MONITORS, body)
    expect({ status, code: JSON.parse(problem).code }).toEqual({ status: 400, code })
  })

  test.each([
    ['DELETE', `${MONITORS}/%ff`, 'invalid-path'],
    ['DELETE', `${MONITORS}/%ed%a0%80`, 'invalid-path'],
    ['DELETE', `${MONITORS}/a%c3`, 'invalid-path'],
    ['GET', `${MONITORS}?name=%ff`, 'invalid-query'],
    ['GET', `${MONITORS}?name=%ED%A0%80`, 'invalid-query'],
    ['GET', `${MONITORS}?%c3=a`, 'invalid-query'],
  ])('%s %s is refused', async (method, target, code) => {
    const { status, body } = await send(await serveForTest(), method, target)
    expect({ status, code: JSON.parse(body).code }).toEqual({ status: 400, code })
  })

  test('bytes that are not ASCII are refused in a path and a query', async ({ served }) => {
    for (const target of [`${MONITORS}/\u00e9`, `${MONITORS}?name=\u00e9`])
      expect((await send(served, target.includes('?') ? 'GET' : 'DELETE', target)).status).toBe(400)
  })

  test('a percent sign that encodes nothing is itself in a query', async () => {
    expect((await send(await serveForTest(), 'GET', `${MONITORS}?name=50%`)).status).toBe(200)
  })
})

test('half of a surrogate pair in the text of a body is refused', async ({ served }) => {
  for (const body of ['{"chainId":"1","name":"\ud800"}', '"\udfff"'])
    expect(await doors['in process']?.(served, 'POST', MONITORS, body)).toMatchObject({ status: 400 })
})

import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { failureOf } from '../support/failure.ts'
import { closedPort, serveHttp } from '../support/http-server.ts'
import { httpTransport, MANAGEMENT_KEY, VALIDATION_KEY } from '../support/http-transport.ts'
import { outgoing } from '../support/outgoing.ts'
import { serveTcp } from '../support/tcp-server.ts'

describe('the trace', () => {
  const traced = (lines: string[], clock = [0, 35]) => ({
    trace: (line: string) => lines.push(line),
    now: () => clock.shift() ?? 35,
  })

  test('has request, headers, status and time, but no body and no key', async () => {
    await using server = await serveHttp((response) => {
      response.sendDate = false
      response.writeHead(200, { 'set-cookie': 'session=planted', 'content-length': '2', connection: 'close' }).end('{}')
    })
    const lines: string[] = []
    await using send = httpTransport(server.url, { ...traced(lines), headers: { authorization: 'Bearer planted' } })
    await send(
      outgoing({ request: { method: 'POST', query: 'a=b', headers: { prefer: 'explain' }, body: '{"secret":1}' } }),
    )
    expect(lines).toEqual([
      `> POST ${server.url.origin}/api/v2/management/monitor?a=b`,
      '> user-agent: txwarden/test',
      '> accept-encoding: identity',
      '> authorization: [hidden]',
      '> prefer: explain',
      '> x-api-key: [hidden]',
      '< 200 in 35 ms',
      '< set-cookie: [hidden]',
      '< content-length: 2',
      '< connection: close',
    ])
  })

  test('has the failure of a request', async () => {
    const lines: string[] = []
    await using send = httpTransport(new URL(`http://127.0.0.1:${await closedPort()}`), traced(lines))
    await failureOf(send(outgoing()))
    expect(lines.at(-1)).toBe('< connection-refused after 35 ms')
  })

  test('has no terminal control sequences of a server', async () => {
    await using server = await serveTcp((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nx-evil: \x9b2J\x85a\r\ncontent-length: 0\r\n\r\n')
    })
    const lines: string[] = []
    await using send = httpTransport(server.url, traced(lines))
    await send(outgoing())
    expect(lines.join('')).not.toMatch(/\p{Cc}/u)
  })
})

describe('a key is never shown', () => {
  const keys = new RegExp(`${VALIDATION_KEY}|${MANAGEMENT_KEY}`)

  test('not if the service repeats it in body, headers and redirect', async () => {
    await using server = await serveHttp((response, { headers }) => {
      const key = String(headers['x-api-key'])
      response
        .writeHead(401, { 'x-echo': key, location: `https://evil.test/?k=${key}` })
        .end(`{"detail":"unknown key ${key}"}`)
    })
    const lines: string[] = []
    await using send = httpTransport(server.url, { trace: (line) => lines.push(line) })
    const response = await send(outgoing())
    expect(response.body).toBe('{"detail":"unknown key [hidden]"}')
    expect(lines.join('\n')).not.toMatch(keys)
  })

  test('not if the other key is missing', async () => {
    await using server = await serveHttp((response, { headers }) => response.writeHead(403).end(headers['x-api-key']))
    await using send = httpTransport(server.url, { keys: { validation: undefined, management: MANAGEMENT_KEY } })
    expect((await send(outgoing())).body).toBe('[hidden]')
  })

  test.each(['destroy', 'garbage', 'silence'] as const)(
    'not in the error, nor in its causes, after %s',
    async (how) => {
      await using server = await serveTcp((socket) => {
        if (how === 'destroy') socket.destroy()
        if (how === 'garbage') socket.end('garbage')
      })
      const lines: string[] = []
      await using send = httpTransport(server.url, { timeoutMs: 50, trace: (line) => lines.push(line) })
      const failure = await failureOf(send(outgoing({ request: { method: 'POST', body: '{}' } })))
      expect(inspect(failure, { depth: 20, showHidden: true })).not.toMatch(keys)
      expect(lines.join('\n')).not.toMatch(keys)
    },
  )
})

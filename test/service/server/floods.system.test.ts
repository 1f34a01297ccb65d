import { expect, test } from 'vitest'
import { RawConnection } from '../../support/raw-connection.ts'
import { type Served, serveForTest } from '../../support/served.ts'

const CONNECTIONS = 60
const PIPELINED = 30

test.each<[string, (served: Served) => string]>([
  ['GET /openapi.json', () => request('GET /openapi.json')],
  ['HEAD /openapi.json', () => request('HEAD /openapi.json')],
  ['GET /healthz', () => request('GET /healthz')],
  ['POST /healthz', () => request('POST /healthz')],
  ['requests with two hosts', () => request('GET /healthz', 'Host: b\r\n')],
  ['lists with a key', ({ keys }) => request('GET /api/v2/management/monitor', `X-Api-Key: ${keys.management}\r\n`)],
])('a flood of pipelined %s delays no other caller', async (_, flooding) => {
  const served = await serveForTest()
  const open = () => RawConnection.open(served.url)
  const flood = await Promise.all(Array.from({ length: CONNECTIONS }, open))
  const callers = await Promise.all(
    [
      request('GET /healthz'),
      request('GET /api/v2/management/monitor', `X-Api-Key: ${served.keys.management}\r\n`),
      validation(served.keys.validation),
    ].map(async (asked) => ({ asked, connection: await open() })),
  )
  // Also reads the code that a first request loads.
  for (const { asked, connection } of callers) await connection.send(asked).until('HTTP/1.1 200 ')
  const before = served.log.length

  for (const connection of flood) connection.send(flooding(served).repeat(PIPELINED))
  for (const { asked, connection } of callers) connection.send(asked.replace('\r\n', '\r\nX-Request-Id: caller\r\n'))
  await Promise.all(callers.map(({ connection }) => connection.until('x-request-id: caller')))

  const lines = served.log.slice(before).map((line) => JSON.parse(line) as { id: string })
  const answeredBefore = lines.findLastIndex(({ id }) => id === 'caller')
  expect(answeredBefore).toBeLessThan((CONNECTIONS * PIPELINED) / 2)
  for (const connection of flood) connection.destroy()
})

test('the answers to a flood come all, and in order', async () => {
  const served = await serveForTest()
  const flood = await Promise.all(Array.from({ length: 5 }, () => RawConnection.open(served.url)))
  const paths = Array.from({ length: 20 }, (_, index) => ['/openapi.json', '/healthz', '/missing'][index % 3])
  for (const connection of flood) {
    const requests = paths.map((path, index) => request(`GET ${path}`, `X-Request-Id: r${index}\r\n`))
    connection.send(requests.join('')).send(request('GET /healthz', 'Connection: close\r\n'))
  }
  for (const connection of flood) {
    const answers = await connection.untilClosed()
    const ids = [...answers.matchAll(/x-request-id: (r\d+)/g)].map(([, id]) => id)
    expect(ids).toEqual(paths.map((_, index) => `r${index}`))
  }
})

function request(line: string, headers = ''): string {
  return `${line} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
}

function validation(key: string): string {
  const transaction = { chainId: '1', from: `0x${'7e'.repeat(20)}`, to: `0x${'7f'.repeat(20)}`, value: '1' }
  const body = JSON.stringify({ transaction, trackNonce: false })
  const headers = `X-Api-Key: ${key}\r\nX-Validation-Product: SONAR\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  return `${request('POST /api/v2/transaction/validate', headers)}${body}`
}

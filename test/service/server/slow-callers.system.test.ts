import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../src/service/server/log.ts'
import { startServer } from '../../../src/service/server/server.ts'
import { RawConnection } from '../../support/raw-connection.ts'
import { serveForTest } from '../../support/served.ts'

const MIB = 1024 * 1024

describe('a slow caller', () => {
  test.each([
    ['headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'],
  ])('that sends %s a byte at a time is closed', async (_, start) => {
    const { url } = await serveForTest({ limits: { headers: 200, request: 200 } })
    const connection = (await RawConnection.open(url)).send(start)
    const bytes = setInterval(() => connection.send('a'), 5)
    const answer = await connection.untilClosed().finally(() => clearInterval(bytes))
    expect(answer).toContain('HTTP/1.1 408 ')
  })

  test.each([
    ['asks on', 10, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10)],
    ['asks no more', 1, '\r\n'],
  ])('that does not read its responses and %s is closed, and few of them are kept', async (_, every, more) => {
    // More than the buffers of a connection hold.
    const body = 'x'.repeat(2 * MIB)
    const server = await startServer({
      begin: async () => ({ status: 200, headers: {}, body, info: {} }),
      ownPaths: () => undefined,
      log: await createLog({ write: () => undefined, quiet: true }),
      newId: () => 'id',
      limits: { response: 100 },
      host: '127.0.0.1',
      port: 0,
    })
    onTestFinished(() => server.stop())
    const before = process.memoryUsage().arrayBuffers
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(30))
    let most = 0
    // Nothing is read, so that only a refused write shows that the connection is gone.
    const requests = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      socket.write(more)
    }, every)
    await new Promise((done) => socket.once('close', done))
    clearInterval(requests)
    // Of the thirty responses three are kept; garbage can be that of the others.
    expect(most).toBeLessThan(10 * body.length)
  })

  test('that reads the response slowly, and to its end in time, gets all of it', async () => {
    const { url } = await serveForTest()
    const whole = await (await fetch(`${url}/openapi.json`)).text()
    const requests = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20)
    const connection = (await RawConnection.open(url)).send(
      `${requests}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    const answer = await connection.untilClosed()
    expect(answer.split('HTTP/1.1 200 ')).toHaveLength(22)
    expect(answer.length).toBeGreaterThan(20 * whole.length)
  })
})

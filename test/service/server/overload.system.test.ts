import { connect } from 'node:net'
import { describe, expect, onTestFinished } from 'vitest'
import type { KeyKind } from '../../../src/api/operations/operation.ts'
import type { Begin, HandledAnswer } from '../../../src/service/http/handle.ts'
import { createLog } from '../../../src/service/server/log.ts'
import { type ServerLimits, startServer } from '../../../src/service/server/server.ts'
import { makeCli, refuses } from '../../support/cli.ts'
import { RawConnection } from '../../support/raw-connection.ts'
import { type Served, serveForTest, test } from '../../support/served.ts'

const MIB = 1024 * 1024

interface Started {
  readonly url: string
  readonly log: readonly string[]
  /** Answers every request in progress. */
  finish(): void
  answered(): number
  /** Requests in progress. */
  waiting(): number
  stop(): Promise<void>
}

/** A server whose requests stay in progress until the test finishes them. The path is the key: /validation/name. */
async function startHeld(limits: Partial<ServerLimits> = {}, body = 'done'): Promise<Started> {
  const held: (() => void)[] = []
  let answered = 0
  const log: string[] = []
  const answer: HandledAnswer = { status: 200, headers: {}, body, info: {} }
  const begin: Begin = async ({ path }) => {
    const [, keyKind, actor = ''] = path.split('/')
    return {
      operation: 'validateTransaction',
      keyKind: keyKind as KeyKind,
      actor,
      answer: () => new Promise((resolve) => held.push(() => resolve(answer))),
    }
  }
  const server = await startServer({
    begin,
    ownPaths: (_, path) =>
      path === '/healthz' ? Promise.resolve({ status: 200, headers: {}, body: 'ok' }) : undefined,
    log: await createLog({ write: (line) => void log.push(line), quiet: true }),
    newId: () => 'id',
    limits,
    host: '127.0.0.1',
    port: 0,
  })
  const finish = () => {
    answered += held.length
    for (const each of held.splice(0)) each()
  }
  onTestFinished(() => {
    finish()
    return server.stop()
  })
  return {
    url: server.url,
    log,
    finish,
    answered: () => answered,
    waiting: () => held.length,
    stop: () => server.stop(),
  }
}

function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
}

/** Connections with a request each, once the server has read all of them. */
async function inProgress(url: string, count: number, path: string): Promise<RawConnection[]> {
  const connections = await Promise.all(Array.from({ length: count }, () => RawConnection.open(url)))
  for (const connection of connections) connection.send(get(path))
  return connections
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
}

describe('with more requests than it can do', () => {
  test('the server refuses those beyond its limit at once, and answers the others', async () => {
    const { url, log, finish, stop } = await startHeld()
    const connections = await inProgress(url, 400, '/validation/a')
    const refused = new Set<RawConnection>()
    // 4/5 of the first limit is for one key.
    await new Promise<void>((done) => {
      for (const connection of connections)
        void connection.until('"overloaded"').then(
          () => refused.add(connection).size === 400 - 204 && done(),
          () => undefined,
        )
    })
    for (const connection of refused)
      expect(await connection.until('}')).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: [1-3]\r\n/)
    finish()
    for (const connection of connections)
      if (!refused.has(connection)) expect(statusOf(await connection.until('done'))).toBe(200)
    // The connections of refused requests take the next one.
    const again = [...refused].slice(0, 10)
    for (const connection of again) connection.send(get('/healthz'))
    await Promise.all(again.map((connection) => connection.until('\r\n\r\nok')))
    await stop()
    const lines = log.map((line) => JSON.parse(line) as { msg: string })
    expect(lines.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(
        /^overloaded: requests are refused with 503 \(\d+ connections, \d+ validations in progress/,
      ),
      expect.stringMatching(/^no longer overloaded: 196 requests were refused in \d+\.\d s$/),
    ])
  })

  test('another key, management keys and /healthz are answered', async () => {
    const { url, finish } = await startHeld()
    const connections = await inProgress(url, 300, '/validation/a')
    await Promise.race(connections.map((connection) => connection.until('"overloaded"')))
    const others = await Promise.all(
      ['/validation/b', '/validation/c', '/management/m'].map(async (path) =>
        (await RawConnection.open(url)).send(get(path)),
      ),
    )
    const health = (await RawConnection.open(url)).send(get('/healthz'))
    await health.until('\r\n\r\nok')
    finish()
    expect(await Promise.all(others.map(async (each) => statusOf(await each.until('\r\n\r\n'))))).toEqual([
      200, 200, 200,
    ])
  })

  test('pipelined requests beyond 32 are refused, and all are answered in order', async ({ served }) => {
    const connection = await RawConnection.open(served.url)
    const path = '/api/v2/management/monitor'
    const requests = Array.from({ length: 100 }, (_, index) =>
      get(path, `X-Api-Key: ${served.keys.management}\r\nX-Request-Id: r${index}\r\n`),
    )
    connection.send(requests.join('')).send(get('/healthz', 'Connection: close\r\n'))
    const answer = await connection.untilClosed()
    const heads = [...answer.matchAll(/HTTP\/1\.1 (\d+) [\s\S]*?x-request-id: (\S+)/g)].slice(0, 100)
    expect(heads.map(([, , id]) => id)).toEqual(requests.map((_, index) => `r${index}`))
    expect(heads.slice(0, 32).map(([, status]) => status)).toEqual(Array(32).fill('200'))
    expect(new Set(heads.map(([, status]) => status))).toEqual(new Set(['200', '503']))
  })
})

describe('with more connections than its limit', () => {
  test('one request of each is answered: /healthz and management as usual, others with 503', async () => {
    const served = await serveForTest({ limits: { connections: 2 } })
    const kept = [await RawConnection.open(served.url), await RawConnection.open(served.url)]
    for (const connection of kept) await connection.send(get('/healthz')).until('"ok"}')
    const ask = async (request: string) => (await RawConnection.open(served.url)).send(request).untilClosed()
    const answers = [
      await ask(get('/healthz')),
      await ask(get('/api/v2/management/monitor', `X-Api-Key: ${served.keys.management}\r\n`)),
      await ask(validation(served.keys.validation)),
    ]
    expect(answers.map(statusOf)).toEqual([200, 200, 503])
    for (const answer of answers) expect(answer).toMatch(/connection: close/i)
    expect(answers[2]).toContain('retry-after: ')
    // Those within the limit keep their connection.
    for (const connection of kept) {
      await connection.send(validation(served.keys.validation)).until('"svcTxId"')
      await connection.send(get('/healthz')).until('"ok"}')
    }
  })

  test('a connection that closes makes room', async () => {
    const served = await serveForTest({ limits: { connections: 1 } })
    const [first, second] = [await RawConnection.open(served.url), await RawConnection.open(served.url)]
    await first.send(get('/healthz', 'Connection: close\r\n')).untilClosed()
    expect(statusOf(await second.send(validation(served.keys.validation)).untilClosed())).toBe(503)
    // The server may hear of the end of a connection after the next one has begun.
    const askAnother = async () => {
      const another = (await RawConnection.open(served.url)).send(validation(served.keys.validation))
      return statusOf(await another.until('}'))
    }
    await expect.poll(askAnother).toBe(200)
  })
})

describe('a body that is not wanted', () => {
  test.each<[string, (served: Served) => string, number, string]>([
    ['without a key', () => '', 401, 'missing-key'],
    ['with an unknown key', () => 'X-Api-Key: wrong\r\n', 401, 'unknown-key'],
    ['with the other kind of key', ({ keys }) => `X-Api-Key: ${keys.management}\r\n`, 403, 'wrong-key-kind'],
  ])('%s is not read: the answer comes before it', async (_, key, status, code) => {
    const served = await serveForTest()
    for (const length of [`Content-Length: ${MIB}`, 'Transfer-Encoding: chunked', 'Content-Length: 99999999999']) {
      const connection = (await RawConnection.open(served.url)).send(head(key(served), length))
      const answer = await connection.until('}')
      expect(statusOf(answer)).toBe(status)
      expect(answer).toContain(`"code":"${code}"`)
      expect(answer).toMatch(/connection: close/i)
    }
  })

  test('is discarded when it is sent all the same: the answer is not lost to a reset', async ({ served }) => {
    const connection = await RawConnection.open(served.url)
    connection.send(`${head('', `Content-Length: ${MIB}`)}${'x'.repeat(MIB)}`)
    expect(statusOf(await connection.untilClosed())).toBe(401)
  })

  test.each<[string, (served: Served) => string, number]>([
    ['too long', ({ keys }) => `X-Api-Key: ${keys.validation}\r\n`, 413],
    ['without a key', () => '', 401],
    ['with the other kind of key', ({ keys }) => `X-Api-Key: ${keys.management}\r\n`, 403],
  ])('is discarded however long it is: %s', async (_, key, status) => {
    const served = await serveForTest()
    for (const size of status === 413 ? [5 * MIB, 20 * MIB] : [5 * MIB]) {
      const length = head(key(served), `Content-Length: ${size}`) + 'x'.repeat(size)
      const chunk = `${(MIB).toString(16)}\r\n${'x'.repeat(MIB)}\r\n`
      const chunks = `${head(key(served), 'Transfer-Encoding: chunked')}${chunk.repeat(size / MIB)}0\r\n\r\n`
      for (const request of [length, chunks])
        expect(statusOf(await (await RawConnection.open(served.url)).send(request).untilClosed())).toBe(status)
    }
  })

  test('is discarded when fetch sends it', async () => {
    const served = await serveForTest({ rateLimit: 4 })
    const statuses: number[] = []
    for (const size of [5, 5, 5, 20, 5, 5]) {
      const response = await fetch(`${served.url}/api/v2/transaction/validate`, {
        method: 'POST',
        headers: { 'x-api-key': served.keys.validation, 'content-type': 'application/json' },
        body: 'x'.repeat(size * MIB),
      })
      statuses.push(response.status)
      await response.text()
    }
    expect(statuses).toEqual([413, 413, 413, 413, 429, 429])
  })

  test('without an end is read to 64 MiB at most', async () => {
    const served = await serveForTest({ limits: { discard: 500 } })
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let answer = ''
    let sent = 0
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => undefined)
    const chunk = Buffer.alloc(MIB)
    const sendOne = (): unknown => socket.write(chunk, (error) => !error && ++sent && sendOne())
    socket.write(head('', 'Content-Length: 99999999999'), sendOne)
    await new Promise((closed) => socket.once('close', closed))
    expect(statusOf(answer)).toBe(401)
    // And what the buffers of the connection hold.
    expect(sent).toBeLessThan(64 + 16)
  })

  test('ends the connection of a caller that goes on sending', async () => {
    const served = await serveForTest({ limits: { discard: 50 } })
    const connection = await RawConnection.open(served.url)
    connection.send(head('', `Content-Length: ${MIB}`)).send('{')
    expect(statusOf(await connection.untilClosed())).toBe(401)
  })

  test('leaves the connection to the next request when it is short', async ({ served }) => {
    const connection = await RawConnection.open(served.url)
    connection.send(`${head('', 'Content-Length: 6')}{"a":1`)
    await connection.until('"missing-key"')
    connection.send(`${head('', 'Content-Length: 20000')}${'x'.repeat(20_000)}${validation(served.keys.validation)}`)
    expect(await connection.until('"svcTxId"')).toMatch(/HTTP\/1\.1 401 [\s\S]*HTTP\/1\.1 401 [\s\S]*HTTP\/1\.1 200 /)
  })

  test('is not asked for with 100 Continue', async ({ served }) => {
    const connection = await RawConnection.open(served.url)
    connection.send(head('', 'Content-Length: 100\r\nExpect: 100-continue'))
    const answer = await connection.until('}')
    expect(statusOf(answer)).toBe(401)
    expect(answer).toMatch(/connection: close/i)
  })

  test('above 1 MiB is refused before it is sent', async ({ served }) => {
    const connection = await RawConnection.open(served.url)
    connection.send(head(`X-Api-Key: ${served.keys.validation}\r\n`, 'Content-Length: 99999999999'))
    const answer = await connection.until('}')
    expect(statusOf(answer)).toBe(413)
    expect(answer).toMatch(/connection: close/i)
  })
})

describe('bytes in memory', () => {
  test('slow bodies of one key are bounded, and other keys have room', async () => {
    const served = await serveForTest({ limits: { bytes: 4 * MIB } })
    const { key: other } = await served.serving.service.keys.create('validation')
    const slow = await Promise.all(Array.from({ length: 6 }, () => RawConnection.open(served.url)))
    const answers: number[] = []
    // Each is asked for its body or refused before the next one.
    for (const connection of slow) {
      connection.send(
        head(`X-Api-Key: ${served.keys.validation}\r\n`, `Content-Length: ${MIB}\r\nExpect: 100-continue`),
      )
      answers.push(statusOf(await connection.until('\r\n\r\n')))
    }
    expect(answers).toEqual([100, 100, 100, 503, 503, 503])
    const ask = async (request: string) =>
      statusOf(await (await RawConnection.open(served.url)).send(request).until('\r\n\r\n'))
    expect(await ask(validation(other))).toBe(200)
    expect(await ask(get('/api/v2/management/monitor', `X-Api-Key: ${served.keys.management}\r\n`))).toBe(200)
    // Room comes back with the end of a body.
    slow[0]?.destroy()
    let status = 503
    while (status === 503) status = await ask(validation(served.keys.validation))
    expect(status).toBe(200)
  })

  test('answers that nobody reads are bounded, and other keys have room', async () => {
    // More than the buffers of a connection hold.
    const server = await startHeld({ bytes: 40 * MIB }, 'x'.repeat(8 * MIB))
    const silent = Array.from({ length: 8 }, () => connect(Number(new URL(server.url).port), '127.0.0.1'))
    for (const socket of silent) {
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => undefined)
      socket.pause()
      socket.write(get('/validation/a').repeat(20))
    }
    const ask = async (path: string) => {
      const connection = (await RawConnection.open(server.url)).send(get(path))
      const status = statusOf(await connection.until('\r\n\r\n'))
      connection.destroy()
      return status
    }
    const answering = setInterval(server.finish)
    onTestFinished(() => clearInterval(answering))
    let status = 200
    while (status === 200) status = await ask('/validation/a')
    expect(status).toBe(503)
    expect(server.answered()).toBeLessThan(20)
    expect(await ask('/healthz')).toBe(200)
    for (const socket of silent) socket.destroy()
    while (status === 503) status = await ask('/validation/a')
    expect(status).toBe(200)
  })

  test('are given back when the caller disconnects before its answer', async () => {
    const server = await startHeld({ bytes: 16 * MIB }, 'x'.repeat(MIB))
    const health = await RawConnection.open(server.url)
    const ask = async () => {
      const connection = (await RawConnection.open(server.url)).send(get('/validation/a'))
      while (server.waiting() === 0) await new Promise((resolve) => setImmediate(resolve))
      return connection
    }
    for (let caller = 0; caller < 20; caller++) {
      ;(await ask()).destroy()
      // The server has seen the end of the connection.
      for (const id of [`a${caller}`, `b${caller}`])
        await health.send(get('/healthz', `X-Request-Id: ${id}\r\n`)).until(`x-request-id: ${id}\r\n`)
      server.finish()
    }
    const last = await ask()
    server.finish()
    expect(statusOf(await last.until('\r\n\r\n'))).toBe(200)
  })
})

describe('validate, of an overloaded service', () => {
  test.each([
    ['without retries', ['--retries', '0']],
    ['after its retries', ['--retries', '1']],
  ])('ends with 6 and no verdict, %s', async (_, flags) => {
    const served = await serveForTest({ limits: { connections: 1 } })
    await RawConnection.open(served.url)
    const cli = makeCli()
    const transaction = ['--chain', '1', '--from', `0x${'7e'.repeat(20)}`, '--to', `0x${'7f'.repeat(20)}`]
    for (const more of [[], ['--json']]) {
      expect(
        await cli(['validate', ...transaction, ...flags, ...more], {
          env: { TXWARDEN_BASE_URL: served.url, TXWARDEN_VALIDATION_KEY: served.keys.validation },
        }),
      ).toMatchObject(refuses(6, 'too much to do'))
    }
  })
})

function head(key: string, length: string): string {
  return `POST /api/v2/transaction/validate HTTP/1.1\r\nHost: x\r\n${key}X-Validation-Product: SONAR\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
}

function validation(key: string): string {
  const transaction = { chainId: '1', from: `0x${'7e'.repeat(20)}`, to: `0x${'7f'.repeat(20)}`, value: '1' }
  const body = JSON.stringify({ transaction, trackNonce: false })
  return `${head(`X-Api-Key: ${key}\r\n`, `Content-Length: ${body.length}`)}${body}`
}

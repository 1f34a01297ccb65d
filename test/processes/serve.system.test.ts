import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { RawConnection } from '../support/raw-connection.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createKey, Program, runForJson, runProgram } from './program.ts'

const BODY = JSON.stringify({
  transaction: { chainId: '1', from: `0x${'7e'.repeat(20)}`, to: `0x${'7f'.repeat(20)}` },
  trackNonce: false,
})

describe('a signal', () => {
  test('answers every running request, then exits with 0', async () => {
    const env = { TXWARDEN_HOME: temporaryFolder() }
    const server = new Program(['serve', '--drain', '0', '--port', '0'], env)
    const url = await server.address()
    const { key } = await createKey('validation', env)
    const requests = await Promise.all(Array.from({ length: 16 }, () => beginValidation(url, key)))

    server.signal('SIGTERM')
    await server.says('stderr', '"msg":"stopping"')
    for (const request of requests) request.send(BODY)
    const answers = await Promise.all(requests.map((request) => request.untilClosed()))

    expect(answers.map((answer) => /HTTP\/1\.1 200 OK[\s\S]*"svcTxId"/.test(answer))).toEqual(Array(16).fill(true))
    expect(await server.ended).toMatchObject({ code: 0, signal: null, stdout: `${url}\n` })
    expect((await runForJson<{ served: boolean }>(['local', 'status'], env)).served).toBe(false)
  })

  test('sent twice ends it at once', async () => {
    const env = { TXWARDEN_HOME: temporaryFolder() }
    const server = new Program(['serve', '--drain', '0', '--port', '0'], env)
    const url = await server.address()
    await beginValidation(url, (await createKey('validation', env)).key)

    server.signal('SIGTERM')
    await server.says('stderr', '"msg":"stopping"')
    server.signal('SIGTERM')

    expect(await server.ended).toMatchObject({ code: 130 })
  })

  test('SIGKILL does not block the next server', async () => {
    const env = { TXWARDEN_HOME: temporaryFolder() }
    const first = new Program(['serve', '--drain', '0', '--port', '0', '--json'], env)
    expect(JSON.parse(await first.address())).toEqual({ url: expect.stringMatching(/^http:/), pid: first.pid })
    const { key } = await createKey('validation', env)
    first.signal('SIGKILL')
    expect(await first.ended).toMatchObject({ signal: 'SIGKILL' })

    const second = new Program(['serve', '--drain', '0', '--port', '0'], env)
    const request = await beginValidation(await second.address(), key)
    expect(await request.send(BODY).until('"svcTxId"')).toContain('HTTP/1.1 200 OK')
  })
})

describe('SIGHUP', () => {
  test('reloads nothing, as the log says, and ends nothing', async () => {
    const server = new Program(['serve', '--drain', '0', '--port', '0'], { TXWARDEN_HOME: temporaryFolder() })
    const url = await server.address()
    server.signal('SIGHUP')
    await server.says('stderr', 'SIGHUP: settings are in the database')
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })
})

test('SIGTERM makes it unready at once, on both ports, which answer until it ends', async () => {
  const env = { TXWARDEN_HOME: temporaryFolder() }
  const server = new Program(['serve', '--drain', '0', '--port', '0', '--metrics', '127.0.0.1:0', '--json'], env)
  const { url, metrics } = JSON.parse(await server.address()) as { url: string; metrics: string }
  const request = await beginValidation(url, (await createKey('validation', env)).key)
  const ready = async () => Promise.all([url, metrics].map(async (each) => (await fetch(`${each}/readyz`)).status))
  expect(await ready()).toEqual([200, 200])

  server.signal('SIGTERM')
  // What is requested 100 ms later, and then, gets the new answer.
  await wait(100)
  for (let count = 0; count < 5; count++) {
    expect(await ready()).toEqual([503, 503])
    expect((await fetch(`${url}/livez`)).status).toBe(200)
  }
  expect(await request.send(BODY).untilClosed()).toContain('"svcTxId"')
  expect(await server.ended).toMatchObject({ code: 0 })
})

test('SIGTERM resets no request, also of an idle server: it drains before it stops', async () => {
  const env = { TXWARDEN_HOME: temporaryFolder() }
  const server = new Program(['serve', '--drain', '2s', '--port', '0'], env)
  const url = await server.address()
  const ask = (path: string) =>
    fetch(`${url}${path}`, { headers: { connection: 'close' } }).then(({ status }) => status)
  const before = Array.from({ length: 20 }, () => ask('/livez'))
  server.signal('SIGTERM')
  await server.says('stderr', '"msg":"draining for 2000 ms"')
  const meanwhile = Array.from({ length: 20 }, () => ask('/livez'))
  expect(await Promise.all([...before, ...meanwhile])).toEqual(Array(40).fill(200))
  expect(await ask('/readyz')).toBe(503)
  expect(await server.ended).toMatchObject({ code: 0, signal: null })
})

test('refuses a second server on the same file, and the first continues', async () => {
  const home = temporaryFolder()
  const env = { TXWARDEN_HOME: home }
  const first = new Program(['serve', '--drain', '0', '--port', '0'], env)
  const url = await first.address()

  expect(await runProgram(['serve', '--drain', '0', '--port', '0'], env)).toEqual({
    code: 8,
    signal: null,
    stdout: '',
    stderr: [
      `txwarden: ${join(home, 'local.db')} is already served by another process (process ${first.pid})`,
      '  A database file can have one server. Other commands can use it at the same time.',
      'Try: txwarden serve --database <another file>\n',
    ].join('\n'),
  })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

test('refuses a served database under a new name, and the first server continues', async () => {
  const home = temporaryFolder()
  const [database, renamed] = [join(home, 'local.db'), join(home, 'renamed.db')]
  const url = await new Program(['serve', '--drain', '0', '--port', '0'], { TXWARDEN_HOME: home }).address()
  renameSync(database, renamed)

  const second = await runProgram(['serve', '--drain', '0', '--port', '0', '--database', renamed], {
    TXWARDEN_HOME: temporaryFolder(),
  })

  expect(second).toMatchObject({ code: 8, stdout: '' })
  expect(second.stderr).toContain(`${renamed} is open in another process under another name`)
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  // What it wrote now, the next process would not find.
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
})

test('a key revoked by another process is refused within a second', async () => {
  const env = { TXWARDEN_HOME: temporaryFolder() }
  const url = await new Program(['serve', '--drain', '0', '--port', '0'], env).address()
  const { id, key } = await createKey('management', env)
  const status = async () => (await fetch(`${url}/api/v2/management/monitor`, { headers: { 'x-api-key': key } })).status
  // Often enough that the server remembers the key for as long as it ever does; after many refusals it answers 429.
  const keepAsking = async () => {
    const answered = await status()
    await new Promise((resolve) => setTimeout(resolve, 100))
    return answered
  }
  expect(await status()).toBe(200)

  const revoking = runProgram(['keys', 'revoke', id, '--yes'], env)
  let isRevoked = false
  void revoking.then(() => {
    isRevoked = true
  })
  while (!isRevoked && (await keepAsking()) === 200);
  expect(await revoking).toMatchObject({ code: 0 })
  const revokedAt = performance.now()
  let last = 200
  while (last === 200 && performance.now() < revokedAt + 1000) last = await keepAsking()
  expect(last === 200 ? await status() : last).toBe(401)
})

/** A validation whose headers the server has read, and whose body is still to come. */
async function beginValidation(url: string, key: string): Promise<RawConnection> {
  const connection = await RawConnection.open(url)
  const lines = [
    'POST /api/v2/transaction/validate HTTP/1.1',
    'Host: x',
    `X-Api-Key: ${key}`,
    'X-Validation-Product: SONAR',
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
    'Expect: 100-continue',
  ]
  await connection.send(`${lines.join('\r\n')}\r\n\r\n`).until('100 Continue')
  return connection
}

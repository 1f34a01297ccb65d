import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished } from 'vitest'
import { acquireServeLock, isServed } from '../../src/service/store/sqlite/serve-lock.ts'
import { makeCli, test } from '../support/cli.ts'
import { argvOfShell } from '../support/shell.ts'

/** Somebody who stops the server as soon as it runs: what it says at start and end is all there is to see. */
const atOnce = { signal: AbortSignal.abort() }

test('the address is the answer, the rest is talk', async ({ cli }) => {
  const { code, stdout, stderr } = await cli(['serve', '--drain', '0', '--port', '0'], atOnce)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\n$/) })
  expect(stderr).toContain('No validation key yet. Try: txwarden keys create --kind validation\n')
  expect(isServed(join(cli.home, 'local.db'))).toBe(false)
})

test('in JSON the address and the process are one line', async () => {
  const { stdout } = await makeCli()(['serve', '--drain', '0', '--port', '0', '--json'], atOnce)
  expect(stdout.split('\n')).toHaveLength(2)
  expect(JSON.parse(stdout)).toEqual({ url: expect.stringMatching(/^http:/), pid: process.pid })
})

test.each([
  ['the profile is local', {}],
  ['the environment selects a remote service', { TXWARDEN_BASE_URL: 'https://service.example' }],
])('the hint creates a key in the database that is served, when %s', async (_, env) => {
  const cli = makeCli()
  const database = join(cli.home, "other's.db")
  const { stderr } = await cli(['serve', '--drain', '0', '--port', '0', '--database', database], { ...atOnce, env })
  const [, hint = ''] = /Try: (.*)/.exec(stderr) ?? []
  const words = argvOfShell(`txwarden ${hint}`)
  const at = words.indexOf('txwarden')
  const variables = Object.fromEntries(words.slice(0, at).map((word) => word.split('=')))
  expect(await cli(words.slice(at + 1), { env: { ...env, ...variables } })).toMatchObject({ code: 0 })
  const again = await cli(['serve', '--drain', '0', '--port', '0', '--database', database], { ...atOnce, env })
  expect(again.stderr).not.toContain('keys create')
})

test('who has a validation key needs no hint', async ({ cli }) => {
  await cli(['keys', 'create', '--kind', 'validation'])
  expect((await cli(['serve', '--drain', '0', '--port', '0'], atOnce)).stderr).not.toContain('keys create')
})

test('listening for other machines is warned about', async () => {
  const { code, stderr } = await makeCli()(['serve', '--host', '0.0.0.0', '--port', '0'], atOnce)
  expect(code).toBe(0)
  expect(stderr).toContain('Other machines can reach 0.0.0.0, without TLS')
})

test('a named database is served in place of the one of the profile, also where the profile is a remote one', async () => {
  const cli = makeCli({ withDatabase: false })
  const database = join(cli.home, 'other.db')
  const env = { TXWARDEN_BASE_URL: 'https://service.example' }
  expect(await cli(['serve', '--drain', '0', '--port', '0', '--database', database], { ...atOnce, env })).toMatchObject(
    { code: 0 },
  )
  expect([database, join(cli.home, 'local.db')].map((path) => existsSync(path))).toEqual([true, false])
})

describe('is refused with one clear line', () => {
  test('a port that is taken', async ({ cli }) => {
    const taken = createServer()
    await new Promise<void>((ready) => taken.listen(0, '127.0.0.1', ready))
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as AddressInfo
    expect(await cli(['serve', '--port', String(port)], atOnce)).toEqual({
      code: 8,
      stdout: '',
      stderr: `txwarden: cannot listen on 127.0.0.1:${port}: the port is in use\nTry: txwarden serve --port 0\n`,
    })
    // Whoever could not listen does not keep the database either.
    expect(isServed(join(cli.home, 'local.db'))).toBe(false)
  })

  test('a database that is served already', async ({ cli }) => {
    const lock = acquireServeLock(join(cli.home, 'local.db'))
    onTestFinished(() => lock.release())
    const { code, stdout, stderr } = await cli(['serve', '--drain', '0', '--port', '0', '--json'], atOnce)
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'already-served' } })
  })

  test.each([
    [['--host', 'no-such-name.invalid'], 8, 'cannot listen on no-such-name.invalid:8787: host not found'],
    [['--allow-destination', 'https://hooks.internal'], 2, 'is a URL'],
    [['--rate-limit', '300'], 2, '--rate-limit: "300" is not a rate, such as 300/min'],
    [['--rate-limit', '0/min'], 2, 'is not a rate'],
    [['--port', '65536'], 2, '--port: 65536 is not between 0 and 65535'],
  ])('%j', async (flags, code, text) => {
    const refused = await makeCli()(['serve', ...flags], atOnce)
    expect(refused).toEqual({ code, stdout: '', stderr: expect.stringContaining(text) })
  })

  test('a remote profile', async () => {
    const env = { TXWARDEN_BASE_URL: 'https://service.example' }
    const { code, stderr } = await makeCli()(['serve', '--drain', '0', '--port', '0'], { ...atOnce, env })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('this command needs a local profile') })
  })
})

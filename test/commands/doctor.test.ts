import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, onTestFinished } from 'vitest'
import { skewVerdict } from '../../src/commands/doctor/checks/address.ts'
import { diskVerdict } from '../../src/commands/doctor/checks/database.ts'
import { nodeVerdict } from '../../src/commands/doctor/checks/program.ts'
import { serve } from '../../src/service/index.ts'
import { closedPort, type HttpServer, json, serveHttp } from '../client/support/http-server.ts'
import { selfSigned } from '../client/support/self-signed.ts'
import { type Cli, type CliOptions, makeCli, test } from '../support/cli.ts'
import { seededRandom } from '../support/deterministic.ts'
import { serveForTest } from '../support/served.ts'

interface Finding {
  readonly check: string
  readonly level: string
  readonly text: string
  readonly try?: string
}

const BLOCKED = '0x7E57E185F01f2900F3b969962D790bD76275007A'

async function examine(cli: Cli, options: CliOptions = {}, flags: readonly string[] = []) {
  const { code, stdout, stderr } = await cli(['doctor', '--json', ...flags], options)
  const { content: checks, result } = JSON.parse(stdout) as { content: Finding[]; result: string }
  return { code, stderr, result, of: (name: string) => checks.filter(({ check }) => check === name) }
}

function configure(cli: Cli, profile: Record<string, string>): void {
  const config = { active: 'prod', profiles: { prod: profile } }
  writeFileSync(join(cli.home, 'config.json'), JSON.stringify(config), { mode: 0o600 })
}

/** A local service with one entry in its database. */
async function withDatabase(): Promise<{ cli: Cli; database: string }> {
  const cli = makeCli()
  expect((await cli(['control-list', 'add', BLOCKED, '--type', 'block'])).code).toBe(0)
  return { cli, database: join(cli.home, 'local.db') }
}

/** Whatever is asked, the answer is an empty list. */
async function emptyService(headers: Record<string, string> = {}): Promise<HttpServer> {
  const server = await serveHttp((response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    json(response, [])
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server
}

async function httpsService(host: string) {
  const { key, cert } = selfSigned(host)
  const server = createServer({ key, cert }, (_, response) => json(response, []))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `https://${host}:${(server.address() as AddressInfo).port}`, cert }
}

describe('where nothing is wrong', () => {
  test('says so for a local service, before there is a database and after', async () => {
    const cli = makeCli({ withDatabase: false })
    const before = await cli(['doctor', '-o', 'table'])
    expect(before).toMatchObject({ code: 0, stderr: '' })
    expect(before.stdout).toContain('✓ database     none yet')
    expect(before.stdout).toMatch(/No problems found\.\n$/)
    await cli(['control-list', 'add', BLOCKED, '--type', 'block'])
    const after = await examine(cli)
    expect(after.of('database')).toEqual([
      { check: 'database', level: 'pass', text: expect.stringContaining('intact') },
    ])
    expect(after.code).toBe(0)
  })

  test('says so for a remote one, and shows neither key', async ({ cli }) => {
    const { url, keys, clock } = await serveForTest()
    cli.clock.advance(Date.now() - clock.now())
    configure(cli, { 'base-url': url, 'validation-key': keys.validation, 'management-key': keys.management })
    const { code, stdout } = await cli(['doctor', '-o', 'table'])
    expect(stdout).toContain(`✓ validation key  ${url} accepts it`)
    expect(stdout).toContain(`✓ management key  ${url} accepts it`)
    expect(stdout).toContain(`the local clock agrees with ${url}`)
    expect(code).toBe(0)
    for (const key of Object.values(keys)) expect(stdout).not.toContain(key.slice(-20))
  })
})

describe('what is wrong once is said once', () => {
  test('a file that is no database, with the command that puts a backup in its place', async () => {
    const { cli, database } = await withDatabase()
    writeFileSync(database, 'x'.repeat(4096))
    const { stdout } = await cli(['doctor', '-o', 'table'])
    expect(stdout.match(/is not a SQLite database/g)).toHaveLength(1)
    expect(stdout).toContain('Try: txwarden local restore <file>')
    expect(stdout).toMatch(/1 failed\n$/)
  })

  test('an unreachable host', async ({ cli }) => {
    const url = `http://127.0.0.1:${await closedPort()}`
    configure(cli, { 'base-url': url, 'validation-key': 'v'.repeat(30), 'management-key': 'm'.repeat(30) })
    const { stdout, code } = await cli(['doctor', '-o', 'table'])
    expect(stdout.match(/connection refused/g)).toHaveLength(1)
    expect(stdout).toMatch(/1 failed\n$/)
    expect(code).toBe(13)
  })
})

describe('of this machine it finds', () => {
  test('a database and a key that others can read, and a folder where they can replace them', async () => {
    const { cli, database } = await withDatabase()
    const holder = new DatabaseSync(database)
    holder.prepare('select * from audit').all()
    onTestFinished(() => holder.close())
    writeFileSync(`${database}.key`, `${Buffer.alloc(32, 7).toString('base64')}\n`)
    const files = ['', '-wal', '-shm', '-mark'].map((suffix) => database + suffix)
    for (const path of [...files, `${database}.key`]) chmodSync(path, 0o644)
    chmodSync(cli.home, 0o777)
    const { of, code } = await examine(cli)
    expect(of('file access')).toEqual([
      {
        check: 'file access',
        level: 'fail',
        text: `other users can create files in ${cli.home} (mode 0777)`,
        try: `chmod go-w ${cli.home}`,
      },
      ...files.map((path) => ({
        check: 'file access',
        level: 'fail',
        text: `${path} is accessible to other users (mode 0644)`,
        try: `chmod 600 ${path}`,
      })),
    ])
    // Said once.
    expect(of('master key')).toMatchObject([{ level: 'fail', try: `chmod 600 ${database}.key` }])
    expect(code).toBe(13)

    chmodSync(cli.home, 0o1777)
    for (const path of [...files, `${database}.key`]) chmodSync(path, 0o600)
    const mended = await examine(cli)
    expect(mended.of('file access')).toMatchObject([{ level: 'warn' }])
    expect(mended.code).toBe(0)
    chmodSync(cli.home, 0o700)
    expect((await examine(cli)).of('file access')).toMatchObject([{ level: 'pass' }])
  })

  test('a key that others can read beside a damaged database', async () => {
    const { cli, database } = await withDatabase()
    writeFileSync(database, 'x'.repeat(4096))
    writeFileSync(`${database}.key`, `${Buffer.alloc(32, 7).toString('base64')}\n`)
    chmodSync(`${database}.key`, 0o644)
    expect((await examine(cli)).of('file access')).toMatchObject([{ level: 'fail', try: `chmod 600 ${database}.key` }])
  })

  test.runIf(process.getuid?.() === 0)('files of another user, and how to take them', async () => {
    const { cli, database } = await withDatabase()
    chownSync(database, 12_345, 12_345)
    expect((await examine(cli)).of('file access')).toMatchObject([
      { level: 'warn', text: `${database} belongs to another user (id 12345)`, try: `chown 0 ${database}` },
    ])
  })

  test('a profile file that others can read, and how to close it', async ({ cli }) => {
    const path = join(cli.home, 'config.json')
    configure(cli, { 'base-url': 'http://127.0.0.1:1', 'validation-key': 'not-for-others' })
    chmodSync(path, 0o644)
    const { of, code } = await examine(cli)
    expect(of('config file')).toEqual([
      {
        check: 'config file',
        level: 'fail',
        text: `${path} is accessible to other users (mode 0644) and contains API keys`,
        try: `chmod 600 ${path}`,
      },
    ])
    expect(code).toBe(13)
    configure(cli, {})
    chmodSync(path, 0o644)
    expect((await examine(cli)).of('config file')).toMatchObject([{ level: 'warn' }])
  })

  test('a profile file that is no JSON', async ({ cli }) => {
    writeFileSync(join(cli.home, 'config.json'), '{', { mode: 0o600 })
    const { of, code } = await examine(cli)
    expect(of('config file')).toMatchObject([{ level: 'fail', text: expect.stringContaining('is not valid JSON') }])
    expect(of('settings')).toMatchObject([{ level: 'fail' }])
    expect(code).toBe(13)
  })

  test('a setting that cannot be, and a profile that is not there', async ({ cli }) => {
    const { of } = await examine(cli, { env: { TXWARDEN_BASE_URL: 'ftp://nowhere' } })
    expect(of('settings')).toMatchObject([{ level: 'fail', text: expect.stringContaining('TXWARDEN_BASE_URL') }])
    const other = await examine(cli, {}, ['-p', 'nowhere'])
    expect(other.of('settings')).toMatchObject([
      {
        level: 'fail',
        text: expect.stringContaining('profile "nowhere" does not exist'),
        try: 'txwarden profile list --profile nowhere',
      },
    ])
  })

  test('a variable that nothing reads, with the name that is meant', async () => {
    const { of, code } = await examine(makeCli(), {
      env: {
        TXWARDEN_VALIDATON_KEY: 'some-key',
        TXWARDEN_CHAIN_BASE_URL: 'http://127.0.0.1:1',
        TXWARDEN_SECRET_OPS: 's',
      },
    })
    expect(of('variables')).toEqual([
      {
        check: 'variables',
        level: 'fail',
        text: 'TXWARDEN_VALIDATON_KEY is set, and no variable has this name (Did you mean TXWARDEN_VALIDATION_KEY?)',
        try: 'unset TXWARDEN_VALIDATON_KEY',
      },
    ])
    expect(code).toBe(13)
  })

  test('a variable without an effect, once', async () => {
    const { stdout, stderr, code } = await makeCli()(['doctor'], { env: { TXWARDEN_NOTHING_READS: '1' } })
    expect(`${stdout}${stderr}`.split('TXWARDEN_NOTHING_READS is set').length).toBe(2)
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  })

  test('a folder that nothing can be written to', async () => {
    const { of, code } = await examine(makeCli(), { env: { TXWARDEN_HOME: '/proc/txwarden' } })
    expect(of('folders')).toMatchObject([
      { level: 'fail', text: expect.stringContaining('/proc/txwarden is not writable'), try: 'ls -ld /proc' },
    ])
    expect(code).toBe(13)
  })

  test('an old Node, a full disk', () => {
    expect(nodeVerdict('24.9.0', '>=24.15.0')).toEqual({
      level: 'fail',
      text: 'Node 24.9.0 is older than 24.15.0: nodejs.org has newer ones',
    })
    expect(nodeVerdict('24.15.0', '>=24.15.0').level).toBe('pass')
    const levels = [99, 101, 1023, 1025].map((mebibytes) => diskVerdict(mebibytes * 1024 ** 2, '/').level)
    expect(levels).toEqual(['fail', 'warn', 'warn', 'pass'])
  })
})

describe('of a remote service it finds', () => {
  test('a key that is refused and one that is missing', async ({ cli }) => {
    const { url } = await serveForTest()
    configure(cli, { 'base-url': url, 'management-key': 'this-is-not-the-key-of-anyone' })
    const { of, code } = await examine(cli)
    expect(of('management key')).toMatchObject([
      {
        level: 'fail',
        text: expect.stringContaining(`${url} refuses it`),
        try: 'txwarden auth login --kind management',
      },
    ])
    expect(of('validation key')).toMatchObject([{ level: 'warn', text: 'missing' }])
    expect(code).toBe(13)
  })

  test('that both keys are missing', async ({ cli }) => {
    const { url } = await serveForTest()
    configure(cli, { 'base-url': url })
    const { of, code } = await examine(cli)
    expect([...of('validation key'), ...of('management key')]).toMatchObject([
      { level: 'fail', text: 'missing' },
      { level: 'fail', text: 'missing' },
    ])
    expect(code).toBe(13)
  })

  test.each([404, 400, 200])('a server that answers %s to everything, and checks no key', async (status) => {
    const cli = makeCli()
    await using server = await serveHttp((response) => json(response, { message: 'not found' }, status))
    const { origin } = server.url
    configure(cli, { 'base-url': origin, 'validation-key': 'some-key', 'management-key': 'some-key' })
    const { of } = await examine(cli)
    for (const kind of ['validation', 'management']) expect(of(`${kind} key`)).toMatchObject([{ level: 'fail' }])
    if (status === 404)
      expect(of('validation key')).toMatchObject([
        { text: expect.stringContaining(`${origin} checks no key: without one it answers 404`) },
      ])
  })

  test('refused connections and timeouts', async ({ cli }) => {
    const gone = `http://127.0.0.1:${await closedPort()}`
    await using silent = await serveHttp(() => undefined)
    configure(cli, { 'base-url': gone, 'management-url': silent.url.origin })
    const { of } = await examine(cli, {}, ['--timeout', '200ms'])
    expect(of('address')).toMatchObject([
      {
        level: 'fail',
        text: expect.stringContaining('connection refused'),
        try: `txwarden serve --port ${new URL(gone).port}`,
      },
      { level: 'fail', text: expect.stringContaining('no answer within the time limit') },
    ])
  })

  test('of keys nothing, when nothing may be sent', async ({ cli }) => {
    const { url, seen } = await emptyService()
    configure(cli, { 'base-url': url.origin, 'validation-key': 'some-key', 'management-key': 'some-key' })
    const { of } = await examine(cli, {}, ['--curl'])
    for (const kind of ['validation', 'management'])
      expect(of(`${kind} key`)).toMatchObject([{ level: 'pass', text: expect.stringContaining('skipped') }])
    expect(seen.filter(({ headers }) => headers['x-api-key'] !== undefined)).toEqual([])
  })

  test('a clock that is off', async ({ cli }) => {
    const { url } = await emptyService({ date: new Date(cli.clock.now() + 120_000).toUTCString() })
    configure(cli, { 'base-url': url.origin })
    expect((await examine(cli)).of('address')).toMatchObject([
      { level: 'pass' },
      { level: 'warn', text: `the local clock is 120 s behind that of ${url.origin}` },
    ])
    cli.clock.advance(3_600_000)
    expect((await examine(cli)).of('address')).toMatchObject([{ level: 'pass' }, { level: 'fail' }])
    expect(skewVerdict(-60_000, url).level).toBe('pass')
  })

  test('an untrusted certificate', async ({ cli }) => {
    const { url } = await httpsService('localhost')
    configure(cli, { 'base-url': url })
    const { of } = await examine(cli)
    expect(of('address')).toMatchObject([{ level: 'fail', try: 'NODE_EXTRA_CA_CERTS=<file> txwarden doctor' }])
    expect(of('certificate')).toEqual([])
  })

  test('a certificate that ends soon', async ({ cli }) => {
    const { url, cert } = await httpsService('localhost')
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, cert])
    onTestFinished(() => setDefaultCACertificates(trusted))
    configure(cli, { 'base-url': url })
    expect((await examine(cli)).of('certificate')).toMatchObject([{ level: 'pass' }])
    // It ends with the year 2119.
    cli.clock.advance(Date.parse('2119-12-22T00:00:00Z') - cli.clock.now())
    expect((await examine(cli)).of('certificate')).toMatchObject([
      { level: 'warn', text: `the certificate of ${url} expires in 10 days` },
    ])
  })

  test('a proxy on the way, by its host alone', async ({ cli }) => {
    configure(cli, { 'base-url': (await emptyService()).url.origin })
    const proxied = { env: { HTTPS_PROXY: 'http://me:geheim@proxy.example:3128', http_proxy: 'socks5://x' } }
    const { of } = await examine(cli, proxied)
    expect(of('proxy')).toMatchObject([
      { level: 'pass', text: 'HTTPS_PROXY: requests to other machines go through http://proxy.example:3128' },
      { level: 'fail', text: 'HTTP_PROXY is not a proxy URL' },
    ])
  })

  test('that it asked for silence, and then sends it no keys', async ({ cli }) => {
    const { url, seen } = await emptyService()
    configure(cli, { 'base-url': url.origin, 'management-key': 'some-key-of-this-service' })
    mkdirSync(join(cli.home, 'limits'))
    const sent = { at: [], closedUntil: cli.clock.now() + 90_000 }
    writeFileSync(join(cli.home, 'limits', 'prod.json'), JSON.stringify(sent))
    const { of } = await examine(cli)
    expect(of('rate limit')).toMatchObject([{ level: 'warn', try: 'sleep 90; txwarden doctor' }])
    expect(of('management key')).toMatchObject([{ level: 'warn', text: expect.stringContaining('skipped') }])
    expect(seen.filter(({ headers }) => headers['x-api-key'] !== undefined)).toEqual([])
  })
})

describe('of the local service it finds', () => {
  test('a database that is damaged, and looks at nothing in it', async () => {
    const { cli, database } = await withDatabase()
    const bytes = readFileSync(database)
    writeFileSync(database, bytes.fill(0xa5, 4096, 40_960))
    const { of, code } = await examine(cli)
    expect(of('database')).toMatchObject([
      { level: 'fail', text: expect.stringContaining('is damaged'), try: 'txwarden local restore <file>' },
    ])
    expect(of('feeds')).toEqual([])
    expect(code).toBe(13)
  })

  test('a database of a newer program', async () => {
    const { cli, database } = await withDatabase()
    const file = new DatabaseSync(database)
    file.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '')")
    file.close()
    expect((await examine(cli)).of('database')).toMatchObject([
      { level: 'fail', text: expect.stringContaining('newer than this program') },
    ])
  })

  test('a key file that others can read', async () => {
    const { cli } = await withDatabase()
    const webhook = ['--channel', 'WEBHOOK', '--webhook-url', 'https://siem.example.org/alerts']
    expect((await cli(['destination', 'create', '--name', 'siem', ...webhook, '--json'])).code).toBe(0)
    const status = (await cli.json(['local', 'status'])) as { masterKey: { source: string } }
    const { source } = status.masterKey
    expect((await examine(cli)).of('master key')).toMatchObject([{ level: 'pass' }])
    chmodSync(source, 0o644)
    expect((await examine(cli)).of('master key')).toMatchObject([{ level: 'fail', try: `chmod 600 ${source}` }])
  })

  test('a serve without keys, and one that was killed', async () => {
    const { cli, database } = await withDatabase()
    const options = { database, env: {}, clock: cli.clock, random: seededRandom(), host: '127.0.0.1', port: 0 }
    const serving = await serve({ ...options, version: '0.0.0', log: { write: () => undefined, quiet: true } })
    const found = await examine(cli)
    await serving.stop()
    expect(found.of('serve')).toMatchObject([
      { level: 'pass', text: 'running' },
      { level: 'warn', try: 'txwarden keys create --kind validation' },
    ])
    writeFileSync(`${database}.serve-lock.pid`, '1\n')
    expect((await examine(cli)).of('serve')).toMatchObject([{ level: 'pass', text: expect.stringContaining('killed') }])
  })

  test('feeds that are older than they may be', async () => {
    const { cli } = await withDatabase()
    expect((await examine(cli)).of('feeds')).toMatchObject([{ level: 'warn', text: expect.stringContaining('none') }])
    const file = join(cli.home, 'feed.txt')
    writeFileSync(file, `${BLOCKED}\n`)
    const imported = await cli(['intel', 'import', '--format', 'ofac', '--max-age', '1h', file])
    expect(imported.stderr).toBe('')
    expect((await examine(cli)).of('feeds')).toMatchObject([{ level: 'pass' }])
    cli.clock.advance(7_200_000)
    expect((await examine(cli)).of('feeds')).toMatchObject([{ level: 'warn', try: 'txwarden intel sync' }])
  })

  test('failing destinations, and alerts without a destination', async () => {
    const { cli } = await withDatabase()
    const env = { TXWARDEN_ALLOW_DESTINATION: '127.0.0.1' }
    const webhook = ['--channel', 'WEBHOOK', '--webhook-url', `http://127.0.0.1:${await closedPort()}`]
    const created = await cli(['destination', 'create', '--name', 'siem', ...webhook, '--json'], { env })
    const { id } = JSON.parse(created.stdout) as { id: string }
    await cli(['destination', 'test', id], { env })
    await cli(['alert', 'create', '--name', 'Unheard', '--type', 'SONAR'])
    const { of, code } = await examine(cli, { env })
    expect(of('destinations')).toMatchObject([{ level: 'fail', try: `txwarden destination test ${id}` }])
    expect(of('alerts')).toMatchObject([
      { level: 'fail', text: expect.stringMatching(/^Unheard: it has no destination/) },
      { level: 'warn' },
    ])
    expect(code).toBe(13)
  })

  test('pending deliveries without a sender', async () => {
    const { cli } = await withDatabase()
    const mail = ['--channel', 'EMAIL', '--email', 'ops@example.org', '--json']
    const created = await cli(['destination', 'create', '--name', 'ops', ...mail])
    const { id } = JSON.parse(created.stdout) as { id: string }
    await cli(['alert', 'create', '--name', 'Blocked', '--type', 'SONAR', '--when', 'blocked', '--destination', id])
    const judge = ['validate', '--chain', '1', '--from', `0x${'1'.repeat(40)}`, '--to', BLOCKED]
    expect((await cli(judge, { env: { TXWARDEN_DELIVERY_WAIT: '0' } })).code).toBe(12)
    expect((await examine(cli)).of('deliveries')).toMatchObject([{ level: 'pass', text: '1 pending' }])
    for (const [minutes, level] of [
      [2, 'warn'],
      [10, 'fail'],
    ] as const) {
      cli.clock.advance(minutes * 60_000)
      expect((await examine(cli)).of('deliveries')).toMatchObject([
        { level, text: expect.stringMatching(/^1 pending, 1 due and not sent/), try: 'txwarden delivery send' },
      ])
    }
  })
})

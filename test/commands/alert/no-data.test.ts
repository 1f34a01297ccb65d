import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { testAddresses } from '../../../src/service/intel/baseline-records.ts'
import { json, serveHttp } from '../../client/support/http-server.ts'
import { type Cli, type CliOptions, makeCli, refuses, test } from '../../support/cli.ts'
import { serveForTest } from '../../support/served.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const STRANGER = `0x${'5'.repeat(40)}`
const EXT = '/ext/v1/alert-configurations'

const create = ['alert', 'create', '--name', 'unknown', '--type', 'SONAR', '--on', 'no-data']

interface House {
  readonly cli: Cli
  run(argv: readonly string[], options?: CliOptions): ReturnType<Cli>
}

function localHouse(): House {
  const cli = makeCli()
  return { cli, run: cli }
}

async function servedHouse(): Promise<House> {
  const served = await serveForTest()
  const cli = makeCli()
  const env = served.env
  return { cli, run: (argv, options) => cli(argv, { ...options, env }) }
}

const parse = async (answer: ReturnType<Cli>) => {
  const { stdout, stderr } = await answer
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

describe.each([
  ['in this process', localHouse],
  ['over HTTP', servedHouse],
])('an alert on no data %s', (_, open) => {
  const house = async () => {
    const { cli, run } = await open()
    const validate = async (to: string) => {
      const argv = ['validate', '--chain', '1', '--from', SENDER, '--to', to, '--value', '1', '--fail-on', 'never']
      const { svcTxId } = await parse(run([...argv, '--json']))
      cli.clock.advance(1000)
      return svcTxId as string
    }
    const hits = async (alert: string) => {
      const { content } = await parse(run(['alert', 'replay', alert, '--json']))
      return content.flatMap(({ svcTxId, matched }: Record<string, unknown>) => (matched ? [svcTxId] : []))
    }
    const flags = async (alert: string) =>
      (await parse(run(['alert', 'get', alert, '--json']))).transactionFilter?.validationStatusConfiguration
    return { run, validate, hits, flags }
  }

  test('is created in one request, shown, replayed, changed and switched off', async () => {
    const { run, validate, hits, flags } = await house()
    const unknown = await validate(STRANGER)
    const known = await validate(testAddresses.benign)
    const bad = await validate(testAddresses.drainer)

    expect(await run([...create, '--json'])).toMatchObject({ code: 0 })
    const off = { alertOnSafe: false, alertOnWarning: false, alertOnUnsafe: false }
    expect(await flags('unknown')).toEqual({ ...off, alertOnNoData: true })
    expect((await run(['alert', 'list'], { tty: true })).stdout).toContain('no data')
    expect((await run(['alert', 'get', 'unknown'], { tty: true })).stdout).toMatch(/fires on +no data\n/)
    expect(await hits('unknown')).toEqual([unknown])

    expect((await run(['alert', 'disable', 'unknown'], { tty: true })).code).toBe(0)
    expect((await run(['alert', 'disable', 'unknown', '--json'])).stdout).toContain('"alertOnNoData": true')

    // A change of something else keeps it.
    expect((await run(['alert', 'update', 'unknown', '--from-score', '0'])).code).toBe(0)
    expect(await hits('unknown')).toEqual([unknown])
    expect((await run(['alert', 'update', 'unknown', '--on', 'no-data,unsafe'])).code).toBe(0)
    expect(await hits('unknown')).toEqual([bad, unknown])
    expect((await run(['alert', 'update', 'unknown', '--on', 'unsafe'])).code).toBe(0)
    expect(await flags('unknown')).toEqual({ ...off, alertOnUnsafe: true })
    expect(await hits('unknown')).toEqual([bad])
    expect((await run(['alert', 'update', 'unknown', '--on', 'no-data'])).code).toBe(0)
    expect((await run(['alert', 'update', 'unknown', '--on', 'none'])).code).toBe(0)
    expect(await flags('unknown')).toBeUndefined()
    expect(await hits('unknown')).toEqual([bad, known, unknown])
  })

  test('is reported apart from safe, which keeps the meaning of the interface', async () => {
    const { run, validate, hits } = await house()
    const unknown = await validate(STRANGER)
    const known = await validate(testAddresses.benign)
    await run(['alert', 'create', '--name', 'safe', '--type', 'SONAR', '--on', 'safe'])
    await run(['alert', 'create', '--name', 'bad', '--type', 'SONAR', '--on', 'warning,unsafe'])
    expect(await hits('safe')).toEqual([known, unknown])
    expect(await hits('bad')).toEqual([])
  })

  test('is exported, compared and applied', async () => {
    const { run, flags } = await house()
    await run([...create])
    const exported = (await run(['export', 'alert'])).stdout
    expect(exported).toContain('    alertOnNoData: true\n')
    const file = join(makeCli().home, 'alerts.yaml')
    const diff = () => run(['diff', '--file', file, '--exit-code'])
    writeFileSync(file, exported)
    expect((await diff()).code).toBe(0)

    writeFileSync(file, exported.replace('alertOnNoData', 'alertOnUnsafe'))
    expect((await diff()).code).toBe(13)
    expect((await run(['apply', '--file', file, '--yes'])).code).toBe(0)
    expect((await diff()).code).toBe(0)
    expect(await flags('unknown')).not.toHaveProperty('alertOnNoData', true)

    writeFileSync(file, exported)
    expect((await run(['apply', '--file', file, '--yes'])).code).toBe(0)
    expect((await diff()).code).toBe(0)
    expect(await flags('unknown')).toHaveProperty('alertOnNoData', true)

    writeFileSync(file, exported.replace('alertName: unknown', 'alertName: another'))
    expect((await run(['apply', '--file', file, '--yes'])).code).toBe(0)
    expect(await flags('another')).toHaveProperty('alertOnNoData', true)
  })
})

describe('a service that has no such condition', () => {
  const stored = { alertId: 'an-id', alertName: 'old', alertType: 'SONAR', isActive: true }
  const hosted = () =>
    serveHttp((response, { url, method }) => {
      if (url.startsWith('/ext/')) json(response, { status: 404, error: 'Not Found' }, 404)
      else if (url.endsWith('/destinations')) json(response, [])
      else if (url.endsWith('/alert-configurations') && method === 'GET') json(response, { alerts: [stored] })
      else json(response, { content: [], size: 25, number: 0, totalPages: 0, totalElements: 0 })
    })
  const env = (url: URL) => ({ TXWARDEN_BASE_URL: url.href, TXWARDEN_MANAGEMENT_KEY: 'any' })

  test.each([
    ['create', create],
    ['update', ['alert', 'update', 'old', '--on', 'no-data,unsafe']],
  ])('refuses alert %s in one line, and nothing is changed', async (_verb, argv) => {
    await using server = await hosted()
    expect(await makeCli()(argv, { env: env(server.url) })).toMatchObject(
      refuses(5, `${server.url.origin} has no alert condition no-data: only txwarden's own service offers it\n`),
    )
    const writes = server.seen.filter(({ method }) => method !== 'GET').map(({ url }) => url)
    expect(writes).toEqual([EXT])
  })

  test('refuses a manifest with it before the first change', async ({ cli }) => {
    await using server = await hosted()
    const file = join(cli.home, 'infra.yaml')
    const destination = 'kind: destination\nname: team\nchannel: EMAIL\nwebhookUrl: mailto:a@example.org\n'
    const alert = 'kind: alert\nalertName: unknown\nalertType: SONAR\ndestinations: [team]\n'
    const filter = 'transactionFilter: {validationStatusConfiguration: {alertOnNoData: true}}\n'
    writeFileSync(file, `${destination}---\n${alert}${filter}`)
    for (const command of ['diff', 'apply']) {
      const refused = await cli([command, '--file', file, ...(command === 'apply' ? ['--yes'] : [])], {
        env: env(server.url),
      })
      expect(refused).toMatchObject({ code: 5, stdout: '' })
      expect(refused.stderr).toContain('has no alert condition no-data')
    }
    expect(server.seen.every(({ method }) => method === 'GET')).toBe(true)
  })

  test('gets every other alert as the interface has it', async () => {
    await using server = await hosted()
    const argv = ['alert', 'create', '--name', 'x', '--type', 'SONAR', '--on', 'safe,unsafe', '--curl']
    const { stdout } = await makeCli()(argv, { env: env(server.url) })
    expect(stdout).toContain(
      '"validationStatusConfiguration":{"alertOnSafe":true,"alertOnWarning":false,"alertOnUnsafe":true}}',
    )
    expect(stdout).not.toContain('/ext/')
    expect((await makeCli()(['alert', 'list'], { env: env(server.url) })).code).toBe(0)
    expect(server.seen.map(({ url }) => url)).toEqual(['/api/v2/management/alert-configurations'])
  })
})

test('the prompts offer it', async ({ cli }) => {
  const typed = [
    ['Name of the alert', 'unknown\r'],
    ['Trigger', '\r'],
    // unsafe is preselected; no-data is the second.
    ['Verdicts', '\u001b[B \r'],
    ['When the service', '\r'],
    ['More conditions', '\r'],
    ['Create this alert', 'y\r'],
  ] as const
  const asked = await cli(['alert', 'create'], { typed })
  expect(asked.code, asked.stderr).toBe(0)
  expect(asked.stdout).toContain('fires on no data or unsafe')
  expect(asked.stderr).toContain('--on no-data,unsafe')
})

test('a preview for a remote service says which service offers the condition', async () => {
  await using hosted = await serveHttp((response) => json(response, { alerts: [] }))
  const env = { TXWARDEN_BASE_URL: hosted.url.origin, TXWARDEN_MANAGEMENT_KEY: 'a-key' }
  const words = "! The alert condition no-data is offered only by txwarden's own service"
  const preview = (argv: readonly string[], options: CliOptions) => makeCli()([...argv, '--dry-run'], options)
  expect((await preview(create, { env })).stderr).toContain(words)
  const unsafe = create.map((word) => (word === 'no-data' ? 'unsafe' : word))
  expect((await preview(unsafe, { env })).stderr).not.toContain(words)
  expect((await preview(create, {})).stderr).not.toContain(words)
})
